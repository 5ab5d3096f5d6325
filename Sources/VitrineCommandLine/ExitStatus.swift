// The numbers a process ends with, named. Every command returns one of these and nothing else.

/// How a command ended, as the status its process exits with.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// All is well.
  case well = 0
  /// The command worked, and found what it was asked to look for: a finding of error severity, or nothing matched.
  case findings = 1
  /// The command line or a query was not understood; nothing was done.
  case usage = 2
  /// A file or folder could not be read or written.
  case inputOutput = 3
  /// A file changed outside since it was read; nothing was written.
  case conflict = 4
  /// A person interrupted it: 128 and the number of SIGINT.
  case interrupted = 130

  /// What the status says when a command says nothing more exact, for help and manual.
  package var summary: String {
    switch self {
    case .well: "all is well"
    case .findings: "there are findings of error severity"
    case .usage: "the command line or a query was not understood"
    case .inputOutput: "a file or folder could not be read or written"
    case .conflict: "a file changed outside in the meantime; nothing was written"
    case .interrupted: "interrupted"
    }
  }

  /// The statuses that any command may end with, for commands that declare none of their own.
  package static let ordinary: [ExitStatus] = [.well, .usage, .inputOutput]
}
