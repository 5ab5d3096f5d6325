// What libexif stumbles over, taken out of a block beforehand.

/// Makes a block such that libexif reads all of it that can be read.
///
/// A pointer that leads out of the block ends a directory for libexif 0.6.24, and what stands behind it is lost: such an entry is blanked.
/// A maker's note that reaches further than the block is left out by libexif: it is cut.
/// The type of texts that EXIF 3.0 brought, UTF-8, it does not know: it is turned to the older one, which has the same bytes.
/// Source: libexif 0.6.24, exif-data.c; EXIF 3.0, 4.6.2 (type 129).
enum ExifPreparation {
  /// The most directories that are gone through.
  private static let maximum = 8
  /// The tags whose value is an offset or a length: the directories, and the small picture.
  private static let pointers: Set<Int> = [ExifTags.Number.exif, ExifTags.Number.gps, 0xA005, 0x201, 0x202]

  /// Changes the block that begins at `start`.
  static func prepare(_ bytes: inout [UInt8], from start: Int) {
    bytes.withUnsafeMutableBufferPointer { prepare($0, from: start) }
  }

  private static func prepare(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
    guard bytes.count >= start + 8 else { return }
    let isLittle = bytes[start] == UInt8(ascii: "I")
    let size = bytes.count - start
    var directories = [number(bytes, start + 4, 4, isLittle)]
    var seen: [Int] = []
    while let next = directories.popLast(), seen.count < maximum {
      guard let next, !seen.contains(next), let count = number(bytes, start + next, 2, isLittle) else { continue }
      seen.append(next)
      for index in 0..<min(count, TIFFBlock.mostEntries) {
        let place = start + next + 2 + index * 12
        guard place + 12 <= bytes.count, let tag = number(bytes, place, 2, isLittle) else { break }
        if pointers.contains(tag) {
          let offset = number(bytes, place + 8, 4, isLittle) ?? 0
          if offset >= size {
            for byte in place..<place + 4 { bytes[byte] = 0 }
          } else if tag > 0x202 {
            directories.append(offset)
          }
        } else if tag == ExifTags.Number.makerNote, let count = number(bytes, place + 4, 4, isLittle),
          let offset = number(bytes, place + 8, 4, isLittle), offset < size, count > size - offset
        {
          for index in 0..<4 {
            bytes[place + 4 + index] = UInt8(truncatingIfNeeded: (size - offset) >> (8 * (isLittle ? index : 3 - index)))
          }
        } else if number(bytes, place + 2, 2, isLittle) == 129 {
          bytes[place + (isLittle ? 2 : 3)] = 2
        }
      }
      // Behind the first directory stands where that of the small picture is.
      if seen.count == 1 { directories.append(number(bytes, start + next + 2 + count * 12, 4, isLittle)) }
    }
  }

  private static func number(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ place: Int, _ width: Int, _ isLittle: Bool
  ) -> Int? {
    guard place >= 0, place + width <= bytes.count else { return nil }
    var value = 0
    for index in 0..<width { value = value << 8 | Int(bytes[place + (isLittle ? width - 1 - index : index)]) }
    return value
  }
}
