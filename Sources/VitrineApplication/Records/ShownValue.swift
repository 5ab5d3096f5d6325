// One value of a field as a person reads it: days in words, numbers with their units, values of enums with their signs.

package import VitrineFormats
package import VitrineModel
import VitrineSyntax

/// The words for values. What is no value of its field is shown as it is written.
package enum ShownValue {
  /// What stands for a value that nobody gave.
  package static let unknown = "—"

  /// A scalar's text as a piece of a page.
  package static func piece(_ text: String, _ field: Kind.Field) -> FactSheet.Piece {
    switch field.meaning {
    case .enumeration:
      guard let mark = field.marks[text] else { return FactSheet.Piece(text) }
      let number = mark.number.map { " (\(measured(plain($0), field.unit)))" } ?? ""
      let words = (mark.glyph.isEmpty ? "" : mark.glyph + " ") + mark.label + number
      return FactSheet.Piece(words, mark.hex.map { .tinted($0) } ?? .plain)
    case .color: return FactSheet.Piece(field.word(for: text) ?? text, hex(of: text, field).map { .swatch($0) } ?? .plain)
    case .number: return FactSheet.Piece(isFinite(text) ? measured(text, field.unit) : text)
    case .boolean: return FactSheet.Piece(["true": "yes", "false": "no"][text.lowercased()].map { field.language($0) } ?? text)
    case .date, .dateInt, .dateTime, .time: return FactSheet.Piece(moment(text, field.meaning, field.language) ?? text)
    case .text, .reference, .location, .map: return FactSheet.Piece(text)
    }
  }

  /// What stands for a missing value: a dash, with the unit that would stand before it.
  package static func unknown(_ field: Kind.Field) -> FactSheet.Piece {
    FactSheet.Piece(field.unit.map { $0.hasSuffix("/") ? measured(unknown, $0) : unknown } ?? unknown, .faint)
  }

  /// The `#rrggbb` of a colour's name, alias or own hex; nil for what is none.
  package static func hex(of text: String, _ field: Kind.Field) -> String? {
    if text.hasPrefix("#") { return RGB(hex: text) == nil ? nil : text }
    let name = field.aliases.first { $0.word == text }?.value ?? text
    return field.palette.first { $0.name == name }?.hex
  }

  /// A size in bytes as `7.4 kB`.
  package static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var amount = Double(bytes)
    for unit in ["kB", "MB", "GB"] {
      amount /= 1000
      if amount < 999.95 || unit == "GB" { return "\(amount.fixed(amount < 99.95 ? 1 : 0)) \(unit)" }
    }
    return "\(bytes) B"
  }

  /// A number without decimals that say nothing.
  package static func plain(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    return "\(number)"
  }

  /// A number that was computed, with at most two decimals; more where it is small.
  package static func rounded(_ number: Double) -> String {
    let decimals = abs(number) < 0.1 ? 6 : abs(number) < 10 ? 3 : 2
    var text = (number < 0 ? "-" : "") + abs(number).fixed(decimals)
    if text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  private static func measured(_ number: String, _ unit: String?) -> String {
    unit.map { CellDress.measured(number, $0) } ?? number
  }

  private static func isFinite(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { ValueNumber.number($0) }?.isFinite ?? false
  }

  /// A day or a moment in the words of its field's language, short as in lists: `25 Jan 2018`; nil for what is none.
  package static func brief(_ text: String, _ field: Kind.Field) -> String? {
    field.meaning.isTemporal ? moment(text, field.meaning, field.language, isShort: true) : nil
  }

  private static func moment(
    _ text: String, _ meaning: FieldMeaning, _ language: Language, isShort: Bool = false
  ) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      if meaning == .time { return CivilTime(bytes)?.words }
      if let date = PartialDate(bytes) { return date.words(in: language, isShort: isShort) }
      return CivilMoment(bytes)?.words(in: language, isShort: isShort)
    }
  }
}
