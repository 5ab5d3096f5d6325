// `vitrine rm`: records to the trash.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine

/// Removes records with what belongs to them.
enum RmCommand: CommandFile {
  private static let unlink = Option.flag("unlink", "remove references to it from other records")
  private static let cascade = Option.flag("cascade", "also remove the records that refer to it, and those that refer to them")
  private static let records = Positional.some(
    "QUERY|RECORD", completes: .selection, RecordResolver.selection)

  static let command = Command<Session>(
    name: "rm", summary: "remove records, their photos and what lies below", group: "Changes", service: .planned { _ in [] },
    options: [unlink, cascade] + ChangeOptions.ofQueries, positionals: [records],
    manual: Manual(
      examples: [
        ("vitrine rm portal-2", "moves a record and its photos to the trash, after a question"),
        ("vitrine rm minis/40k/ultramarines", "removes a project with its miniatures and all their photos"),
        ("vitrine rm gold-trim --unlink", "removes a recipe, and its name from what used it"),
        ("vitrine rm gold-trim --cascade", "removes a recipe, and all that used it"),
        ("vitrine rm games status:wishlist --dry-run", "shows what would go"),
        ("vitrine undo", "brings it all back"),
      ],
      description: [
        "What will be removed is listed, and needs a typed 'yes', or --yes. Records below a removed one go with it, and so do its photos, except those that another record shows, with the film, the sidecar (.xmp) and other files of a photo's name. Nothing is lost: the files are in the trash, and 'vitrine undo' puts them back.",
        "References to a removed record elsewhere are listed; they stay, and 'vitrine check' reports them from then on. --unlink removes them: the item of a list, or the field; where a record must have it, the command is refused. --cascade removes these records too, with what lies below them and what refers to them.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["trash", "undo", "mv"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let selection = try session.selection(arguments[records], in: open)
    try session.accept(unread: selection.unread, arguments)
    guard !selection.paths.isEmpty else { return .findings }
    guard !arguments[unlink] || !arguments[cascade] else {
      throw CommandError("--unlink keeps the records that name it, and --cascade removes them; say one of them")
    }
    let naming: RemovePlanner.Naming =
      arguments[unlink] ? .unlinked : arguments[cascade] ? .cascaded : .kept
    let plan = try RemovePlanner.plan(
      selection.paths, naming: naming, in: open.catalogue, at: session.changeMoment())
    let files = plan.edits.count { $0.change.isRemoval }
    let told = "\(counted(files, "file")) in the trash"
    // References that will lead nowhere are listed beforehand, and reported by the next check.
    guard naming != .kept else {
      try session.carryOut(plan, root: open.catalogue.root, options: ChangeExecution(arguments), told: told)
      return .well
    }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: told)
  }
}
