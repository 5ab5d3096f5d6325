// The boxes of the ISO base media file format: HEIC, AVIF, CR3, MP4.

/// What the outermost boxes of a file tell.
///
/// Source: ISO/IEC 14496-12 (boxes, `ftyp`), ISO/IEC 23008-12 (HEIF brands), AV1 Image File Format.
enum ISOBoxes {
  /// The most boxes or brands looked at: a hostile file must not cost time.
  private static let most = 1024

  /// The format by the brands in `ftyp`: the main one, and where that is general the compatible ones.
  static func format(of sample: ImageSample) -> ImageFormat? {
    guard let size = sample.number32(0), size >= 12, let major = sample.number32(8) else { return nil }
    switch major {
    case code("heic"), code("heix"), code("hevc"), code("hevx"), code("heim"), code("heis"), code("hevm"), code("hevs"):
      return .heic
    case code("avif"), code("avis"): return .avif
    case code("crx "): return .cr3
    default: break
    }
    // A file with a 'mini' box has no list of brands: the codec's stands where others have a version.
    if major == code("mif3"), sample.number32(12) == code("avif") { return .avif }
    var isGeneral = isHEIF(major)
    var offset = 16
    while offset + 4 <= size, offset < 16 + 4 * most, let brand = sample.number32(offset) {
      switch brand {
      case code("avif"), code("avis"): return .avif
      case code("heic"), code("heix"), code("hevc"), code("hevx"): return .heic
      default: isGeneral = isGeneral || isHEIF(brand)
      }
      offset += 4
    }
    return isGeneral ? .heic : .film
  }

  /// The end of the last box whose start is known, if that lies past the end of the file: it is cut off.
  ///
  /// Shape: nil where all known boxes lie within the file, or the walk leaves the known bytes.
  static func missingBytes(of sample: ImageSample) -> Int? {
    walk(sample).missing
  }

  /// True where the starts of all outermost boxes are known, and none is of these types.
  static func hold(none types: [StaticString], in sample: ImageSample) -> Bool {
    let walk = walk(sample)
    return walk.isWhole && !types.contains { walk.types.contains(code($0)) }
  }

  /// The outermost boxes, one after another.
  private struct Walk {
    var types: [Int] = []
    /// Units: bytes.
    var missing: Int?
    /// True where the last one ends with the file. Fewer than eight bytes after a box are filling.
    var isWhole = false
  }

  private static func walk(_ sample: ImageSample) -> Walk {
    var walk = Walk()
    var offset = 0
    while walk.types.count < most {
      // A box's start that lies between the two ends is not known.
      guard sample.size - offset >= 8, let short = sample.number32(offset), let type = sample.number32(offset + 4) else {
        walk.isWhole = sample.size - offset < 8
        return walk
      }
      walk.types.append(type)
      var size = short
      if short == 0 {
        walk.isWhole = true
        return walk
      }
      if short == 1 {
        guard let long = sample.number64(offset + 8) else { return walk }
        size = long
      }
      guard size >= 8 else { return walk }
      let (end, overflow) = offset.addingReportingOverflow(size)
      guard !overflow, end <= sample.size else {
        walk.missing = overflow ? Int.max : end - sample.size
        return walk
      }
      offset = end
    }
    return walk
  }

  private static func isHEIF(_ brand: Int) -> Bool {
    switch brand {
    case code("mif1"), code("mif2"), code("mif3"), code("msf1"), code("miaf"), code("1pic"), code("unif"): true
    default: false
    }
  }

  private static func code(_ brand: StaticString) -> Int {
    var code = 0
    for index in 0..<min(4, brand.utf8CodeUnitCount) { code = code << 8 | Int(brand.utf8Start[index]) }
    return code
  }
}
