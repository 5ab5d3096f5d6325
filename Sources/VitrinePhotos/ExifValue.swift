// The values of one tag, wherever it was found: in EXIF, which libexif takes apart, or in a TIFF file's own directories.

/// The values of a tag as they are stored.
///
/// Source: TIFF 6.0, section 2; EXIF 3.0, 4.6.2 (type 129, UTF-8).
struct ExifValue {
  /// The most bytes of a tag's values that are kept. Units: bytes.
  static let maximum = 4096

  /// The type of the values, as TIFF numbers types.
  let type: Int
  /// How many values there are.
  let count: Int
  /// The values, at most the first `maximum` bytes of them.
  let bytes: [UInt8]
  /// True where the lowest byte of a number comes first.
  let isLittle: Bool

  /// The bytes of one value of a type; 0 for types that do not exist.
  static func width(ofType type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }

  /// True where values of a type are whole numbers.
  static func isWhole(_ type: Int) -> Bool { [1, 3, 4, 8, 9, 13, 16, 18].contains(type) }

  private func unsigned(_ start: Int, _ width: Int) -> Int? {
    guard start + width <= bytes.count else { return nil }
    return ImageBytes.number(bytes[start..<start + width], isLittle)
  }

  /// Its first whole numbers, at most so many, nil for one that is not known; none where it has values of another type.
  func numbers(maximum: Int) -> [Int?] {
    guard Self.isWhole(type) else { return [] }
    let width = Self.width(ofType: type)
    return (0..<min(count, maximum)).map { index in
      unsigned(index * width, width).map {
        switch type {
        case 8: Int(Int16(truncatingIfNeeded: $0))
        case 9: Int(Int32(truncatingIfNeeded: $0))
        default: $0
        }
      }
    }
  }

  /// Its first whole number.
  var number: Int? { numbers(maximum: 1).first ?? nil }

  /// The two numbers of each of its first quotients, at most so many; none where it has no quotients.
  func fractions(maximum: Int) -> [(above: Int, below: Int)] {
    guard type == 5 || type == 10 else { return [] }
    return (0..<min(count, maximum)).compactMap { index in
      guard let above = unsigned(index * 8, 4), let below = unsigned(index * 8 + 4, 4) else { return nil }
      if type == 5 { return (above, below) }
      return (Int(Int32(truncatingIfNeeded: above)), Int(Int32(truncatingIfNeeded: below)))
    }
  }

  /// Its first quotients, or numbers, at most so many; nil for one without a value (a quotient by zero).
  func quotients(maximum: Int) -> [Double?] {
    switch type {
    case 5, 10: return fractions(maximum: maximum).map { $0.below == 0 ? nil : Double($0.above) / Double($0.below) }
    case 11, 12:
      let width = Self.width(ofType: type)
      return (0..<min(count, maximum)).map { index in
        guard (index + 1) * width <= bytes.count else { return nil }
        let bits = bytes[index * width..<(index + 1) * width]
        let value = (isLittle ? Array(bits.reversed()) : Array(bits)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let number = type == 11 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: value))) : Double(bitPattern: value)
        return number.isFinite ? number : nil
      }
    default: return numbers(maximum: maximum).map { $0.map { Double($0) } }
    }
  }

  /// Its text, up to the first NUL and without blanks at either end; nil where nothing is left. Units: of longer texts the first 512 bytes.
  ///
  /// Shape: UTF-8, or where it is none, ISO 8859-1; control characters become blanks.
  var text: String? {
    guard [1, 2, 7, 129].contains(type) else { return nil }
    return Self.text(bytes.prefix(512))
  }

  /// The text of bytes, as of `text`.
  static func text(_ bytes: some Collection<UInt8>) -> String? {
    let written = bytes.prefix { $0 != 0 }
    if written.allSatisfy({ (0x20...0x7E).contains($0) }) {
      let start = written.drop { $0 == 0x20 }
      let count = start.reversed().drop { $0 == 0x20 }.count
      return count == 0 ? nil : String(decoding: start.prefix(count), as: UTF8.self)
    }
    let text =
      String(validating: written, as: UTF8.self) ?? String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) }))
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    if scalars.isEmpty { return nil }
    return String(String.UnicodeScalarView(scalars.map { isBlank($0) ? " " : $0 }))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) }
}
