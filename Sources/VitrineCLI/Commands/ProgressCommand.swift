// `vitrine progress`: the next step of what a kind's schema keeps a history of.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource

/// Notes how far a record has come.
enum ProgressCommand: CommandFile {
  private static let record = Positional.one("RECORD", completes: .asked("staged"), RecordResolver.forms)
  private static let status = Positional.optional(
    "STATUS", completes: .asked("stage"), "how far it is now, or another word for that; left out, what there is to choose is said"
  )

  static let command = Command<Session>(
    name: "progress", summary: "note how far a record has come", group: "Changes", service: .planned { _ in [] },
    options: ChangeOptions.ofRecords,
    positionals: [record, status],
    manual: Manual(
      examples: [
        ("vitrine progress captain primed", "notes that the captain is primed, and when"),
        ("vitrine progress captain done --dry-run", "shows what that would change"),
      ],
      description: [
        "The status is that of the field which the kind's schema keeps a history of ('histories' below 'x-vitrine'), or stamps with the time. It is set, the time is noted, and the history gets an entry: one change, which 'vitrine undo' takes back."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["set", "list"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    guard let entry = open.catalogue.record(at: path) else {
      throw CommandError("'\(path.string)' went away meanwhile", .inputOutput)
    }
    let kind = open.kinds[entry.kind]
    guard let field = kind.histories.first?.follows ?? kind.stamps.lazy.compactMap(\.follows).first else {
      throw CommandError("a \(kind.name) has no progress: its schema keeps no history of any field")
    }
    guard let status = arguments[status] else {
      let stages = kind.field(field)?.values ?? []
      let choice =
        stages.isEmpty ? "'vitrine schema show \(kind.name)' says what there is" : "one of \(stages.joined(separator: ", "))"
      throw CommandError("say how far '\(entry.title)' is now: \(choice)")
    }
    let change = FieldAssignment(field.names, .set, status)
    return try session.setFields([change], of: [path], in: open, arguments)
  }
}
