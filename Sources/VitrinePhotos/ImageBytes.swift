// An image's bytes for readers that follow offsets: what is known already, and more of them where somebody can read more.

/// The bytes of an image file, of which only the needed ones are read.
///
/// Shape: all offsets are those of the file. What is asked for is bounded, whatever the file says: 64 KiB at once, 4 MiB in 512 reads in all.
package struct ImageBytes {
  /// The most bytes given at once. Units: bytes.
  static let most = 65_536
  /// The most bytes of a text that are looked at: editors keep a photo's history in XMP. Units: bytes.
  static let long = 1 << 20
  /// Depth maps and profiles in front of a JPEG's frame make hundreds of segments, each of which is a read.
  private static let mostReads = 512
  private static let mostRead = 4 << 20
  private static let pageSize = 4096

  /// The file's size. Units: bytes.
  package let size: Int
  private let sample: ImageSample
  private let more: ((_ start: Int, _ count: Int) -> [UInt8])?
  private var pages: [(start: Int, bytes: [UInt8])] = []
  /// How many times more bytes were asked for.
  package private(set) var reads = 0
  private var readCount = 0

  /// The bytes of a file whose ends are known. `more` reads others: it gives as many as it can, at most `count`; without it only the ends are
  /// known.
  package init(_ sample: ImageSample, more: ((_ start: Int, _ count: Int) -> [UInt8])? = nil) {
    self.sample = sample
    self.more = more
    size = sample.size
  }

  /// The bytes at an offset; nil where some of them are past the end or cannot be read, or where they are more than are given at once.
  mutating func bytes(_ start: Int, _ count: Int) -> [UInt8]? {
    guard start >= 0, count >= 0, count <= Self.most, start <= size - count else { return nil }
    let head = sample.head
    if start + count <= head.count { return Array(head[start..<start + count]) }
    for page in pages where start >= page.start && start + count <= page.start + page.bytes.count {
      return Array(page.bytes[start - page.start..<start - page.start + count])
    }
    if sample[start + count - 1] != nil, sample[start] != nil {
      let known = (start..<start + count).compactMap { sample[$0] }
      if known.count == count { return known }
    }
    guard let more, reads < Self.mostReads, readCount < Self.mostRead else { return nil }
    reads += 1
    let page = more(start, min(max(count, Self.pageSize), size - start))
    readCount += page.count
    guard page.count >= count else { return nil }
    pages.append((start, page))
    return Array(page.prefix(count))
  }

  /// The bytes at an offset, as many of `count` as there are, and at most `long`: text in which what is wanted may stand anywhere.
  mutating func longBytes(_ start: Int, _ count: Int) -> [UInt8] {
    guard start >= 0, start < size else { return [] }
    let wanted = min(count, size - start, Self.long)
    var all: [UInt8] = []
    while all.count < wanted, let next = bytes(start + all.count, min(Self.most, wanted - all.count)) {
      if next.count == wanted { return next }
      all += next
    }
    return all
  }

  /// The same bytes as `bytes`, without a copy where they stand at the start of the file.
  mutating func slice(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
    if start >= 0, count >= 0, start <= sample.head.count - count { return sample.head[start..<start + count] }
    return bytes(start, count).map { $0[...] }
  }

  /// A number of 1, 2, 4 or 8 bytes; nil where it is not known or does not fit in 63 bits.
  mutating func number(_ start: Int, _ width: Int, littleEndian: Bool = false) -> Int? {
    guard start >= 0, start <= size - width else { return nil }
    if start + width <= sample.head.count {
      return Self.number(sample.head[start..<start + width], littleEndian)
    }
    return bytes(start, width).flatMap { Self.number($0[...], littleEndian) }
  }

  /// The number that bytes make; nil where it does not fit in 63 bits.
  static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> Int? {
    var value: UInt64 = 0
    if isLittle {
      for byte in bytes.reversed() { value = value << 8 | UInt64(byte) }
    } else {
      for byte in bytes { value = value << 8 | UInt64(byte) }
    }
    return Int(exactly: value)
  }

  /// True where the bytes at an offset are those of an ASCII text.
  mutating func has(_ text: StaticString, at start: Int) -> Bool {
    guard let bytes = bytes(start, text.utf8CodeUnitCount) else { return false }
    return bytes.indices.allSatisfy { bytes[$0] == text.utf8Start[$0] }
  }
}
