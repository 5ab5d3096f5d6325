// A fact sheet on a terminal, or in a pipe.

import VitrineText

extension FactSheet {
  /// The sheet as text that ends with a line feed.
  ///
  /// Shape: the title (bold), the subtitle, a blank line, then the labels in one column and what is said of them in another, wrapped to the width at
  /// blanks. Where the second column would be too narrow, a label has a line of its own. In a pipe nothing is wrapped.
  package func text(_ look: Look) -> String {
    var text = ""
    for line in Wrapping.lines([Piece(title)], look.width, hang: 0, look) {
      text += look.color ? "\u{1B}[1m\(line.plain)\u{1B}[0m\n" : line.plain + "\n"
    }
    for line in Wrapping.lines([Piece(subtitle, .faint)], look.width, hang: 0, look) { text += line.dressed(look) + "\n" }
    guard !entries.isEmpty else { return text }
    text += "\n"
    let labels = entries.map { shown($0.label) }
    let column = min(labels.map { DisplayWidth.width(of: $0) }.max() ?? 0, Self.widestLabel)
    let isStacked = look.width.map { $0 - column - 2 < Self.narrowest } ?? false
    let room = look.width.map { isStacked ? max($0 - 2, 8) : $0 - column - 2 }
    let indent = spaces(isStacked ? 2 : column + 2)
    for (entry, label) in zip(entries, labels) {
      let dressed = look.color ? "\u{1B}[36m\(label)\u{1B}[0m" : label
      let width = DisplayWidth.width(of: label)
      // A label too long for its column has the line to itself.
      var before = dressed + (isStacked || width > column ? "\n\(indent)" : spaces(column - width + 2))
      for line in entry.lines {
        for fitted in Wrapping.lines(line.pieces, room, hang: line.hang, look) {
          text += fitted.plain.isEmpty ? before.withoutTrailingBlanks + "\n" : before + fitted.dressed(look) + "\n"
          before = indent
        }
      }
    }
    return text
  }

  /// The widest that the column of labels gets. Units: cells.
  private static let widestLabel = 22
  /// The narrowest that the second column may be. Units: cells.
  private static let narrowest = 24
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

/// A line as it fits, in runs of one style.
private struct FittedLine {
  private(set) var runs: [FactSheet.Piece] = []
  private(set) var width = 0

  /// A line that starts with blanks.
  init(indent: Int = 0) {
    if indent > 0 { append(spaces(indent), indent, .plain) }
  }

  var plain: String { runs.map(\.text).joined().withoutTrailingBlanks }

  mutating func append(_ text: String, _ width: Int, _ style: FactSheet.PieceStyle) {
    self.width += width
    if text.isEmpty { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(FactSheet.Piece(text, style))
    }
  }

  func dressed(_ look: Look) -> String {
    guard look.color else { return plain }
    var text = ""
    for (index, run) in runs.enumerated() {
      let shown = index == runs.count - 1 ? run.text.withoutTrailingBlanks : run.text
      if shown.isEmpty { continue }
      switch run.style {
      case .plain, .record, .mark: text += shown
      case .faint: text += "\u{1B}[2m\(shown)\u{1B}[0m"
      case .swatch(let hex): text += look.swatch(hex)
      case .tinted(let hex): text += look.tinted(shown, hex)
      case .error: text += "\u{1B}[1;31m\(shown)\u{1B}[0m"
      case .warning: text += "\u{1B}[1;33m\(shown)\u{1B}[0m"
      }
    }
    return text
  }
}

/// Pieces on their way into lines of a width.
private struct Wrapping {
  private(set) var lines = [FittedLine()]
  private let look: Look
  private let room: Int
  private let hang: Int

  /// The lines that pieces take: at most `room` cells each, broken at blanks, else behind `/`, else anywhere; all but the first are moved in by
  /// `hang`, or by less where the room is short.
  static func lines(_ pieces: [FactSheet.Piece], _ room: Int?, hang: Int, _ look: Look) -> [FittedLine] {
    let room = max(room ?? .max, 4)
    var wrapping = Wrapping(look, room, hang <= room / 3 ? hang : min(2, room / 3))
    for piece in pieces { wrapping.add(piece) }
    return wrapping.lines
  }

  private init(_ look: Look, _ room: Int, _ hang: Int) {
    self.look = look
    self.room = room
    self.hang = hang
  }

  private var last: Int { lines.count - 1 }
  private var used: Int { lines[last].width }
  /// Whether nothing stands on the line yet.
  private var isFresh: Bool { used <= (lines.count > 1 ? hang : 0) }

  private mutating func breakLine() {
    lines.append(FittedLine(indent: hang))
  }

  private mutating func add(_ piece: FactSheet.Piece) {
    let words = shown(piece.text).words
    var style = piece.style
    if case .swatch(let hex) = style {
      style = .plain
      if !look.swatch(hex).isEmpty {
        let first = words.first.map { DisplayWidth.width(of: $0.word) } ?? 0
        if used + 3 + first > room, !isFresh { breakLine() }
        lines[last].append("██ ", 3, piece.style)
      }
    }
    for (blanks, word) in words {
      let width = DisplayWidth.width(of: word)
      if used + blanks + width > room, !isFresh, width > 0 {
        // A long word may start on this line where a good part of it fits.
        let parts = parts(of: word)
        let head = parts.first.map { DisplayWidth.width(of: $0) } ?? width
        if parts.count > 1, width > room - hang, used + blanks + head <= room {
          lines[last].append(spaces(blanks), blanks, style)
        } else {
          breakLine()
        }
      } else if !(isFresh && lines.count > 1) {
        lines[last].append(spaces(blanks), blanks, style)
      }
      if used + width <= room {
        lines[last].append(word, width, style)
      } else {
        for part in parts(of: word) { addCut(part, style) }
      }
    }
  }

  /// A word behind whose slashes a line may be broken.
  private func parts(of word: String) -> [String] {
    var parts = [""]
    for character in word {
      parts[parts.count - 1].append(character)
      if character == "/" { parts.append("") }
    }
    return parts
  }

  private mutating func addCut(_ word: String, _ style: FactSheet.PieceStyle) {
    let width = DisplayWidth.width(of: word)
    if used + width > room, !isFresh { breakLine() }
    if used + width <= room { return lines[last].append(word, width, style) }
    for character in word {
      let cells = DisplayWidth.width(of: String(character))
      if used + cells > room, !isFresh { breakLine() }
      lines[last].append(String(character), cells, style)
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var withoutTrailingBlanks: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }

  /// The words of a text, each with the number of blanks before it. Blanks at the end are a word of nothing.
  fileprivate var words: [(blanks: Int, word: String)] {
    var words: [(blanks: Int, word: String)] = []
    var blanks = 0
    var word = ""
    for character in self {
      if character == " " {
        if !word.isEmpty {
          words.append((blanks, word))
          (blanks, word) = (0, "")
        }
        blanks += 1
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty || blanks > 0 { words.append((blanks, word)) }
    return words
  }
}
