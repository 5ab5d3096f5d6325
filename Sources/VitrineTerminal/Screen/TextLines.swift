// A text as lines that fit.

import VitrineText

/// Text cut into lines.
enum TextLines {
  /// The most lines that are made of one text.
  private static let most = 10_000

  /// The lines of a text, none wider than `width` cells: broken at blanks where that is possible. What follows a broken line stands under
  /// the column where its words began.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += wrappedLine(TerminalText.visible(String(line)), to: max(width, 1))
      if lines.count >= most { return lines.prefix(most) + ["…"] }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func wrappedLine(_ line: String, to width: Int) -> [String] {
    guard DisplayWidth.width(of: line) > width else { return [line] }
    let indent = indent(of: line)
    let start = indent * 2 <= width ? String(repeating: " ", count: indent) : ""
    var lines: [String] = []
    var rest = line[...]
    var prefix = ""
    while !rest.isEmpty {
      let room = max(width - prefix.utf8.count, 1)
      let end = end(of: rest, in: room)
      lines.append(prefix + rest[..<end])
      rest = rest[end...].drop { $0 == " " }
      prefix = start
    }
    return lines
  }

  /// Where a first line of at most `room` cells ends: at the last blank in it, else at the last character; never before the first.
  private static func end(of text: Substring, in room: Int) -> String.Index {
    var used = 0
    var blank: String.Index?
    var hasWord = false
    for index in text.indices {
      let cells = DisplayWidth.width(of: String(text[index]))
      if used + cells > room, index > text.startIndex { return text[index] == " " ? index : blank ?? index }
      if text[index] == " " { if hasWord { blank = index } } else { hasWord = true }
      used += cells
    }
    return text.endIndex
  }

  /// The column of a line's words, after a label and two blanks or after blanks; 0 where there is neither.
  private static func indent(of line: String) -> Int {
    var column = 0
    var blanks = 0
    for character in line {
      if character == " " {
        blanks += 1
      } else {
        if blanks >= 2 { return column }
        blanks = 0
      }
      column += DisplayWidth.width(of: String(character))
    }
    return 0
  }
}
