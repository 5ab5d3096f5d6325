// The metadata of a PNG file: the size in its header, EXIF in a chunk of its own or, as older programs write it, in a text.

import VitrineModel

/// Reads PNG.
///
/// Source: PNG 3rd edition, 11.2.1 (IHDR), 11.3.4.5 (eXIf). ImageMagick's text chunk `Raw profile type exif` is taken where it is not compressed.
enum PNGMetadata {
  private static let mostChunks = 2048

  /// Takes what the file says.
  static func read(_ image: inout ImageBytes, into metadata: inout PhotoMetadata) {
    guard image.has("IHDR", at: 12) else { return }
    if let width = image.number(16, 4), let height = image.number(20, 4), width > 0, height > 0 {
      (metadata.width, metadata.height) = (width, height)
    }
    var place = 8
    var profile: (place: Int, count: Int)?
    var isWalked = false
    // Over the picture's chunks only as far as bytes are known: each would be a read of its own.
    for _ in 0..<mostChunks {
      guard let length = image.number(place, 4), let type = image.number(place + 4, 4), length <= image.size - place - 8 else {
        break
      }
      if type == eXIf, take(&image, place + 8, length, into: &metadata) { return }
      if type == tEXt, profile == nil, image.has("Raw profile type ", at: place + 8) { profile = (place + 8, length) }
      isWalked = type == IEND
      if isWalked || type == IDAT && image.reads >= 16 { break }
      place += 12 + length
    }
    if !isWalked, let found = chunkNearEnd(&image), take(&image, found.place, found.count, into: &metadata) { return }
    if let profile { takeProfile(&image, profile.place, profile.count, into: &metadata) }
  }

  private static let eXIf = 0x65_58_49_66
  private static let tEXt = 0x74_45_58_74
  private static let IDAT = 0x49_44_41_54
  private static let IEND = 0x49_45_4E_44

  private static func take(_ image: inout ImageBytes, _ place: Int, _ count: Int, into metadata: inout PhotoMetadata) -> Bool {
    // Some programs write JPEG's prefix, too.
    let prefix = image.has("Exif\0", at: place) ? 6 : 0
    guard let block = TIFFBlock(&image, at: place + prefix, count: count - prefix) else { return false }
    metadata.take(ExifDirectories(block, &image), &image)
    return true
  }

  /// EXIF may stand behind the picture; then it is looked for in the last bytes, by its name and a length that leads to another chunk.
  private static func chunkNearEnd(_ image: inout ImageBytes) -> (place: Int, count: Int)? {
    let start = max(0, image.size - ImageBytes.most)
    guard let tail = image.bytes(start, image.size - start) else { return nil }
    let name = Array("eXIf".utf8)
    var index = 4
    while index + 12 < tail.count {
      if tail[index] == name[0], tail[index..<index + 4].elementsEqual(name) {
        let count = ImageBytes.number(tail[index - 4..<index], false) ?? 0
        let next = index + 4 + count + 4
        if count >= 8, next + 8 <= tail.count, tail[next + 4..<next + 8].allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) {
          return (start + index + 4, count)
        }
      }
      index += 1
    }
    return nil
  }

  /// ImageMagick's form: a key, a NUL, a line with the name, a line with the count of bytes, and these in hexadecimal.
  private static func takeProfile(_ image: inout ImageBytes, _ place: Int, _ count: Int, into metadata: inout PhotoMetadata) {
    guard let text = image.bytes(place, min(count, ImageBytes.most)), let end = text.firstIndex(of: 0),
      [Array("exif".utf8), Array("APP1".utf8)].contains(Array(text[..<end].suffix(4)))
    else { return }
    let lines = text[(end + 1)...].split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3 else { return }
    var bytes: [UInt8] = []
    var half: UInt8?
    for byte in lines[2] {
      guard let digit = digit(byte) else { continue }
      if let first = half { bytes.append(first << 4 | digit) }
      half = half == nil ? digit : nil
    }
    var block = ImageBytes(ImageSample(bytes))
    _ = take(&block, 0, bytes.count, into: &metadata)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
