// A photo without its location, changed in place: all other bytes stay as they are, and where they are.

import VitrineModel

/// Takes the location out of photos.
///
/// Source: EXIF 2.32, 4.6.6 (GPS); XMP specification, part 2; PNG 3rd edition, 5.3 (checksums).
package enum LocationRemoval {
  /// The photo without location, of the same size; the same bytes where it says no location.
  ///
  /// Gone are EXIF's directory of the location and the pointer to it, of XMP the coordinates and the names of places, IPTC's names of places, and what
  /// a film says of it, alone or behind a picture; also those of the smaller pictures that follow a JPEG. Makers' notes and text in pictures are not looked at.
  ///
  /// Errors: the location stands where it cannot be changed in place, such as in compressed texts of PNG; the format is one whose metadata is not read.
  package static func removed(from bytes: [UInt8]) throws(StrippingRefusal) -> [UInt8] {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample) else { throw StrippingRefusal("it is no image") }
    guard format != .psd, format != .pdf else { throw StrippingRefusal("the metadata of \(format.words) is not looked into") }
    var image = ImageBytes(sample)
    if format == .jpegXL, BoxedMetadata.hasCompressedBoxes(&image) {
      throw StrippingRefusal("its metadata is compressed, and cannot be changed in place")
    }
    var places = MetadataPlaces.find(&image, format)
    if format == .jpeg { places += MetadataPlaces.segments(of: bytes) }
    var result = bytes
    for place in places {
      switch place {
      case .exif(let range): removeDirectory(from: &result, in: range)
      case .xmp(let range): blankNames(in: range, of: &result)
      case .iptc(let range): IPTCBlock.blankPlaces(in: range, of: &result)
      }
    }
    FilmLocation.remove(from: &result, format)
    guard result != bytes || !says(bytes) else {
      throw StrippingRefusal("its location stands where it cannot be changed in place")
    }
    guard !says(result) else { throw StrippingRefusal("its location stands at a second place, where it cannot be changed") }
    if format == .png { PNGChecksums.write(to: &result) }
    return result
  }

  private static func says(_ bytes: [UInt8]) -> Bool { PhotoMetadata.read(bytes)?.latitude != nil }

  /// Takes the pointer to the location out of the first directory of a TIFF structure, and wipes what it leads to.
  private static func removeDirectory(from bytes: inout [UInt8], in range: Range<Int>) {
    var image = ImageBytes(ImageSample(bytes))
    guard let block = TIFFBlock(&image, at: range.lowerBound, count: range.count), !block.isBig,
      let entry = block.directory(&image, at: block.first).first(ExifTags.Number.gps), let offset = entry.number(&image)
    else { return }
    for tag in block.directory(&image, at: offset) { wipe(tag.place..<tag.end, of: &bytes, in: range) }
    let start = range.lowerBound + offset
    if let end = block.end(ofDirectoryAt: offset, &image) { wipe(start..<end + 4, of: &bytes, in: range) }
    // The entries behind the pointer, and where the next directory stands, move up by one.
    let first = range.lowerBound + block.first
    guard let end = block.end(ofDirectoryAt: block.first, &image), end + 4 <= range.upperBound, first + 2 <= entry.entryPlace,
      entry.entryPlace + 12 <= end
    else { return }
    let isLittle = bytes[range.lowerBound] == UInt8(ascii: "I")
    let count = (end - first - 2) / 12 - 1
    (bytes[first], bytes[first + 1]) =
      isLittle ? (UInt8(count & 0xFF), UInt8(count >> 8)) : (UInt8(count >> 8), UInt8(count & 0xFF))
    bytes.replaceSubrange(
      entry.entryPlace..<end + 4, with: bytes[entry.entryPlace + 12..<end + 4] + [UInt8](repeating: 0, count: 12))
  }

  private static func wipe(_ part: Range<Int>, of bytes: inout [UInt8], in range: Range<Int>) {
    for index in part.clamped(to: range) { bytes[index] = 0 }
  }

  /// What begins the names in XMP that tell a place, whatever their prefix, in small letters: of `drone-dji:GpsLatitude`, `gps`.
  private static let names = ["gps", "latitude", "longitude", "absolutealtitude"].map { Array($0.utf8) }
  /// Names that tell a place by its name.
  private static let wholeNames: Set<[UInt8]> = Set(
    [
      "photoshop:City", "photoshop:State", "photoshop:Country", "Iptc4xmpCore:Location", "Iptc4xmpCore:CountryCode",
      "Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown",
    ].map { Array($0.utf8) })

  private static func tellsPlace(_ name: [UInt8]) -> Bool {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let local = name[(colon + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return names.contains { local.starts(with: $0) } || wholeNames.contains(name)
  }

  /// Writes blanks over the attributes and elements of these names.
  private static func blankNames(in range: Range<Int>, of bytes: inout [UInt8]) {
    var place = range.lowerBound
    while place < range.upperBound {
      var end = place
      while end < range.upperBound, isName(bytes[end]) { end += 1 }
      let name = Array(bytes[place..<end])
      guard place > range.lowerBound, tellsPlace(name) else {
        place = max(end, place + 1)
        continue
      }
      if bytes[place - 1] == UInt8(ascii: "<") {
        end = elementEnd(of: name, from: end, in: range, bytes)
        for index in place - 1..<end { bytes[index] = 0x20 }
      } else if end + 1 < range.upperBound, bytes[end] == UInt8(ascii: "="),
        let stop = attributeEnd(from: end + 1, in: range, bytes)
      {
        for index in place..<stop { bytes[index] = 0x20 }
        end = stop
      }
      place = end
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2D
  }

  private static func attributeEnd(from start: Int, in range: Range<Int>, _ bytes: [UInt8]) -> Int? {
    guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else { return nil }
    return bytes[(start + 1)..<range.upperBound].firstIndex(of: bytes[start]).map { $0 + 1 }
  }

  /// Where an element ends: behind its closing tag, or behind its own where that closes it; where there is neither, where it begins to.
  private static func elementEnd(of name: [UInt8], from start: Int, in range: Range<Int>, _ bytes: [UInt8]) -> Int {
    guard let open = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ">")) else { return start }
    if bytes[open - 1] == UInt8(ascii: "/") { return open + 1 }
    let closing = Array("</".utf8) + name + Array(">".utf8)
    var place = open + 1
    while place + closing.count <= range.upperBound {
      if bytes[place] == closing[0], bytes[place..<place + closing.count].elementsEqual(closing) { return place + closing.count }
      place += 1
    }
    return start
  }
}

/// The checksums of PNG's chunks.
enum PNGChecksums {
  /// Writes those of the chunks that hold metadata.
  static func write(to bytes: inout [UInt8]) {
    var place = 8
    while place + 12 <= bytes.count, let count = ImageBytes.number(bytes[place..<place + 4], false),
      count <= bytes.count - place - 12
    {
      if [Array("eXIf".utf8), Array("iTXt".utf8)].contains(Array(bytes[place + 4..<place + 8])) {
        let sum = PNGStripping.checksum(bytes[place + 4..<place + 8 + count])
        for index in 0..<4 { bytes[place + 8 + count + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
      }
      place += 12 + count
    }
  }
}
