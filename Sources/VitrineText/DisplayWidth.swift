// How many cells of a terminal a text takes, and text made to fit a number of them.

/// Widths in cells of a terminal. Text should have gone through `TerminalText.visible` before: a control character counts as no cell.
package enum DisplayWidth {
  /// The cells a text takes: 2 for East Asian wide characters and emoji, 0 for combining marks, 1 for the rest.
  package static func width(of text: String) -> Int {
    var text = text
    if let count = text.withUTF8({ printableASCII($0) }) { return count }
    return text.reduce(0) { $0 + cells(of: $1) }
  }

  /// The text, with `…` in place of its end where it takes more than `width` cells.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard self.width(of: text) > width else { return text }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let cells = cells(of: character)
      if used + cells > width - 1 { break }
      result.append(character)
      used += cells
    }
    return result + "…"
  }

  /// Which side of a column a text stands at.
  package enum Side: Sendable {
    case left
    case right
  }

  /// The text with spaces up to `width` cells; one that is wider stays as it is.
  package static func padded(_ text: String, to width: Int, at side: Side = .left) -> String {
    let missing = width - self.width(of: text)
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return side == .left ? text + spaces : spaces + text
  }

  /// The text truncated, then padded: always `width` cells, where that is not negative.
  package static func fitted(_ text: String, to width: Int, at side: Side = .left) -> String {
    padded(truncated(text, to: width), to: width, at: side)
  }

  /// The cells of one grapheme cluster.
  private static func cells(of character: Character) -> Int {
    var sum = 0
    var first: UInt32 = 0
    var isWide = false
    var isPicture = false
    for scalar in character.unicodeScalars {
      let value = scalar.value
      let cells = CharacterTables.cells(of: value)
      if first == 0 {
        first = value
        isPicture = CharacterTables.isPictograph(value) || 0x1F1E6...0x1F1FF ~= value
      }
      // U+FE0F asks for the coloured picture, which is wide; two regional indicators make a flag.
      isWide = isWide || cells == 2 || value == 0xFE0F || (0x1F1E6...0x1F1FF ~= value && sum > 0)
      sum += cells
    }
    if isPicture { return isWide ? 2 : min(sum, 2) }
    // A keycap: a digit, U+FE0F and the enclosing key.
    if isWide, first < 0x80 { return 2 }
    // A Hangul syllable spelled in its parts takes the cells of its first.
    if 0x1100...0x115F ~= first { return 2 }
    return sum
  }

  /// The number of bytes where all are printable ASCII.
  private static func printableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for byte in bytes where byte &- 0x20 >= 0x5F { return nil }
    return bytes.count
  }
}
