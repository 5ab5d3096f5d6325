// `vitrine editor`: editors made ready for a catalogue.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineSource

/// Holds the commands that configure editors.
enum EditorCommand: CommandFile {
  static let command = Command<Session>(
    name: "editor", summary: "make editors ready for the catalogue", group: "Live", commands: [setup],
    manual: Manual(
      examples: [("vitrine editor setup neovim", "writes the lines that neovim needs for 'vitrine lsp'")],
      description: [
        "Nothing of this is needed: contrib/editors/README.md has the lines for each editor, to copy by hand."
      ],
      seeAlso: ["lsp", "new", "schema"]))

  private static let remove = Option.flag("remove", "take away what this command wrote, and nothing else")
  private static let editor = Positional.choice("EDITOR", among: Editor.self, "the editor")

  private static let setup = Command<Session>(
    name: "setup", summary: "write the configuration of editors: shown first, written after a 'yes'",
    options: [remove, ChangeOptions.dryRun, ChangeOptions.yes], positionals: [editor],
    manual: Manual(
      examples: [
        ("vitrine editor setup neovim", "writes ~/.config/nvim/plugin/vitrine.lua"),
        ("vitrine editor setup vscode", "writes .vscode/settings.json, and schemas beside it"),
        ("vitrine editor setup helix --dry-run", "shows the lines, and writes nothing"),
        ("vitrine editor setup neovim --remove", "takes them away"),
      ],
      description: [
        "Every line is shown before it is written. neovim, vim, emacs, helix, kate, sublime and zed get the lines that start 'vitrine lsp' for files of a catalogue; those of helix and zed are a file of the catalogue, the others hold for all catalogues.",
        "vscode gets settings that tell Red Hat's YAML extension (yaml-language-server) which schema holds for which files. What the catalogue has no schema of its own for comes along as a copy below .vscode/vitrine; run the command again when collections change, or after an update. 'vitrine new --modeline' is that for a single record and any editor with the yaml-language-server.",
        "A file that has other lines keeps them. Settings with comments are not touched: the lines to add are shown.",
      ],
      exitStatuses: [
        (.well, "done, or nothing was to do"), (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
        (.interrupted, "the answer to the question was not 'yes'"),
      ],
      environment: [("XDG_CONFIG_HOME", "where editors keep their settings; ~/.config without it")],
      seeAlso: ["lsp", "new", "schema"])
  ) { session, arguments in
    let setup = try EditorSetup(
      [arguments[editor]], for: try session.load(), environment: session.environment, removing: arguments[remove])
    for remark in setup.remarks { session.tell("vitrine: \(remark)") }
    guard !setup.isEmpty else {
      session.note("nothing to change")
      return .well
    }
    session.printFile(setup.shown)
    if arguments[ChangeOptions.dryRun] { return .well }
    if !arguments[ChangeOptions.yes] { try session.confirm(arguments[remove] ? "take this away" : "write this") }
    try setup.carryOut()
    session.note(arguments[remove] ? "taken away" : "set up (taken away by 'vitrine editor setup --remove')")
    return .well
  }
}
