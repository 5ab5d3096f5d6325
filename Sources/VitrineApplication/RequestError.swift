// Why what was asked for cannot be had: one sentence and its sort, which each face tells in its own way.

/// A request that fails.
package struct RequestError: Error, Sendable {
  /// Whose matter the failure is.
  package enum Reason: Sendable, Hashable {
    /// The request: it names what is not there, or asks for what cannot be.
    case invalid
    /// The world: a file, a folder or a process is missing or fails.
    case unavailable
    /// The data: it has errors that keep the request from being done.
    case findings
    /// Somebody else changed the files meanwhile.
    case conflict
    /// The person did not want it after all.
    case cancelled
  }

  /// What is wrong and what to do, lower case.
  package let message: String
  /// Whose matter it is.
  package let reason: Reason

  /// A failure with a message.
  package init(_ message: String, _ reason: Reason = .invalid) {
    self.message = message
    self.reason = reason
  }
}
