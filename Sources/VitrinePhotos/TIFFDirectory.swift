// The first directory of tags of a TIFF file: what tells raw formats from plain pictures.

/// What a TIFF file's header and first directory tell.
///
/// Source: TIFF 6.0; the BigTIFF proposal; the DNG specification 1.7.
enum TIFFDirectory {
  /// The most tags looked at.
  private static let most = 4096

  /// The format; nil where it is no TIFF file.
  static func format(of sample: ImageSample) -> ImageFormat? {
    let little: Bool
    if sample.has("II", at: 0) { little = true } else if sample.has("MM", at: 0) { little = false } else { return nil }
    switch sample.number16(2, littleEndian: little) {
    case 42: return sample.has("CR", at: 8) && sample[10] == 2 && little ? .cr2 : rawFormat(sample, little) ?? .tiff
    case 43: return sample.number16(4, littleEndian: little) == 8 ? .tiff : nil
    case 0x55 where little: return .rw2
    case 0x4F52, 0x5352: return .orf
    default: return nil
    }
  }

  /// The tags that tell.
  private struct Signs {
    var isDNG = false
    var isReduced = false
    var hasSubdirectories = false
    var hasPrivateData = false
    var maker: (offset: Int, count: Int)?
  }

  private static func rawFormat(_ sample: ImageSample, _ little: Bool) -> ImageFormat? {
    guard let start = sample.number32(4, littleEndian: little), start >= 8,
      let count = sample.number16(start, littleEndian: little)
    else { return nil }
    var signs = Signs()
    for index in 0..<min(count, most) {
      let entry = start + 2 + index * 12
      guard let tag = sample.number16(entry, littleEndian: little) else { break }
      switch tag {
      case 50_706: signs.isDNG = true
      case 254: signs.isReduced = sample.number32(entry + 8, littleEndian: little).map { $0 & 1 == 1 } ?? false
      case 330: signs.hasSubdirectories = true
      case 50_740: signs.hasPrivateData = true
      case 271:
        guard let length = sample.number32(entry + 4, littleEndian: little) else { break }
        signs.maker = length <= 4 ? (entry + 8, length) : sample.number32(entry + 8, littleEndian: little).map { ($0, length) }
      default: break
      }
    }
    if signs.isDNG { return .dng }
    guard let maker = signs.maker, signs.isReduced, signs.hasSubdirectories else { return nil }
    if sample.has("NIKON", at: maker.offset) { return .nef }
    if sample.has("SONY", at: maker.offset), signs.hasPrivateData { return .arw }
    return nil
  }

  /// How many bytes are missing at the end: a directory, a value or a picture it points to lies past the end of the file.
  ///
  /// Looked at are the first directory and those below it, where raw files have their pictures, as far as they lie in the known bytes.
  static func missingBytes(of sample: ImageSample) -> Int? {
    let little = sample.has("II", at: 0)
    if sample.number16(2, littleEndian: little) == 43 { return missingBytesOfBig(sample, little) }
    guard let start = sample.number32(4, littleEndian: little) else { return sample.size < 8 ? 8 - sample.size : nil }
    var directory = DirectoryReader(sample: sample, isLittle: little)
    directory.read(start)
    for place in directory.below.prefix(16) { directory.read(place) }
    return directory.missing > 0 ? directory.missing : nil
  }

  /// The same for BigTIFF, of which only the first directory's own bytes are looked at.
  private static func missingBytesOfBig(_ sample: ImageSample, _ little: Bool) -> Int? {
    guard let start = sample.number64(8, littleEndian: little) else { return sample.size < 16 ? 16 - sample.size : nil }
    if start >= sample.size || sample.size - start < 8 { return start - sample.size + 8 }
    guard let count = sample.number64(start, littleEndian: little), count <= most else { return nil }
    let end = start + 8 + count * 20
    return end > sample.size ? end - sample.size : nil
  }
}

/// Reads directories and remembers how far they reach.
private struct DirectoryReader {
  let sample: ImageSample
  let isLittle: Bool
  /// The most bytes anything reaches past the end.
  var missing = 0
  /// The places of the directories below the first.
  var below: [Int] = []

  /// The most values of one tag, and tags of one directory, looked at.
  private static let most = 4096

  init(sample: ImageSample, isLittle: Bool) {
    self.sample = sample
    self.isLittle = isLittle
  }

  mutating func read(_ start: Int) {
    if start + 2 > sample.size { return reach(start + 2) }
    guard let count = sample.number16(start, littleEndian: isLittle), count <= Self.most else { return }
    reach(start + 2 + count * 12)
    var pictures: [Int: (starts: [Int], lengths: [Int])] = [:]
    for index in 0..<count {
      let entry = start + 2 + index * 12
      // Other tags are left alone: a wrong value of theirs does not make a picture incomplete.
      guard let tag = sample.number16(entry, littleEndian: isLittle), [273, 279, 324, 325, 330].contains(tag),
        let values = values(entry)
      else { continue }
      switch tag {
      case 273, 324: pictures[tag, default: ([], [])].starts = values
      case 279, 325: pictures[tag == 279 ? 273 : 324, default: ([], [])].lengths = values
      case 330: below += values
      default: break
      }
    }
    for (starts, lengths) in pictures.values {
      for (start, length) in zip(starts, lengths) { reach(start + length) }
    }
  }

  private mutating func reach(_ end: Int) {
    missing = max(missing, end - sample.size)
  }

  /// The whole numbers of an entry, as far as they are known; nil for other types. Notes how far the values reach.
  private mutating func values(_ entry: Int) -> [Int]? {
    guard let type = sample.number16(entry + 2, littleEndian: isLittle),
      let count = sample.number32(entry + 4, littleEndian: isLittle)
    else { return nil }
    let width = Self.width(ofType: type)
    guard width > 0 else { return nil }
    var place = entry + 8
    if width * count > 4 {
      guard let remote = sample.number32(place, littleEndian: isLittle) else { return nil }
      place = remote
      reach(place + width * count)
    }
    return (0..<min(count, Self.most)).map { index in
      let value =
        width == 2
        ? sample.number16(place + index * 2, littleEndian: isLittle) : sample.number32(place + index * 4, littleEndian: isLittle)
      return value ?? 0
    }
  }

  /// The bytes of one value of a type of whole numbers; 0 for other types.
  private static func width(ofType type: Int) -> Int {
    switch type {
    case 3: 2
    case 4, 13: 4
    default: 0
    }
  }
}
