// Words of a mapping file, found as they are written, else regardless of case.

import VitrineText

/// What is said of words.
struct WordTable<Value: Sendable>: Sendable {
  private var exact: [String: Value] = [:]
  private var folded: [[UInt8]: Value] = [:]

  /// True where nothing is said.
  var isEmpty: Bool { exact.isEmpty }

  /// What is said of a word: of one that differs in case or marks alone, where none is written like it.
  subscript(word: String) -> Value? { isEmpty ? nil : exact[word] ?? folded[Folding.fold(word)] }

  /// Notes what is said of a word; of words that differ in case alone the first counts for others like them.
  mutating func insert(_ word: String, _ value: Value) {
    exact[word] = value
    if folded[Folding.fold(word)] == nil { folded[Folding.fold(word)] = value }
  }
}
