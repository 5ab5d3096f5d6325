// Comma-separated values to rows of cells, each with its place.

import VitrineSource

/// Reads comma-separated values. Source: RFC 4180; besides, lines may end in LF alone, blank lines are passed over, and the separator may be another.
struct CSVReader {
  /// A cell: its text without quotes, and where it stands with them.
  struct Cell: Sendable {
    var text: String
    var range: ByteRange
  }

  /// A fault of the text.
  struct Fault: Sendable {
    var range: ByteRange
    var message: String
  }

  /// The rows.
  private(set) var rows: [[Cell]] = []
  /// What is wrong.
  private(set) var faults: [Fault] = []

  /// Reads a text from an offset on; `separator` is guessed from its first line unless given.
  init(_ bytes: [UInt8], from start: Int, separator: UInt8?) {
    bytes.withUnsafeBufferPointer { read($0, start, separator ?? Self.separator(of: bytes[start...])) }
  }

  /// The one of comma, semicolon and tab that stands most often in the first line; the comma where none does.
  private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
    var counts: [(byte: UInt8, count: Int)] = [(0x2C, 0), (0x3B, 0), (0x09, 0)]
    var isQuoted = false
    for byte in text {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { break }
      if !isQuoted, let place = counts.firstIndex(where: { $0.byte == byte }) { counts[place].count += 1 }
    }
    return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.byte
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ separator: UInt8) {
    var index = start
    var row: [Cell] = []
    while index < bytes.count {
      if row.isEmpty, bytes[index] == 0x0A || bytes[index] == 0x0D {
        index += 1
        continue
      }
      let (cell, next) = cell(bytes, index, separator)
      row.append(cell)
      index = next
      if index < bytes.count, bytes[index] == separator {
        index += 1
        // A line that ends behind a separator has an empty cell there.
        if index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { continue }
        row.append(Cell(text: "", range: ByteRange(index, index)))
      }
      rows.append(row)
      row = []
      if index < bytes.count, bytes[index] == 0x0D { index += 1 }
      if index < bytes.count, bytes[index] == 0x0A { index += 1 }
    }
    if !row.isEmpty { rows.append(row) }
  }

  /// A cell, and the place of the separator or the line's end behind it.
  private mutating func cell(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ separator: UInt8) -> (Cell, Int) {
    func isEnd(_ index: Int) -> Bool {
      index >= bytes.count || bytes[index] == separator || bytes[index] == 0x0A
        || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] == 0x0A))
    }
    var index = start
    guard bytes[start] == 0x22 else {
      while !isEnd(index) { index += 1 }
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
      return (Cell(text: text, range: ByteRange(start, index)), index)
    }
    var content: [UInt8] = []
    index += 1
    var isClosed = false
    while index < bytes.count {
      if bytes[index] == 0x22 {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else {
          isClosed = true
          index += 1
          break
        }
        index += 1
      }
      content.append(bytes[index])
      index += 1
    }
    if !isClosed { faults.append(Fault(range: ByteRange(start, start + 1), message: "this quote is never closed")) }
    let closed = index
    while !isEnd(index) { index += 1 }
    if index > closed {
      faults.append(
        Fault(
          range: ByteRange(closed, index),
          message: "there is more behind the closing quote; a quote within quotes is written twice"))
    }
    return (Cell(text: String(decoding: content, as: UTF8.self), range: ByteRange(start, index)), index)
  }
}
