// Why git gave no answer, in words for a person.

/// A failed request to git.
package struct GitError: Error, Hashable, Sendable {
  /// What is wrong and what to do: lower case, no full stop.
  package let message: String
  /// True where what was asked for names nothing: a revision, a repository.
  package let isOfRequest: Bool

  /// A failure with a message.
  package init(_ message: String, isOfRequest: Bool = false) {
    self.message = message
    self.isOfRequest = isOfRequest
  }
}
