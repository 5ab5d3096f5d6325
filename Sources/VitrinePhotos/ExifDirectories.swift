// From EXIF tags to what they mean. Decision 0009 says why.

import VitrineModel

/// The directories that EXIF spreads its tags over.
///
/// Source: EXIF 2.32 (CIPA DC-008), TIFF/EP (ISO 12234-2): raw files may have the tags of `exif` in `root`.
struct ExifDirectories {
  /// The first directory: maker, model, orientation.
  var root: [TIFFEntry] = []
  /// The exposure and the time.
  var exif: [TIFFEntry] = []
  /// The place.
  var gps: [TIFFEntry] = []

  /// No directories yet.
  init() {}

  /// The first directory of a block and the two it points to.
  init(_ block: TIFFBlock, _ image: inout ImageBytes) {
    root = block.directory(&image, at: block.first)
    if let place = root.first(Tag.exif)?.number(&image) { exif = block.directory(&image, at: place) }
    if let place = root.first(Tag.gps)?.number(&image) { gps = block.directory(&image, at: place) }
  }

  /// The numbers of the tags.
  enum Tag {
    static let (maker, model, orientation, exif, gps) = (0x10F, 0x110, 0x112, 0x8769, 0x8825)
    static let (taken, takenOffset, takenFraction) = (0x9003, 0x9011, 0x9291)
    static let (shutter, aperture, focalLength, lens) = (0x829A, 0x829D, 0x920A, 0xA434)
    static let (iso, standardSensitivity, recommendedIndex, isoSpeed) = (0x8827, 0x8831, 0x8832, 0x8833)
    static let (latitudeSide, latitude, longitudeSide, longitude) = (1, 2, 3, 4)
  }

  private func entry(_ tag: Int) -> TIFFEntry? { exif.first(tag) ?? root.first(tag) }
}

extension PhotoMetadata {
  /// Takes what the tags say, where nothing is known yet.
  mutating func take(_ tags: ExifDirectories, _ image: inout ImageBytes) {
    typealias Tag = ExifDirectories.Tag
    if orientation == nil, let number = tags.root.first(Tag.orientation)?.number(&image), (1...8).contains(number) {
      orientation = number
    }
    if camera == nil {
      camera = CameraName.name(
        maker: tags.root.first(Tag.maker)?.text(&image) ?? tags.exif.first(Tag.maker)?.text(&image),
        model: tags.root.first(Tag.model)?.text(&image) ?? tags.exif.first(Tag.model)?.text(&image))
    }
    if taken == nil { taken = tags.taken(&image) }
    if lens == nil { lens = tags.text(Tag.lens, &image).flatMap { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil } }
    if iso == nil { iso = tags.iso(&image) }
    if shutter == nil { shutter = tags.positive(Tag.shutter, &image).flatMap { ExifNumber.shutter($0) } }
    if aperture == nil { aperture = tags.positive(Tag.aperture, &image).flatMap { ExifNumber.decimal($0, places: 2) } }
    if focalLength == nil { focalLength = tags.positive(Tag.focalLength, &image).flatMap { ExifNumber.decimal($0, places: 2) } }
    if latitude == nil, let place = tags.location(&image) { (latitude, longitude) = place }
  }
}

extension ExifDirectories {
  fileprivate func text(_ tag: Int, _ image: inout ImageBytes) -> String? { entry(tag)?.text(&image) }

  /// A number above zero; zero is how cameras say that they do not know.
  fileprivate func positive(_ tag: Int, _ image: inout ImageBytes) -> Double? {
    guard let value = entry(tag)?.quotients(&image, most: 1).first ?? nil, value > 0 else { return nil }
    return value
  }

  fileprivate func taken(_ image: inout ImageBytes) -> String? {
    guard let date = text(Tag.taken, &image) else { return nil }
    return ExifMoment.text(date, fraction: text(Tag.takenFraction, &image), offset: text(Tag.takenOffset, &image))
  }

  /// The sensitivity. A camera that has more than fits in its 16 bits says 65535 there, and the number elsewhere.
  fileprivate func iso(_ image: inout ImageBytes) -> Int? {
    let written = entry(Tag.iso)?.quotients(&image, most: 1).first ?? nil
    var number = written.flatMap { Int(exactly: $0.rounded()) }
    if number == 65_535 {
      for tag in [Tag.recommendedIndex, Tag.standardSensitivity, Tag.isoSpeed] {
        if let larger = entry(tag)?.number(&image), larger >= 65_535 {
          number = larger
          break
        }
      }
    }
    return number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The place; nil where a part is missing, off the globe, or both are exactly zero, which is how cameras say that they do not know.
  fileprivate func location(_ image: inout ImageBytes) -> (String, String)? {
    guard let latitude = degrees(Tag.latitude, side: Tag.latitudeSide, negative: "S", positive: "N", most: 90, &image),
      let longitude = degrees(Tag.longitude, side: Tag.longitudeSide, negative: "W", positive: "E", most: 180, &image),
      latitude != 0 || longitude != 0, let north = ExifNumber.decimal(latitude, places: 7),
      let east = ExifNumber.decimal(longitude, places: 7)
    else { return nil }
    return (north, east)
  }

  private func degrees(
    _ tag: Int, side: Int, negative: Character, positive: Character, most: Double, _ image: inout ImageBytes
  ) -> Double? {
    guard let entry = gps.first(tag), entry.type == 5 || entry.type == 10,
      let letter = gps.first(side)?.text(&image)?.uppercased().first, letter == negative || letter == positive
    else { return nil }
    let parts = entry.quotients(&image, most: 3)
    guard let whole = parts[0] else { return nil }
    // Degrees alone may have decimals; the minutes or seconds are then by zero, or not there.
    let minutes = parts.count > 1 ? parts[1] ?? 0 : 0
    let seconds = parts.count > 2 ? parts[2] ?? 0 : 0
    guard whole >= 0, minutes >= 0, seconds >= 0 else { return nil }
    let value = whole + minutes / 60 + seconds / 3600
    return value <= most ? (letter == negative ? -value : value) : nil
  }
}
