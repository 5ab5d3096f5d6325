// `vitrine trash`: what commands removed.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineJournal
import VitrineSource

/// Holds the commands that work on the trash.
enum TrashCommand: CommandFile {
  static let command = Command<Session>(
    name: "trash", summary: "work with what commands removed", group: "Changes", commands: [list, restore, empty],
    manual: Manual(
      examples: [
        ("vitrine trash list", "lists the files that were removed, and when"),
        ("vitrine trash restore 12", "puts all files back that change 12 removed"),
        ("vitrine trash restore 12 games/hades.yaml", "puts one of them back"),
        ("vitrine trash empty --older 30d", "deletes what was removed more than 30 days ago"),
      ],
      description: [
        "Removed files stay in '.vitrine/trash', at the paths they had, until you empty it."
      ],
      files: [(".vitrine/trash/NUMBER/", "the files that a change removed, at the paths they had")],
      seeAlso: ["undo", "log"]))

  private static let format = SharedOptions.rowFormat

  private static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the removed files", options: [format],
    manual: Manual(examples: [("vitrine trash list", "lists them, the oldest first")])
  ) { session, arguments in
    let shown = try JournalShown(session)
    let rows = try shown.journal.trash().flatMap { change in
      change.files.map { file in
        Table.Row(
          path: file.trashPath,
          [
            .integer(change.number), change.head.map { shown.time($0.time) } ?? .null, .integer(file.trace.size),
            .text(file.path.string), change.head.map { .text($0.title) } ?? .null,
          ])
      }
    }
    let columns = [
      Table.Column("number", .right), Table.Column("time"), Table.Column("bytes", .right), Table.Column("path", keepsEnd: true),
      Table.Column("title"),
    ]
    var table = Table(columns: columns, rows: rows)
    table.keyColumn = 3
    table.hidesEmptyColumns = true
    session.withSink { (arguments[format] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    if rows.isEmpty { session.note("the trash is empty") }
    return .well
  }

  private static let number = Positional.one("NUMBER", "the number that 'vitrine trash list' shows")
  private static let paths = Positional.any("PATH", "the paths the files had; all of that number by default")

  private static let restore = Command<Session>(
    name: "restore", summary: "put removed files back", options: ChangeOptions.all, positionals: [number, paths],
    manual: Manual(
      examples: [
        ("vitrine trash restore 12", "puts all files back that change 12 removed"),
        ("vitrine trash restore 12 games/hades.yaml", "puts one of them back"),
      ],
      description: [
        "Where a file of that path exists by now, nothing is restored. 'vitrine undo' takes the restoring back like any change."
      ],
      exitStatuses: ChangeTurn.statuses)
  ) { session, arguments in
    let shown = try JournalShown(session)
    guard let wanted = Int(arguments[number]),
      let change = try shown.journal.trash().first(where: { $0.number == wanted })
    else {
      throw CommandError("nothing in the trash has the number '\(arguments[number])'; 'vitrine trash list' shows what has")
    }
    let files = try TrashChoice(change, root: shown.root, folder: session.folder).files(arguments[paths])
    let moves = files.map { FileMove(from: $0.trashPath, to: $0.path, expected: .file($0.trace)) }
    let what = files.count == 1 ? "'\(files[0].path.string)'" : counted(files.count, "file")
    try session.carryOut(Plan("restore \(what)", [], moves: moves), root: shown.root, arguments: arguments)
    return .well
  }

  private static let older = Option.value(
    "older", "AGE", expected: "an age such as 30d, 12h or 8w", "delete only what was removed longer ago"
  ) { TrashAge($0) }

  private static let empty = Command<Session>(
    name: "empty", summary: "delete what was removed, for good", options: [older, ChangeOptions.dryRun, ChangeOptions.yes],
    manual: Manual(
      examples: [
        ("vitrine trash empty", "deletes all of it, after a 'yes'"),
        ("vitrine trash empty --older 30d", "deletes what was removed more than 30 days ago"),
      ],
      description: ["The changes that removed these files cannot be undone afterwards."],
      exitStatuses: [
        (.well, "done, or there was nothing to do"), (.usage, "no 'yes' was given, and there is no terminal to ask for it"),
        (.inputOutput, ExitStatus.inputOutput.summary), (.interrupted, "the answer was not 'yes'"),
      ])
  ) { session, arguments in
    let shown = try JournalShown(session)
    let before = arguments[older].map { shown.now - $0.nanoseconds } ?? Int64.max
    // What nobody knows the age of goes only with all.
    let changes = try shown.journal.trash().filter { ($0.head?.time ?? Int64.max - 1) < before }
    let count = changes.reduce(0) { $0 + $1.files.count }
    guard count > 0 else {
      session.note(arguments[older] == nil ? "the trash is empty" : "nothing in the trash is that old")
      return .well
    }
    if arguments[ChangeOptions.dryRun] {
      for path in changes.flatMap(\.files).map(\.path) { session.print(path.string + "\n") }
      return .well
    }
    let what = "delete \(counted(count, "file")) for good"
    if !arguments[ChangeOptions.yes] { try session.confirm(what) }
    try session.changing(shown.root) { try $0.emptyTrash(of: changes) }
    session.note("deleted \(counted(count, "file"))")
    return .well
  }
}
