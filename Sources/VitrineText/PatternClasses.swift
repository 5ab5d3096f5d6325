// Character classes and the escapes that stand for one character or for a set of them.

/// What an escape stands for.
enum PatternEscape {
  /// One code point; a surrogate where only half a pair was written.
  case scalar(UInt32)
  /// A set, as a PCRE2 escape that is good inside a class and outside.
  case escape(String)
  /// A set, as the contents of a PCRE2 class.
  case ranges(String)
}

/// A code point as PCRE2 writes it.
func codePoint(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }

extension PatternTranslator {
  /// Translates a class after its `[`, which stands at `start`.
  mutating func characterClass(_ start: Int) throws(PatternError) -> [UInt8] {
    let isNegated = take("^")
    var contents = ""
    while true {
      guard let first = peek() else { throw PatternError("this '[' has no ']'", at: offsets[start]) }
      let place = index
      index += 1
      if first == "]" { break }
      let low = try classAtom(first, place)
      guard peek() == "-", let second = peek(1), second != "]" else {
        contents += members(low)
        continue
      }
      index += 1
      let highPlace = index
      index += 1
      let high = try classAtom(second, highPlace)
      if case .scalar(let low) = low, case .scalar(let high) = high {
        guard low <= high else { throw PatternError("the range's first character comes after its last", at: offsets[place]) }
        contents += range(low, high)
      } else {
        contents += members(low) + codePoint(0x2D) + members(high)
      }
    }
    switch (contents.isEmpty, isNegated) {
    case (true, true): return Array("(?s:.)".utf8)
    case (true, false): return Array("(?:(?!))".utf8)
    case (false, true): return Array("[^\(contents)]".utf8)
    case (false, false): return Array("[\(contents)]".utf8)
    }
  }

  private mutating func classAtom(_ scalar: Unicode.Scalar, _ place: Int) throws(PatternError) -> PatternEscape {
    scalar == "\\" ? try classEscape(place, isInClass: true) : .scalar(scalar.value)
  }

  private func members(_ atom: PatternEscape) -> String {
    switch atom {
    case .scalar(let value): range(value, value)
    case .escape(let text), .ranges(let text): text
    }
  }

  /// A range as PCRE2 writes it, without the surrogates, which PCRE2 does not take and no text holds.
  private func range(_ low: UInt32, _ high: UInt32) -> String {
    let low = 0xD800...0xDFFF ~= low ? 0xE000 : low
    let high = 0xD800...0xDFFF ~= high ? 0xD7FF : high
    if low > high { return "" }
    return low == high ? codePoint(low) : codePoint(low) + "-" + codePoint(high)
  }

  /// Reads an escape after its `\`, which stands at `start`.
  mutating func classEscape(_ start: Int, isInClass: Bool) throws(PatternError) -> PatternEscape {
    guard let scalar = next() else { throw PatternError("there is nothing after the last '\\'", at: offsets[start]) }
    switch scalar {
    case "d", "D", "w", "W": return .escape("\\\(scalar)")
    case "s": return .ranges(PatternTranslator.whiteSpace)
    case "S": return .ranges(PatternTranslator.notWhiteSpace)
    case "p", "P": return .escape(try property(start, isNegated: scalar == "P"))
    case "t": return .scalar(0x09)
    case "n": return .scalar(0x0A)
    case "v": return .scalar(0x0B)
    case "f": return .scalar(0x0C)
    case "r": return .scalar(0x0D)
    case "b" where isInClass: return .scalar(0x08)
    case "0":
      if let digit = peek(), isDigit(digit) { throw PatternError("a digit may not follow '\\0'", at: offsets[start]) }
      return .scalar(0)
    case "c":
      guard let letter = peek(), "a"..."z" ~= letter || "A"..."Z" ~= letter else {
        throw PatternError("after '\\c' comes a letter", at: offsets[start])
      }
      index += 1
      return .scalar(letter.value % 32)
    case "x":
      guard let value = hexadecimal(2) else { throw PatternError("after '\\x' come two hexadecimal digits", at: offsets[start]) }
      return .scalar(value)
    case "u": return .scalar(try unicodeEscape(start))
    default:
      // Signs may be escaped at will. Letters and digits may not, since elsewhere they mean something: `\Z`, `\A`, `\h`.
      guard scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F, !isWord(scalar) || scalar == "_" else {
        throw PatternError("'\\\(TerminalText.visible(String(Character(scalar))))' is no escape in ECMA-262", at: offsets[start])
      }
      return .scalar(scalar.value)
    }
  }

  /// Reads `XXXX`, the same twice where that is a surrogate pair, or `{X…}`, after `\u`.
  private mutating func unicodeEscape(_ start: Int) throws(PatternError) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      let first = index
      while let digit = hexadecimal(1) { value = min(value << 4 | digit, 0x110_0000) }
      guard index > first, take("}"), value <= 0x10FFFF else {
        throw PatternError("between '\\u{' and '}' comes a code point up to 10FFFF", at: offsets[start])
      }
      return value
    }
    guard let value = hexadecimal(4) else {
      throw PatternError("after '\\u' come four hexadecimal digits, or a code point in '{' and '}'", at: offsets[start])
    }
    guard 0xD800...0xDBFF ~= value, peek() == "\\", peek(1) == "u" else { return value }
    let place = index
    index += 2
    guard let low = hexadecimal(4), 0xDC00...0xDFFF ~= low else {
      index = place
      return value
    }
    return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
  }

  /// Reads exactly so many hexadecimal digits, or none.
  private mutating func hexadecimal(_ digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<digits {
      guard let scalar = peek(distance), scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += digits
    return value
  }

  /// ECMA's white space and line terminators: more than PCRE2's `\s`.
  private static let whiteSpace =
    #"\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}"#
  /// All else.
  private static let notWhiteSpace =
    #"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}"#
    + #"\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}"#
}
