// Git's conflict markers: one finding for the whole conflict, not one for each line that makes no sense.

import VitrineSource

/// The search for an unresolved merge.
enum MergeConflict {
  /// The first conflict: from a line that starts with `<<<<<<< ` to one that starts with `>>>>>>> `, with a line `=======` between.
  static func find(in bytes: [UInt8]) -> Finding? {
    guard let start = line(startingWith: UInt8(ascii: "<"), in: bytes, from: 0) else { return nil }
    guard let middle = line(startingWith: UInt8(ascii: "="), in: bytes, from: start.upperBound),
      let end = line(startingWith: UInt8(ascii: ">"), in: bytes, from: middle.upperBound)
    else { return nil }
    var count = 1
    var position = end.upperBound
    while let next = line(startingWith: UInt8(ascii: "<"), in: bytes, from: position) {
      count += 1
      position = next.upperBound
    }
    return Finding(
      SyntaxRules.mergeConflict, at: ByteRange(start.lowerBound, end.upperBound),
      count == 1 ? "an unresolved merge conflict" : "\(count) unresolved merge conflicts; this is the first",
      related: [RelatedPlace(ByteRange(middle.lowerBound, middle.upperBound), "the other side starts after this line")])
  }

  /// The next line that begins with seven of `mark` and then ends or goes on with a space.
  private static func line(startingWith mark: UInt8, in bytes: [UInt8], from: Int) -> Range<Int>? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = from
      while index + 7 <= bytes.count {
        // Seven marks in a row cover every seventh byte: most steps look at one byte and skip seven.
        guard bytes[index + 6] == mark else {
          index += bytes[index + 6] == 0x0A ? 7 : 1
          while index + 7 <= bytes.count, bytes[index + 6] != mark, bytes[index + 3] != mark { index += 4 }
          continue
        }
        let isAtLineStart = index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D
        guard isAtLineStart, bytes[index..<index + 7].allSatisfy({ $0 == mark }) else {
          index += 1
          continue
        }
        var end = index + 7
        guard end == bytes.count || bytes[end] == 0x20 || bytes[end] == 0x0A || bytes[end] == 0x0D else {
          index += 1
          continue
        }
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        return index..<end
      }
      return nil
    }
  }
}
