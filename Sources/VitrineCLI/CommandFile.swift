// The shape of a file of the shelf `Commands`.

import VitrineCommandLine

/// A command of the program: one type a file of the shelf `Commands`, named `NAMECommand`.
protocol CommandFile: Sendable {
  /// The command as it is declared.
  static var command: Command<Session> { get }
}
