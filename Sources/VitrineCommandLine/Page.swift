// Help as data: what a page says, before it is known whether it becomes text on a terminal or a manual page.

/// The help of a command.
struct Page: Sendable {
  /// The words that call the command: `vitrine schema add`.
  var name: String
  /// What it does.
  var summary: String
  /// How it is called.
  var usage: [Span]
  /// The rest, in order.
  var sections: [Section]
}

/// A part of a page under a heading.
struct Section: Sendable {
  /// The heading, as in `Exit status`.
  var title: String
  /// What stands under it.
  var blocks: [Block]
}

/// A piece of a section.
enum Block: Sendable {
  /// A smaller heading.
  case heading(String)
  /// How a command is called.
  case usage([Span])
  /// A paragraph; one that begins with two spaces is printed as it is.
  case paragraph(String)
  /// Terms and what they mean.
  case rows([Row])
  /// Other commands, by their words, and other pages.
  case references([String])
}

/// A term and what it means.
struct Row: Sendable {
  /// The term.
  var term: [Span]
  /// What it means.
  var text: String
  /// Words the term may be given, each with a meaning of its own.
  var choices: [Choice] = []
}
