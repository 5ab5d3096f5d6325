// A whole screen as it is to be, and the fewest bytes that make the terminal show it.

/// How large a terminal is.
package struct TerminalSize: Sendable, Hashable {
  /// Rows.
  package var rows: Int
  /// Columns, each one cell wide.
  package var columns: Int

  /// A size of at least one cell.
  package init(rows: Int, columns: Int) {
    self.rows = max(rows, 1)
    self.columns = max(columns, 1)
  }
}

/// One picture of the screen.
package struct Frame: Sendable, Hashable {
  /// How large the screen is.
  package let size: TerminalSize
  /// The lines from the top, each at most as wide as the screen; those that are missing are empty.
  package var lines: [StyledLine]
  /// Where the cursor stands, counted from 0; nil where there is none to see.
  package var cursor: (row: Int, column: Int)? {
    get { place.map { ($0[0], $0[1]) } }
    set { place = newValue.map { [$0.row, $0.column] } }
  }
  private var place: [Int]?

  /// A picture of the given lines, of which those below and right of the screen are cut off.
  package init(size: TerminalSize, lines: [StyledLine], cursor: (row: Int, column: Int)? = nil) {
    self.size = size
    self.lines = lines.prefix(size.rows).map { $0.truncated(to: size.columns) }
    self.cursor = cursor
  }

  /// The text of all lines, without styles and blanks at the ends.
  package var text: String {
    lines.map { line in
      var text = line.text[...]
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }
}

/// Knows what the terminal shows, and writes what is different.
package struct FrameWriter: Sendable {
  private let hasColors: Bool
  private var size: TerminalSize?
  private var shown: [[UInt8]] = []
  private var last: Frame?

  /// A writer for a terminal of which nothing is known yet.
  package init(hasColors: Bool) { self.hasColors = hasColors }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  package mutating func forget() { size = nil }

  /// The bytes that turn what the terminal shows into a frame; none where it shows that already.
  ///
  /// Shape: to be written in one go; between the marks of a synchronized update, which terminals without them ignore.
  package mutating func bytes(for frame: Frame) -> [UInt8] {
    if size == frame.size, last == frame { return [] }
    var bytes = Array("\u{1B}[?2026h\u{1B}[?25l".utf8)
    if size != frame.size {
      bytes += "\u{1B}[0m\u{1B}[2J".utf8
      shown = Array(repeating: [], count: frame.size.rows)
      size = frame.size
    }
    for row in 0..<frame.size.rows {
      var line: [UInt8] = []
      let wanted = row < frame.lines.count ? frame.lines[row] : StyledLine()
      wanted.write(hasColors: hasColors, to: &line)
      if line == shown[row] { continue }
      bytes += "\u{1B}[\(row + 1);1H".utf8
      bytes += line
      // Erasing after the last column would erase the last character.
      if wanted.width < frame.size.columns { bytes += "\u{1B}[K".utf8 }
      shown[row] = line
    }
    if let cursor = frame.cursor, cursor.row < frame.size.rows {
      bytes += "\u{1B}[\(cursor.row + 1);\(min(cursor.column, frame.size.columns - 1) + 1)H\u{1B}[?25h".utf8
    }
    last = frame
    return bytes + "\u{1B}[?2026l".utf8
  }
}
