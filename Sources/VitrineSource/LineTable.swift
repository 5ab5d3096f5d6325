// From byte offsets to lines and columns. Built only for a text that has a finding.

import VitrineAlgorithms

/// The starts of all lines of one text.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line, after a byte order mark on the first.
  package let starts: [Int]
  /// How many characters stand before each block of `blockSize` bytes, so that a column in a very long line costs no more than another.
  private let checkpoints: [Count]

  private static let blockSize = 256

  /// A number of characters, and how many of them take two UTF-16 code units.
  private struct Count {
    var characters: UInt32 = 0
    var wide: UInt32 = 0

    /// Counts the characters that start in `bytes`.
    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes where byte & 0xC0 != 0x80 {
        characters &+= 1
        if byte >= 0xF0 { wide &+= 1 }
      }
    }
  }

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
    var checkpoints = [Count()]
    var count = Count()
    for start in stride(from: 0, to: bytes.count - Self.blockSize + 1, by: Self.blockSize) {
      count.add(bytes[start..<start + Self.blockSize])
      checkpoints.append(count)
    }
    self.checkpoints = checkpoints
  }

  /// The position of a byte. An offset past the end is taken as the end; one inside a character counts as that character's.
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, starts[0]), bytes.count)
    let line = lineIndex(of: offset)
    let before = count(before: starts[line])
    let here = count(before: offset)
    let column = Int(here.characters &- before.characters) + 1
    return Position(line: line + 1, column: column, utf16Column: column + Int(here.wide &- before.wide))
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

  private func count(before offset: Int) -> Count {
    let block = offset / Self.blockSize
    var count = checkpoints[block]
    count.add(bytes[block * Self.blockSize..<offset])
    return count
  }

  /// The index, from 0, of the line that holds `offset`.
  private func lineIndex(of offset: Int) -> Int {
    max(starts.partitioningIndex { $0 > offset } - 1, 0)
  }
}
