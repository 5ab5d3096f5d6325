// `vitrine migrate`: records brought up to the version of their schema.

import VitrineApplication
import VitrineCommandLine

/// Makes the steps that schemas declare.
enum MigrateCommand: CommandFile {
  private static let kinds = Positional.any("KIND", completes: .kind, "the kinds; all when left out")
  private static let to = Option.number("to", "N", in: 1...1_000_000, "stop at this version, not at the newest")
  private static let from = Option.number(
    "from", "N", in: 1...1_000_000, "what records are written for, where neither they nor 'versions' in vitrine.yaml say it")

  static let command = Command<Session>(
    name: "migrate", summary: "bring records up to the version of their schema", group: "Changes",
    service: .planned { _ in [] }, options: [to, from] + ChangeOptions.ofQueries, positionals: [kinds],
    manual: Manual(
      examples: [
        ("vitrine migrate --dry-run", "shows what would change"),
        ("vitrine migrate game", "brings the games up to the newest version of their schema"),
        ("vitrine migrate game --to 2", "stops at version 2"),
      ],
      description: [
        "A schema says at which version it is ('x-vitrine: {version: 2}') and what brings older records there: 'migrations: [{to: 2, steps: [{rename: [maker, developer]}]}]'. A step is one of 'rename: [OLD, NEW]' (a key, in its place), 'move: [OLD, NEW]' (a value, to another map), 'set: {FIELD: VALUE}' (where a record has none) and 'remove: [FIELD]'. Fields are named with dots, from the root of a record; lists are crossed.",
        "Which version records are written for stands in 'versions' of vitrine.yaml, or in each record where its schema has the field 'schemaVersion'; where nothing says it, they are at the newest. 'migrate' writes down what it reached. All of it is one change with the fewest bytes: comments stay, and 'vitrine undo' takes it back.",
      ],
      exitStatuses: Session.changeStatuses, files: [("vitrine.yaml", "'versions: {KIND: N}'")],
      seeAlso: ["schema", "check", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    guard !arguments[kinds].isEmpty || arguments[to] == nil else {
      throw CommandError("option '--to' needs a kind: 'vitrine migrate KIND --to N'")
    }
    let request = MigrationRequest(kinds: arguments[kinds], from: arguments[from], to: arguments[to])
    try session.accept(unread: request.unread(in: open), arguments)
    return try session.carryOut(request.plan(in: open), checkedOn: open.catalogue, arguments)
  }
}
