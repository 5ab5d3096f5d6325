// A photo without its location, changed in place: all other bytes stay as they are, and where they are.

import VitrineCompression
import VitrineModel

/// Takes the location out of photos.
///
/// Metadata is looked for wherever it may stand, and not only where readers look first: in every TIFF structure of a file and every directory of it,
/// every packet of XMP, every block of IPTC, further pictures, films and what cameras append. What remains is searched for coordinates in words.
///
/// Source: EXIF 2.32, 4.6.6 (GPS); XMP specification, part 2; PNG 3rd edition, 5.3 (checksums).
package enum LocationRemoval {
  /// The photo without location, of the same size but for what is compressed in PNG and JPEG XL; the same bytes where it says no location.
  ///
  /// Gone are EXIF's directories of the location and the pointers to them, the tags of GeoTIFF, of XMP the coordinates and the names of places, IPTC's
  /// names of places, those in makers' notes (Nikon, Panasonic, Samsung, FLIR), and what a film says of it, alone or behind a picture, once or
  /// for every moment (GoPro, Android, Sony, DJI, Parrot). Captions, comments and what is to be seen in the picture are not looked at.
  ///
  /// Errors: the location stands where it cannot be changed in place, such as in compressed XMP of HEIC; the format is one whose metadata is not read.
  package static func removed(from bytes: [UInt8]) throws(StrippingRefusal) -> [UInt8] {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample) else { throw StrippingRefusal("it is no image") }
    guard format != .psd, format != .pdf else { throw StrippingRefusal("the metadata of \(format.words) is not looked into") }
    var image = ImageBytes(sample)
    if format == .jpegXL, let expanded = try ExpandedBoxes.expanded(bytes) {
      let removed = try removed(from: expanded)
      return removed == expanded ? bytes : removed
    }
    var result = bytes
    if format == .jpeg { try SegmentLocation.remove(from: &result) }
    try clear(&result, places: MetadataPlaces.find(&image, format))
    if format == .png { try PNGTextLocation.remove(from: &result) }
    TrailerLocation.remove(from: &result)
    try FilmLocation.remove(from: &result, format)
    guard result != bytes || !says(bytes) else {
      throw StrippingRefusal("its location stands where it cannot be changed in place")
    }
    guard !says(result) else { throw StrippingRefusal("its location stands at a second place, where it cannot be changed") }
    let texts = format == .png ? PNGChecksums.chunks(of: result) : []
    if let found = LocationTraces.first(in: result, texts: texts) { throw StrippingRefusal(found) }
    if format == .png { PNGChecksums.write(to: &result) }
    return result
  }

  /// The same of a file that goes with a photo: a film, a small picture, or a text such as a sidecar of XMP, which says it as XMP does.
  ///
  /// Errors: as above; a text of another form that says a latitude or a longitude.
  package static func removed(fromCompanion bytes: [UInt8]) throws(StrippingRefusal) -> [UInt8] {
    if ImageFormat.sniff(bytes) != nil { return try removed(from: bytes) }
    var result = bytes
    let isMarkup = bytes.prefix(64).first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
    if isMarkup { try XMPLocation.remove(from: &result, in: 0..<result.count) }
    if let found = LocationTraces.first(in: result) { throw StrippingRefusal(found) }
    return result
  }

  /// Clears what stands at known places, and wherever else TIFF structures, XMP and Photoshop's resources begin.
  ///
  /// Errors: more of them than any photo has; XMP that is not well formed.
  static func clear(_ bytes: inout [UInt8], places: [MetadataPlaces.Place]) throws(StrippingRefusal) {
    var directories = DirectoryLocation(bytes)
    let places = places + MetadataPlaces.search(bytes)
    for case .exif(let range) in places { try directories.take(range) }
    var packets: [Range<Int>] = []
    var blocks: [Range<Int>] = []
    for place in places + directories.places {
      switch place {
      case .exif: break
      case .xmp(let range): packets.append(range)
      case .iptc(let range): blocks.append(range)
      }
    }
    for range in packets.merged { try XMPLocation.remove(from: &bytes, in: range) }
    for range in blocks.merged { IPTCBlock.blankPlaces(in: range, of: &bytes) }
    directories.apply(to: &bytes)
  }

  private static func says(_ bytes: [UInt8]) -> Bool {
    guard let metadata = PhotoMetadata.read(bytes) else { return false }
    return metadata.latitude != nil || metadata.place?.isEmpty == false
  }
}

/// The checksums of PNG's chunks.
enum PNGChecksums {
  /// Writes those of the chunks that hold metadata.
  static func write(to bytes: inout [UInt8]) {
    for chunk in chunks(of: bytes) {
      let sum = PNGStripping.checksum(bytes[chunk.lowerBound - 4..<chunk.upperBound])
      for index in 0..<4 { bytes[chunk.upperBound + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
    }
  }

  /// Where what stands in these chunks is, in order.
  static func chunks(of bytes: [UInt8]) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var place = 8
    while place + 12 <= bytes.count, let count = ImageBytes.number(bytes[place..<place + 4], false),
      count <= bytes.count - place - 12
    {
      if ["eXIf", "iTXt", "tEXt", "zTXt"].contains(where: { bytes[place + 4..<place + 8].elementsEqual($0.utf8) }) {
        chunks.append(place + 8..<place + 8 + count)
      }
      place += 12 + count
    }
    return chunks
  }
}
