// What the characters of a string allow when it is written as a YAML scalar.

/// The facts about one string that decide its form.
struct ScalarContent {
  /// The string.
  let text: String
  /// The same in UTF-8.
  let bytes: [UInt8]
  /// True where a line feed is in it.
  private(set) var hasLineBreak = false
  /// True where only double quotes can hold it: line breaks, tabs and what may not stand raw in a YAML text.
  private(set) var needsEscapes = false
  /// True where a raw character would not survive even in a block.
  private(set) var needsEscapesInBlock = false
  /// True where `'` is in it.
  private(set) var hasSingleQuote = false
  /// True where `"` or `\` is in it.
  private(set) var hasDoubleQuoteOrBackslash = false

  /// Looks at a string once.
  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        hasLineBreak = true
        needsEscapes = true
      case "\t": needsEscapes = true
      case "'": hasSingleQuote = true
      case "\"", "\\": hasDoubleQuoteOrBackslash = true
      default:
        if Self.mustEscape(scalar) {
          needsEscapes = true
          needsEscapesInBlock = true
        }
      }
    }
  }

  /// True for characters that YAML does not allow raw, that some readers take as line breaks, or that nobody sees.
  ///
  /// Source: YAML 1.2.2, `c-printable`; YAML 1.1, `b-char` (U+0085, U+2028, U+2029).
  static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// True where a literal block needs no indentation indicator and no `+`, and where its lines are what they seem.
  var fitsBlock: Bool {
    guard !needsEscapesInBlock, let first = bytes.first, first > 0x20 else { return false }
    return !bytes.suffix(2).elementsEqual([0x0A, 0x0A])
  }

  /// True where the string may stand without quotes and is read as a string.
  func canBePlain(inFlow: Bool) -> Bool {
    guard !needsEscapes, let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20 else { return false }
    guard startsPlain(inFlow: inFlow), last != UInt8(ascii: ":") else { return false }
    for index in bytes.indices.dropFirst() {
      switch bytes[index] {
      case 0x20 where bytes[index - 1] == UInt8(ascii: ":"): return false
      case UInt8(ascii: "#") where bytes[index - 1] == 0x20: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"),
        UInt8(ascii: "?"):
        if inFlow { return false }
      default: break
      }
    }
    return !readsAsOther
  }

  /// Whether the first bytes may begin a plain scalar: no indicator, no document marker.
  private func startsPlain(inFlow: Bool) -> Bool {
    if bytes.starts(with: Array("---".utf8)) || bytes.starts(with: Array("...".utf8)) { return false }
    switch bytes[0] {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "#"),
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"),
      UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      return bytes.count > 1 && bytes[1] != 0x20 && !inFlow
    // A blank that no eye tells from a space, or sees, is taken for a slip before a key.
    case 0xC2, 0xE2, 0xE3, 0xEF: return bytes.withUnsafeBufferPointer { ForeignBlank(at: 0, in: $0) } == nil
    default: return true
    }
  }
}

// What plain words mean to readers of YAML 1.2 and 1.1.
extension ScalarContent {
  /// True where some reader takes the plain text for something else than a string.
  private var readsAsOther: Bool {
    let kind = bytes.withUnsafeBufferPointer { YAMLCoreSchema.kind(of: $0) }
    return kind != .string || isWordOf11 || isNumberOf11 || isDate
  }

  /// Words that YAML 1.1 takes for booleans, nulls, merge and default keys, in any case.
  private var isWordOf11: Bool {
    guard bytes.count <= 5 else { return false }
    switch text.lowercased() {
    case "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<", ".nan", ".inf", "-.inf", "+.inf":
      return true
    default: return false
    }
  }

  /// Numbers with underscores, in base 2, in base 60, or with a sign before another base.
  private var isNumberOf11: Bool {
    var digits = bytes[...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard let first = digits.first, first &- 0x30 < 10 || first == UInt8(ascii: ".") || first == UInt8(ascii: "_") else {
      return false
    }
    if first == 0x30, let base = digits.dropFirst().first, [0x62, 0x78, 0x6F, 0x42, 0x58, 0x4F].contains(base), digits.count > 2 {
      return digits.dropFirst(2).allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 || $0 == UInt8(ascii: "_") }
    }
    guard digits.contains(UInt8(ascii: "_")) || digits.contains(UInt8(ascii: ":")) else { return false }
    return digits.allSatisfy { byte in
      byte &- 0x30 < 10 || byte | 0x20 == UInt8(ascii: "e") || [0x5F, 0x3A, 0x2E, 0x2B, 0x2D].contains(byte)
    }
  }

  /// `2024-05-01`, alone or with a time behind it.
  private var isDate: Bool {
    guard bytes.count >= 8, bytes[..<4].allSatisfy({ $0 &- 0x30 < 10 }), bytes[4] == UInt8(ascii: "-") else { return false }
    var rest = bytes[5...]
    for part in 0..<2 {
      let digits = rest.prefix { $0 &- 0x30 < 10 }.count
      guard digits == 1 || digits == 2 else { return false }
      rest = rest.dropFirst(digits)
      if part == 0 {
        guard rest.first == UInt8(ascii: "-") else { return false }
        rest = rest.dropFirst()
      }
    }
    guard let next = rest.first else { return true }
    guard next | 0x20 == UInt8(ascii: "t") || next == 0x20 else { return false }
    return rest.dropFirst().first.map { $0 &- 0x30 < 10 } ?? false
  }
}
