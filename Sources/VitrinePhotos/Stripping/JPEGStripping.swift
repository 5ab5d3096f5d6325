// A JPEG without its metadata: only the segments that decoders need.

import Glibc

/// Strips JPEG.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; ICC.1, annex B.4 (APP2); Adobe Technical Note 5116 (APP14).
enum JPEGStripping {
  /// The parts of the file that stay; `exif` is written in front of them.
  ///
  /// Errors: the file has no picture, no end, or segments that do not fit.
  static func strip(_ bytes: [UInt8], exif: [UInt8]?) throws(StrippingRefusal) -> StrippedPhoto {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .cutOff }
    var result = StrippedPhoto()
    result.append(0..<2)
    // JFIF stands first where there is one, EXIF next.
    var exif = exif
    var isStart = true
    var hasScan = false
    var place = 2
    while true {
      place = try marker(bytes, from: place)
      let code = bytes[place + 1]
      if code == 0xD9 {
        guard hasScan else { throw StrippingRefusal("it holds no picture") }
        result.append(place..<place + 2)
        return result
      }
      if code == 0x01 || (0xD0...0xD7).contains(code) {
        place += 2
        continue
      }
      guard place + 4 <= bytes.count else { throw .cutOff }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2 else { throw StrippingRefusal("a segment claims to have \(length) bytes") }
      guard place + 2 + length <= bytes.count else { throw .tooLong("a segment") }
      let segment = place..<place + 2 + length
      place = segment.upperBound
      switch code {
      case 0xE0:
        guard isStart, let kept = jfif(bytes, segment) else { continue }
        result.append(kept)
        isStart = false
        continue
      case 0xE2:
        guard has("ICC_PROFILE\0", bytes, at: segment.lowerBound + 4, before: segment.upperBound) else { continue }
      case 0xEE:
        guard let kept = adobe(bytes, segment) else { continue }
        flush(&exif, to: &result)
        result.append(kept)
        isStart = false
        continue
      case 0xE1...0xEF, 0xFE: continue
      case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDF: break
      default: throw StrippingRefusal("it has a segment of the unknown type \(String(code, radix: 16, uppercase: true))")
      }
      flush(&exif, to: &result)
      result.append(segment)
      isStart = false
      if code == 0xDA {
        hasScan = true
        let end = try scanEnd(bytes, from: place)
        result.append(place..<end)
        place = end
      }
    }
  }

  private static func flush(_ exif: inout [UInt8]?, to result: inout StrippedPhoto) {
    guard let block = exif else { return }
    result.append([0xFF, 0xE1] + MinimalExif.number(block.count + 8, 2) + Array("Exif\0\0".utf8) + block)
    exif = nil
  }

  /// Where the next marker stands. What lies between segments is no part of the picture.
  private static func marker(_ bytes: [UInt8], from start: Int) throws(StrippingRefusal) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0xFF, bytes[place + 1] != 0 { return place }
      place += 1
    }
    throw .cutOff
  }

  /// Where the compressed data ends: at the first marker that is no restart.
  private static func scanEnd(_ bytes: [UInt8], from start: Int) throws(StrippingRefusal) -> Int {
    let end = bytes.withUnsafeBufferPointer { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      var place = start
      while place + 1 < bytes.count, let found = memchr(base + place, 0xFF, bytes.count - 1 - place) {
        place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        switch base[place + 1] {
        case 0, 0xD0...0xD7: place += 2
        case 0xFF: place += 1
        default: return place
        }
      }
      return nil
    }
    guard let end else { throw .cutOff }
    return end
  }

  /// The JFIF segment without its preview; nil for any other segment of its type.
  private static func jfif(_ bytes: [UInt8], _ segment: Range<Int>) -> [UInt8]? {
    guard segment.count >= 18, has("JFIF\0", bytes, at: segment.lowerBound + 4, before: segment.upperBound) else { return nil }
    return [0xFF, 0xE0, 0, 16] + bytes[segment.lowerBound + 4..<segment.lowerBound + 16] + [0, 0]
  }

  /// The segment that says how colours are coded, without anything behind that.
  private static func adobe(_ bytes: [UInt8], _ segment: Range<Int>) -> [UInt8]? {
    guard segment.count >= 16, has("Adobe", bytes, at: segment.lowerBound + 4, before: segment.upperBound) else { return nil }
    return [0xFF, 0xEE, 0, 14] + bytes[segment.lowerBound + 4..<segment.lowerBound + 16]
  }

  private static func has(_ text: StaticString, _ bytes: [UInt8], at place: Int, before end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= end else { return false }
    return (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }
}
