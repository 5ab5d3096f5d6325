// Whose the images were that belong to nobody since another record came into their folder. Only git knows which came first, so that no finding says it.

package import VitrineCatalog
import VitrineIndex
import VitrineModel
package import VitrineSource

/// What is said of images that were a record's as long as it was alone in its folder.
package enum FormerOwners {
  /// The most images that are named.
  private static let mostNamed = 5

  /// A sentence for each folder in which git shows whose the images were that findings report to belong to no record.
  package static func notes(on findings: [Finding], in catalogue: LoadedCatalogue) -> [String] {
    let orphans = findings.filter { $0.rule.slug == "photo-orphan" && $0.fixes.count != 1 }.map(\.path)
    guard !orphans.isEmpty, let time = catalogue.firstCommits() else { return [] }
    let records = catalogue.book.withWriter { $0.facts }.records.map(\.path).filter { !$0.isEmpty }
    return Dictionary(grouping: orphans) { $0.folder.string }.sorted { $0.key < $1.key }.compactMap { folder, images in
      let here = records.filter { $0.folder.string == folder }.map { (path: $0, time: time($0) ?? .max) }
        .sorted { ($0.time, $0.path) < ($1.time, $1.path) }
      guard here.count > 1, here[0].time < here[1].time else { return nil }
      // What came with the second record, or after it, never was the first one's.
      let former = images.filter { time($0) ?? .max < here[1].time }.sorted()
      guard let first = former.first else { return nil }
      let owner = here[0].path.stem
      let names = former.count > mostNamed ? "FILE..." : former.map { ShellWord.quoted($0.string) }.joined(separator: " ")
      let others = former.count > 1 ? " and \(former.count - 1) more were photos" : " was a photo"
      return "'\(first.string)'\(others) of '\(owner.name.string)' until '\(here[1].path.stem.name.string)' came; "
        + "'vitrine photo adopt \(ShellWord.quoted(owner.string)) \(names)' gives \(former.count > 1 ? "them" : "it") its name"
    }
  }
}
