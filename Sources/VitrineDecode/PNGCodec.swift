// The door to libpng.

import CPNG

/// Reads and writes PNGs. Source: png.h of libpng 1.6, its simplified interface.
enum PNGCodec {
  /// The pixels of a PNG; of one in motion, those that are seen where nothing moves.
  ///
  /// Errors: it is no PNG, too large, or damaged.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> Picture {
    // libpng takes as much memory as a chunk claims to have, before it reads it.
    guard hasWholeChunks(bytes) else { throw DecodeFailure(reason: "the picture is cut off, or damaged before its pixels") }
    var image = png_image()
    defer { png_image_free(&image) }
    guard vitrine_png_begin(&image, bytes.baseAddress, UInt(bytes.count)) != 0 else { throw DecodeFailure(of: image) }
    let (width, height) = (Int(image.width), Int(image.height))
    try Picture.check(width: width, height: height)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    guard vitrine_png_finish(&image, &pixels) != 0 else { throw DecodeFailure(of: image) }
    return Picture(width: width, height: height, pixels: pixels)
  }

  /// True where each chunk before the pixels ends within the file.
  private static func hasWholeChunks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 8
    while place + 8 <= bytes.count, !bytes.has("IDAT", at: place + 4) {
      let count = bytes.number32(place)
      guard count <= bytes.count - place - 8 else { return false }
      place += 12 + count
    }
    return true
  }

  /// A PNG of pixels.
  ///
  /// Errors: there is not enough memory.
  static func encode(_ picture: Picture) throws(DecodeFailure) -> [UInt8] {
    let (width, height) = (UInt32(picture.width), UInt32(picture.height))
    // The most that a PNG takes: zlib adds five bytes to 16 KB that it cannot make smaller.
    let room = picture.pixels.count + picture.height + picture.pixels.count / 1_000 + 65_536
    var bytes = [UInt8](repeating: 0, count: room)
    let count = Int(vitrine_png_write(width, height, picture.pixels, &bytes, UInt(room)))
    guard count > 0 else { throw DecodeFailure(reason: "the picture cannot be written") }
    bytes.removeLast(room - count)
    return bytes
  }

  /// The colour profile of a PNG; nil where there is none, or none that can be expanded. Source: PNG 1.2, 4.2.2.4 (iCCP).
  static func profile(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var place = 8
    while place + 12 <= bytes.count {
      let count = bytes.number32(place)
      let end = place + 8 + count
      guard end + 4 <= bytes.count, !bytes.has("IDAT", at: place + 4) else { return nil }
      if bytes.has("iCCP", at: place + 4) {
        var start = place + 8
        while start < end, bytes[start] != 0 { start += 1 }
        guard start + 2 < end, bytes[start + 1] == 0, let base = bytes.baseAddress else { return nil }
        var profile = [UInt8](repeating: 0, count: ColorProfile.largest)
        let size = Int(vitrine_expand(base + start + 2, UInt(end - start - 2), &profile, UInt(profile.count)))
        return size > 0 ? Array(profile.prefix(size)) : nil
      }
      place = end + 4
    }
    return nil
  }
}

extension DecodeFailure {
  /// What libpng says: a text in an array of 64 bytes.
  fileprivate init(of image: png_image) {
    var message = image.message
    let text = withUnsafeBytes(of: &message) { bytes in
      bytes.prefix { $0 != 0 }.map { $0 }
    }
    self.init(reason: text.isEmpty ? "the picture cannot be decoded" : String(decoding: text, as: UTF8.self))
  }
}
