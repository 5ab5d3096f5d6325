// The items of a HEIF file: which are pictures, which are metadata, and where the bytes of each lie.

/// The items of a HEIF file, by what they are.
///
/// Source: ISO/IEC 14496-12, 8.11.3 (iloc), 8.11.6 (iinf).
struct HEIFItems {
  /// The most items, places of items, or boxes in one another.
  static let most = 65_536

  /// Where pictures and what belongs to them lie in the file.
  private(set) var pictures: [Range<Int>] = []
  /// Where EXIF lies, in one piece each.
  private(set) var exif: [Range<Int>] = []

  /// The items that the two boxes tell; `idat` is the data within `meta`.
  ///
  /// Errors: an item in a way that is not known here.
  init(
    _ bytes: [UInt8], iinf: HEIFStripping.Part, iloc: HEIFStripping.Part, idat: Range<Int>?
  ) throws(StrippingRefusal) {
    let types = try Self.types(bytes, iinf)
    var cursor = PartCursor(bytes, iloc.body)
    let version = try cursor.number(4) >> 24
    let widths = try cursor.number(2)
    let (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let indexWidth = version == 0 ? 0 : widths & 15
    guard version <= 2, [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) }) else {
      throw StrippingRefusal("it says in an unknown way where its picture lies")
    }
    let count = try cursor.number(version < 2 ? 2 : 4)
    var places = 0
    guard count <= Self.most else { throw StrippingRefusal("it has too many items") }
    for _ in 0..<count {
      let item = try cursor.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try cursor.number(2) & 15
      let reference = try cursor.number(2)
      let base = try cursor.number(baseWidth)
      let extents = try cursor.number(2)
      places += extents
      guard places <= Self.most else { throw StrippingRefusal("it has too many items") }
      var own: [Range<Int>] = []
      for _ in 0..<extents {
        _ = try cursor.number(indexWidth)
        let offset = try cursor.number(offsetWidth)
        let length = try cursor.number(lengthWidth)
        guard reference == 0, method <= 1 else { throw StrippingRefusal("a part of its picture lies in another file or item") }
        guard let store = method == 1 ? idat : 0..<bytes.count else { throw .cutOff }
        let (start, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, start <= store.count, length <= store.count - start else { throw .tooLong("an item") }
        let first = store.lowerBound + start
        // A length of zero means all there is.
        own.append(first..<(length == 0 ? store.upperBound : first + length))
      }
      switch types[item] {
      case nil, .metadata: continue
      case .exif: if own.count == 1 { exif += own }
      case .picture: pictures += own
      }
    }
  }

  private enum Sort {
    case picture
    case exif
    case metadata
  }

  private static func types(_ bytes: [UInt8], _ iinf: HEIFStripping.Part) throws(StrippingRefusal) -> [Int: Sort] {
    var cursor = PartCursor(bytes, iinf.body)
    let version = try cursor.number(4) >> 24
    let count = try cursor.number(version == 0 ? 2 : 4)
    guard count <= most else { throw StrippingRefusal("it has too many items") }
    var types: [Int: Sort] = [:]
    for _ in 0..<count {
      let start = cursor.place
      let size = try cursor.number(4)
      guard try cursor.number(4) == Box.code("infe"), size >= 12, start + size <= iinf.body.upperBound else {
        throw StrippingRefusal("its list of items is damaged")
      }
      var entry = PartCursor(bytes, start + 8..<start + size)
      cursor.place = start + size
      let version = try entry.number(4) >> 24
      // The entries of older versions have no type, and pictures none of these.
      guard version == 2 || version == 3 else { continue }
      let item = try entry.number(version == 2 ? 2 : 4)
      _ = try entry.number(2)
      switch try entry.number(4) {
      case Box.code("Exif"): types[item] = .exif
      case Box.code("mime"), Box.code("uri "): types[item] = .metadata
      default: types[item] = .picture
      }
    }
    return types
  }
}

/// Reads numbers one after another.
private struct PartCursor {
  private let bytes: [UInt8]
  private let end: Int
  var place: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  /// The next number of 0, 1, 2, 4 or 8 bytes.
  mutating func number(_ width: Int) throws(StrippingRefusal) -> Int {
    guard place <= end - width else { throw StrippingRefusal("its list of items is damaged") }
    let value = bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw .tooLong("an item") }
    place += width
    return number
  }
}
