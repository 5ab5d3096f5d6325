// The forms a template may ask a value in: `{release:year}`, `{title:30.30}`.

import VitrineModel
import VitrineText

/// A form of a value. Those of a scalar apply to each value of a list.
enum TemplateForm: Sendable {
  /// A word that names a form.
  enum Word: String, CaseIterable, Sendable {
    /// The day as `2026-05-29`.
    case date
    /// The time of day as `18:15`.
    case time
    /// The year as `2026`.
    case year
    /// The month as `05`.
    case month
    /// The day of the month as `29`.
    case day
    /// The number; a fraction worked out, a day as 20260529.
    case number
    /// In capitals.
    case upper
    /// In small letters.
    case lower
    /// As JSON.
    case json
    /// How many values there are.
    case count
  }

  /// A form that has a name.
  case word(Word)
  /// `join=, `: what stands between the values of a list, in place of "; ".
  case join(String)
  /// `30`, `>6`, `^20`, `.30`: filled up with blanks to so many cells, at this side of the room; cut to so many.
  case width(least: Int, side: Side, most: Int)

  /// Where a value stands in the room it has.
  enum Side: Sendable {
    case left, right, middle
  }

  /// The widest room. Units: cells.
  private static let widest = 10_000
  private static let joining = "join="

  /// The form that a word means; nil where it means none.
  init?(_ text: String) {
    if let word = Word(rawValue: text) {
      self = .word(word)
    } else if text.hasPrefix(TemplateForm.joining) {
      self = .join(TemplateForm.unescaped(text.dropFirst(TemplateForm.joining.count)))
    } else {
      let marks: [Character: Side] = ["<": .left, ">": .right, "^": .middle]
      let side = text.first.flatMap { marks[$0] }
      let numbers = text.dropFirst(side == nil ? 0 : 1).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = numbers.first, numbers.count == 2 || !first.isEmpty else { return nil }
      func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number <= TemplateForm.widest else {
          return nil
        }
        return number
      }
      guard let least = first.isEmpty ? 0 : number(first), let most = numbers.count == 2 ? number(numbers[1]) : .max else {
        return nil
      }
      self = .width(least: least, side: side ?? .left, most: most)
    }
  }

  /// What to write instead of a word that is no form.
  static func suggestion(for word: String) -> String {
    let words = Word.allCases.map(\.rawValue)
    if let nearest = NearestWord.nearest(to: word, in: words) { return "did you mean '\(nearest)'?" }
    return "forms are \(words.joined(separator: ", ")), join=TEXT, and widths such as 30, >6 or .40"
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

// MARK: values

extension TemplateForm {
  /// The text of a value in the given forms, one after the other. Its control characters are shown by their pictures unless it is `raw`; what stands between
  /// the values of a list was written by whoever wrote the template, and stays as it is.
  static func text(of cell: Cell, in forms: [TemplateForm], raw isRaw: Bool) -> String {
    var cell = cell
    var isShown = isRaw
    for form in forms {
      if !isShown, case .join = form, case .list(let cells) = cell {
        cell = .list(cells.map { .text(shown($0.written)) })
        isShown = true
      }
      cell = form.applied(to: cell)
    }
    return isShown ? cell.written : shown(cell.written)
  }

  private func applied(to cell: Cell) -> Cell {
    switch self {
    case .word(.count): return .integer(Self.count(cell))
    case .word(.json):
      var json = JSONWriter()
      json.cell(cell)
      return .text(String(decoding: json.bytes, as: UTF8.self))
    case .word(let word): return Self.each(cell) { Self.scalar($0, word) }
    case .join(let separator):
      guard case .list(let cells) = cell else { return cell }
      return .text(cells.map(\.written).joined(separator: separator))
    case .width(let least, let side, let most):
      let text = DisplayWidth.truncated(cell.written, to: most)
      switch side {
      case .left: return .text(DisplayWidth.padded(text, to: least))
      case .right: return .text(DisplayWidth.padded(text, to: least, at: .right))
      case .middle:
        let before = max(least - DisplayWidth.width(of: text), 0) / 2
        return .text(DisplayWidth.padded(String(repeating: " ", count: before) + text, to: least))
      }
    }
  }

  private static func count(_ cell: Cell) -> Int {
    switch cell {
    case .null: 0
    case .list(let cells): cells.count
    default: 1
    }
  }

  private static func each(_ cell: Cell, _ body: (Cell) -> Cell) -> Cell {
    guard case .list(let cells) = cell else { return body(cell) }
    return .list(cells.map(body))
  }

  /// What has no such form is nothing.
  private static func scalar(_ cell: Cell, _ word: Word) -> Cell {
    if case .null = cell { return .null }
    var text = cell.written
    switch word {
    case .upper: return .text(text.uppercased())
    case .lower: return .text(text.lowercased())
    case .number:
      guard let number = text.withUTF8({ ValueNumber.number($0) }) else { return .null }
      return .number(text.utf8.contains(UInt8(ascii: "/")) ? "\(number)" : text)
    case .date, .time, .year, .month, .day:
      guard let moment = text.withUTF8({ ValueNumber.moment($0) }) else { return .null }
      if let date = PartialDate(text), date.precision != .day {
        switch word {
        case .year: return .text(String(date.dashed.prefix(4)))
        case .month: return date.precision == .month ? .text(String(date.dashed.suffix(2))) : .null
        case .date: return .text(date.dashed)
        default: return .null
        }
      }
      let day = moment.day.description
      switch word {
      case .year: return .text(String(day.prefix(4)))
      case .month: return .text(String(day.dropFirst(5).prefix(2)))
      case .day: return .text(String(day.suffix(2)))
      case .time: return text.utf8.count > 11 ? .text(clock(moment.seconds)) : .null
      default: return .text(day)
      }
    case .json, .count: return cell
    }
  }

  private static func clock(_ seconds: Double) -> String {
    let minutes = Int(seconds) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
