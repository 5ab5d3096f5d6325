// The first directory of tags of a TIFF file: what tells raw formats from plain pictures.

/// What a TIFF file's header and first directory tell.
///
/// Source: TIFF 6.0; the BigTIFF proposal; the DNG specification 1.7.
enum TIFFDirectory {
  /// The format; nil where it is no TIFF file.
  static func format(of sample: ImageSample) -> ImageFormat? {
    let little: Bool
    if sample.has("II", at: 0) { little = true } else if sample.has("MM", at: 0) { little = false } else { return nil }
    switch sample.number16(2, littleEndian: little) {
    case 42: return sample.has("CR", at: 8) && sample[10] == 2 && little ? .cr2 : rawFormat(sample) ?? .tiff
    case 43: return sample.number16(4, littleEndian: little) == 8 ? .tiff : nil
    case 0x55 where little: return .rw2
    case 0x4F52, 0x5352: return .orf
    default: return nil
    }
  }

  /// The raw format that the first directory shows signs of.
  private static func rawFormat(_ sample: ImageSample) -> ImageFormat? {
    var image = ImageBytes(sample)
    guard let block = TIFFBlock(&image, at: 0, count: sample.size) else { return nil }
    let tags = block.directory(&image, at: block.first, withCut: true)
    if tags.first(50_706) != nil { return .dng }
    let maker = tags.first(271)?.value(&image)?.text ?? ""
    // Of these makers the sensor's pattern is the first picture, or a JPEG for looking at stands before it.
    let isPattern = tags.first(262)?.number(&image) == 32_803
    if isPattern, maker.hasPrefix("PENTAX") || maker.hasPrefix("RICOH") { return .pef }
    if maker.hasPrefix("SAMSUNG"), isPattern || tags.first(330) != nil && [6, 7].contains(tags.first(259)?.number(&image)) {
      return .srw
    }
    let isReduced = (tags.first(254)?.number(&image) ?? 0) & 1 == 1
    guard isReduced, tags.first(330) != nil else { return nil }
    if maker.hasPrefix("NIKON") { return .nef }
    if maker.hasPrefix("SONY"), tags.first(50_740) != nil { return .arw }
    return nil
  }

  /// How many bytes are missing at the end: a directory, a value or a picture it points to lies past the end of the file.
  ///
  /// Looked at are the first directory and those below it, where raw files have their pictures, as far as they lie in the known bytes; of
  /// BigTIFF only the first directory's own bytes.
  static func missingBytes(of sample: ImageSample) -> Int? {
    var image = ImageBytes(sample)
    guard let block = TIFFBlock(&image, at: 0, count: sample.size) else {
      let least = sample.number16(2, littleEndian: sample.has("II", at: 0)) == 43 ? 16 : 8
      return sample.size < least ? least - sample.size : nil
    }
    var end = 0
    let below = reach(block, block.first, &image, &end)
    for place in below.prefix(16) { _ = reach(block, place, &image, &end) }
    return end > sample.size ? end - sample.size : nil
  }

  /// Notes how far a directory, its lists of pictures and these reach; gives the places of the directories below it.
  private static func reach(_ block: TIFFBlock, _ place: Int, _ image: inout ImageBytes, _ end: inout Int) -> [Int] {
    guard let own = block.end(ofDirectoryAt: place, &image) else { return [] }
    end = max(end, own)
    if block.isBig { return [] }
    // Other tags are left alone: a wrong value of theirs does not make a picture incomplete.
    let entries = block.directory(&image, at: place, withCut: true).filter {
      [273, 279, 324, 325, 330].contains($0.tag) && $0.hasNumbers
    }
    for entry in entries { end = max(end, entry.end) }
    for (starts, lengths) in [(273, 279), (324, 325)] {
      guard let starts = entries.first(starts)?.numbers(&image, most: mostPictures),
        let lengths = entries.first(lengths)?.numbers(&image, most: mostPictures)
      else { continue }
      for (start, length) in zip(starts, lengths) {
        let (own, overflow) = (start ?? 0).addingReportingOverflow(length ?? 0)
        end = max(end, overflow ? Int.max : own)
      }
    }
    return entries.first(330)?.numbers(&image, most: 16).compactMap { $0 } ?? []
  }

  /// The most strips or tiles of a picture looked at.
  private static let mostPictures = 4096
}
