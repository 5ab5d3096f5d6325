// The word that a sentence suggests, for a button that takes it.

/// The nearest word in a message.
package enum SuggestedWord {
  /// The word of "did you mean 'word'?"; nil where a sentence has none.
  package static func word(in sentence: String) -> String? {
    let parts = sentence.split(separator: "'", omittingEmptySubsequences: false)
    for place in parts.indices.dropLast(2) where parts[place].hasSuffix("did you mean ") && parts[place + 2].hasPrefix("?") {
      return String(parts[place + 1])
    }
    return nil
  }
}
