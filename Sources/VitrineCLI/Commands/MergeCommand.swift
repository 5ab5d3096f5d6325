// `vitrine merge`: two records of one thing made one.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel

/// Takes one record into another.
enum MergeCommand: CommandFile {
  private static let kept = Positional.one("KEEP", completes: .record, "the record that stays: \(RecordResolver.forms)")
  private static let other = Positional.one("OTHER", completes: .record, "the record that goes, named in the same forms")
  private static let take = Option.texts("take", "FIELD=keep|other", "which record's value a field has")
  private static let keepAll = Option.flag("keep-all", "where the two differ, the first one's value holds")

  static let command = Command<Session>(
    name: "merge", summary: "make two records of one thing one", group: "Changes", service: .planned { _ in [] },
    options: [take, keepAll] + ChangeOptions.ofRecords, positionals: [kept, other],
    manual: Manual(
      examples: [
        ("vitrine merge hades hades-2020", "takes the second record into the first, after a 'yes'"),
        ("vitrine merge hades hades-2020 --take status=other", "decides a field in which the two differ"),
        ("vitrine merge hades hades-2020 --keep-all", "takes over only what the first has not"),
        ("vitrine merge hades hades-2020 --dry-run", "shows what would change"),
      ],
      description: [
        "Fields that the first record lacks are taken from the second; lists are joined without duplicates, maps field by field. Where both have a value and the values differ, --take or --keep-all decides; without them nothing is done, and these fields are listed. Ids and the times that tools keep are those of the first.",
        "References to the second record lead to the first. Its photos move beside the first, under the first one's name. Records below the second, such as the miniatures of a project, move below the first with everything in the folder; where a file is in the way, nothing is done. Its file goes to the trash. All of it is one change, which 'vitrine undo' takes back.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["check", "trash", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let resolver = RecordResolver(open, standingIn: session.folder)
    let kept = try resolver.path(of: arguments[kept])
    let other = try resolver.path(of: arguments[other])
    var options = MergeOptions(keepsAll: arguments[keepAll])
    if let kind = open.catalogue.record(at: kept)?.kind {
      for word in arguments[take] {
        let (field, side) = try MergeDecision.read(word, ofKind: kind, in: open)
        options.decided[field] = side
      }
    }
    let plan = try RecordMerging.plan(
      keeping: kept, taking: other, options, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }
}
