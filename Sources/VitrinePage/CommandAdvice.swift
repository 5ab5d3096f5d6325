// What the engine advises to type at a terminal, which who looks at a page has not at hand.

/// Advice in messages.
enum CommandAdvice {
  /// A message without those of its parts that begin with a command of vitrine: all but the first of what semicolons separate.
  static func removed(from message: String) -> String {
    message.split(separator: ";", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset == 0 || !$0.element.hasPrefix(" 'vitrine ") }.map(\.element).joined(separator: ";")
  }
}
