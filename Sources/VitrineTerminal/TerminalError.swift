// Why there is no terminal to work on.

import VitrineSystem

/// A terminal that cannot be had.
package enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is none: a job of a timer, a pipe on both ends.
  case none
  /// There is one that cannot move its cursor, by its name in `TERM`; "" where that is not set.
  case simple(name: String)
  /// The system refused, with the number of the error.
  case refused(Int32)

  /// What is wrong: lower case, no full stop.
  package var description: String {
    switch self {
    case .none: "there is no terminal to type on"
    case .simple(let name): name.isEmpty ? "TERM is not set" : "the terminal (TERM is '\(name)') cannot move its cursor"
    case .refused(let number): "the terminal cannot be used: system error \(number)"
    }
  }
}

extension TerminalError {
  /// A pipe that signals and other threads write to, so that a loop which waits for keys wakes up.
  static func pipe() throws(TerminalError) -> WakePipe {
    do throws(FileError) {
      return try WakePipe()
    } catch {
      guard case .system(let number) = error.cause else { throw .none }
      throw .refused(number)
    }
  }
}
