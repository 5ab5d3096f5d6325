// Where a photo's metadata stands in its file.

import Glibc

/// Where metadata stands that can be changed in place.
enum MetadataPlaces {
  /// A place, by what stands there.
  enum Place {
    /// A TIFF structure.
    case exif(Range<Int>)
    /// A packet of XMP.
    case xmp(Range<Int>)
    /// A block of IPTC, or Photoshop's resources with one.
    case iptc(Range<Int>)
  }

  /// The places of an image.
  static func find(_ image: inout ImageBytes, _ format: ImageFormat) -> [Place] {
    var builder = MetadataBuilder(listsTags: false)
    builder.read(&image, format)
    return builder.places
  }

  /// What begins a segment with EXIF, with XMP, and with the rest of an XMP that is too long for one segment: a digest and two numbers are before it.
  private static let beginnings: [(text: [UInt8], skipped: Int, isExif: Bool)] = [
    (Array("Exif\0\0".utf8), 0, true), (Array("http://ns.adobe.com/xap/1.0/\0".utf8), 0, false),
    (Array("http://ns.adobe.com/xmp/extension/\0".utf8), 40, false),
  ]

  /// The segments with EXIF and XMP anywhere in a JPEG file: behind the picture there may be others with metadata of their own, such as a gain map or the
  /// second picture of an MPO. Source: ITU-T T.81, annex B; XMP specification, part 3; CIPA DC-007.
  static func segments(of bytes: [UInt8]) -> [Place] {
    var places: [Place] = []
    bytes.withUnsafeBytes { all in
      for (text, skipped, isExif) in beginnings {
        var start = 4
        while start < all.count, let place = all.firstIndex(of: text, from: start) {
          start = place + text.count
          guard all[place - 4] == 0xFF, all[place - 3] == 0xE1 else { continue }
          let end = min(place - 2 + (Int(all[place - 2]) << 8 | Int(all[place - 1])), all.count)
          let first = start + skipped
          guard first < end else { continue }
          places.append(isExif ? .exif(first..<end) : .xmp(first..<end))
        }
      }
    }
    return places
  }
}

extension UnsafeRawBufferPointer {
  /// Where some bytes stand first from an offset on; nil where they do not. It looks for their first byte by memchr(3).
  func firstIndex(of text: [UInt8], from start: Int) -> Int? {
    guard let base = baseAddress, let first = text.first else { return nil }
    var place = start
    while place <= count - text.count, let found = memchr(base + place, Int32(first), count - text.count + 1 - place) {
      let index = base.distance(to: UnsafeRawPointer(found))
      if self[index..<index + text.count].elementsEqual(text) { return index }
      place = index + 1
    }
    return nil
  }
}
