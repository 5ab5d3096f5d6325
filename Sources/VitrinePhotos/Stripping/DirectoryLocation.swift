// The location in TIFF structures: EXIF of any container, TIFF files with any number of pages, raw files, makers' notes.

/// Finds the location in the directories of TIFF structures, all of them, and takes it out.
///
/// Source: TIFF 6.0; EXIF 2.32, 4.6.3; GeoTIFF 1.1, 7; DNG 1.7; for makers' notes ExifTool's Panasonic.pm, Nikon.pm and Samsung.pm.
struct DirectoryLocation {
  /// The most entries of all directories that are looked at: no file has so many.
  private static let mostEntries = 1 << 20

  /// XMP and IPTC that tags hold.
  private(set) var places: [MetadataPlaces.Place] = []
  private let bytes: [UInt8]
  private var image: ImageBytes
  private var wiped: [Range<Int>] = []
  private var written: [(place: Int, bytes: [UInt8])] = []
  private var seen: Set<Int> = []
  private var entries = 0

  /// Nothing found yet in a file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    image = ImageBytes(ImageSample(bytes))
  }

  private enum Tag {
    static let (subdirectories, exif, interoperability, note) = (330, 34_665, 40_965, 37_500)
    /// Where the pixels of a map lie on the earth.
    static let geography: Set<Int> = [33_550, 33_920, 33_922, 34_264, 34_735, 34_736, 34_737]
  }

  /// Looks into the structure that begins a part of the file.
  ///
  /// Errors: more entries than any photo has.
  mutating func take(_ range: Range<Int>) throws(StrippingRefusal) {
    guard let block = TIFFBlock(&image, at: range.lowerBound, count: range.count, withAnyVersion: true) else { return }
    // Canon has the directory of the location alone in a structure of its own.
    if range.lowerBound >= 4, bytes[range.lowerBound - 4..<range.lowerBound].elementsEqual("CMT4".utf8) {
      return try wipe(block, directoryAt: block.first, in: range)
    }
    let isNikon = range.lowerBound >= 10 && bytes[range.lowerBound - 10..<range.lowerBound].starts(with: "Nikon\0".utf8)
    var waiting = [block.first]
    while let offset = waiting.popLast() {
      guard offset < range.count, seen.insert(range.lowerBound + offset).inserted else { continue }
      let found = try directory(block, offset)
      guard !found.isEmpty, let end = block.end(ofDirectoryAt: offset, &image) else { continue }
      if let next = image.number(end, block.offsetWidth, littleEndian: block.isLittle), next > 0 { waiting.append(next) }
      var removed: [TIFFEntry] = []
      for entry in found {
        switch entry.tag {
        case ExifTags.Number.gps:
          removed.append(entry)
          if let offset = entry.number(&image) { try wipe(block, directoryAt: offset, in: range) }
        case Tag.subdirectories, Tag.exif, Tag.interoperability:
          waiting += entry.numbers(&image, most: 64).compactMap(\.self)
        case ExifTags.Number.xmp: places.append(.xmp(part(entry, in: range)))
        case ExifTags.Number.iptc, ExifTags.Number.photoshop: places.append(.iptc(part(entry, in: range)))
        case Tag.note: try takeNote(block, entry, in: range)
        case _ where Tag.geography.contains(entry.tag):
          removed.append(entry)
          if entry.place < entry.entryPlace || entry.place >= entry.entryPlace + block.entryWidth {
            wiped.append(part(entry, in: range))
          }
        case 0x39 where isNikon: wiped.append(part(entry, in: range))
        case NikonCapture.entries where isNikon, NikonCapture.versions where isNikon:
          places += NikonCapture.iptc(in: part(entry, in: range), of: bytes, tag: entry.tag).map { .iptc($0) }
        default: break
        }
      }
      if !removed.isEmpty { remove(removed, block, directoryAt: offset, end) }
    }
  }

  /// Changes the file.
  func apply(to bytes: inout [UInt8]) {
    for (place, piece) in written { bytes.replaceSubrange(place..<place + piece.count, with: piece) }
    for range in wiped.merged { for index in range.clamped(to: 0..<bytes.count) { bytes[index] = 0 } }
  }

  private mutating func directory(_ block: TIFFBlock, _ offset: Int) throws(StrippingRefusal) -> [TIFFEntry] {
    let found = block.directory(&image, at: offset)
    entries += found.count + 1
    guard entries <= Self.mostEntries else { throw StrippingRefusal("it has more metadata than is looked into") }
    return found
  }

  private func part(_ entry: TIFFEntry, in range: Range<Int>) -> Range<Int> {
    (entry.place..<max(entry.place, entry.end)).clamped(to: range)
  }

  /// Wipes a directory of the location, and what its tags say.
  private mutating func wipe(_ block: TIFFBlock, directoryAt offset: Int, in range: Range<Int>) throws(StrippingRefusal) {
    for tag in try directory(block, offset) { wiped.append(part(tag, in: range)) }
    let (start, overflow) = range.lowerBound.addingReportingOverflow(offset)
    guard !overflow, let end = block.end(ofDirectoryAt: offset, &image), start < end else { return }
    wiped.append((start..<end + block.offsetWidth).clamped(to: range))
  }

  /// Takes entries out of a directory: those behind them, and where the next directory stands, move up.
  private mutating func remove(_ removed: [TIFFEntry], _ block: TIFFBlock, directoryAt offset: Int, _ end: Int) {
    let start = block.start + offset + block.headWidth
    guard end + block.offsetWidth <= bytes.count else { return }
    let gone = Set(removed.map(\.entryPlace))
    let kept = stride(from: start, to: end, by: block.entryWidth).filter { !gone.contains($0) }
    var directory = MinimalExif.number(kept.count, block.headWidth)
    if block.isLittle { directory.reverse() }
    for place in kept { directory += bytes[place..<place + block.entryWidth] }
    directory += bytes[end..<end + block.offsetWidth]
    directory += [UInt8](repeating: 0, count: end + block.offsetWidth - start + block.headWidth - directory.count)
    written.append((start - block.headWidth, directory))
  }

  // MARK: makers' notes

  /// Tags of Panasonic's that name a place: itself, its country, state and city, what is near, the city again.
  private static let panasonic: Set<Int> = [0x67, 0x69, 0x6B, 0x6D, 0x6F, 0x80]
  /// The same of Samsung's.
  private static let samsung: Set<Int> = [0x30, 0x31]

  /// Looks into a maker's note. Nikon's has a structure of its own, which is found as that.
  private mutating func takeNote(_ block: TIFFBlock, _ note: TIFFEntry, in range: Range<Int>) throws(StrippingRefusal) {
    let part = part(note, in: range)
    guard part.count >= 32 else { return }
    if bytes[part].starts(with: "Panasonic\0\0\0".utf8) {
      for tag in try directory(block, part.lowerBound + 12 - range.lowerBound) where Self.panasonic.contains(tag.tag) {
        wiped.append(self.part(tag, in: range))
      }
    } else if bytes[part.lowerBound + 10..<part.lowerBound + 14].elementsEqual("0100".utf8) {
      // Samsung's begins with its directory, whose first tag is the version; offsets count from there.
      let own = TIFFBlock(headless: part, isLittle: block.isLittle)
      for tag in own.directory(&image, at: own.first) where Self.samsung.contains(tag.tag) {
        wiped.append(self.part(tag, in: part))
      }
    }
  }
}
