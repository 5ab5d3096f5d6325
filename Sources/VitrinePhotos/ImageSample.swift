// The two ends of an image file: as much as is ever looked at to know it.

/// The start and the end of a file.
///
/// Shape: all offsets are those of the file; bytes that lie in neither end are unknown, and so are bytes past the end.
package struct ImageSample: Sendable {
  /// The bytes of either end that should be read. Units: bytes.
  package static let endSize = 65_536

  /// The first bytes.
  package let head: [UInt8]
  /// The last bytes; empty where the head is the whole file.
  package let tail: [UInt8]
  /// Units: bytes.
  package let size: Int
  private let tailStart: Int

  /// The ends of a file of `size` bytes. A size that is less than what was read (the file shrank) is taken as what was read.
  package init(head: [UInt8], tail: [UInt8] = [], size: Int) {
    self.head = head
    self.tail = tail
    self.size = max(size, head.count, tail.count)
    tailStart = self.size - tail.count
  }

  /// A file that was read whole.
  package init(_ bytes: [UInt8]) {
    self.init(head: bytes, size: bytes.count)
  }

  /// The byte at an offset, if it is known.
  @inline(__always)
  subscript(offset: Int) -> UInt8? {
    if offset >= 0, offset < head.count { return head[offset] }
    return offset >= tailStart && offset < size ? tail[offset - tailStart] : nil
  }

  /// A number of 16 bits, if it is known.
  func number16(_ offset: Int, littleEndian: Bool = false) -> Int? {
    guard offset >= 0, offset < size, let first = self[offset], let second = self[offset + 1] else { return nil }
    return littleEndian ? Int(second) << 8 | Int(first) : Int(first) << 8 | Int(second)
  }

  /// A number of 32 bits, if it is known.
  func number32(_ offset: Int, littleEndian: Bool = false) -> Int? {
    guard offset >= 0, offset < size, let first = number16(offset, littleEndian: littleEndian),
      let second = number16(offset + 2, littleEndian: littleEndian)
    else { return nil }
    return littleEndian ? second << 16 | first : first << 16 | second
  }

  /// A number of 64 bits, if it is known and fits in 63.
  func number64(_ offset: Int, littleEndian: Bool = false) -> Int? {
    guard offset >= 0, offset < size, let first = number32(offset, littleEndian: littleEndian),
      let second = number32(offset + 4, littleEndian: littleEndian)
    else { return nil }
    let (high, low) = littleEndian ? (second, first) : (first, second)
    return high < 1 << 31 ? high << 32 | low : nil
  }

  /// True where the known bytes at an offset are those of an ASCII text.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount where self[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// True where the known bytes at an offset are these.
  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    for (index, byte) in bytes.enumerated() where self[offset + index] != byte { return false }
    return true
  }

  /// True where everything is known, and the tail goes on where the head ends.
  var isWhole: Bool { tail.isEmpty ? head.count == size : tailStart == head.count }
}
