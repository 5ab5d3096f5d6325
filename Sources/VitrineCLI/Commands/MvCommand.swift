// `vitrine mv`: a record to another place or name.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource

/// Moves a record; what speaks of it follows.
enum MvCommand: CommandFile {
  private static let record = Positional.one("RECORD", completes: .record, RecordResolver.forms)
  private static let goal = Positional.one(
    "TO", completes: .file, "a new name beside it, a folder to put it in, or a path")

  static let command = Command<Session>(
    name: "mv", aliases: ["rename"], summary: "move or rename a record; references follow", group: "Changes",
    service: .planned { _ in [] }, options: ChangeOptions.ofRecords, positionals: [record, goal],
    manual: Manual(
      examples: [
        ("vitrine mv captain captain-gravis", "renames a record's file, its photos, and every reference to it"),
        ("vitrine mv hades games/roguelikes/", "moves it into a folder"),
        ("vitrine mv gold-trim recipes/trim/gold.yaml --dry-run", "shows what that would change"),
        ("vitrine mv minis/40k/ultramarines minis/40k/blood-angels", "moves a project with its miniatures and all photos"),
      ],
      description: [
        "Photos move with their record, and the film, the sidecar (.xmp) and other files of a photo's name with it; those that are named after the record get its new name. References in other records, photos listed by a path, and the queries of views are changed where they would be wrong otherwise; nothing else is.",
        "A record that has others below it moves with them, and with notes and other files in its folder, unless the new path ends with '.yaml'. Nothing is overwritten, and no record changes its kind.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["rm", "set", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    let isKeeper = !open.catalogue.children(of: path).isEmpty
    let target = try MoveTarget(arguments[goal], of: path, isKeeper: isKeeper, in: open, folder: session.folder)
    let plan = try MovePlanner.plan(
      path, to: target.path, takesFolder: target.takesFolder, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }
}
