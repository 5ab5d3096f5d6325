// The first frame of a GIF.

/// Reads GIFs. Source: GIF89a, and its appendix F on LZW.
enum GIFDecoder {
  /// The pixels of the first frame on its canvas; what it leaves open is white.
  ///
  /// Errors: it is no GIF, too large, or has no frame.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> Picture {
    guard bytes.count >= 13, bytes.has("GIF8", at: 0) else { throw DecodeFailure(reason: "the picture cannot be decoded") }
    let (width, height) = (number16(bytes, 6), number16(bytes, 8))
    try Picture.check(width: width, height: height)
    var place = 13
    let palette = palette(bytes, &place, flags: bytes[10])
    var clear = -1
    while place < bytes.count {
      switch bytes[place] {
      case 0x21:
        // An extension: of those only the one matters that says which colour is none.
        if place + 7 < bytes.count, bytes[place + 1] == 0xF9, bytes[place + 3] & 1 == 1 { clear = Int(bytes[place + 6]) }
        place += 2
        skipBlocks(bytes, &place)
      case 0x2C where place + 10 <= bytes.count:
        let frame = Frame(
          x: number16(bytes, place + 1), y: number16(bytes, place + 3), width: number16(bytes, place + 5),
          height: number16(bytes, place + 7), isInterlaced: bytes[place + 9] & 0x40 != 0)
        let flags = bytes[place + 9]
        place += 10
        let own = Self.palette(bytes, &place, flags: flags)
        try Picture.check(width: frame.width, height: frame.height)
        let colors = own.isEmpty ? palette : own
        guard !colors.isEmpty else { throw DecodeFailure(reason: "the picture has no colours") }
        let indices = indices(bytes, place, most: frame.width * frame.height)
        guard !indices.isEmpty else { throw DecodeFailure(reason: "the picture is damaged") }
        return picture(width, height, frame, indices, colors, clear: clear)
      default: throw DecodeFailure(reason: "the picture has no frames")
      }
    }
    throw DecodeFailure(reason: "the picture has no frames")
  }

  /// Where the first frame lies on the canvas.
  private struct Frame {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool

    /// The rows in the order in which they are stored.
    var rows: [Int] {
      guard isInterlaced else { return Array(0..<height) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
    }
  }

  private static func picture(
    _ width: Int, _ height: Int, _ frame: Frame, _ indices: [UInt8], _ colors: [UInt8], clear: Int
  ) -> Picture {
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    var next = 0
    for row in frame.rows {
      for column in 0..<frame.width {
        guard next < indices.count else { return Picture(width: width, height: height, pixels: pixels) }
        let index = Int(indices[next])
        next += 1
        let (x, y) = (frame.x + column, frame.y + row)
        guard index != clear, x < width, y < height, index * 3 + 2 < colors.count else { continue }
        for channel in 0..<3 { pixels[(y * width + x) * 3 + channel] = colors[index * 3 + channel] }
      }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  private static func number16(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }

  /// A table of colours, three bytes each, where flags say that there is one.
  private static func palette(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int, flags: UInt8) -> [UInt8] {
    guard flags & 0x80 != 0 else { return [] }
    let end = min(bytes.count, place + 3 << (Int(flags & 7) + 1))
    defer { place = end }
    return Array(bytes[min(place, end)..<end])
  }

  private static func skipBlocks(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
    while place < bytes.count, bytes[place] > 0 { place += 1 + Int(bytes[place]) }
    place += 1
  }

  /// The numbers of the pixels' colours; of data that are cut off, as many as there are.
  private static func indices(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, most: Int) -> [UInt8] {
    guard start < bytes.count, (2...8).contains(bytes[start]) else { return [] }
    let least = Int(bytes[start]) + 1
    let (clear, end) = (1 << (least - 1), 1 << (least - 1) + 1)
    // An entry is the one that it goes on from, and its last index.
    var (before, last, length) = (
      [Int](repeating: -1, count: 4096), [UInt8](repeating: 0, count: 4096), [Int](repeating: 1, count: 4096)
    )
    for index in 0..<clear { last[index] = UInt8(index) }
    var result = [UInt8](repeating: 0, count: most)
    var (written, next, size, previous) = (0, end + 1, least, -1)
    var (bits, bitCount, place, rest) = (0, 0, start + 1, 0)
    while written < most {
      while bitCount < size {
        if rest == 0 {
          guard place < bytes.count, bytes[place] > 0 else { return Array(result.prefix(written)) }
          rest = Int(bytes[place])
          place += 1
        }
        guard place < bytes.count else { return Array(result.prefix(written)) }
        bits |= Int(bytes[place]) << bitCount
        (place, rest, bitCount) = (place + 1, rest - 1, bitCount + 8)
      }
      let code = bits & (1 << size - 1)
      (bits, bitCount) = (bits >> size, bitCount - size)
      if code == clear {
        (next, size, previous) = (end + 1, least, -1)
        continue
      }
      guard code != end, code < next || (code == next && previous >= 0) else { break }
      // The one entry that a code may name before it is there begins and ends with the same index.
      var entry = code
      if previous >= 0, next < 4096 {
        var first = code == next ? previous : code
        while before[first] >= 0 { first = before[first] }
        (before[next], last[next], length[next]) = (previous, last[first], length[previous] + 1)
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      } else if code >= next {
        break
      }
      let count = length[entry]
      var to = written + count - 1
      while entry >= 0 {
        if to < most { result[to] = last[entry] }
        (entry, to) = (before[entry], to - 1)
      }
      written = min(most, written + count)
      previous = code
    }
    return Array(result.prefix(written))
  }
}
