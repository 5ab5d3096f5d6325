// A line of the live report: stretches of text in their inks, which can be broken at blanks to fit a terminal.

import VitrineText

/// How a stretch of a line stands out. The codes are those of reports. Source: ECMA-48, 8.3.117.
package enum WatchInk: String, Sendable {
  /// The terminal's own.
  case plain = ""
  /// An error, or its sign.
  case error = "1;31"
  /// A warning.
  case warning = "1;33"
  /// Worth knowing.
  case info = "1;36"
  /// What is well again.
  case well = "32"
  /// That all is well.
  case allWell = "1;32"
  /// A place in a file.
  case place = "1"
  /// What is seldom read.
  case aside = "2"
}

/// A line.
package struct WatchLine: Sendable, Hashable {
  /// A stretch in one ink; nothing in it can steer the terminal.
  private struct Piece: Sendable, Hashable {
    var text: String
    var ink: WatchInk
  }

  private var pieces: [Piece] = []

  /// An empty line.
  package init() {}

  /// A line of one text.
  package init(_ text: String, _ ink: WatchInk = .plain) { add(text, ink) }

  /// Adds a text, its control characters made visible.
  package mutating func add(_ text: String, _ ink: WatchInk = .plain) {
    let shown = TerminalText.visible(text)
    if !shown.isEmpty { pieces.append(Piece(text: shown, ink: ink)) }
  }

  /// Adds another line.
  package mutating func add(_ line: WatchLine) { pieces += line.pieces }

  /// The text without inks.
  package var text: String { pieces.map(\.text).joined() }

  /// The cells it takes.
  package var width: Int { pieces.reduce(0) { $0 + DisplayWidth.width(of: $1.text) } }

  /// The line as it is written, without a line end.
  package func written(hasColors: Bool) -> String {
    pieces.map { hasColors && $0.ink != .plain ? "\u{1B}[\($0.ink.rawValue)m\($0.text)\u{1B}[0m" : $0.text }.joined()
  }

  /// The line in at most so many cells, with a sign in place of what is cut off.
  package func cut(to cells: Int, isASCII: Bool) -> WatchLine {
    guard width > cells else { return self }
    let sign = isASCII ? "..." : "…"
    var line = WatchLine()
    var room = max(cells - DisplayWidth.width(of: sign), 0)
    for piece in pieces {
      var taken = ""
      for character in piece.text {
        let width = DisplayWidth.width(of: String(character))
        guard width <= room else {
          line.add(taken, piece.ink)
          if cells >= DisplayWidth.width(of: sign) { line.add(sign, piece.ink) }
          return line
        }
        taken.append(character)
        room -= width
      }
      line.add(taken, piece.ink)
    }
    return line
  }

  /// The line broken into several, none wider than `cells`, at blanks where that is possible; all but the first begin with `indent` blanks.
  package func broken(to cells: Int, indent: Int) -> [WatchLine] {
    guard width > cells else { return [self] }
    // A terminal that is hardly wider than the indent has no use for it.
    let indent = indent * 2 <= cells ? indent : 0
    let characters = pieces.flatMap { piece in piece.text.map { (character: $0, ink: piece.ink) } }
    var lines: [WatchLine] = []
    var start = 0
    while start < characters.count {
      let isFirst = lines.isEmpty
      let room = max(isFirst ? cells : cells - indent, 1)
      var used = 0
      var end = start
      var blank: Int?
      while end < characters.count {
        let width = DisplayWidth.width(of: String(characters[end].character))
        if used + width > room, end > start { break }
        // The blanks of the first line's column are no place to break.
        if characters[end].character == " ", used > indent || !isFirst { blank = end }
        used += width
        end += 1
      }
      if end < characters.count, characters[end].character != " ", let blank, blank > start { end = blank }
      var line = WatchLine(isFirst ? "" : String(repeating: " ", count: indent))
      line.add(characters[start..<end])
      lines.append(line)
      start = end
      while start < characters.count, characters[start].character == " " { start += 1 }
    }
    return lines
  }

  private mutating func add(_ characters: ArraySlice<(character: Character, ink: WatchInk)>) {
    for (character, ink) in characters {
      if let last = pieces.indices.last, pieces[last].ink == ink {
        pieces[last].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), ink: ink))
      }
    }
  }
}
