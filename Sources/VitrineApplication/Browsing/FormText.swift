// Values between a form and what a person may type for a field: lists and maps as one text each.

import VitrineEditing
import VitrineModel
import VitrineSyntax

/// The texts of values that are not one scalar.
enum FormText {
  /// A day as forms show it: one that is written as a number, with hyphens between year, month and day.
  static func day(_ text: String) -> String {
    let digits = Array(text)
    guard [6, 8].contains(digits.count), digits.allSatisfy(\.isNumber) else { return text }
    return stride(from: 4, to: digits.count, by: 2).reduce(String(digits[..<4])) { $0 + "-" + String(digits[$1..<($1 + 2)]) }
  }

  /// A text as a form can hold it: line feeds between lines, and none of the characters that browsers neither show nor send back, such as ESC.
  static func shown(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09 || $0 == 0x0A) && $0 != 0x7F && $0 != 0xC2 }
    guard !isPlain else { return text }
    var shown = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where last == "\r": break
      // CR, and what YAML or Unicode call the end of a line or page.
      case 0x0A...0x0D, 0x85: shown.append("\n")
      case 0x09, 0x20..<0x7F, 0xA0...: shown.append(scalar)
      default: break
      }
      last = scalar
    }
    return String(shown)
  }

  /// A value as YAML in one line, as a change of a field takes it; nil for one of more than ten thousand nodes, which aliases may have made of few.
  static func flow(_ value: NodeID, _ reader: TreeReader) -> String? {
    var bytes: [UInt8] = []
    var left = 10_000
    append(value, reader, &bytes, &left)
    return left < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A typed value as YAML in one line, so that it can stand in braces: lists and maps in block style in flow style, other texts in quotes.
  private static func flow(_ text: String) -> String {
    guard !text.hasPrefix("["), !text.hasPrefix("{") else { return text }
    let parsed = YAML.parse(Array(text.utf8))
    if parsed.isComplete, parsed.tree.roots.count == 1, let root = parsed.tree.roots.first,
      let line = parsed.tree.withReader({ reader -> String? in reader.resolved(root).isCollection ? flow(root, reader) : nil })
    {
      return line
    }
    var bytes: [UInt8] = []
    append(string: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ id: NodeID, _ reader: TreeReader, _ bytes: inout [UInt8], _ left: inout Int) {
    left -= 1
    guard left >= 0 else { return }
    let node = reader.resolved(id)
    switch node.kind {
    case .null, .alias: bytes += "null".utf8
    case .bool, .int, .float: bytes += reader.text(id).utf8
    case .string: append(string: reader.text(id), to: &bytes)
    case .sequence:
      bytes.append(UInt8(ascii: "["))
      for (place, item) in reader.items(id).enumerated() {
        if place > 0 { bytes += ", ".utf8 }
        append(item, reader, &bytes, &left)
      }
      bytes.append(UInt8(ascii: "]"))
    case .mapping:
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      reader.forEachEntry(id) { entry in
        if !isFirst { bytes += ", ".utf8 }
        isFirst = false
        append(string: reader.text(entry.key), to: &bytes)
        bytes += ": ".utf8
        append(entry.value, reader, &bytes, &left)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// A text in double quotes, as JSON and YAML write it.
  static func append(string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { TreeJSON.append(string: $0, to: &bytes) }
  }

  /// Texts as a list in brackets.
  static func list(_ texts: [String]) -> String {
    var bytes = Array("[".utf8)
    for (place, text) in texts.enumerated() {
      if place > 0 { bytes += ", ".utf8 }
      append(string: text, to: &bytes)
    }
    return String(decoding: bytes + Array("]".utf8), as: UTF8.self)
  }

  /// The maps of a form's items as a list in brackets; members and maps in which nothing stands are left out.
  static func text(ofItems items: [[EditForm.Input]]) -> String {
    var bytes = Array("[".utf8)
    var isFirstItem = true
    for item in items where item.contains(where: { !$0.texts.allSatisfy(\.isEmpty) }) {
      if !isFirstItem { bytes += ", ".utf8 }
      isFirstItem = false
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for input in item where !input.texts.allSatisfy(\.isEmpty) {
        if !isFirst { bytes += ", ".utf8 }
        isFirst = false
        append(string: input.field.path.names.last ?? "", to: &bytes)
        bytes += ": ".utf8
        if input.control == .yaml {
          bytes += flow(input.texts.first ?? "").utf8
        } else if input.field.isOwnList {
          bytes += list(input.texts.filter { !$0.isEmpty }).utf8
        } else {
          append(string: input.texts.joined(separator: "\n"), to: &bytes)
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return String(decoding: bytes + Array("]".utf8), as: UTF8.self)
  }
}
