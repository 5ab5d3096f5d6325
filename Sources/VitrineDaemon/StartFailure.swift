// Why a daemon cannot start, in one sentence.

/// A daemon that cannot start. The process ends with status 3.
struct StartFailure: Error, CustomStringConvertible {
  /// What is wrong and what to do: lower case, no full stop.
  let description: String

  /// A failure told by a sentence.
  init(_ sentence: String) { description = sentence }
}

/// Another process keeps the catalogue.
struct RunningAlready: Error, CustomStringConvertible {
  /// The catalogue.
  let root: String
  /// The number of that process; 0 where it is not known.
  let process: Int32

  var description: String { "a daemon runs already for '\(root)'" + (process > 0 ? " (pid \(process))" : "") }
}
