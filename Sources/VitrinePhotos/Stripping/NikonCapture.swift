// What Nikon's programs note of their work in a raw file.

/// The notes that Nikon Capture and its followers keep in NEF files: entries of a tag with its data, one after another.
///
/// Source: ExifTool's NikonCapture.pm.
enum NikonCapture {
  /// The tag of Nikon's note that holds the entries.
  static let entries = 0x0E01
  /// The tag of Nikon's note that holds earlier versions, each a block of entries with its length before it.
  static let versions = 0x0E13

  /// The entry with IPTC.
  private static let iptc = 0x9EF5_F6E0
  /// What stands before the data of an entry, and before the first entry: a tag, 14 bytes, the data's length and 4. Units: bytes.
  private static let head = 22

  /// Where IPTC stands in the value of one of the two tags.
  static func iptc(in range: Range<Int>, of bytes: [UInt8], tag: Int) -> [Range<Int>] {
    if tag == entries { return iptc(in: range, of: bytes) }
    var found: [Range<Int>] = []
    var place = range.lowerBound + 4
    while place + 4 <= range.upperBound, let count = number(bytes, place), count <= range.upperBound - place - 4 {
      found += iptc(in: place + 4..<place + 4 + count, of: bytes)
      place += 4 + count
    }
    return found
  }

  private static func iptc(in range: Range<Int>, of bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = range.lowerBound + head
    while place + head <= range.upperBound, let tag = number(bytes, place), let length = number(bytes, place + head - 4) {
      let start = place + head
      guard length >= 4, length - 4 <= range.upperBound - start else { break }
      place = start + length - 4
      if tag == iptc { found.append(start..<place) }
    }
    return found
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int? { ImageBytes.number(bytes[place..<place + 4], true) }
}
