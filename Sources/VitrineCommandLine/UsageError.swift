// A line that was not understood, as a value.

/// Why a command line was refused. Nothing has been done; the process ends with status 2.
package struct UsageError: Error, Sendable, Hashable {
  /// What was found and what was expected: lower case, no full stop.
  package let message: String
  /// The words that lead to the command, the program's name first: `["vitrine", "schema", "add"]`.
  package let path: [String]
  /// The command's usage in one line, without the word "usage".
  package let usage: String

  /// What to print to standard error: the message, the usage, and where help is. Ends with a line feed.
  package var text: String {
    """
    \(path.first ?? ""): \(message)
    usage: \(usage)
    try '\(path.joined(separator: " ")) --help'

    """
  }

  /// The status to end with.
  package var status: ExitStatus { .usage }
}
