// Strings, numbers and the three words of JSON.

import VitrineSource

extension JSONReader {
  /// Reads `true`, `false` or `null` at its first byte.
  @inline(__always)
  mutating func readWord(_ word: StaticString, _ kind: Node.Kind) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    guard text.count - index >= length else { throw fault(.value) }
    for offset in 1..<length where text[index &+ offset] != word.utf8Start[offset] { throw fault(.value) }
    try appendPlain(kind, end: index &+ length)
  }

  /// Reads a number at its minus sign or first digit.
  @inline(__always)
  mutating func readNumber() throws(JSONFault) {
    var end = index
    var kind = Node.Kind.int
    if text[end] == UInt8(ascii: "-") { end &+= 1 }
    let digits = end
    skipDigits(&end)
    guard end > digits else { throw fault(.digit, at: end) }
    if text[digits] == UInt8(ascii: "0"), end &- digits > 1 { throw fault(.leadingZero, at: index) }
    if end < text.count, text[end] == UInt8(ascii: ".") {
      kind = .float
      end &+= 1
      let fraction = end
      skipDigits(&end)
      guard end > fraction else { throw fault(.digit, at: end) }
    }
    if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") {
      kind = .float
      end &+= 1
      if end < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-") { end &+= 1 }
      let exponent = end
      skipDigits(&end)
      guard end > exponent else { throw fault(.digit, at: end) }
    }
    try appendPlain(kind, end: end)
  }

  @inline(__always)
  private func skipDigits(_ end: inout Int) {
    while end < text.count, text[end] &- 0x30 < 10 { end &+= 1 }
  }

  /// Writes a plain scalar from `index` to `end` and goes there.
  @inline(__always)
  private mutating func appendPlain(_ kind: Node.Kind, end: Int) throws(JSONFault) {
    let start = UInt32(truncatingIfNeeded: index)
    try append(
      Node(
        kind: kind, style: .plain, start: start, end: UInt32(truncatingIfNeeded: end), content: start,
        contentCount: UInt32(truncatingIfNeeded: end &- index), next: NodeID(truncatingIfNeeded: nodeCount &+ 1),
        propertiesStart: start))
    index = end
  }

  /// Reads a string at its opening quote.
  @inline(__always)
  mutating func readString() throws(JSONFault) {
    let end = endOfRun(from: index &+ 1)
    guard end < text.count, text[end] == UInt8(ascii: "\"") else { return try readEscapedString(firstRunEnd: end) }
    let start = UInt32(truncatingIfNeeded: index)
    try append(
      Node(
        kind: .string, style: .doubleQuoted, start: start, end: UInt32(truncatingIfNeeded: end &+ 1), content: start &+ 1,
        contentCount: UInt32(truncatingIfNeeded: end &- index &- 1), next: NodeID(truncatingIfNeeded: nodeCount &+ 1),
        propertiesStart: start))
    index = end &+ 1
  }

  /// The offset of the first quote, backslash or control character from `start` on; the end of the text if there is none.
  @inline(__always)
  private func endOfRun(from start: Int) -> Int {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
    let count = text.count
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index &+ 8 <= count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // The lowest marked byte is exact: borrows only run upwards from it.
      let zeros = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      let hits = (zeros | ((word &- (ones &* 0x20)) & ~word)) & (ones &* 0x80)
      if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, text[index] != 0x22, text[index] != 0x5C, text[index] >= 0x20 { index &+= 1 }
    return index
  }

  /// Reads a string whose first run ends at something else than a quote.
  @inline(never)
  private mutating func readEscapedString(firstRunEnd: Int) throws(JSONFault) {
    let start = index
    let contentStart = decoded.count
    var run = start + 1
    var end = firstRunEnd
    while true {
      guard end < text.count else { throw fault(.unclosedString, at: start) }
      if end > run { decoded.append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<end])) }
      if text[end] == UInt8(ascii: "\"") { break }
      guard text[end] == UInt8(ascii: "\\") else { throw fault(.control(stringStart: start), at: end) }
      guard end + 1 < text.count else { throw fault(.unclosedString, at: start) }
      run = try readEscape(at: end)
      end = endOfRun(from: run)
    }
    try append(
      Node(
        kind: .string, style: .doubleQuoted, flags: .decoded, start: UInt32(start), end: UInt32(end + 1),
        content: UInt32(contentStart), contentCount: UInt32(decoded.count - contentStart), next: NodeID(nodeCount + 1),
        propertiesStart: UInt32(start)))
    index = end + 1
  }

  /// Decodes the escape at a backslash that is not the last byte; gives the offset after it.
  private mutating func readEscape(at offset: Int) throws(JSONFault) -> Int {
    switch text[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(text[offset + 1])
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"): return try readUnicodeEscape(at: offset)
    default: throw fault(.escape, at: offset)
    }
    return offset + 2
  }

  /// Decodes `\uXXXX`, or a pair of them; gives the offset after it.
  private mutating func readUnicodeEscape(at offset: Int) throws(JSONFault) -> Int {
    guard let unit = hexUnit(at: offset + 2) else { throw fault(.unicodeEscape, at: offset) }
    var end = offset + 6
    var value = unit
    if unit & 0xFC00 == 0xD800, end + 1 < text.count, text[end] == UInt8(ascii: "\\"), text[end + 1] == UInt8(ascii: "u"),
      let low = hexUnit(at: end + 2), low & 0xFC00 == 0xDC00
    {
      value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
      end += 6
    }
    if let scalar = Unicode.Scalar(value) {
      decoded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    } else {
      hasLoneSurrogate = true
      if findings.count < Limits.findings {
        var finding = JSONDiagnosis.loneSurrogate(text, offset..<end)
        finding.pointer = pointer(to: parent)
        findings.append(finding)
      }
      decoded.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
    return end
  }

  /// The value of four hexadecimal digits, or nil.
  private func hexUnit(at offset: Int) -> UInt32? {
    guard offset + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for byte in text[offset..<offset + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 15)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte & 15 + 9)
      default: return nil
      }
    }
    return value
  }
}
