// `vitrine undo`: a change taken back.

import VitrineChanges
import VitrineCommandLine

/// Undoes the last change, or one by its number.
enum UndoCommand: CommandFile {
  static let command = Command<Session>(
    name: "undo", summary: "take back the last change, or another", group: "Changes", options: ChangeTurn.options,
    positionals: [JournalShown.number],
    manual: Manual(
      examples: [
        ("vitrine undo", "takes back the last change that vitrine made"),
        ("vitrine undo --dry-run", "shows what that would change"),
        ("vitrine undo 12", "takes back another one"),
      ],
      description: [
        "All files of the change get the bytes, modes and names that they had, or none does: where one of them was changed since, by whomever, an error says so and nothing is touched. Removed files come back from the trash. 'vitrine redo' does the change again."
      ],
      exitStatuses: ChangeTurn.statuses, seeAlso: ["redo", "log", "trash"])
  ) { session, arguments in
    try ChangeTurn(session, goal: .before).run(arguments)
  }
}
