// From byte offsets to lines and columns. Built only for a text that has a finding.

/// The starts of all lines of one text.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line, after a byte order mark on the first.
  package let starts: [Int]

  /// Finds every line start of `bytes`. A break is LF, CR LF or a lone CR, as in YAML 1.2 and in LSP.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices {
        if buffer[index] == 0x0A {
          starts.append(index + 1)
        } else if buffer[index] == 0x0D, index + 1 == buffer.count || buffer[index + 1] != 0x0A {
          starts.append(index + 1)
        }
      }
    }
    self.starts = starts
  }

  /// The position of a byte. An offset past the end is taken as the end; one inside a character counts as that character's.
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, starts[0]), bytes.count)
    let line = lineIndex(of: offset)
    var column = 1
    var utf16Column = 1
    for byte in bytes[starts[line]..<max(starts[line], offset)] where byte & 0xC0 != 0x80 {
      column += 1
      utf16Column += byte >= 0xF0 ? 2 : 1
    }
    return Position(line: line + 1, column: column, utf16Column: utf16Column)
  }

  /// Start and end of a range.
  package func span(of range: ByteRange) -> Span {
    Span(start: position(of: Int(range.start)), end: position(of: Int(range.end)))
  }

  /// The bytes of a line, counted from 1, without its line break; empty for a line that is not there.
  package func lineContent(_ line: Int) -> ArraySlice<UInt8> {
    guard line >= 1, line <= starts.count else { return [] }
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  /// The index, from 0, of the line that holds `offset`: binary search.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
