// Numbers and texts of the table of places, read with a check of every bound: what is cut off or broken gives nil.

/// A position in some bytes, which moves on as they are read.
struct PlaceReader {
  private let bytes: [UInt8]
  private(set) var offset: Int

  /// A reader of bytes from an offset on.
  init(_ bytes: [UInt8], at offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  /// Some bytes.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// One byte.
  mutating func byte() -> UInt8? {
    guard bytes.indices.contains(offset) else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A number of fixed width, least significant byte first.
  mutating func number(_ width: Int) -> Int? {
    take(width)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A 32-bit IEEE number, least significant byte first.
  mutating func float() -> Float? { number(4).map { Float(bitPattern: UInt32($0)) } }

  /// A number of seven bits a byte, the least significant first; the highest bit says that more follow. At most 35 bits.
  mutating func varint() -> Int? {
    var value = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard let next = byte() else { return nil }
      value |= Int(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    return nil
  }

  /// A number with a sign, which is its lowest bit.
  mutating func signed() -> Int? { varint().map { $0 & 1 == 0 ? $0 >> 1 : -($0 >> 1) - 1 } }

  /// Numbers, each written as the difference from the one before.
  mutating func differences(_ count: Int) -> [Int]? {
    guard count <= bytes.count - offset else { return nil }
    var values: [Int] = []
    values.reserveCapacity(count)
    var last = 0
    for _ in 0..<count {
      guard let difference = signed() else { return nil }
      last += difference
      values.append(last)
    }
    return values
  }

  /// A text behind its length.
  mutating func text() -> String? {
    guard let count = byte(), let text = take(Int(count)) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A compressed stretch of the table.
struct PlaceChunk: Sendable {
  /// Where it begins, from the end of the heads.
  let offset: Int
  /// How long it is, as it stands and expanded. Units: bytes.
  let count: Int
  /// How long it is when it is expanded. Units: bytes.
  let expandedCount: Int

  /// Reads where a chunk is.
  init?(_ reader: inout PlaceReader) {
    guard let offset = reader.number(4), let count = reader.number(4), let expandedCount = reader.number(4) else { return nil }
    (self.offset, self.count, self.expandedCount) = (offset, count, expandedCount)
  }
}
