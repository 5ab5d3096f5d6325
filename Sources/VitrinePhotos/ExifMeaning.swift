// From EXIF tags to what they mean.

import VitrineModel

extension PhotoMetadata {
  /// Takes what the tags say, where nothing is known yet.
  mutating func take(_ tags: ExifTags) {
    typealias Number = ExifTags.Number
    if orientation == nil, let number = tags[.root, Number.orientation]?.number, (1...8).contains(number) {
      orientation = number
    }
    if camera == nil {
      camera = CameraName.name(
        maker: tags[.root, Number.maker]?.text ?? tags[.exif, Number.maker]?.text,
        model: tags[.root, Number.model]?.text ?? tags[.exif, Number.model]?.text)
    }
    if taken == nil { taken = tags.taken() }
    if lens == nil { lens = tags.text(Number.lens).flatMap(CameraName.lens) }
    if iso == nil { iso = tags.iso() }
    if shutter == nil { shutter = tags.exposureTime.flatMap { ExifNumber.shutter($0) } }
    if aperture == nil { aperture = tags.fNumber.flatMap { ExifNumber.decimal($0, places: 2) } }
    if focalLength == nil { focalLength = tags.positive(Number.focalLength).flatMap { ExifNumber.decimal($0, places: 2) } }
    if whiteBalance == nil, let number = tags.whiteBalance {
      whiteBalance = number == 0 ? "auto" : number == 1 ? "manual" : nil
    }
    if rating == nil, let number = tags[.root, Number.rating]?.number, (0...5).contains(number) { rating = Double(number) }
    if latitude == nil, let place = tags.location() { (latitude, longitude) = place }
  }

  /// Takes what the tags say that counts only where nothing else says it: when the picture was made a file, and the words that cameras write, too.
  mutating func takeLesser(_ tags: ExifTags) {
    typealias Number = ExifTags.Number
    if taken == nil { taken = tags.digitized() }
    if lens == nil { lens = tags.entry(Number.lensLimits).flatMap { ExifNumber.lens(limits: $0.quotients(maximum: 4)) } }
    if creator == nil { creator = tags[.root, Number.artist]?.text }
    if caption == nil { caption = tags[.root, Number.description]?.text.flatMap { CameraName.isCaption($0) ? $0 : nil } }
  }
}

extension ExifTags {
  fileprivate func text(_ tag: Int) -> String? { entry(tag)?.text }

  fileprivate func entry(_ tag: Int) -> ExifValue? { self[.exif, tag] ?? self[.root, tag] }

  fileprivate var whiteBalance: Int? { entry(Number.whiteBalance)?.number }

  /// A number above zero; zero is how cameras say that they do not know.
  fileprivate func positive(_ tag: Int) -> Double? {
    guard let value = entry(tag)?.quotients(maximum: 1).first ?? nil, value > 0 else { return nil }
    return value
  }

  /// The exposure in seconds, else what the shutter's speed says.
  fileprivate var exposureTime: Double? {
    positive(Number.shutter) ?? quotient(Number.shutterSpeed).flatMap(ExifNumber.seconds(shutterSpeed:))
  }

  /// The f-number, else what the opening of the lens says.
  fileprivate var fNumber: Double? {
    positive(Number.aperture) ?? quotient(Number.lensOpening).flatMap(ExifNumber.fNumber(lensOpening:))
  }

  private func quotient(_ tag: Int) -> Double? { entry(tag)?.quotients(maximum: 1).first ?? nil }

  fileprivate func taken() -> String? {
    guard let date = text(Number.taken) else { return nil }
    return ExifMoment.text(date, fraction: text(Number.takenFraction), offset: text(Number.takenOffset))
  }

  /// When the picture was made a file: of a camera's, when it was taken.
  fileprivate func digitized() -> String? {
    guard let date = text(Number.digitized) else { return nil }
    return ExifMoment.text(date, fraction: text(Number.digitizedFraction), offset: text(Number.digitizedOffset))
  }

  /// The sensitivity. A camera that has more than fits in its 16 bits says 65535 there, and the number elsewhere.
  fileprivate func iso() -> Int? {
    let written = entry(Number.iso)?.quotients(maximum: 1).first ?? nil
    // Some programs write it as a text.
    var number = written.flatMap { Int(exactly: $0.rounded()) } ?? entry(Number.iso)?.text.flatMap { Int($0) }
    if number == 65_535 {
      for tag in [Number.recommendedIndex, Number.standardSensitivity, Number.isoSpeed] {
        if let larger = entry(tag)?.number, larger >= 65_535 {
          number = larger
          break
        }
      }
    }
    return number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The place; nil where a part is missing, off the globe, or both are exactly zero, which is how cameras say that they do not know.
  fileprivate func location() -> (String, String)? {
    guard let latitude = degrees(Number.latitude, side: Number.latitudeSide, negative: "S", positive: "N", most: 90),
      let longitude = degrees(Number.longitude, side: Number.longitudeSide, negative: "W", positive: "E", most: 180),
      latitude != 0 || longitude != 0, let north = ExifNumber.decimal(latitude, places: 7),
      let east = ExifNumber.decimal(longitude, places: 7)
    else { return nil }
    return (north, east)
  }

  private func degrees(_ tag: Int, side: Int, negative: Character, positive: Character, most: Double) -> Double? {
    guard let entry = self[.gps, tag],
      let letter = self[.gps, side]?.text?.uppercased().first, letter == negative || letter == positive
    else { return nil }
    // Quotients, as they should be; some programs write numbers of other types, or a text.
    let parts = entry.type == 2 ? Self.numbers(in: entry.text ?? "") : entry.quotients(maximum: 3)
    guard let whole = parts.first ?? nil else { return nil }
    // Degrees alone may have decimals; the minutes or seconds are then by zero, or not there.
    let minutes = parts.count > 1 ? parts[1] ?? 0 : 0
    let seconds = parts.count > 2 ? parts[2] ?? 0 : 0
    guard whole >= 0, minutes >= 0, seconds >= 0 else { return nil }
    let value = whole + minutes / 60 + seconds / 3600
    return value <= most ? (letter == negative ? -value : value) : nil
  }

  /// The numbers of a text such as `41 1 54.1` or `41.0317`; none of more than three, which may be decimals behind commas.
  private static func numbers(in text: String) -> [Double?] {
    let parts = text.split { !$0.isASCII || !$0.isNumber && $0 != "." && $0 != "-" }.map { Double($0) }
    return parts.count <= 3 ? parts : []
  }
}
