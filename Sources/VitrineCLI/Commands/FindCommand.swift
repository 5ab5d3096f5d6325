// `vitrine find`: type to search, choose, go on.

import VitrineCommandLine
import VitrineModel
import VitrineSource
import VitrineTerminal

/// Finds records while a person types.
enum FindCommand: CommandFile {
  private static let open = SharedOptions.open
  private static let ids = Option.flag("id", "print ids, not paths")
  private static let null = SharedOptions.null
  private static let query = Positional.any(
    "QUERY", completes: .query, "a kind, or its plural, then what to look for first; all records when left out")

  static let command = Command<Session>(
    name: "find", summary: "type to search, choose, print or open", group: "Catalogue", options: [open, ids, null],
    formerly: [FormerSpelling("-o", now: "--open")],
    positionals: [query],
    manual: Manual(
      examples: [
        ("vitrine find", "looks among all records"),
        ("vitrine find games zelda", "among the records of a kind, with a first query"),
        ("vim $(vitrine find)", "hands the path of what is chosen to another program"),
        ("vitrine find --open", "opens what is chosen in your editor"),
        ("vitrine find -0 | xargs -0 git log --", "hands several paths on, whatever is in them"),
      ],
      description: [
        "What is typed is a query, as 'vitrine list' takes it, and is answered while you type. Words alone put titles first that begin with them; all else is in the order of the kind. While a query is only half typed, what was found before stays, and the values that may follow stand at the foot; Right takes the first of them.",
        "The screen is on the terminal itself, so that standard output may be a pipe. Paths are relative to the working folder.",
        "Keys: Up and Down, PageUp and PageDown, Ctrl-Home and Ctrl-End move. Enter chooses, Tab marks several, Esc or Ctrl-C leaves. Ctrl-O opens in the editor and comes back. Ctrl-Y shows the page of the record; Ctrl-P or F2 keeps it beside the list. Left, Right, Home, End, Ctrl-A, Ctrl-E, Ctrl-K, Ctrl-U and Ctrl-W edit the line. Ctrl-Z stops, and 'fg' goes on.",
      ],
      exitStatuses: [
        (.well, "what was chosen was printed or opened"), (.findings, "nothing was there to choose"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, "there is no terminal, or a file could not be read"),
        (.interrupted, "left without a choice"),
      ],
      environment: [
        ("VISUAL, EDITOR", "the editor, with its options; 'vi' where neither is set"),
        ("NO_COLOR", "if set and not empty, no colours unless --color=always"),
      ],
      seeAlso: ["list", "query", "show"])
  ) { session, arguments in
    switch try session.find(arguments[query]) {
    case .left: return .interrupted
    case .chosen(let paths):
      let paths = paths.map { Path($0) }
      if paths.isEmpty { return .findings }
      if arguments[open] { return try session.edit(paths) }
      let end = arguments[null] ? "\u{0}" : "\n"
      for path in paths { session.print((arguments[ids] ? path.stem.string : session.pathFromHere(path)) + end) }
      return .well
    }
  }
}
