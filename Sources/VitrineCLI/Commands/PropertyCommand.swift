// `vitrine property`: the values that fields have across the catalogue.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats

/// Holds the commands that work on the values of fields.
enum PropertyCommand: CommandFile {
  static let command = Command<Session>(
    name: "property", summary: "see the values that fields have, rename and delete them", group: "Catalogue",
    commands: [list, show, PropertyChanges.rename, PropertyChanges.delete],
    manual: Manual(
      examples: [
        ("vitrine property list", "lists the fields whose values are worth looking after"),
        ("vitrine property list developer", "lists all developers, those with the most games first"),
        ("vitrine property show developer 'Team Cherry'", "lists what they made"),
        ("vitrine property rename genre Rpg RPG", "gives a genre another name, wherever it stands"),
        ("vitrine property delete genre Puzzle", "takes a genre away from all that have it"),
      ], seeAlso: ["stats", "list", "undo"]))

  private static let sort = SharedOptions.sort
  private static let format = SharedOptions.rowFormat
  private static let field = Positional.optional(
    "FIELD", completes: .field, "a field, such as 'genre'; all that are worth looking after when left out")
  private static let query = Positional.any("QUERY", completes: .query, "a kind, and which of its records; all when left out")
  private static let wantedField = Positional.one("FIELD", completes: .field, "a field, such as 'genre'")
  private static let value = Positional.one("VALUE", completes: .asked("value"), "one of its values, regardless of case")

  private static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list fields, or the values of one field", service: .wanted,
    options: [sort, format, SharedOptions.safeCells],
    positionals: [field, query],
    manual: Manual(
      examples: [
        ("vitrine property list", "lists fields with how many values they have"),
        ("vitrine property list genre", "lists genres with how many records use each"),
        ("vitrine property list genre status:library", "counts only what is in the library"),
        ("vitrine property list system --sort system", "lists systems by name, unused ones too"),
        ("vitrine property list games", "lists the fields of one kind"),
      ],
      description: [
        "Fields stand in the order of their kinds, values with the most used first; '--sort' takes the columns: '--sort genre', '--sort -uses'. Values of closed lists that no record uses are marked 'unused'; values that are not in their list 'not in the list'. A record counts once for each of its values."
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) })
  ) { session, arguments in
    let found = try PropertyListRequest(arguments[field], arguments[query], sort: arguments[sort]).answer(
      in: session.openCatalogue())
    let form = arguments[format] ?? Table.standardFormat
    session.withSink { form.write(found.table, look: SharedOptions.look(session, arguments), to: &$0) }
    session.note(found.lastGoodNote)
    return .well
  }

  private static let show = Command<Session>(
    name: "show", summary: "list the records that use a value", service: .wanted, options: [format, SharedOptions.safeCells],
    positionals: [wantedField, value, query],
    manual: Manual(
      examples: [
        ("vitrine property show genre rpg", "lists the games of the genre"),
        ("vitrine property show tag gift", "lists what has the tag, of whatever kind"),
        ("vitrine property show recipe macragge-blue", "lists what a recipe is used for"),
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) })
  ) { session, arguments in
    let request = PropertyUsesRequest(arguments[wantedField], arguments[value], arguments[query])
    let found = try request.answer(in: session.openCatalogue())
    let form = arguments[format] ?? Table.standardFormat
    session.withSink { form.write(found.table, look: SharedOptions.look(session, arguments), to: &$0) }
    session.note(found.lastGoodNote)
    return .well
  }
}
