// One line of text that is being typed.

/// A line and the cursor in it. Positions count characters as a person sees them.
package struct LineEditor: Sendable, Hashable {
  /// The most characters a line takes; what is typed beyond is dropped.
  private static let longest = 4096

  private var characters: [Character]
  /// How many characters stand before the cursor.
  package private(set) var cursor: Int

  /// A line with the cursor at its end.
  package init(_ text: String) {
    characters = Array(text.prefix(Self.longest))
    cursor = characters.count
  }

  /// The line.
  package var text: String { String(characters) }
  /// True where nothing stands behind the cursor.
  package var isAtEnd: Bool { cursor == characters.count }
  /// What stands before the cursor.
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Inserts a text at the cursor. Control characters, line feeds among them, become blanks.
  package mutating func insert(_ text: String) {
    let clean = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    // A combining mark joins the character before it.
    let before = String(characters[..<cursor]) + clean
    let after = characters[cursor...]
    let start = Array(before.prefix(max(Self.longest - after.count, 0)))
    characters = start + after
    cursor = start.count
  }

  /// Deletes the character before the cursor.
  package mutating func deleteBackwards() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  /// Deletes the character at the cursor.
  package mutating func deleteForwards() {
    if cursor < characters.count { characters.remove(at: cursor) }
  }

  /// Deletes what stands before the cursor.
  package mutating func deleteToStart() {
    characters.removeFirst(cursor)
    cursor = 0
  }

  /// Deletes what stands from the cursor on.
  package mutating func deleteToEnd() { characters.removeSubrange(cursor...) }

  /// Deletes back to the start of the word, the blanks after it too.
  package mutating func deleteWordBackwards() {
    let start = startOfWord
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Moves by a number of characters, as far as the line goes.
  package mutating func move(by count: Int) { cursor = min(max(cursor + count, 0), characters.count) }
  /// Moves to the start of the line.
  package mutating func moveToStart() { cursor = 0 }
  /// Moves to the end of the line.
  package mutating func moveToEnd() { cursor = characters.count }
  /// Moves back to the start of a word.
  package mutating func moveWordBackwards() { cursor = startOfWord }

  /// Moves on to the end of a word.
  package mutating func moveWordForwards() {
    while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
    while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
  }

  /// Where the word before the cursor begins.
  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }
}
