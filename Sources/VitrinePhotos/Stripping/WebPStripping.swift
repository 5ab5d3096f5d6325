// A WebP without its metadata: the chunks of the picture, its colours and its movement.

/// Strips WebP.
///
/// Source: RFC 9649, 2.3 (RIFF), 2.7 (VP8X and the chunks after it).
enum WebPStripping {
  private static let kept: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// The bits of the first byte of VP8X.
  private static let (exifBit, xmpBit): (UInt8, UInt8) = (0x08, 0x04)

  /// The parts of the file that stay; `exif` is written behind them where the format has a place for it.
  ///
  /// Errors: chunks that do not fit; no picture.
  static func strip(_ bytes: [UInt8], exif: [UInt8]?) throws(StrippingRefusal) -> StrippedPhoto {
    guard bytes.count >= 20 else { throw .cutOff }
    let end = 8 + number(bytes, 4)
    guard end <= bytes.count else { throw .cutOff }
    var body = StrippedPhoto()
    var isExtended = false
    var hasPicture = false
    var place = 12
    while place < end {
      guard place + 8 <= end else { throw StrippingRefusal("its last chunk is cut off") }
      let type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let length = number(bytes, place + 4)
      guard length <= end - place - 8 else { throw .tooLong("a chunk") }
      let data = place + 8..<place + 8 + length
      if type == "VP8X" {
        guard length >= 10, place == 12 else { throw StrippingRefusal("its header VP8X is damaged") }
        isExtended = true
        let flags = bytes[data.lowerBound] & ~(exifBit | xmpBit) | (exif == nil ? 0 : exifBit)
        body.append(Array("VP8X".utf8) + little(10) + [flags] + bytes[data.lowerBound + 1..<data.lowerBound + 10])
      } else if kept.contains(type) {
        if type == "VP8 " || type == "VP8L" || type == "ANMF" { hasPicture = true }
        if type == "ANMF" {
          let frame = try frame(bytes, data)
          body.append(Array("ANMF".utf8) + little(frame.byteCount))
          body.append(frame)
        } else {
          body.append(place..<data.upperBound)
          if length % 2 == 1 { body.append([0]) }
        }
      }
      place = data.upperBound + length % 2
    }
    guard hasPicture else { throw StrippingRefusal("it holds no picture") }
    if isExtended, let exif { body.append(Array("EXIF".utf8) + little(exif.count) + exif + (exif.count % 2 == 1 ? [0] : [])) }
    var result = StrippedPhoto()
    result.append(Array("RIFF".utf8) + little(body.byteCount + 4) + Array("WEBP".utf8))
    result.append(body)
    return result
  }

  /// What stays of a frame of a moving picture: its place and time in 16 bytes, and the chunks of the picture, of even lengths.
  private static func frame(_ bytes: [UInt8], _ data: Range<Int>) throws(StrippingRefusal) -> StrippedPhoto {
    guard data.count >= 16 else { throw StrippingRefusal("a frame of it is damaged") }
    var frame = StrippedPhoto()
    var place = data.lowerBound + 16
    frame.append(data.lowerBound..<place)
    while place + 8 <= data.upperBound {
      let type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let length = number(bytes, place + 4)
      guard length <= data.upperBound - place - 8 else { throw .tooLong("a chunk") }
      let end = place + 8 + length
      if ["ALPH", "VP8 ", "VP8L"].contains(type) {
        frame.append(place..<end)
        if length % 2 == 1 { frame.append([0]) }
      }
      place = end + length % 2
    }
    return frame
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ value: Int) -> [UInt8] { MinimalExif.number(value, 4).reversed() }
}
