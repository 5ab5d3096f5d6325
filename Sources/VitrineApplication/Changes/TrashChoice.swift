// Which files of the trash a person means.

package import VitrineJournal
import VitrineSource
import VitrineText

/// The files that one change removed, to choose from.
package struct TrashChoice {
  private let change: TrashedChange
  private let root: String
  private let folder: String

  /// The files of a change, for somebody who stands in `folder`.
  package init(_ change: TrashedChange, root: String, folder: String) {
    self.change = change
    self.root = Path.real(root)
    self.folder = Path.real(folder)
  }

  /// The files at these paths or below them, as they are written from where the person stands, or from the root; all where there are none.
  ///
  /// Errors: nothing there has such a path, with the nearest.
  package func files(_ paths: [String]) throws(RequestError) -> [TrashedFile] {
    guard !paths.isEmpty else { return change.files }
    var chosen: Set<Int> = []
    for path in paths {
      let names = [Path.relative(Path.absolute(path, from: folder), to: root), path].compactMap { $0 }
      let found = change.files.indices.filter { index in
        names.contains { name in
          let own = change.files[index].path
          return own.isWithin(Path(name))
        }
      }
      guard !found.isEmpty else {
        let nearest = NearestWord.nearest(to: path, in: change.files.map(\.path.string)).map { "; did you mean '\($0)'?" } ?? ""
        throw RequestError("change \(change.number) removed no '\(path)'\(nearest)")
      }
      chosen.formUnion(found)
    }
    return chosen.sorted().map { change.files[$0] }
  }
}

/// How long ago something was removed, as a person writes it: `30d`.
package struct TrashAge: Sendable {
  /// Units: nanoseconds.
  package let nanoseconds: Int64

  /// The age of a text; nil for any other text.
  package init?(_ text: String) {
    let seconds: [Character: Int64] = ["h": 3600, "d": 86_400, "w": 7 * 86_400]
    guard let last = text.last, let unit = seconds[last], let count = Int64(text.dropLast()), (0...100_000).contains(count),
      // Nanoseconds end after 292 years.
      count * unit <= 9_000_000_000
    else { return nil }
    nanoseconds = count * unit * 1_000_000_000
  }
}
