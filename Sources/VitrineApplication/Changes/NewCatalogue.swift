// A folder becomes a catalogue: what `vitrine init` asks for.

import Glibc
import VitrineCatalog
import VitrineChanges
import VitrineJournal
import VitrineModel
import VitrineSource
import VitrineSystem
import VitrineText

/// A catalogue that is to be made.
package struct NewCatalogue: Sendable {
  private let text: [UInt8]

  /// A catalogue of these stock kinds; of all where there are none.
  ///
  /// Errors: there is no such kind.
  package init(kinds: [String]) throws(RequestError) { text = try Self.manifest(for: kinds) }

  /// Writes the first manifest, and tells git what is not for it. The folder is made if need be. `name` is what the person calls it, nil for the one they stand in.
  ///
  /// Errors: it is a catalogue already; it cannot be written.
  package func make(in folder: String, named name: String?) throws {
    if !Path.isFolder(folder), mkdir(folder, 0o777) != 0 { throw FileError(.create, Path(name ?? folder), errno: errno) }
    guard !Path.exists(folder + "/" + Manifest.fileName.string) else {
      throw RequestError(
        "\(name.map { "'\($0)'" } ?? "this folder") is a catalogue already: it has a \(Manifest.fileName.string)")
    }
    // No journal yet: what is undone here is no catalogue any more.
    let writer = try FileWriter(root: folder)
    if let (text, expected) = try GitIgnore.text(in: folder) { try writer.write(Path(GitIgnore.file), text, expecting: expected) }
    try writer.write(Manifest.fileName, text, expecting: .absent)
  }

  /// The manifest of the catalogue that a folder lies in, as a path from the folder; nil where no folder above has one.
  package static func manifest(above folder: String) -> String? {
    var (above, path) = (folder, "")
    while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
      (above, path) = (String(above[..<slash]), path + "../")
      if Path.exists(above + "/" + Manifest.fileName.string) { return path + Manifest.fileName.string }
    }
    return nil
  }

  /// The text of a first manifest: the stock one, with only the lines of the wanted kinds.
  private static func manifest(for wanted: [String]) throws(RequestError) -> [UInt8] {
    let known = SchemaStore().kindNames
    var store = SchemaStore()
    let plurals = Dictionary(known.compactMap { name in store.kind(named: name).map { ($0.plural, name) } }) { first, _ in first }
    let wanted = wanted.map { known.contains($0) ? $0 : plurals[$0] ?? $0 }
    for kind in wanted where !known.contains(kind) {
      let nearest =
        NearestWord.nearest(to: kind, in: known).map { "; did you mean '\($0)'?" }
        ?? "; the stock kinds are \(known.joined(separator: ", "))"
      throw RequestError("unknown kind '\(kind)'\(nearest)")
    }
    let template = String(decoding: Stock.file(named: "templates/vitrine.yaml") ?? [], as: UTF8.self)
    guard !wanted.isEmpty else { return Array(template.utf8) }
    let lines = template.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard let kind = kindName(inLine: line) else { return true }
      return wanted.contains(kind)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The kind of a line such as `  - {kind: NAME, files: …}`.
  private static func kindName(inLine line: Substring) -> String? {
    let marker = "- {kind: "
    guard let dash = line.firstIndex(of: "-"), line[dash...].hasPrefix(marker) else { return nil }
    return String(line[line.index(dash, offsetBy: marker.count)...].prefix { $0 != "," && $0 != " " && $0 != "}" })
  }
}
