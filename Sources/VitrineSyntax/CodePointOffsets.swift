// From libyaml's marks, which count code points, to byte offsets.

/// Where the n-th code point of a text starts.
struct CodePointOffsets {
  /// Every how many code points an offset is kept.
  private static let stride = 64
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes before the first counted code point: 3 after a byte order mark.
  private let origin: Int
  /// Byte offsets of the code points 0, 64, 128, …; nil where all is ASCII.
  private let marks: [UInt32]?

  /// Reads through `bytes` once, unless they are ASCII. `bytes` must outlive the value and be UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>, origin: Int, isASCII: Bool) {
    self.bytes = bytes
    self.origin = origin
    guard !isASCII else {
      marks = nil
      return
    }
    var marks: [UInt32] = []
    marks.reserveCapacity(bytes.count / Self.stride + 1)
    var count = 0
    for index in origin..<max(origin, bytes.count) where bytes[index] & 0xC0 != 0x80 {
      if count % Self.stride == 0 { marks.append(UInt32(index)) }
      count += 1
    }
    self.marks = marks
  }

  /// The byte offset of a code point, counted from 0; the end of the text for one past the last.
  func byte(_ codePoint: Int) -> Int {
    guard let marks else { return min(origin + codePoint, bytes.count) }
    let mark = codePoint / Self.stride
    guard mark < marks.count else { return bytes.count }
    var offset = Int(marks[mark])
    var left = codePoint % Self.stride
    while left > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }
}
