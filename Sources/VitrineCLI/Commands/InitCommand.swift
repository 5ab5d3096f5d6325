// `vitrine init`: a folder becomes a catalogue.

import VitrineApplication
import VitrineCommandLine
import VitrineModel
import VitrineSource

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
    try NewCatalogue(kinds: arguments[kinds]).make(in: place, named: name)
    session.note(
      "made \(name.map { $0 + "/" } ?? "")\(Manifest.fileName.string); put records where it says, then run 'vitrine check'")
    if let outer = NewCatalogue.manifest(above: place) {
      session.note(
        "this is a catalogue within another now: the one of '\(outer)' no longer has what is in this folder; remove the new vitrine.yaml if that was not meant"
      )
    }
    return .well
  }
}
