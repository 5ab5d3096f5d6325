// The whole program: the tree of its commands and the options that all of them share.
//
// Deliberately absent from this room: the environment, the terminal, the file system, output of any kind (a wrong line is an error
// value), abbreviated long options (a script must not break when an option is added), options of a parent that its children
// inherit (only the global ones are shared), and response files.

/// A program made of commands.
package struct Program<Context>: Sendable {
  /// The word that starts it.
  package let name: String
  /// The version, such as `0.4.0`.
  package let version: String
  /// The day of that version, `YYYY-MM-DD`, for manual pages.
  package let date: String
  /// How a first word that is no command is understood.
  package let shorthand: Shorthand?
  /// The program as the command that holds all others.
  let root: Command<Context>
  private let makeOptions: @Sendable () -> [any DeclaredOption]

  /// Declares a program. `options` are global, beside those of `GlobalOptions`; `help` is added to the commands.
  package init(
    name: String, version: String, date: String, summary: String, shorthand: Shorthand? = nil,
    options: @autoclosure @escaping @Sendable () -> [any DeclaredOption] = [],
    manual: @autoclosure @escaping @Sendable () -> Manual = Manual(),
    commands: @autoclosure @escaping @Sendable () -> [Command<Context>]
  ) {
    self.name = name
    self.version = version
    self.date = date
    self.shorthand = shorthand
    makeOptions = options
    root = Command(
      name: name, summary: summary, commands: commands() + [helpCommand(of: name, naming: commands)], manual: manual())
  }

  /// The options that every command has, and that may also stand before it; made anew at each call.
  package var globalOptions: [OptionDeclaration] {
    makeOptions().map(\.declaration) + GlobalOptions.all
  }
}

/// A first word that stands for a command and its first argument, as `vitrine games zelda` does for `vitrine list game zelda`.
package struct Shorthand: Sendable {
  /// What `vitrine complete` calls such words.
  package let completes: String
  /// The name of the command it stands for, for completing the rest of the line.
  package let command: String

  /// Words completed by `completes`, standing for `command`.
  package init(completes: String, command: String) {
    self.completes = completes
    self.command = command
  }
}

/// The word that calls the built-in command for help.
let helpWord = "help"

private func helpCommand<Context>(
  of program: String, naming commands: @escaping @Sendable () -> [Command<Context>]
) -> Command<Context> {
  Command(
    name: helpWord, summary: "explain the program or one of its commands",
    positionals: [
      Positional.any(
        "COMMAND", completes: .words(commands().filter { !$0.isHidden }.map { Choice($0.name, $0.summary) }),
        "the command to explain; the program by default")
    ],
    manual: Manual(examples: [("\(program) help", "lists the commands and what they do")]))
}
