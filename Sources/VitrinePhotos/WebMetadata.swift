// The metadata of picture formats of the web and the desktop that hold little of it: WebP, GIF, BMP.

import VitrineModel

/// Reads WebP, GIF and BMP.
enum WebMetadata {
  private static let mostChunks = 256
  /// The most chunks without type and bytes that are passed over: some programs leave room so.
  private static let mostEmptyChunks = 65_536
  /// The most blocks of a GIF's extensions that are looked at.
  private static let mostBlocks = 1024

  /// Takes what a WebP file says. Source: RFC 9649.
  static func readWebP(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    var place = 12
    var (chunks, empty) = (0, 0)
    while chunks < mostChunks, empty < mostEmptyChunks {
      guard let type = image.number(place, 4), let length = image.number(place + 4, 4, littleEndian: true) else { return }
      if type == 0, length == 0 {
        empty += 1
        place += 8
        continue
      }
      chunks += 1
      let start = place + 8
      switch type {
      case Box.code("VP8X"):
        if let width = image.number(start + 4, 4, littleEndian: true), let height = image.number(start + 6, 4, littleEndian: true)
        {
          take(1 + width & 0xFF_FFFF, 1 + height >> 8, into: &builder)
        }
      case Box.code("VP8L"):
        if image.number(start, 1) == 0x2F, let bits = image.number(start + 1, 4, littleEndian: true) {
          take(1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF, into: &builder)
        }
      case Box.code("VP8 "):
        if let width = image.number(start + 6, 2, littleEndian: true), let height = image.number(start + 8, 2, littleEndian: true)
        {
          take(width & 0x3FFF, height & 0x3FFF, into: &builder)
        }
      case Box.code("EXIF"):
        builder.takeExif(&image, at: start, count: length)
      case Box.code("XMP "): builder.takeXMP(&image, at: start, count: length)
      default: break
      }
      place = start + length + length % 2
    }
  }

  /// Takes the size of a GIF, and the XMP that stands before its first picture. Source: GIF89a, 18 to 26; XMP specification, part 3.
  static func readGIF(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    if let width = image.number(6, 2, littleEndian: true), let height = image.number(8, 2, littleEndian: true) {
      take(width, height, into: &builder)
    }
    guard let flags = image.number(10, 1) else { return }
    var place = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    var blocks = 0
    while blocks < mostBlocks, image.number(place, 1) == 0x21 {
      if image.has("\u{B}XMP DataXMP", at: place + 2) {
        // The packet is not cut into blocks; what no text has ends it.
        let start = place + 14
        let bytes = image.longBytes(start, image.size - start)
        builder.takeXMP(&image, at: start, count: bytes.firstIndex(of: 1) ?? bytes.count)
        return
      }
      place += 2
      while blocks < mostBlocks, let count = image.number(place, 1) {
        blocks += 1
        place += 1 + count
        if count == 0 { break }
      }
    }
  }

  /// Takes the size of a BMP; rows from top to bottom have a negative height. Source: Windows' BITMAPCOREHEADER and BITMAPINFOHEADER.
  static func readBMP(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    let isOld = image.number(14, 4, littleEndian: true) == 12
    guard let width = image.number(18, isOld ? 2 : 4, littleEndian: true),
      let height = image.number(isOld ? 20 : 22, isOld ? 2 : 4, littleEndian: true)
    else { return }
    take(width, isOld ? height : abs(Int(Int32(truncatingIfNeeded: height))), into: &builder)
  }

  private static func take(_ width: Int, _ height: Int, into builder: inout MetadataBuilder) {
    guard builder.metadata.width == nil, width > 0, height > 0 else { return }
    (builder.metadata.width, builder.metadata.height) = (width, height)
  }
}
