// What a command says about itself beyond its options: the rest of its help and manual page.

/// The words about a command. It is only made when help, a manual page or completions are asked for.
package struct Manual: Sendable {
  /// Command lines and what each does, in one line: lower case, no full stop. Help begins with them.
  package var examples: [(command: String, meaning: String)]
  /// Paragraphs, in whole sentences. One whose text begins with two spaces is printed as it is.
  package var description: [String]
  /// The statuses it may end with, where they mean more than the ordinary ones.
  package var exitStatuses: [(status: ExitStatus, meaning: String)]
  /// The environment variables it reads.
  package var environment: [(name: String, meaning: String)]
  /// The files it reads or writes.
  package var files: [(path: String, meaning: String)]
  /// Names of other commands (`list`, `schema`) and of other pages (`git(1)`).
  package var seeAlso: [String]

  /// The words about a command.
  package init(
    examples: [(command: String, meaning: String)] = [], description: [String] = [],
    exitStatuses: [(status: ExitStatus, meaning: String)] = [], environment: [(name: String, meaning: String)] = [],
    files: [(path: String, meaning: String)] = [], seeAlso: [String] = []
  ) {
    self.examples = examples
    self.description = description
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.files = files
    self.seeAlso = seeAlso
  }
}
