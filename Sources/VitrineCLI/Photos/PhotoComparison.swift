// `vitrine photo duplicates`: photos that are there more than once. Decision 0067 says why these are two questions.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSystem

/// The command that compares photos with each other.
enum PhotoComparison {
  private static let rowFormat = SharedOptions.rowFormat
  private static let alike = Option.flag("alike", "also pictures that look alike: other sizes, qualities and formats of one")
  private static let selection = Positional.any("QUERY|RECORD", completes: .selection, "the records; all by default")

  static let duplicates = Command<Session>(
    name: "duplicates", summary: "find photos that are there more than once", options: [rowFormat, alike, Progress.option],
    positionals: [selection],
    manual: Manual(
      examples: [
        ("vitrine photo duplicates", "lists photos with the same bytes, group by group"),
        ("vitrine photo duplicates --alike garments", "also those of garments that show the same picture"),
      ],
      description: [
        "Photos with the same bytes are compared byte for byte; 'vitrine check' reports them, too ('photo-duplicate').",
        "--alike decodes every photo and compares how light its parts are. Copies that were made smaller, coded anew or turned into another format are found; cut or mirrored ones are not, and two photos of one burst may be taken for one. Look before you remove.",
      ],
      exitStatuses: [
        (.well, "no photo is there twice"), (.findings, "some are, or a photo could not be decoded"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ], seeAlso: ["photo remove", "check", "photo sheet"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let records = try session.selectedOrAllRecords(arguments[selection], in: open)
    let photos = Set(records.flatMap { path in open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) } }.map(\.path))
      .sorted()
    var duplicates = try PhotoDuplicates(photos, in: open.catalogue)
    if arguments[alike] {
      let progress = Progress("duplicates", in: session, as: arguments[Progress.option])
      defer { progress?.end() }
      try duplicates.addAlike(photos, in: open.catalogue, session.context, progress?.count(every: 1))
    }
    for photo in duplicates.missing { session.tell("vitrine: '\(photo.path.string)' is not compared: \(photo.reason)") }
    let table = duplicates.table(in: open.catalogue)
    session.withSink { (arguments[rowFormat] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    session.note(
      "\(duplicates.groups.count == 1 ? "1 group" : "\(duplicates.groups.count) groups") among \(counted(photos.count, "photo"))")
    return duplicates.groups.isEmpty && duplicates.missing.isEmpty ? .well : .findings
  }
}
