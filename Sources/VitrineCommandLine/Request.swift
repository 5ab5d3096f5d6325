// What a line asks for.

/// What a person asked the program to do.
package enum Request<Context>: Sendable {
  /// Run a command.
  case run(Invocation<Context>)
  /// Explain the command at this path; `["vitrine"]` for the program.
  case help(path: [String])
  /// Print the version.
  case version
}

/// A command and what it is called with.
package struct Invocation<Context>: Sendable {
  /// The command.
  package let command: Command<Context>
  /// The words that lead to it, by their declared names, the program's first.
  package let path: [String]
  /// What it is called with.
  package let arguments: Arguments
  private let runs: Command<Context>.Run

  /// A call of `command`, which `run` runs.
  init(command: Command<Context>, run: @escaping Command<Context>.Run, path: [String], arguments: Arguments) {
    self.command = command
    runs = run
    self.path = path
    self.arguments = arguments
  }

  /// Runs it.
  ///
  /// Errors: throws what the command throws.
  package func run(in context: Context) throws -> ExitStatus { try runs(context, arguments) }
}
