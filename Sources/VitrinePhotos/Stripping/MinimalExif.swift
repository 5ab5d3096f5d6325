// The smallest EXIF block that says which way up a photo is, and where it was taken.

/// Writes EXIF.
///
/// Source: TIFF 6.0; EXIF 2.32, 4.6.4 (Orientation), 4.6.6 (GPS).
enum MinimalExif {
  /// A block without any tag.
  static let empty: [UInt8] = header + [0, 0] + number(0, 4)

  /// A block with these tags; nil where there is nothing to say. Shape: latitude and longitude in decimal degrees, at most seven decimals.
  static func block(orientation: Int?, place: (latitude: String, longitude: String)?) -> [UInt8]? {
    let spot = place.flatMap { place in
      tenths(place.latitude).flatMap { latitude in tenths(place.longitude).map { (latitude, $0) } }
    }
    guard orientation != nil || spot != nil else { return nil }
    let count = (orientation == nil ? 0 : 1) + (spot == nil ? 0 : 1)
    var block = header + number(count, 2)
    if let orientation { block += number(0x112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0] }
    let directory = 8 + 2 + count * 12 + 4
    if spot != nil { block += number(0x8825, 2) + number(4, 2) + number(1, 4) + number(directory, 4) }
    block += number(0, 4)
    guard let (latitude, longitude) = spot else { return block }
    let values = directory + 2 + 5 * 12 + 4
    block += number(5, 2)
    block += number(0, 2) + number(1, 2) + number(4, 4) + [2, 3, 0, 0]
    block += letter(1, latitude < 0 ? "S" : "N") + number(2, 2) + number(5, 2) + number(3, 4) + number(values, 4)
    block += letter(3, longitude < 0 ? "W" : "E") + number(4, 2) + number(5, 2) + number(3, 4) + number(values + 24, 4)
    block += number(0, 4)
    return block + degrees(latitude) + degrees(longitude)
  }

  private static let header: [UInt8] = Array("MM".utf8) + [0, 42] + number(8, 4)

  private static func letter(_ tag: Int, _ letter: Unicode.Scalar) -> [UInt8] {
    number(tag, 2) + number(2, 2) + number(2, 4) + [UInt8(ascii: letter), 0, 0, 0]
  }

  /// Degrees, minutes and seconds as quotients. A ten-millionth of a degree is 36 hundred-thousandths of a second, so that nothing is rounded.
  private static func degrees(_ tenths: Int) -> [UInt8] { parts(tenths).flatMap { number($0.0, 4) + number($0.1, 4) } }

  /// The quotients of degrees, minutes and seconds.
  static func parts(_ tenths: Int) -> [(Int, Int)] {
    let all = Int(tenths.magnitude) * 36
    let second = 100_000
    return [(all / (3600 * second), 1), (all / (60 * second) % 60, 1), (all % (60 * second), second)]
  }

  /// Decimal degrees in ten-millionths; nil for what is none.
  static func tenths(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, first.count <= 3, let whole = Int(first), whole >= 0 else { return nil }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard decimals.count <= 7, let part = Int(decimals + String(repeating: "0", count: 7 - decimals.count)), part >= 0 else {
      return nil
    }
    return (isNegative ? -1 : 1) * (whole * 10_000_000 + part)
  }

  /// A number in so many bytes, the highest first.
  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
