// The door to libwebp.

import CWebP

/// Reads WebPs. Source: webp/decode.h of libwebp 1.2; the container as in the WebP Container Specification.
enum WebPDecoder {
  /// The pixels of a WebP at the size that is wanted; of one in motion, the first frame.
  ///
  /// Errors: it is no WebP, too large, or damaged.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, within side: Int) throws(DecodeFailure) -> Picture {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK else {
      throw DecodeFailure(reason: "the picture cannot be decoded")
    }
    try Picture.check(width: Int(features.width), height: Int(features.height))
    if features.has_animation != 0 {
      guard let frame = firstFrame(bytes) else { throw DecodeFailure(reason: "the picture has no frames") }
      return try frame.withUnsafeBufferPointer { (frame) throws(DecodeFailure) in try still(frame, within: side) }
    }
    return try still(bytes, within: side)
  }

  private static func still(_ bytes: UnsafeBufferPointer<UInt8>, within side: Int) throws(DecodeFailure) -> Picture {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK, features.has_animation == 0 else {
      throw DecodeFailure(reason: "the picture cannot be decoded")
    }
    let whole = (width: Int(features.width), height: Int(features.height))
    try Picture.check(width: whole.width, height: whole.height)
    let size = Picture.size(whole.width, whole.height, within: side)
    var rgba = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let isScaled: Int32 = size == whole ? 0 : 1
    guard
      vitrine_webp_decode(bytes.baseAddress, UInt(bytes.count), Int32(size.width), Int32(size.height), isScaled, &rgba) != 0
    else { throw DecodeFailure(reason: "the picture is damaged") }
    return rgba.withUnsafeBufferPointer { Picture(width: size.width, height: size.height, rgba: $0, stride: size.width * 4) }
  }

  /// The first frame of a WebP in motion as a WebP of its own.
  private static func firstFrame(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let frame = chunk("ANMF", bytes), frame.count > 16 else { return nil }
    let body = bytes[(frame.lowerBound + 16)..<frame.upperBound]
    var file = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
    // Width and height, each less one in 24 bits, as the frame's own header has them.
    file += bytes[(frame.lowerBound + 6)..<(frame.lowerBound + 12)]
    file += body
    let count = file.count
    return Array("RIFF".utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) } + file
  }

  /// The colour profile of a WebP.
  static func profile(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    chunk("ICCP", bytes).flatMap { $0.count <= ColorProfile.largest ? Array(bytes[$0]) : nil }
  }

  /// Where the contents of the first chunk of a name stand.
  private static func chunk(_ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var place = 12
    while place + 8 <= bytes.count {
      let count = bytes.number32(place + 4, isLittleEndian: true)
      let end = place + 8 + count
      if bytes.has(name, at: place) { return end <= bytes.count ? (place + 8)..<end : nil }
      place = end + count % 2
    }
    return nil
  }
}
