// How differences of records are written: for people, for pull requests, for programs.

/// The form of a difference.
package enum DifferenceForm: String, Sendable, CaseIterable {
  /// To read in a terminal.
  case human
  /// To put under a pull request.
  case markdown
  /// One document for programs.
  case json

  /// What it is, in a few words.
  package var summary: String {
    switch self {
    case .human: "records and their fields, to read"
    case .markdown: "the same as Markdown, for a pull request"
    case .json: "one JSON document, with the values"
    }
  }
}
