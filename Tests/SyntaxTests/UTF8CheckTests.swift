// The check that stands before the parsers.

import Testing
import VitrineSource
import VitrineSyntax

@Suite("UTF-8 check")
struct UTF8CheckTests {
  @Test(
    "the first byte that is not UTF-8 is found, wherever it stands",
    arguments: [
      ([], nil), ([0x41], nil), ([0xC3, 0xA9], nil), ([0xE2, 0x82, 0xAC], nil), ([0xF0, 0x9F, 0x98, 0x80], nil),
      ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC2], 0), ([0xC2, 0x41], 0), ([0xE0, 0x9F, 0xBF], 0),
      ([0xE0, 0xA0, 0x80], nil), ([0xED, 0x9F, 0xBF], nil), ([0xED, 0xA0, 0x80], 0), ([0xEE, 0x80, 0x80], nil),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF0, 0x90, 0x80, 0x80], nil), ([0xF4, 0x8F, 0xBF, 0xBF], nil),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0), ([0xE2, 0x82], 0), ([0xF0, 0x9F, 0x98], 0),
      ([0x41, 0xC3, 0xA9, 0xE9, 0x41], 3),
    ] as [([UInt8], Int?)])
  func firstInvalid(bytes: [UInt8], expected: Int?) {
    for padding in 0..<70 {
      let padded = Array(repeating: UInt8(0x20), count: padding) + bytes + [0x20]
      #expect(padded.withUnsafeBufferPointer { UTF8Check.firstInvalid(in: $0) } == expected.map { $0 + padding })
    }
    #expect(bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid(in: $0) } == expected)
  }

  @Test("it agrees with the standard library on every mixture of edge bytes")
  func agreement() {
    let edges: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    ]
    var disagreements: [[UInt8]] = []
    for a in edges {
      for b in edges {
        for c in edges {
          for d in edges {
            let bytes = [a, b, c, d]
            let isValid = bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid(in: $0) } == nil
            if isValid != (String(validating: bytes, as: UTF8.self) != nil) { disagreements.append(bytes) }
          }
        }
      }
    }
    #expect(disagreements.isEmpty)
  }

  @Test("an encoding that is not UTF-8 is named")
  func encodings() {
    check([0xFF, 0xFE, 0x7B, 0x00], .utf16LittleEndian)
    check([0x7B, 0x00, 0x7D, 0x00], .utf16LittleEndian)
    check([0xFE, 0xFF, 0x00, 0x7B], .utf16BigEndian)
    check([0x00, 0x7B, 0x00, 0x7D], .utf16BigEndian)
    check([0xFF, 0xFE, 0x00, 0x00, 0x7B, 0, 0, 0], .utf32LittleEndian)
    check([0x7B, 0, 0, 0], .utf32LittleEndian)
    check([0, 0, 0xFE, 0xFF], .utf32BigEndian)
    check([0, 0, 0, 0x7B], .utf32BigEndian)
    check([0xEF, 0xBB, 0xBF, 0x7B], .utf8WithMark)
    check([0x7B], .utf8)
    check([], .utf8)
  }

  private func check(_ bytes: [UInt8], _ expected: UTF8Check.Encoding) {
    #expect(bytes.withUnsafeBufferPointer { UTF8Check.detectedEncoding($0) } == expected)
  }

  @Test("a finding tells the byte, its offset and what it may be in another encoding")
  func finding() throws {
    let bytes = Array("caf".utf8) + [0xE9] + Array(" x".utf8)
    let finding = try #require(bytes.withUnsafeBufferPointer { UTF8Check.finding(for: $0) })
    #expect(finding.rule.slug == "not-utf8")
    #expect(finding.range == ByteRange(3, 4))
    #expect(finding.message == "byte 0xE9 at offset 3 is not UTF-8")
    #expect(finding.note.contains("'é'"))
    let wide: [UInt8] = [0xFF, 0xFE, 0x7B, 0x00]
    let message = wide.withUnsafeBufferPointer { UTF8Check.finding(for: $0) }?.message
    #expect(message == "the file is UTF-16 (little-endian), not UTF-8")
  }
}
