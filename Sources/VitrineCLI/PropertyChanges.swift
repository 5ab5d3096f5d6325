// `vitrine property rename` and `delete`: a value of a field changed everywhere at once.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource

/// The commands of `property` that change files.
enum PropertyChanges {
  private static let field = Positional.one("FIELD", completes: .field, "a field, such as 'genre'")
  private static let old = Positional.one("OLD", "one of its values, regardless of case")
  private static let new = Positional.one("NEW", "what it is called from now on; another of its values takes it in")
  private static let value = Positional.one("VALUE", "one of its values, regardless of case")
  private static let kind = SharedOptions.kind

  /// `vitrine property rename`
  static let rename = Command<Session>(
    name: "rename", summary: "give a value another name, wherever it stands", service: .planned { _ in [] },
    options: [kind] + ChangeOptions.ofQueries,
    positionals: [field, old, new],
    manual: Manual(
      examples: [
        ("vitrine property rename genre Rpg RPG", "gives a genre another name in all files that have it"),
        ("vitrine property rename developer 'Square' 'Square Enix'", "joins two developers"),
        (
          "vitrine property rename mode hot-seat 'pass and play'",
          "renames a value of a closed list, in the list and in the games"
        ),
        ("vitrine property rename --dry-run tag gift present", "shows what would change"),
      ],
      description: [
        "Spellings that differ only in case, blanks or marks are the same value. Where a list has the new value already, the old one is removed, and so are maps that become equal to another. No byte is changed but those of the values, and one 'vitrine undo' takes all of it back.",
        "The values of a closed list are renamed in the list too, with their aliases, marks and colours. A stock list becomes a file of the catalogue by that. Saved queries that ask for the value are changed where they find the same afterwards; the others are listed.",
        "More than \(PropertyRenaming.mostUnasked) files are changed only after a 'yes'.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["property", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let place = try PropertyFields(arguments[field], kind: arguments[kind], in: open)
    try session.accept(unread: place.unread, arguments)
    let plan = try PropertyRenaming.plan(
      place.name(arguments[old]), to: arguments[new], in: open.catalogue, at: session.changeMoment()
    ) { Stock.file(named: $0) }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  /// `vitrine property delete`
  static let delete = Command<Session>(
    name: "delete", aliases: ["rm"], summary: "remove a value from all records that have it", service: .planned { _ in [] },
    options: [kind] + ChangeOptions.ofQueries, positionals: [field, value],
    manual: Manual(
      examples: [
        ("vitrine property delete genre Puzzle", "takes a genre away from all games, after a 'yes'"),
        ("vitrine property delete mode VR", "takes a mode from the games, and from the list of modes"),
        ("vitrine property delete system 'Wii U'", "takes away all platforms with the system, and the system from the list"),
        ("vitrine property delete --dry-run tag gift", "shows what would change"),
      ],
      description: [
        "The value is removed from lists; a list that is empty then is removed where it is optional. An entry that requires the value, as a platform does its system, is removed as a whole. Where a record requires it, nothing is done, and these records are listed.",
        "A value of a closed list is removed from the list too. Other values are kept nowhere but in the records that have them.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["property", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let place = try PropertyFields(arguments[field], kind: arguments[kind], in: open)
    try session.accept(unread: place.unread, arguments)
    let plan = try PropertyDeletion.plan(
      place.name(arguments[value]), in: open.catalogue, at: session.changeMoment()
    ) { Stock.file(named: $0) }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }
}
