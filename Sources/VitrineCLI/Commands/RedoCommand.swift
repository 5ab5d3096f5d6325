// `vitrine redo`: an undone change done again.

import VitrineChanges
import VitrineCommandLine

/// Does a change again that was undone.
enum RedoCommand: CommandFile {
  static let command = Command<Session>(
    name: "redo", summary: "do again what was undone", group: "Changes", options: ChangeTurn.options,
    positionals: [JournalShown.number],
    manual: Manual(
      examples: [
        ("vitrine redo", "does the change again that was undone last"),
        ("vitrine redo 12", "does another one again"),
      ],
      description: [
        "Changes that were undone one after the other are done again in their order. Where a file was changed since, an error says so and nothing is touched."
      ],
      exitStatuses: ChangeTurn.statuses, seeAlso: ["undo", "log"])
  ) { session, arguments in
    try ChangeTurn(session, goal: .after).run(arguments)
  }
}
