// `vitrine lsp`: the language server.

import VitrineApplication
package import VitrineCommandLine

/// Serves an editor.
package enum LspCommand: CommandFile {
  private static let stdio = Option.flag("stdio", "speak on standard input and output, as always; for editors that say so")

  package static let command = Command<Session>(
    name: "lsp", summary: "serve an editor: findings, completion and fixes while you type", group: "Live", options: [stdio],
    manual: Manual(
      examples: [
        ("vitrine lsp", "is what an editor starts; 'vitrine editor setup' has each do so")
      ],
      description: [
        "A language server for any editor that speaks the Language Server Protocol 3.17, on standard input and output. Nobody types this command; the configuration of an editor names it.",
        "What an editor underlines is what 'vitrine check' prints, for the texts as they are in the editor, saved or not, in every file of the catalogue. The catalogue is found as all commands find it: the nearest folder, from the file upwards, with a 'vitrine.yaml'. Files of other folders are left alone.",
        "Where 'vitrine daemon' runs for the catalogue it does the work: findings are there at once, and one more editor takes hardly any memory. Else, with --no-daemon, and where the daemon ends, the server reads the catalogue and follows its files by itself; of a change from one to the other an editor notices nothing. Editors need not tell of changes on the disk. Files are changed by the editor alone: fixes and new names arrive as edits that the editor shows and can undo.",
        "Pages of rules, and the schemas that come with vitrine, are written to '$XDG_CACHE_HOME/vitrine' ('~/.cache/vitrine') when the editor first wants to open one; nothing else is written.",
        "An editor may send '{\"diagnostics\": \"pull\"}' as initialization options to ask for findings itself; by default they are sent to it.",
      ],
      exitStatuses: [
        (.well, "the editor shut the server down and ended it"), (.findings, "the editor went away without that"),
        (.inputOutput, "the server cannot start"),
      ],
      environment: [
        ("XDG_CACHE_HOME", "where the pages of rules are written that the editor opens"),
        ("VITRINE_DAEMON", "the path of 'vitrined', which does the work, where it stands elsewhere"),
        (Session.localVariable, "if set and not empty, the catalogue is read even where a daemon has it at hand"),
      ],
      seeAlso: ["check", "editor", "explain", "fmt", "schema"])
  ) { session, arguments in
    if let serve = session.languageServer {
      let asksServices = !arguments[GlobalOptions.local] && (session.environment(Session.localVariable) ?? "").isEmpty
      return try serve(session.wallClock, asksServices) == 0 ? .well : .findings
    }
    try DaemonExecutable(session.context).become(["lsp"] + (arguments[GlobalOptions.local] ? ["--no-daemon"] : []))
  }
}
