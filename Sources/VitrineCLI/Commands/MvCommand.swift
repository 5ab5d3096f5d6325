// `vitrine mv`: a record to another place or name.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel

/// Moves a record; what speaks of it follows.
enum MvCommand: CommandFile {
  private static let record = Positional.one("RECORD", completes: .record, RecordResolver.forms)
  private static let goal = Positional.one(
    "TO", completes: .file, "a new name beside it, a folder to put it in, or a path")

  static let command = Command<Session>(
    name: "mv", aliases: ["rename"], summary: "move or rename a record; what names it follows", group: "Changes",
    service: .planned { _ in [] }, options: ChangeOptions.ofRecords, positionals: [record, goal],
    manual: Manual(
      examples: [
        ("vitrine mv captain captain-gravis", "renames a record's file, its photos, and every reference to it"),
        ("vitrine mv hades games/roguelikes/", "moves it into a folder"),
        ("vitrine mv gold-trim recipes/trim/gold.yaml --dry-run", "shows what that would change"),
        ("vitrine mv minis/40k/ultramarines minis/40k/blood-angels", "moves a project with its miniatures and all photos"),
      ],
      description: [
        "The photos of the record go with it, those that are named after it under its new name. Values in other records that name it, photos listed by a path, and the queries of views are changed where they would not be right any more, and nothing else is.",
        "A record that others belong to by their place takes them along, and the notes and other files in its folder, unless the new path ends with '.yaml'. Nothing is overwritten, and no record becomes one of another kind.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["rm", "set", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    let isKeeper = !open.catalogue.children(of: path).isEmpty
    let target = try Target(arguments[goal], of: path, isKeeper: isKeeper, in: open, session)
    let plan = try MovePlanner.plan(
      path, to: target.path, takesFolder: target.takesFolder, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  /// Where a record goes.
  private struct Target {
    let path: String
    let takesFolder: Bool

    /// What a person meant by a new name or place.
    init(_ word: String, of record: String, isKeeper: Bool, in open: OpenCatalogue, _ session: Session) throws {
      let root = Path.real(open.catalogue.root)
      let old = String(RecordID.folder(ofPath: record))
      let name = String(record.dropFirst(old.isEmpty ? 0 : old.utf8.count + 1))
      let suffix = String(record.dropFirst(RecordID.id(ofPath: record).count))
      func join(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : folder + "/" + rest }

      let absolute = Path.absolute(word, from: session.folder)
      let isFolder = word.hasSuffix("/") || Path.isFolder(absolute)
      let isPath = word.contains("/") || isFolder
      guard isPath else {
        // A name alone: beside where it stands.
        if isKeeper, RecordID.id(ofPath: word) == word {
          path = join(join(String(RecordID.folder(ofPath: old)), word), name)
          takesFolder = true
        } else {
          path = join(old, RecordID.id(ofPath: word) == word ? word + suffix : word)
          takesFolder = false
        }
        return
      }
      guard let place = Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root) else {
        throw CommandError("'\(word)' lies outside the catalogue in '\(root)'")
      }
      if isKeeper, RecordID.id(ofPath: place) == place {
        let last = old.split(separator: "/").last.map(String.init) ?? old
        path = join(isFolder ? join(place, last) : place, name)
        takesFolder = true
      } else {
        let isWhole = RecordID.id(ofPath: place) != place
        path = isFolder ? join(place, name) : isWhole ? place : place + suffix
        takesFolder = false
      }
    }
  }
}
