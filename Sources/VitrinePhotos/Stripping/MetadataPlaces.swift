// Where a photo's metadata stands in its file, and where else it may.

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

  /// The most places that are looked for: no photo has so many.
  private static let most = 4_096
  /// The longest packet of XMP without an end. Units: bytes.
  private static let longest = 1 << 20
  /// What begins and what ends a packet of XMP.
  private static let packets = [("<x:xmpmeta", "</x:xmpmeta>"), ("<rdf:RDF", "</rdf:RDF>")].map {
    (Array($0.utf8), Array($1.utf8))
  }

  /// The places anywhere in a file, whatever holds them: behind a picture there may be others with metadata of their own, such as a gain map, the second
  /// picture of an MPO or a preview. A TIFF structure reaches to the end of the segment of JPEG that it begins, or of the file.
  /// Source: TIFF 6.0, section 2; ITU-T T.81, annex B; XMP specification, part 3; CIPA DC-007.
  static func search(_ bytes: [UInt8]) -> [Place] {
    var places: [Place] = []
    bytes.withUnsafeBytes { all in
      for header: [UInt8] in [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]] {
        for place in all.indices(of: header, most: most) { places.append(.exif(place..<structureEnd(all, place))) }
      }
      // Readers pass over a version that is none.
      for (name, width) in [("Exif\0\0", 0), ("eXIf", 0), ("EXIF", 4)] {
        for place in all.indices(of: Array(name.utf8), most: most) {
          let start = place + name.utf8.count + width
          guard start + 8 <= all.count, all[start] == all[start + 1], all[start] == 0x49 || all[start] == 0x4D else { continue }
          places.append(.exif(start..<structureEnd(all, start)))
        }
      }
      for (opening, closing) in packets {
        var start = 0
        while places.count < most, let place = all.firstIndex(of: opening, from: start) {
          let end = all.firstIndex(of: closing, from: place)
          places.append(.xmp(place..<min(end ?? place + longest, all.count)))
          guard let end else { break }
          start = end
        }
      }
      // Photoshop's resource of IPTC: a name with its length before it, padded to an even count, and the length of what follows.
      for place in all.indices(of: Array("8BIM".utf8) + [4, 4], most: most) where place + 7 < all.count {
        let start = place + 6 + (Int(all[place + 6]) + 2) / 2 * 2
        guard start + 4 <= all.count else { continue }
        let count = all[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        places.append(.iptc(start + 4..<start + 4 + min(count, all.count - start - 4)))
      }
    }
    return places
  }

  /// True where a segment of JPEG with EXIF or XMP begins in a part of a file.
  static func beginsMetadata(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes { all in
      let part = UnsafeRawBufferPointer(rebasing: all[range])
      return ["Exif\0\0", "http://ns.adobe.com/x"].contains { part.firstIndex(of: Array($0.utf8), from: 0) != nil }
    }
  }

  /// Where a TIFF structure ends at the latest.
  private static func structureEnd(_ all: UnsafeRawBufferPointer, _ place: Int) -> Int {
    guard place >= 10, all[place - 10] == 0xFF, all[place - 9] == 0xE1, all[place - 6..<place].elementsEqual("Exif\0\0".utf8)
    else {
      return all.count
    }
    return min(max(place, place - 8 + (Int(all[place - 8]) << 8 | Int(all[place - 7]))), all.count)
  }
}

extension UnsafeRawBufferPointer {
  /// Where some bytes stand first from an offset on; nil where they do not. It looks for their first byte by memchr(3).
  func firstIndex(of text: [UInt8], from start: Int) -> Int? {
    guard let base = baseAddress, let first = text.first else { return nil }
    var place = start
    while place <= count - text.count, let found = memchr(base + place, Int32(first), count - text.count + 1 - place) {
      let index = base.distance(to: UnsafeRawPointer(found))
      if memcmp(base + index, text, text.count) == 0 { return index }
      place = index + 1
    }
    return nil
  }

  /// Where some bytes stand, as far as that is not more often than `most`.
  func indices(of text: [UInt8], most: Int) -> [Int] {
    var found: [Int] = []
    var start = 0
    while found.count < most, let index = firstIndex(of: text, from: start) {
      found.append(index)
      start = index + text.count
    }
    return found
  }
}

extension [Range<Int>] {
  /// The same numbers in ranges that do not overlap, in order: what many places claim is looked at once.
  var merged: [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
