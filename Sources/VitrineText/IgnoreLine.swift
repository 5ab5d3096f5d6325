// One line of an ignore file.

/// A pattern of an ignore file.
struct IgnoreLine: Sendable {
  /// True after `!`: what matches is not ignored after all.
  let isNegated: Bool
  /// True where the pattern ends with `/`.
  let needsDirectory: Bool
  /// True where the pattern has no other `/`, so that it is for names in any folder.
  private let isForNames: Bool
  private let wildcards: Wildcards

  /// Reads a line without its line feed; `nil` for an empty one and for a comment.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.first != 0x23 else { return nil }
    var text = line
    if text.last == 0x0D { text = text.dropLast() }
    if let end = text.firstIndex(of: 0) { text = text[..<end] }
    text = IgnoreLine.withoutTrailingSpaces(text)
    isNegated = text.first == 0x21
    if isNegated { text = text.dropFirst() }
    needsDirectory = text.last == 0x2F
    if needsDirectory { text = text.dropLast() }
    guard !text.isEmpty else { return nil }
    isForNames = !text.contains(0x2F)
    if text.first == 0x2F { text = text.dropFirst() }
    wildcards = IgnoreLine.compile(Array(text))
  }

  /// True where the pattern matches a path or, having no `/`, its last part.
  func matches(path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>) -> Bool {
    wildcards.matches(isForNames ? name : path)
  }

  /// Spaces at the end go, unless a `\` keeps the first of them.
  private static func withoutTrailingSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = text.startIndex
    var spaces: Int?
    while index < text.endIndex {
      if text[index] == 0x20 {
        spaces = spaces ?? index
      } else {
        if text[index] == 0x5C {
          index += 1
          if index == text.endIndex { return text }
        }
        spaces = nil
      }
      index += 1
    }
    return spaces.map { text[..<$0] } ?? text
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x2A || byte == 0x3F || byte == 0x5B || byte == 0x5C
  }

  private static func compile(_ text: [UInt8]) -> Wildcards {
    var result = WildcardTokens()
    // git compares what comes before the first special character by itself, so that the rest counts as a pattern's start.
    let rest = text.firstIndex(where: isSpecial) ?? text.count
    result.tokens = text[..<rest].map { .byte($0) }
    var index = rest
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x2A:
        let start = index
        while index < text.count, text[index] == 0x2A { index += 1 }
        stars(text, start, &index, rest, &result)
      case 0x3F:
        result.tokens.append(.anyOne)
        index += 1
      case 0x5B: characterSet(text, &index, &result)
      case 0x5C:
        result.tokens.append(index + 1 < text.count ? .byte(text[index + 1]) : .never)
        index += 2
      default:
        result.tokens.append(.byte(byte))
        index += 1
      }
    }
    return Wildcards(result, countsCharacters: false)
  }

  /// `**` means folders only as a whole part of the path; elsewhere it is one `*`.
  private static func stars(_ text: [UInt8], _ start: Int, _ index: inout Int, _ rest: Int, _ result: inout WildcardTokens) {
    let isPartStart = start == rest || text[start - 1] == 0x2F
    let isAtEnd = index == text.count
    let isBeforeSlash = !isAtEnd && text[index] == 0x2F
    let isBeforeEscapedSlash = index + 1 < text.count && text[index] == 0x5C && text[index + 1] == 0x2F
    guard index - start > 1, isPartStart, isAtEnd || isBeforeSlash || isBeforeEscapedSlash else {
      if result.tokens.last != .star { result.tokens.append(.star) }
      return
    }
    result.tokens.append(isBeforeSlash ? .folders : .everything)
    if isBeforeSlash { index += 1 }
  }

  /// Reads a set; one without end, or with an unknown class, makes the pattern match nothing. Source: wildmatch.c's reading of `[`.
  private static func characterSet(_ text: [UInt8], _ index: inout Int, _ result: inout WildcardTokens) {
    var set = Wildcards.CharacterSet()
    var place = index + 1
    func byte(_ place: Int) -> UInt8? { place < text.count ? text[place] : nil }
    if byte(place) == 0x21 || byte(place) == 0x5E {
      set.isNegated = true
      place += 1
    }
    var previous: UInt8?
    var isFirst = true
    while isFirst || byte(place) != 0x5D {
      isFirst = false
      guard var current = byte(place) else { return fail(text, &index, &result) }
      if current == 0x5C {
        place += 1
        guard let escaped = byte(place) else { return fail(text, &index, &result) }
        set.ranges.append(UInt32(escaped)...UInt32(escaped))
        previous = escaped
      } else if current == 0x2D, let low = previous, let next = byte(place + 1), next != 0x5D {
        place += 1
        current = next
        if current == 0x5C {
          place += 1
          guard let escaped = byte(place) else { return fail(text, &index, &result) }
          current = escaped
        }
        if low <= current { set.ranges.append(UInt32(low)...UInt32(current)) }
        previous = nil
      } else if current == 0x5B, byte(place + 1) == 0x3A {
        guard let end = text[(place + 2)...].firstIndex(of: 0x5D) else { return fail(text, &index, &result) }
        if end > place + 2, text[end - 1] == 0x3A {
          guard let ranges = namedClass(text[(place + 2)..<(end - 1)]) else { return fail(text, &index, &result) }
          set.ranges += ranges
          previous = nil
          place = end
        } else {
          set.ranges.append(0x5B...0x5B)
          previous = 0x5B
        }
      } else {
        set.ranges.append(UInt32(current)...UInt32(current))
        previous = current
      }
      place += 1
    }
    result.tokens.append(.set(result.sets.count))
    result.sets.append(set)
    index = place + 1
  }

  private static func fail(_ text: [UInt8], _ index: inout Int, _ result: inout WildcardTokens) {
    result.tokens.append(.never)
    index = text.count
  }

  /// The bytes of `[:name:]`.
  private static func namedClass(_ name: ArraySlice<UInt8>) -> [ClosedRange<UInt32>]? {
    switch String(decoding: name, as: UTF8.self) {
    case "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    case "alpha": [0x41...0x5A, 0x61...0x7A]
    case "blank": [0x20...0x20, 0x09...0x09]
    case "cntrl": [0x00...0x1F, 0x7F...0x7F]
    case "digit": [0x30...0x39]
    case "graph": [0x21...0x7E]
    case "lower": [0x61...0x7A]
    case "print": [0x20...0x7E]
    case "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "space": [0x20...0x20, 0x09...0x0D]
    case "upper": [0x41...0x5A]
    case "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66]
    default: nil
    }
  }
}
