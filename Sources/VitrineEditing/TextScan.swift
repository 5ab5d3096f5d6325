// Lines, blanks and comments of a text: what stands between the nodes of its tree.

/// Looks around in the bytes of a text. Line breaks are LF, CR LF and CR.
///
/// Units: offsets in bytes, columns in characters (code points), both counted from 0.
struct TextScan {
  /// The text.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Whether a line break stands at, or partly at, an offset.
  func isBreak(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }

  /// Whether a space or a tab stands at an offset.
  func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

  /// Where the text begins: behind a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The first byte of the line that holds an offset.
  func lineStart(_ offset: Int) -> Int {
    var index = offset
    while index > 0, !isBreak(index - 1) { index -= 1 }
    return index == 0 ? min(start, offset) : index
  }

  /// The end of the line that holds an offset, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, !isBreak(index) { index += 1 }
    return index
  }

  /// The start of the next line, or the end of the text.
  func nextLine(_ offset: Int) -> Int { pastBreak(lineEnd(offset)) }

  /// What follows the line break at an offset; the offset itself where none is there.
  func pastBreak(_ offset: Int) -> Int {
    guard offset < bytes.count, isBreak(offset) else { return offset }
    return bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? offset + 2 : offset + 1
  }

  /// The start of the line break that ends just before an offset; the offset itself where none does.
  func beforeBreak(_ offset: Int) -> Int {
    guard offset > start, isBreak(offset - 1) else { return offset }
    return bytes[offset - 1] == 0x0A && offset > start + 1 && bytes[offset - 2] == 0x0D ? offset - 2 : offset - 1
  }

  /// The first offset from here on that is no space and no tab.
  func skipBlanks(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, isBlank(index) { index += 1 }
    return index
  }

  /// The offset after the last byte before here that is no space and no tab.
  func skipBlanksBack(_ offset: Int) -> Int {
    var index = offset
    while index > start, isBlank(index - 1) { index -= 1 }
    return index
  }

  /// The first offset from here on that belongs to no blank, line break or comment.
  func skipTrivia(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count {
      if isBlank(index) || isBreak(index) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#") {
        index = lineEnd(index)
      } else {
        break
      }
    }
    return index
  }

  /// The byte at an offset; nil at the end.
  func byte(_ index: Int) -> UInt8? { index < bytes.count && index >= 0 ? bytes[index] : nil }

  /// How many characters stand before an offset in its line.
  func column(_ offset: Int) -> Int {
    var count = 0
    for index in lineStart(offset)..<offset where bytes[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether nothing but blanks stands before an offset in its line.
  func isFirstInLine(_ offset: Int) -> Bool { skipBlanksBack(offset) == lineStart(offset) }

  /// Whether nothing but blanks follows in the line.
  func isLastInLine(_ offset: Int) -> Bool {
    let end = skipBlanks(offset)
    return end == bytes.count || isBreak(end)
  }

  /// Whether the line that starts here holds nothing but blanks.
  func isBlankLine(_ lineStart: Int) -> Bool { isLastInLine(lineStart) }

  /// The column of the `#` of a line that holds only a comment; nil for another line.
  func commentColumn(_ lineStart: Int) -> Int? {
    let first = skipBlanks(lineStart)
    return byte(first) == UInt8(ascii: "#") ? first - lineStart : nil
  }

  /// Whether a comment stands between two offsets where only blanks, breaks, comments and marks of lists and maps can be.
  func hasComment(_ from: Int, _ end: Int) -> Bool {
    var index = from
    while index < end {
      if bytes[index] == UInt8(ascii: "#"), index == start || isBlank(index - 1) || isBreak(index - 1) { return true }
      index += 1
    }
    return false
  }

  /// The line break of the neighbourhood: of this line, of the one before, or LF.
  func lineBreak(near offset: Int) -> [UInt8] {
    let end = lineEnd(min(offset, bytes.count))
    if end < bytes.count { return Array(bytes[end..<pastBreak(end)]) }
    let first = lineStart(offset)
    let before = beforeBreak(first)
    return before < first ? Array(bytes[before..<first]) : [0x0A]
  }

  /// The start of the comment lines directly above a line, all at one column, without a blank line between; the line itself where there are none.
  func commentsAbove(_ lineStart: Int, column: Int) -> Int {
    var top = lineStart
    while top > start {
      let above = self.lineStart(beforeBreak(top))
      guard commentColumn(above) == column, above < top else { break }
      top = above
    }
    return top
  }

  /// The end of the comment lines from a line's start on that are indented deeper than a column; blank lines between them count, those behind
  /// the last do not.
  func commentsBelow(_ lineStart: Int, deeperThan column: Int) -> Int {
    var end = lineStart
    var line = lineStart
    while line < bytes.count {
      if let found = commentColumn(line) {
        guard found > column else { break }
        line = nextLine(line)
        end = line
      } else {
        guard isBlankLine(line) else { break }
        line = nextLine(line)
      }
    }
    return end
  }
}
