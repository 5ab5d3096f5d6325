// Sensitivities in makers' notes that libexif does not read: fixed offsets, and directories without a header.

/// Finds the sensitivity in the bytes of a maker's note.
enum MakerNoteSensitivity {
  /// Where Kodak's notes have it. Units: bytes. Source: ExifTool's Kodak.pm (Main, 0x60, behind a header of eight bytes).
  private static let kodakOffset = 0x68
  /// Casio's tag, and Nikon's, of which the second number counts. Source: ExifTool's Casio.pm (Main) and Nikon.pm (Main).
  private static let (casioTag, nikonTag) = (0x14, 2)

  /// The number; nil where there is none, or one that is no sensitivity.
  static func number(in note: ExifValue, maker: String) -> Int? {
    let bytes = note.bytes
    let number: Int?
    switch maker {
    case "kodak" where bytes.starts(with: "KDK".utf8):
      number = self.number(bytes, kodakOffset, isLittle: !bytes.starts(with: "KDK INFO".utf8))
    case "casio": number = entry(casioTag, index: 0, in: note)
    case "nikon": number = entry(nikonTag, index: 1, in: note)
    default: number = nil
    }
    return number.flatMap { (1..<65_535).contains($0) ? $0 : nil }
  }

  /// A number of an entry of a directory that is the whole note, where up to two short numbers stand in the entry itself.
  private static func entry(_ tag: Int, index: Int, in note: ExifValue) -> Int? {
    let (bytes, isLittle) = (note.bytes, note.isLittle)
    guard let count = number(bytes, 0, isLittle: isLittle), count > 0, count <= 256, bytes.count >= 2 + count * 12 else {
      return nil
    }
    for place in stride(from: 2, to: 2 + count * 12, by: 12) where number(bytes, place, isLittle: isLittle) == tag {
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
