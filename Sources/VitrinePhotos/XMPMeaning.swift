// From a packet of XMP to what it means.

import VitrineModel

extension PhotoMetadata {
  /// Takes what a packet says, where nothing is known yet; its rating counts before others.
  mutating func take(_ packet: XMPPacket) {
    if taken == nil {
      taken = ["DateTimeOriginal", "DateCreated"].lazy.compactMap { packet[$0].flatMap(Self.moment) }.first
    }
    if latitude == nil, let north = packet["GPSLatitude"].flatMap({ Self.degrees($0, "NS", limit: 90) }),
      let east = packet["GPSLongitude"].flatMap({ Self.degrees($0, "EW", limit: 180) }), north != 0 || east != 0,
      let latitude = ExifNumber.decimal(north, places: 7), let longitude = ExifNumber.decimal(east, places: 7)
    {
      (self.latitude, self.longitude) = (latitude, longitude)
    }
    // What programs write afterwards: EXIF's is that of the camera, or of an older program.
    if let number = packet["Rating"].flatMap(Double.init), (-1...5).contains(number) { rating = number }
    if orientation == nil, let number = packet["Orientation"].flatMap({ Int($0) }), (1...8).contains(number) {
      orientation = number
    }
    if lens == nil {
      lens = packet["LensModel"].flatMap(CameraName.lens) ?? packet["Lens"].map(Self.lens).flatMap(CameraName.lens)
    }
    if iso == nil, let number = (packet["PhotographicSensitivity"] ?? packet["ISO"]).flatMap({ Int($0) }), number > 0 {
      iso = number
    }
    if shutter == nil {
      let speed = packet["ShutterSpeedValue"].flatMap(Self.quotient).flatMap(ExifNumber.seconds(shutterSpeed:))
      shutter = (packet["ExposureTime"].flatMap(Self.positive) ?? speed).flatMap { ExifNumber.shutter($0) }
    }
    if aperture == nil {
      let opening = packet["ApertureValue"].flatMap(Self.quotient).flatMap(ExifNumber.fNumber(lensOpening:))
      aperture = (packet["FNumber"].flatMap(Self.positive) ?? opening).flatMap { ExifNumber.decimal($0, places: 2) }
    }
    if focalLength == nil {
      focalLength = packet["FocalLength"].flatMap(Self.positive).flatMap { ExifNumber.decimal($0, places: 2) }
    }
    if whiteBalance == nil, let number = packet["WhiteBalance"] {
      whiteBalance = number == "0" ? "auto" : number == "1" ? "manual" : nil
    }
    if caption == nil { caption = packet["Description"] }
    if keywords == nil { keywords = packet["Subject"] }
    if creator == nil { creator = packet["Creator"] }
    if place == nil {
      let parts = ["Location", "City", "State", "Country"].compactMap { packet[$0] }
      place = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
    if camera == nil { camera = CameraName.name(maker: packet["Make"], model: packet["Model"]) }
  }

  /// When the picture was made a file, as a packet says it.
  static func digitized(_ packet: XMPPacket) -> String? {
    ["DateTimeDigitized", "CreateDate"].lazy.compactMap { packet[$0].flatMap(Self.moment) }.first
  }

  /// A number above zero; zero is how cameras say that they do not know.
  private static func positive(_ text: String) -> Double? {
    quotient(text).flatMap { $0 > 0 && $0 < 1_000_000 ? $0 : nil }
  }

  /// A number as XMP writes it: `1/250`, `28/10`, or decimal.
  private static func quotient(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(parts.count), let above = parts[0] else { return nil }
    return parts.count == 1 ? above : parts[1].map { above / $0 }
  }

  /// A lens as some cameras write it, by the quotients of its limits, `18/1 55/1 0/0 0/0`; another text as it is.
  private static func lens(_ text: String) -> String {
    let limits = text.split(separator: " ").map { part in
      let numbers = part.split(separator: "/").map { Double($0) }
      return numbers.count == 2 ? numbers[0].flatMap { above in numbers[1].map { above / $0 } } : nil
    }
    return ExifNumber.lens(limits: limits) ?? text
  }

  /// A moment as XMP writes it, `2018-07-25T16:34:23.12+03:00`; nil for a date without a time. Some programs write EXIF's form.
  private static func moment(_ text: String) -> String? {
    let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard parts.count == 2 else { return nil }
    let clock = parts[1].prefix { $0.isNumber || $0 == ":" }
    let rest = parts[1].dropFirst(clock.count)
    let fraction = rest.first == "." ? rest.dropFirst().prefix { $0.isNumber } : ""
    let offset = rest.dropFirst(fraction.isEmpty ? 0 : fraction.count + 1)
    return ExifMoment.text("\(parts[0]) \(clock)", fraction: String(fraction), offset: String(offset))
  }

  /// Degrees as XMP writes them: `41,0,30N`, `41,0.5N`, or decimal.
  private static func degrees(_ text: String, _ sides: String, limit: Double) -> Double? {
    guard let last = text.last, last.isLetter else {
      return Double(text).flatMap { $0.magnitude <= limit ? $0 : nil }
    }
    guard let side = sides.firstIndex(of: Character(last.uppercased())) else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count) else { return nil }
    var value = 0.0
    for (part, scale) in zip(parts, [1.0, 60, 3600]) {
      guard let part, part >= 0, part.isFinite else { return nil }
      value += part / scale
    }
    return value <= limit ? (side == sides.startIndex ? value : -value) : nil
  }
}
