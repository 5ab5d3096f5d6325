// What a plain scalar means: YAML 1.2, chapter 10.3, the core schema.

/// The tag resolution of the core schema.
package enum YAMLCoreSchema {
  /// The kind of a plain scalar with this content. `no`, `on` and dates are strings; so is everything that matches no other pattern.
  package static func kind(of content: UnsafeBufferPointer<UInt8>) -> Node.Kind {
    guard let first = content.first else { return .null }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return numberKind(content) ?? .string
    case UInt8(ascii: "~"): return content.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return matches(content, "null", "Null", "NULL") ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return matches(content, "true", "True", "TRUE") ? .bool : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return matches(content, "false", "False", "FALSE") ? .bool : .string
    default: return .string
    }
  }

  private static func matches(
    _ content: UnsafeBufferPointer<UInt8>, _ first: StaticString, _ second: StaticString, _ third: StaticString
  ) -> Bool {
    equals(content, first) || equals(content, second) || equals(content, third)
  }

  private static func equals(_ content: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    content.count == word.utf8CodeUnitCount
      && content.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// `[-+]?[0-9]+`, `0o[0-7]+`, `0x[0-9a-fA-F]+`, `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, `[-+]?\.inf`, `\.nan`.
  private static func numberKind(_ content: UnsafeBufferPointer<UInt8>) -> Node.Kind? {
    let count = content.count
    if content[0] == UInt8(ascii: "0"), count > 2 {
      if content[1] == UInt8(ascii: "o") { return content[2...].allSatisfy { (0x30...0x37).contains($0) } ? .int : nil }
      if content[1] == UInt8(ascii: "x") { return content[2...].allSatisfy(isHexDigit) ? .int : nil }
    }
    var index = content[0] == UInt8(ascii: "-") || content[0] == UInt8(ascii: "+") ? 1 : 0
    if count - index == 4, content[index] == UInt8(ascii: ".") {
      let word = UnsafeBufferPointer(rebasing: content[index...])
      if matches(word, ".inf", ".Inf", ".INF") { return .float }
      if index == 0, matches(word, ".nan", ".NaN", ".NAN") { return .float }
    }
    let whole = digits(content, &index)
    guard index < count else { return whole > 0 ? .int : nil }
    var fraction = 0
    if content[index] == UInt8(ascii: ".") {
      index += 1
      fraction = digits(content, &index)
    }
    guard whole + fraction > 0 else { return nil }
    if index < count, content[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, content[index] == UInt8(ascii: "-") || content[index] == UInt8(ascii: "+") { index += 1 }
      guard digits(content, &index) > 0 else { return nil }
    }
    return index == count ? .float : nil
  }

  private static func digits(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    let start = index
    while index < content.count, (0x30...0x39).contains(content[index]) { index += 1 }
    return index - start
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
