// The tags of EXIF, and where they stand.

/// The directories that EXIF spreads its tags over.
///
/// Source: EXIF 2.32 (CIPA DC-008), 4.6.
enum ExifDirectory: Hashable {
  /// The first directory: maker, model, orientation.
  case root
  /// The directory of the small picture.
  case thumbnail
  /// The exposure and the time.
  case exif
  /// The location.
  case gps
  /// What readers must understand.
  case interoperability
}

/// Tags with their values.
struct ExifTags {
  /// A tag.
  struct Tag {
    /// The directory it stands in.
    let directory: ExifDirectory
    /// The tag's number.
    let number: Int
    /// Its values.
    let value: ExifValue
  }

  /// The tags, in their order.
  private(set) var all: [Tag] = []

  /// Appends a tag.
  mutating func append(_ tag: Tag) { all.append(tag) }

  /// The first tag of a number in a directory.
  subscript(directory: ExifDirectory, number: Int) -> ExifValue? {
    all.first { $0.number == number && $0.directory == directory }?.value
  }

  /// The numbers of the tags whose meaning is known.
  enum Number {
    static let (maker, model, orientation, exif, gps) = (0x10F, 0x110, 0x112, 0x8769, 0x8825)
    static let (rating, xmp) = (0x4746, 700)
    static let (iptc, photoshop) = (33_723, 34_377)
    static let (taken, takenOffset, takenFraction) = (0x9003, 0x9011, 0x9291)
    static let (digitized, digitizedOffset, digitizedFraction) = (0x9004, 0x9012, 0x9292)
    static let (description, artist, lensLimits) = (0x10E, 0x13B, 0xA432)
    static let (shutterSpeed, lensOpening) = (0x9201, 0x9202)
    static let (shutter, aperture, focalLength, lens, whiteBalance) = (0x829A, 0x829D, 0x920A, 0xA434, 0xA403)
    static let (iso, standardSensitivity, recommendedIndex, isoSpeed) = (0x8827, 0x8831, 0x8832, 0x8833)
    static let (latitudeSide, latitude, longitudeSide, longitude) = (1, 2, 3, 4)
    static let makerNote = 0x927C
  }

  /// True for tags that metadata is made of.
  static func areMetadata(_ directory: ExifDirectory, _ number: Int) -> Bool {
    switch directory {
    case .root, .exif:
      switch number {
      case Number.digitized, Number.digitizedOffset, Number.digitizedFraction, Number.description, Number.artist,
        Number.lensLimits, Number.maker, Number.model, Number.orientation, Number.rating, Number.taken, Number.takenOffset,
        Number.takenFraction,
        Number.shutter, Number.shutterSpeed, Number.aperture, Number.lensOpening, Number.focalLength, Number.lens,
        Number.whiteBalance, Number.iso,
        Number.standardSensitivity, Number.recommendedIndex, Number.isoSpeed:
        true
      default: false
      }
    case .gps: (1...4).contains(number)
    case .thumbnail, .interoperability: false
    }
  }

  /// No tags yet.
  init() {}

  /// The tags of a TIFF structure's first directory and the two it points to, where they are `isWanted`; raw files may have those of `exif`
  /// in the first. Source: TIFF/EP (ISO 12234-2).
  init(_ block: TIFFBlock, _ image: inout ImageBytes, where isWanted: (ExifDirectory, Int) -> Bool) {
    let root = block.directory(&image, at: block.first)
    append(root, .root, &image, where: isWanted)
    if let place = root.first(Number.exif)?.number(&image) {
      append(block.directory(&image, at: place), .exif, &image, where: isWanted)
    }
    if let place = root.first(Number.gps)?.number(&image) {
      append(block.directory(&image, at: place), .gps, &image, where: isWanted)
    }
  }

  /// Appends the entries of a directory that are `isWanted` and can be read.
  mutating func append(
    _ entries: [TIFFEntry], _ directory: ExifDirectory, _ image: inout ImageBytes, where isWanted: (ExifDirectory, Int) -> Bool
  ) {
    for entry in entries where isWanted(directory, entry.tag) {
      if let value = entry.value(&image) { append(Tag(directory: directory, number: entry.tag, value: value)) }
    }
  }
}
