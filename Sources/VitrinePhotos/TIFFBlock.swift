// The TIFF structure of TIFF files, and of the raw formats that are built like them. Decisions 0009 and 0045 say why.

/// A TIFF structure in a file: a header and directories of tags. Of EXIF blocks, which have the same structure, libexif reads it (`ExifBlock`).
///
/// Shape: hostile offsets and counts cost nothing: no directory leads to another by itself, one has at most 1,024 entries, and nothing outside
/// of the block is read. Source: TIFF 6.0; the BigTIFF proposal.
struct TIFFBlock {
  /// The most entries of a directory that are looked at.
  static let mostEntries = 1024

  /// Where it begins in the file.
  let start: Int
  private let end: Int
  /// The least offset of a directory: none stands in the header.
  private let least: Int
  /// True where the lowest byte of a number comes first.
  let isLittle: Bool
  /// True for BigTIFF, whose offsets have 64 bits.
  let isBig: Bool
  /// The offset of the first directory in the block.
  let first: Int

  /// The structure in `count` bytes from `start`; nil where none begins there.
  ///
  /// - Parameter withAnyVersion: true where the number behind the byte order may be any, which tolerant readers pass over.
  init?(_ image: inout ImageBytes, at start: Int, count: Int, withAnyVersion: Bool = false) {
    guard start >= 0, start < image.size, count >= 8 else { return nil }
    if image.has("II", at: start) { isLittle = true } else if image.has("MM", at: start) { isLittle = false } else { return nil }
    self.start = start
    least = 8
    end = count < image.size - start ? start + count : image.size
    // 0x55 is Panasonic's, the other two are Olympus's.
    switch image.number(start + 2, 2, littleEndian: isLittle) {
    case 42, 0x55, 0x4F52, 0x5352: isBig = false
    case 43: isBig = true
    default:
      guard withAnyVersion else { return nil }
      isBig = false
    }
    guard let first = image.number(start + (isBig ? 8 : 4), isBig ? 8 : 4, littleEndian: isLittle) else { return nil }
    self.first = first
  }

  /// A directory that begins a part of a file without a header, as some makers' notes have it.
  init(headless range: Range<Int>, isLittle: Bool) {
    (start, end, self.isLittle, isBig, first, least) = (range.lowerBound, range.upperBound, isLittle, false, 0, 0)
  }

  /// How long the count before a directory's entries is. Units: bytes.
  var headWidth: Int { isBig ? 8 : 2 }
  /// How long an entry is. Units: bytes.
  var entryWidth: Int { isBig ? 20 : 12 }
  /// How long an offset is. Units: bytes.
  var offsetWidth: Int { isBig ? 8 : 4 }

  /// The entries of the directory at an offset in the block, as far as they are there; none where there is no directory. Entries whose values
  /// reach past the end of the block are left out, unless they are asked for.
  func directory(_ image: inout ImageBytes, at offset: Int, withCut: Bool = false) -> [TIFFEntry] {
    guard offset >= least, offset <= end - start - headWidth,
      let count = image.number(start + offset, headWidth, littleEndian: isLittle)
    else { return [] }
    let place = start + offset + headWidth
    let there = min(count, Self.mostEntries, (end - place) / entryWidth)
    guard there > 0, let bytes = image.bytes(place, there * entryWidth) else { return [] }
    return (0..<there).compactMap { index in
      guard let entry = entry(bytes[index * entryWidth..<(index + 1) * entryWidth], at: place + index * entryWidth) else {
        return nil
      }
      return withCut || entry.end <= end ? entry : nil
    }
  }

  /// Where the directory at an offset in the block ends in the file, or would end if the file were longer; nil where that is not known, or
  /// where it claims to be longer than any is.
  func end(ofDirectoryAt offset: Int, _ image: inout ImageBytes) -> Int? {
    guard offset >= 0, offset < Self.mostPlace else { return nil }
    if start + offset + headWidth > image.size { return start + offset + headWidth }
    guard let count = image.number(start + offset, headWidth, littleEndian: isLittle), count <= 4096 else { return nil }
    return start + offset + headWidth + count * entryWidth
  }

  /// The largest offsets and lengths that are believed: no file has 256 terabytes.
  private static let mostPlace = 1 << 48

  /// An entry; nil where it has no type that exists.
  private func entry(_ bytes: ArraySlice<UInt8>, at place: Int) -> TIFFEntry? {
    let (at, size) = (bytes.startIndex, isBig ? 8 : 4)
    guard let tag = ImageBytes.number(bytes[at..<at + 2], isLittle),
      let type = ImageBytes.number(bytes[at + 2..<at + 4], isLittle),
      let count = ImageBytes.number(bytes[at + 4..<at + 4 + size], isLittle)
    else { return nil }
    let width = ExifValue.width(ofType: type)
    guard width > 0, count > 0, count < Self.mostPlace else { return nil }
    var value = place + 4 + size
    if count * width > size {
      guard let offset = ImageBytes.number(bytes[at + 4 + size..<at + 4 + 2 * size], isLittle), offset < Self.mostPlace else {
        return nil
      }
      value = start + offset
    }
    return TIFFEntry(tag: tag, type: type, count: count, place: value, entryPlace: place, isLittle: isLittle)
  }
}

/// One tag of a directory.
struct TIFFEntry {
  /// The tag's number.
  let tag: Int
  /// The type of its values, as TIFF numbers types.
  let type: Int
  /// How many values it has, at least 1.
  let count: Int
  /// Where the values start in the file.
  let place: Int
  /// Where the entry itself starts in the file.
  let entryPlace: Int
  /// Where the values end, in the file or past its end.
  var end: Int { place + count * ExifValue.width(ofType: type) }
  fileprivate let isLittle: Bool

  fileprivate init(tag: Int, type: Int, count: Int, place: Int, entryPlace: Int, isLittle: Bool) {
    (self.tag, self.type, self.count, self.isLittle) = (tag, type, count, isLittle)
    (self.place, self.entryPlace) = (place, entryPlace)
  }

  /// True where its values are whole numbers.
  var hasNumbers: Bool { ExifValue.isWhole(type) }

  /// Its values, as far as they are looked at; nil where they cannot be read.
  func value(_ image: inout ImageBytes) -> ExifValue? {
    guard let bytes = image.bytes(place, min(end - place, ExifValue.maximum, image.size - place)) else { return nil }
    return ExifValue(type: type, count: count, bytes: bytes, isLittle: isLittle)
  }

  /// Its first whole numbers, at most so many, nil for one that is not known or below zero; none where it has values of another type.
  func numbers(_ image: inout ImageBytes, most: Int) -> [Int?] {
    guard hasNumbers else { return [] }
    let width = ExifValue.width(ofType: type)
    // Of signed numbers those below zero have the highest bit.
    let limit = type == 8 ? 1 << 15 : type == 9 ? 1 << 31 : Int.max
    return (0..<min(count, most)).map {
      image.number(place + $0 * width, width, littleEndian: isLittle).flatMap { $0 < limit ? $0 : nil }
    }
  }

  /// Its first whole number.
  func number(_ image: inout ImageBytes) -> Int? { numbers(&image, most: 1).first ?? nil }
}

extension [TIFFEntry] {
  /// The first entry of a tag.
  func first(_ tag: Int) -> TIFFEntry? { first { $0.tag == tag } }
}
