// Sensitivities in makers' notes that libexif does not read: fixed offsets, and directories without a header.

/// Finds the sensitivity in the bytes of a maker's note.
enum MakerNoteSensitivity {
  /// Where Kodak's notes have it. Units: bytes. Source: ExifTool's Kodak.pm (Main, 0x60, behind a header of eight bytes).
  private static let kodakOffset = 0x68
  /// Casio's and Pentax's tag, and Nikon's, of which the second number counts. Source: ExifTool's Casio.pm (Main), Pentax.pm and Nikon.pm (Main).
  private static let (commonTag, nikonTag) = (0x14, 2)

  /// The number as it is written, which Pentax's cameras take for a code; nil where there is none, or one that is no sensitivity.
  static func number(in note: ExifValue, maker: String) -> Int? {
    let bytes = note.bytes
    let number: Int?
    switch maker {
    case "kodak" where bytes.starts(with: "KDK".utf8):
      number = self.number(bytes, kodakOffset, isLittle: !bytes.starts(with: "KDK INFO".utf8))
    // DC240, DC280, DC3400 and DC5000. Source: ExifTool's Kodak.pm (Type3).
    case "kodak" where bytes.count > 0x50 && bytes[12] == 7: number = self.number(bytes, 0x4E, isLittle: false)
    case "casio": number = entry(commonTag, index: 0, in: note)
    case "pentax" where bytes.starts(with: "AOC\0".utf8): number = entry(commonTag, index: 0, in: note, at: 6)
    case "nikon": number = entry(nikonTag, index: 1, in: note)
    default: number = nil
    }
    return number.flatMap { (1..<65_535).contains($0) ? $0 : nil }
  }

  /// A number of an entry of a directory in a note, where up to two short numbers stand in the entry itself. Its byte order is that of EXIF, unless a
  /// program wrote EXIF anew in the other one.
  private static func entry(_ tag: Int, index: Int, in note: ExifValue, at start: Int = 0) -> Int? {
    let bytes = note.bytes
    for isLittle in [note.isLittle, !note.isLittle] {
      guard let count = number(bytes, start, isLittle: isLittle), count > 0, count <= 128, bytes.count >= start + 2 + count * 12
      else { continue }
      let places = stride(from: start + 2, to: start + 2 + count * 12, by: 12)
      guard let place = places.first(where: { number(bytes, $0, isLittle: isLittle) == tag }) else { return nil }
      let numbers = number(bytes, place + (isLittle ? 4 : 6), isLittle: isLittle) ?? 0
      guard number(bytes, place + 2, isLittle: isLittle) == 3, numbers > index, numbers <= 2 else { return nil }
      return number(bytes, place + 8 + 2 * index, isLittle: isLittle)
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int, isLittle: Bool) -> Int? {
    guard place + 2 <= bytes.count else { return nil }
    return isLittle ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}
