// Columns in very long lines.

import Testing
import VitrineSource

@Suite("Long lines")
struct LongLineTests {
  @Test("a column far into a line counts characters and UTF-16 code units from the line's start")
  func columns() {
    let line = String(repeating: "aé日😀", count: 500)
    let bytes = Array((line + "\n" + line).utf8)
    let table = LineTable(bytes)
    var expected = Position(line: 1, column: 1, utf16Column: 1)
    var offset = 0
    for scalar in (line + "\n" + line).unicodeScalars {
      #expect(table.position(of: offset) == expected)
      offset += UTF8.width(scalar)
      expected.column += 1
      expected.utf16Column += UTF16.width(scalar)
      if scalar == "\n" { expected = Position(line: 2, column: 1, utf16Column: 1) }
    }
    #expect(table.position(of: offset) == expected)
    #expect(table.position(of: offset + 1000) == expected)
  }

  @Test("many places on one line of a megabyte are found at once")
  func cost() {
    let table = LineTable([UInt8](repeating: 0x78, count: 1 << 20))
    var sum = 0
    for offset in stride(from: 0, to: 1 << 20, by: 200) { sum += table.position(of: offset).column }
    #expect(sum == 2_748_385_843)
  }
}
