// `vitrine log`: what vitrine changed.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineJournal

/// Lists the changes, or shows one.
enum LogCommand: CommandFile {
  private static let format = SharedOptions.rowFormat

  static let command = Command<Session>(
    name: "log", summary: "list the changes that vitrine made, or show one", group: "Changes", options: [format],
    positionals: [JournalShown.number],
    manual: Manual(
      examples: [
        ("vitrine log", "lists the changes, the newest first"),
        ("vitrine log 12", "shows what change 12 did, as a diff"),
        ("vitrine log 12 | git apply -R", "takes it back by other means"),
      ],
      description: [
        "Every command that changes files keeps in '.vitrine/journal' what it needs to undo that: for the last \(JournalWriter.mostEntries) changes, or of as many as have 1 GiB of old files, whichever is less. Changes by hand or by other programs are not in it."
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) },
      files: [(".vitrine/journal/", "the changes, a folder each: entry.json, and the files' other sides")],
      seeAlso: ["undo", "redo", "trash"])
  ) { session, arguments in
    let shown = try JournalShown(session)
    if let word = arguments[JournalShown.number] {
      let record = try shown.journal.record(called: word)
      session.note(
        "\(record.number)  \(shown.time(record.entry.head.time).words)  \(record.state.rawValue)  \(record.entry.head.title)")
      session.note("vitrine \(record.entry.head.words.joined(separator: " "))")
      session.printFile(JournalDifference.text(of: record, in: shown.journal))
      return .well
    }
    let records = try shown.journal.records()
    let rows = records.reversed().map { record in
      Table.Row([
        .integer(record.number), shown.time(record.entry.head.time), .text(record.entry.head.title),
        .text(record.state.rawValue), .integer(record.entry.fileCount),
      ])
    }
    var table = Table(
      columns: [
        Table.Column("number", .right), Table.Column("time"), Table.Column("title"), Table.Column("state"),
        Table.Column("files", .right),
      ], rows: rows)
    table.keyColumn = 2
    table.hidesEmptyColumns = true
    session.withSink { (arguments[format] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    if rows.isEmpty { session.note("vitrine has changed nothing here yet") }
    return .well
  }
}
