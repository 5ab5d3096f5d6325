// A JPEG XL file whose metadata is not compressed, so that it can be changed where it stands.

import VitrineCompression

/// Expands the compressed boxes of JPEG XL. No offset of such a file counts from its start, so that boxes may change their length.
///
/// Source: ISO/IEC 18181-2, 4 (boxes), 9 (`brob`).
enum ExpandedBoxes {
  /// The most bytes that the boxes of a file are expanded to. Units: bytes.
  private static let longest = 16 << 20
  /// The most boxes that are looked at.
  private static let most = 4_096

  /// The file with plain boxes; nil where none is compressed.
  ///
  /// Errors: boxes that cannot be expanded or are none that may be compressed, more than any photo has, and one that is cut off.
  static func expanded(_ bytes: [UInt8]) throws(StrippingRefusal) -> [UInt8]? {
    guard bytes.withUnsafeBytes({ $0.firstIndex(of: Array("brob".utf8), from: 0) }) != nil, !bytes.starts(with: [0xFF, 0x0A])
    else {
      return nil
    }
    var result: [UInt8] = []
    var copied = 0
    var left = longest
    var place = 0
    for _ in 0..<most {
      guard place < bytes.count else { break }
      guard place + 8 <= bytes.count, let short = ImageBytes.number(bytes[place..<place + 4], false),
        let type = ImageBytes.number(bytes[place + 4..<place + 8], false)
      else { throw .cutOff }
      var (head, count) = (8, short == 0 ? bytes.count - place : short)
      if short == 1 {
        guard place + 16 <= bytes.count, let long = ImageBytes.number(bytes[place + 8..<place + 16], false) else { throw .cutOff }
        (head, count) = (16, long)
      }
      guard count >= head, count <= bytes.count - place else { throw .tooLong("a box") }
      if type == Box.code("brob") {
        let body = place + head..<place + count
        guard body.count > 4, let inner = ImageBytes.number(bytes[body.prefix(4)], false), !isPicture(inner),
          let expanded = Brotli.expanded(Array(bytes[body.dropFirst(4)]), limit: left)
        else { throw StrippingRefusal("its metadata is compressed, and cannot be expanded") }
        left -= expanded.count
        result += bytes[copied..<place] + MinimalExif.number(8 + expanded.count, 4) + MinimalExif.number(inner, 4) + expanded
        copied = place + count
      }
      place += count
    }
    guard place >= bytes.count else { throw StrippingRefusal("it has too many boxes") }
    return copied == 0 ? nil : result + bytes[copied...]
  }

  /// True for boxes that may not be compressed: a compressed one, and those of the picture, whose names begin with `jxl`.
  private static func isPicture(_ type: Int) -> Bool { type == Box.code("brob") || type >> 8 == Box.code("jxl ") >> 8 }
}
