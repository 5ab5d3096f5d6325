// A finder without a terminal: keys in, screens out as text.

import VitrineTerminal
import VitrineText

/// Things to find, and a search by words.
enum Things {
  /// Their titles.
  static let titles = [
    "Celeste", "Doom", "Dr. Mario", "Hollow Knight", "Mario Kart 8", "Ōkami", "Portal 2", "Super Mario World", "Tetris",
    "ゼルダの伝説 時のオカリナ", "Zelda", "bad\u{1B}[2Jtitle",
  ]

  /// A source of them. A text that ends in a colon is a fault.
  static let source = FinderSource(
    total: titles.count,
    search: search,
    row: { item in
      FinderRow(
        title: .init(titles[item], isSearched: true),
        details: [.init("\(1990 + item)", isSearched: false), .init(item % 2 == 0 ? "mario fan" : "", isSearched: false)])
    },
    page: { item, _ in "\(titles[item])\nNumber    \(item)\nNotes     a longer text of several words that goes on and on\n" },
    key: { titles[$0] })

  /// The things whose titles have all words. With a colon in its last word a text is a fault, and finds what it finds without.
  @Sendable private static func search(_ text: String) -> FinderAnswer {
    if text.contains(":") {
      let start = FinderAnswer.startOfLastWord(in: text)
      let word = String(text[start...])
      var answer = FinderAnswer.fault("'\(text)' needs a value")
      if start > text.startIndex { answer = search(String(text[..<start])) }
      answer.fault = "'\(text)' needs a value"
      answer.completions = ["year:1990", "year:1991", "name:\"Dr. Mario\""].filter { $0.hasPrefix(word) && $0 != word }
      return answer
    }
    let words = text.split(separator: " ").map { Folding.fold(String($0)) }
    let found = titles.indices.filter { item in
      words.allSatisfy { !FoldedMatches.ranges(of: [$0], in: titles[item]).isEmpty }
    }
    return .found(found, words: words)
  }
}

/// A finder that is driven by keys.
struct FinderDriver {
  private var decoder = KeyDecoder()
  private var model: FinderModel
  /// What the keys asked for last.
  private(set) var action: FinderModel.Action?

  /// A finder of `Things` on a screen of the given size.
  init(rows: Int = 8, columns: Int = 60, query: String = "") {
    model = FinderModel(Things.source, query: query, size: TerminalSize(rows: rows, columns: columns))
    answer()
  }

  private mutating func answer() {
    if model.answered != model.query { model.take(model.source.search(model.query), for: model.query) }
  }

  /// Presses keys, given as the bytes a terminal sends; ends at the first that asks for an action.
  mutating func press(_ bytes: String) {
    for key in decoder.keys(bytes.utf8) + decoder.flush() {
      action = model.handle(key)
      answer()
      if action != nil { return }
    }
  }

  /// Changes the size of the screen.
  mutating func resize(rows: Int, columns: Int) { model.resize(TerminalSize(rows: rows, columns: columns)) }

  /// Reads everything again, from another source.
  mutating func reload(_ source: FinderSource) { model.reload(source) }

  /// The screen: `|` where the cursor is, what is in the accent in square brackets.
  mutating func screen() -> String {
    let frame = model.frame()
    var text = ""
    for (row, line) in frame.lines.enumerated() {
      var shown = line.spans.map { $0.style.contains(.accent) && $0.text != " " ? "[\($0.text)]" : $0.text }.joined()
      if let cursor = frame.cursor, cursor.row == row {
        var width = 0
        let place = shown.firstIndex { character in
          width += DisplayWidth.width(of: String(character))
          return width > cursor.column
        }
        shown.insert("|", at: place ?? shown.endIndex)
      }
      while shown.last == " " { shown.removeLast() }
      text += shown + "\n"
    }
    return text
  }

  /// The widths of the lines.
  mutating func widths() -> [Int] { model.frame().lines.map(\.width) }
}
