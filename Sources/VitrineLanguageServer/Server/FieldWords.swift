// What there is to say of a field and of its values, as Markdown.

import VitrineApplication
import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineSyntax

extension Kind.Field {
  /// What a value of it is, in a few words.
  var typeWords: String {
    let own: String
    switch meaning {
    case .text: own = isPhoto ? "photo" : format ?? "text"
    case .enumeration: own = "one of \(values.count)"
    case .number: own = unit.map { "number in \($0)" } ?? "number"
    case .boolean: own = "true or false"
    case .date: own = "date, such as 2026-05-29"
    case .dateInt: own = "date, such as 20260529"
    case .dateTime: own = "moment, such as 2026-05-29T19:42:00+03:00"
    case .time: own = "time of day"
    case .color: own = "colour"
    case .reference(let kind): own = kind ?? "record"
    case .location: own = "place on the map"
    case .map: own = "map"
    }
    return (isOwnList ? "list of: " : "") + own + (isRequired ? ", required" : "")
  }

  /// The field in a page.
  var page: String {
    var lines = ["**\(title.markdown)** · `\(path.dotted)` · \(typeWords)"]
    if !description.isEmpty { lines.append(description.markdown) }
    let shown = values.prefix(12).map { value in
      "`\(value.replacingBackticks)`" + (marks[value].map { " \($0.label.markdown)" } ?? "")
    }
    if !shown.isEmpty { lines.append(shown.joined(separator: ", ") + (values.count > 12 ? ", …" : "")) }
    if !palette.isEmpty { lines.append("\(palette.count) colours of the palette") }
    return lines.joined(separator: "\n\n")
  }

  /// A line on one of its values; nil where there is nothing to say.
  func words(on value: String) -> String? {
    switch meaning {
    case .enumeration:
      if let mark = marks[value] {
        let sign = mark.glyph.isEmpty ? "" : mark.glyph + " "
        return sign + mark.label.markdown + (mark.number.map { " (\(ShownValue.plain($0))\(unit.map { " \($0)" } ?? ""))" } ?? "")
      }
      return aliases.first { $0.word == value }.map { "another word for `\($0.value.replacingBackticks)`" }
    case .color:
      guard let hex = ShownValue.hex(of: value, self) else { return nil }
      let entry = palette.first { $0.name == value }
      let group = entry.flatMap { entry in
        paletteGroups.first { $0.name == entry.group }?.label ?? (entry.group.isEmpty ? nil : entry.group)
      }
      return [entry?.label, group, "`\(hex)`"].compactMap(\.self).joined(separator: " · ")
    case .date, .dateInt, .dateTime, .time:
      let words = ShownValue.piece(value, self).text
      guard let day = CivilDay(text: value) else { return words == value ? nil : words }
      return "\(day.weekdayName), \(words)"
    case .number: return unit.map { "\(value) \($0)" }
    case .text, .boolean, .reference, .location, .map: return nil
    }
  }

  /// The fields directly below one, or of the record itself.
  static func members(of names: [String], in kind: Kind) -> [Kind.Field] {
    kind.fields.filter { $0.path.names.count == names.count + 1 && $0.path.names.starts(with: names) }
  }
}

extension CivilDay {
  /// The day at the beginning of a value; nil where there is none.
  init?(text: String) {
    var text = text
    let day = text.withUTF8 { bytes in
      CivilDay(dashed: bytes) ?? CivilDay(digits: bytes) ?? CivilMoment(bytes)?.day
    }
    guard let day else { return nil }
    self = day
  }
}

extension String {
  /// A page of Markdown as plain text: without the marks of headings, emphasis, code and rules.
  var withoutMarkdown: String {
    var lines: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("```") && line != "---" {
      lines.append(line.hasPrefix("#") ? line.drop { $0 == "#" }.drop { $0 == " " } : line)
    }
    var result = ""
    var isEscaped = false
    for character in lines.joined(separator: "\n") {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped || (character != "*" && character != "`") { result.append(character) }
      isEscaped = false
    }
    return result
  }

  /// The text where Markdown is read: no character of it is a mark.
  var markdown: String { escaping("\\`*_[]<>#|") }

  /// The text between backticks.
  var replacingBackticks: String { String(map { $0 == "`" ? "'" : $0 }) }

  /// The text of a snippet that writes this.
  var snippet: String { escaping("\\$}") }

  /// The text with a backslash before each of some characters.
  private func escaping(_ marks: String) -> String {
    var result = ""
    for character in self {
      if marks.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
