// From a fault to a finding that helps: looks at the bytes around it and guesses what the author meant.

import VitrineSource

/// Explains a fault.
struct JSONDiagnosis {
  /// The whole text, UTF-8.
  let text: UnsafeBufferPointer<UInt8>
  /// Where and why reading stopped.
  let fault: JSONFault
  /// The nodes read so far.
  let nodes: UnsafeBufferPointer<Node>

  /// The byte where the fault is seen.
  var offset: Int { fault.offset }

  /// The finding.
  var finding: Finding {
    switch fault.kind {
    case .empty: return Finding(SyntaxRules.emptyFile, at: ByteRange(offset, offset), "the file holds no JSON value")
    case .tooDeep:
      return Finding(
        SyntaxRules.tooDeep, at: character(at: offset), "lists and objects are nested more than \(Limits.jsonDepth) deep")
    case .tooMany:
      return Finding(
        SyntaxRules.tooLarge, at: character(at: offset), "the file holds more than \(Limits.expandedNodes) values",
        help: "split the file")
    case .unclosedString: return unclosedString(at: offset)
    case .control(let stringStart): return controlCharacter(inStringAt: stringStart)
    case .escape: return unknownEscape()
    case .unicodeEscape: return badUnicodeEscape()
    case .digit, .leadingZero: return number(around: offset)
    case .value: return oddity() ?? missingValue()
    case .key: return oddity() ?? missingKey()
    case .colon: return oddity() ?? missingColon()
    case .separator: return numberTail() ?? oddity() ?? missingSeparator()
    case .textAfterEnd: return numberTail() ?? oddity() ?? textAfterEnd()
    }
  }
}

// What the text looks like around a place.
extension JSONDiagnosis {
  /// True for a letter, a digit, `_`, `$` or any character that is not ASCII.
  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// True for what may stand in something meant as a number or a date.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// The byte at an offset, 0 outside of the text.
  func byte(_ offset: Int) -> UInt8 { offset >= 0 && offset < text.count ? text[offset] : 0 }

  /// The range of the whole character at an offset; empty at the end.
  func character(at offset: Int) -> ByteRange {
    var end = min(offset + 1, text.count)
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return ByteRange(offset, end)
  }

  /// The run of bytes from `offset` on that satisfy `condition`.
  func run(from offset: Int, while condition: (UInt8) -> Bool) -> ByteRange {
    var end = offset
    while end < text.count, condition(text[end]) { end += 1 }
    return ByteRange(offset, end)
  }

  /// The offset of the last byte before `offset` that is no space; -1 if there is none.
  func lastByte(before offset: Int) -> Int {
    var index = offset - 1
    while index >= 0, [0x20, 0x0A, 0x0D, 0x09].contains(text[index]) { index -= 1 }
    return index
  }

  /// True where a line break stands between two offsets.
  func hasLineBreak(_ start: Int, _ end: Int) -> Bool {
    start < end && text[start..<end].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The text of a range as it is shown in a message.
  func shown(_ range: ByteRange) -> String { Self.shown(UnsafeBufferPointer(rebasing: text[range.indices])) }

  /// Bytes in single quotes, control characters made visible, cut after 40 characters.
  static func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result = "'"
    var count = 0
    for scalar in String(decoding: bytes.prefix(200), as: UTF8.self).unicodeScalars {
      if count == 40 {
        result += "…"
        break
      }
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        result += codePoint(scalar.value)
      } else {
        result.unicodeScalars.append(scalar)
      }
      count += 1
    }
    return result + "'"
  }

  /// A code point in the form `U+00A0`.
  static func codePoint(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// True where the innermost open collection is an object.
  var isInObject: Bool { fault.parent.map { nodes[Int($0)].kind == .mapping } ?? false }

  /// The bracket that would close the innermost collection.
  var closer: UInt8 { isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
}

// The makers of findings, short to call.
extension JSONDiagnosis {
  /// A syntax finding.
  func syntax(
    _ range: ByteRange, _ message: String, label: String = "", help: String, note: String = "", related: [RelatedPlace] = [],
    fixes: [Fix] = []
  ) -> Finding {
    Finding(
      SyntaxRules.yamlSyntax, at: range, message, label: label, help: help, note: note, related: related, fixes: fixes)
  }

  /// A fix of one edit that replaces `range`.
  func replace(_ range: ByteRange, _ replacement: String, title: String? = nil, isSafe: Bool) -> Fix {
    Fix(title ?? "replace with '\(replacement)'", [TextEdit(range, replacement)], isSafe: isSafe)
  }
}
