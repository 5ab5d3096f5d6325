// `vitrine init`: a folder becomes a catalogue.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineJournal
import VitrineModel
import VitrineSystem
import VitrineText

/// Writes the first `vitrine.yaml`.
enum InitCommand: CommandFile {
  private static let kinds = SharedOptions.kinds
  private static let folder = Positional.optional(
    "DIR", completes: .directory, "the folder, made if need be; this one by default")

  static let command = Command<Session>(
    name: "init", summary: "make a catalogue of a folder", group: "Catalogue", options: [kinds], positionals: [folder],
    manual: Manual(
      examples: [
        ("vitrine init", "makes a catalogue of this folder, for all stock kinds"),
        ("vitrine init shelf --kind game", "makes a folder 'shelf' for games"),
      ],
      description: [
        "Writes vitrine.yaml, which says which files are records of which kind, and adds '.vitrine/' to .gitignore where the folder is in git. No record is touched."
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["check", "schema"])
  ) { session, arguments in
    let name = arguments[folder]
    let place = name.map { Path.absolute($0, from: session.folder) } ?? session.folder
    let text = try manifest(for: arguments[kinds])
    if !Path.isFolder(place), mkdir(place, 0o777) != 0 { throw FileError(.create, name ?? place, errno: errno) }
    guard !Path.exists(place + "/" + Manifest.fileName) else {
      throw CommandError("\(name.map { "'\($0)'" } ?? "this folder") is a catalogue already: it has a \(Manifest.fileName)")
    }
    // No journal yet: what is undone here is no catalogue any more.
    let writer = try FileWriter(root: place)
    if let (text, expected) = try GitIgnore.text(in: place) { try writer.write(GitIgnore.file, text, expecting: expected) }
    try writer.write(Manifest.fileName, text, expecting: .absent)
    session.note("made \(name.map { $0 + "/" } ?? "")\(Manifest.fileName); put records where it says, then run 'vitrine check'")
    return .well
  }

  /// The text of a first manifest: the stock one, with only the lines of the wanted kinds.
  private static func manifest(for wanted: [String]) throws -> [UInt8] {
    let known = SchemaStore().kindNames
    for kind in wanted where !known.contains(kind) {
      let nearest =
        NearestWord.nearest(to: kind, in: known).map { "; did you mean '\($0)'?" }
        ?? "; the stock kinds are \(known.joined(separator: ", "))"
      throw CommandError("unknown kind '\(kind)'\(nearest)")
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
