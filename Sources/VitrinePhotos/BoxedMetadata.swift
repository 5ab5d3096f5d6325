// The metadata of JPEG XL and JPEG 2000: boxes with EXIF and XMP beside the compressed picture.

import VitrineCompression
import VitrineModel

/// Reads JPEG XL and JPEG 2000.
///
/// Source: ISO/IEC 18181-1 (size header, image metadata), ISO/IEC 18181-2 (boxes); ISO/IEC 15444-1, annex I.
enum BoxedMetadata {
  /// Takes what a JPEG XL file says. The picture is turned as its own header says; the tag in EXIF is passed over, as decoders do.
  static func readJPEGXL(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    var picture: Int?
    if image.number(0, 2) == 0xFF0A {
      picture = 0
    } else {
      for box in Box.all(&image, from: 0, to: image.size) {
        switch box.type {
        case Box.code("Exif"): takeExif(box, &image, into: &builder)
        case Box.code("brob"): takeCompressed(box, &image, into: &builder)
        case Box.code("xml "): builder.takeXMP(&image, at: box.start, count: box.end - box.start)
        case Box.code("jxlc"): picture = picture ?? box.start
        // A part of the picture, with its number before it.
        case Box.code("jxlp"): picture = picture ?? box.start + 4
        default: break
        }
      }
    }
    builder.metadata.orientation = nil
    guard let picture, image.number(picture, 2) == 0xFF0A,
      let header = image.bytes(picture + 2, min(24, image.size - picture - 2))
    else { return }
    take(JPEGXLHeader(header), into: &builder)
  }

  /// Takes what a JPEG 2000 file says.
  static func readJPEG2000(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    for box in Box.all(&image, from: 0, to: image.size) {
      switch box.type {
      case Box.code("jp2h"):
        guard let header = Box.all(&image, from: box.start, to: box.end).first(where: { $0.type == Box.code("ihdr") }),
          let height = image.number(header.start, 4), let width = image.number(header.start + 4, 4), width > 0, height > 0
        else { continue }
        (builder.metadata.width, builder.metadata.height) = (width, height)
      case Box.code("uuid"):
        let (start, count) = (box.start + 16, box.end - box.start - 16)
        switch image.bytes(box.start, 16) {
        case UUID.exif?, UUID.otherExif?: builder.takeExif(&image, at: start, count: count)
        case UUID.xmp?: builder.takeXMP(&image, at: start, count: count)
        case UUID.iptc?, UUID.otherIPTC?, UUID.photoshop?: builder.takeIPTC(&image, at: start, count: count)
        default: break
        }
      default: break
      }
    }
  }

  /// What the boxes of JPEG 2000 hold by their UUIDs. Source: XMP specification, part 3; ExifTool's tables of Jpeg2000.
  enum UUID {
    static let exif = Array("JpgTiffExif->JP2".utf8)
    static let otherExif: [UInt8] = [
      0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E,
    ]
    static let xmp: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    static let iptc: [UInt8] = [
      0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38,
    ]
    static let otherIPTC: [UInt8] = [
      0x09, 0xA1, 0x4E, 0x97, 0xC0, 0xB4, 0x42, 0xE0, 0xBE, 0xBF, 0x36, 0xDF, 0x6F, 0x0C, 0xE3, 0x6F,
    ]
    static let photoshop: [UInt8] = [
      0x2C, 0x4C, 0x01, 0x00, 0x85, 0x04, 0x40, 0xB9, 0xA0, 0x3E, 0x56, 0x21, 0x48, 0xD6, 0xDF, 0xEB,
    ]
  }

  /// A box that is compressed: its type, and what Brotli makes of it.
  private static func takeCompressed(_ box: Box, _ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    guard let type = image.number(box.start, 4), type == Box.code("Exif") || type == Box.code("xml "),
      let bytes = builder.expanded(
        image.longBytes(box.start + 4, box.end - box.start - 4), by: { Brotli.expanded($0, limit: $1) })
    else { return }
    if type == Box.code("xml ") { return builder.takeXMP(bytes) }
    var expanded = ImageBytes(ImageSample(bytes))
    takeExif(Box(type: type, start: 0, end: bytes.count), &expanded, into: &builder, isInPlace: false)
  }

  /// EXIF with the count of bytes before it, as in HEIF.
  private static func takeExif(
    _ box: Box, _ image: inout ImageBytes, into builder: inout MetadataBuilder, isInPlace: Bool = true
  ) {
    guard box.end - box.start > 4, let skipped = image.number(box.start, 4), skipped <= box.end - box.start - 4 else { return }
    let start = box.start + 4 + skipped
    builder.takeExif(&image, at: start, count: box.end - start, isInPlace: isInPlace)
  }

  private static func take(_ header: JPEGXLHeader, into builder: inout MetadataBuilder) {
    guard header.isSound else { return }
    (builder.metadata.width, builder.metadata.height) = (header.width, header.height)
    builder.metadata.orientation = header.orientation
  }
}

/// The first bits of a JPEG XL picture: its size, and how it is turned. Bits are counted from the lowest of each byte.
private struct JPEGXLHeader {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = 1
  /// False where the bytes end within the header.
  private(set) var isSound = true
  private let bytes: [UInt8]
  private var place = 0

  /// Reads the header from the bytes behind the picture's signature.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let isSmall = bits(1) == 1
    height = side(isSmall)
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let ratio = bits(3)
    width = ratio == 0 ? side(isSmall) : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
    // Image metadata: not all as usual, and with more fields, of which this is the first.
    if bits(1) == 0, bits(1) == 1 { orientation = 1 + bits(3) }
  }

  private mutating func side(_ isSmall: Bool) -> Int {
    isSmall ? 8 * (1 + bits(5)) : 1 + bits([9, 13, 18, 30][bits(2)])
  }

  private mutating func bits(_ count: Int) -> Int {
    guard place + count <= bytes.count * 8 else {
      isSound = false
      return 0
    }
    var value = 0
    for index in 0..<count { value |= Int(bytes[(place + index) / 8] >> UInt8((place + index) % 8) & 1) << index }
    place += count
    return value
  }
}
