// The tag for the orientation put into photos that have none.

import VitrineModel

/// Adds the tag to a photo, whose pixels stay byte for byte.
///
/// A block of EXIF that has tags gets a first directory with one entry more, at its end: what the others point to stays where it is, counted from the start
/// of the block. Source: TIFF 6.0, section 2; EXIF 2.32, 4.5.2, 4.6.4; PNG 3rd edition, 11.3.4.5 (eXIf); RFC 9649, 2.7.
enum OrientationTag {
  /// The most bytes of EXIF in a segment of JPEG, with the six before the block.
  private static let mostInSegment = 65_533

  /// The photo with the tag; nil for formats that are not known here, and where its EXIF is in the way.
  ///
  /// - Parameter exif: where the first block of EXIF stands, if there is one.
  static func added(_ orientation: Int, to bytes: [UInt8], _ format: ImageFormat, exif: Range<Int>?) -> [UInt8]? {
    guard let block = MinimalExif.block(orientation: orientation, place: nil) else { return nil }
    switch format {
    case .jpeg:
      guard let exif else {
        // A block that cannot be read would stand behind this one.
        let isThere = bytes.withUnsafeBytes {
          UnsafeRawBufferPointer(rebasing: $0.prefix(65_536)).firstIndex(of: Array("Exif\0\0".utf8), from: 0) != nil
        }
        if isThere { return nil }
        return inserted([0xFF, 0xE1] + MinimalExif.number(block.count + 8, 2) + Array("Exif\0\0".utf8) + block, in: bytes, at: 2)
      }
      let start = exif.lowerBound - 10
      guard start >= 2, start + 10 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xE1,
        let end = segmentEnd(bytes, start), end >= exif.lowerBound, !goesOn(bytes, at: end), !hasPictures(bytes, before: start),
        let longer = extended(Array(bytes[exif.lowerBound..<end]), by: orientation), longer.count + 6 <= mostInSegment
      else { return nil }
      return replaced(start + 2..<end, with: MinimalExif.number(longer.count + 8, 2) + Array("Exif\0\0".utf8) + longer, in: bytes)
    case .png:
      guard let exif else {
        // Behind the header, whose length never changes.
        return bytes.count > 33 && bytes[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8))
          ? inserted(PNGStripping.chunk("eXIf", block), in: bytes, at: 33) : nil
      }
      // Some programs write JPEG's prefix there, too.
      let start = bytes[..<exif.lowerBound].suffix(4).elementsEqual("eXIf".utf8) ? exif.lowerBound : exif.lowerBound - 6
      guard start >= 8, bytes[start - 4..<start].elementsEqual("eXIf".utf8),
        let length = ImageBytes.number(bytes[start - 8..<start - 4], false), start + length + 4 <= bytes.count,
        exif.lowerBound <= start + length,
        let longer = extended(Array(bytes[exif.lowerBound..<start + length]), by: orientation)
      else { return nil }
      return replaced(
        start - 8..<start + length + 4, with: PNGStripping.chunk("eXIf", bytes[start..<exif.lowerBound] + longer), in: bytes)
    case .webp: return WebPOrientation.added(block, orientation, to: bytes, exif: exif)
    case .tiff:
      guard exif?.lowerBound == 0 else { return nil }
      return extended(bytes, by: orientation)
    default: return nil
    }
  }

  /// A block of EXIF, or a TIFF file, with the tag in a new first directory at its end; nil where the first directory is not whole, or has the tag in
  /// another form.
  static func extended(_ block: [UInt8], by orientation: Int) -> [UInt8]? {
    var image = ImageBytes(ImageSample(block))
    guard let structure = TIFFBlock(&image, at: 0, count: block.count), structure.first >= 8,
      let end = structure.end(ofDirectoryAt: structure.first, &image), end + structure.offsetWidth <= block.count
    else { return nil }
    let start = structure.first + structure.headWidth
    let places = Array(stride(from: start, to: end, by: structure.entryWidth))
    guard places.count < TIFFBlock.mostEntries else { return nil }
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      let bytes = MinimalExif.number(value, width)
      return structure.isLittle ? bytes.reversed() : bytes
    }
    func tag(_ place: Int) -> Int { ImageBytes.number(block[place..<place + 2], structure.isLittle) ?? 0 }
    guard !places.contains(where: { tag($0) == ExifTags.Number.orientation }) else { return nil }
    let wide = structure.offsetWidth
    let entry =
      number(ExifTags.Number.orientation, 2) + number(3, 2) + number(1, wide) + number(orientation, 2)
      + [UInt8](repeating: 0, count: wide - 2)
    let next = places.first { tag($0) > ExifTags.Number.orientation } ?? end
    // Directories begin at even offsets.
    var result = block + (block.count % 2 == 1 ? [0] : [])
    let place = result.count
    guard wide == 8 || place < 1 << 32 else { return nil }
    result += number(places.count + 1, structure.headWidth) + block[start..<next] + entry + block[next..<end + wide]
    result.replaceSubrange((wide == 8 ? 8 : 4)..<(wide == 8 ? 16 : 8), with: number(place, wide))
    return result
  }

  /// Whether another segment of EXIF follows: a block that is too long for one goes on there.
  private static func goesOn(_ bytes: [UInt8], at end: Int) -> Bool {
    end + 10 <= bytes.count && bytes[end] == 0xFF && bytes[end + 1] == 0xE1 && bytes[end + 4..<end + 8].elementsEqual("Exif".utf8)
  }

  /// Where a segment of JPEG ends; nil where that lies past the end of the file.
  private static func segmentEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    let end = start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
    return end <= bytes.count ? end : nil
  }

  /// Whether the index of further pictures stands before an offset: it would point to other places then.
  private static func hasPictures(_ bytes: [UInt8], before end: Int) -> Bool {
    bytes.withUnsafeBytes { all in
      UnsafeRawBufferPointer(rebasing: all[..<end]).firstIndex(of: Array("MPF\0".utf8), from: 0) != nil
    }
  }

  /// Bytes with some more at an offset.
  static func inserted(_ piece: [UInt8], in bytes: [UInt8], at place: Int) -> [UInt8] {
    replaced(place..<place, with: piece, in: bytes)
  }

  /// Bytes with others in place of some.
  static func replaced(_ range: Range<Int>, with piece: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    result.replaceSubrange(range, with: piece)
    return result
  }
}

/// The same of WebP, whose chunk VP8X says which others there are.
private enum WebPOrientation {
  private static let exifBit: UInt8 = 0x08
  private static let alphaBit: UInt8 = 0x10

  /// The photo with the tag: in its block of EXIF, or in one of its own before XMP, or at the end.
  static func added(_ block: [UInt8], _ orientation: Int, to bytes: [UInt8], exif: Range<Int>?) -> [UInt8]? {
    guard bytes.count >= 30, let end = ImageBytes.number(bytes[4..<8], true).map({ $0 + 8 }), end <= bytes.count,
      let chunks = chunks(bytes, before: end)
    else { return nil }
    var result = bytes
    if let exif {
      guard let chunk = chunks.first(where: { $0.type == "EXIF" && $0.data.contains(exif.lowerBound) }),
        let longer = OrientationTag.extended(Array(bytes[exif.lowerBound..<chunk.data.upperBound]), by: orientation)
      else { return nil }
      let piece = self.chunk("EXIF", bytes[chunk.data.lowerBound..<exif.lowerBound] + longer)
      result.replaceSubrange(chunk.data.lowerBound - 8..<chunk.end, with: piece)
    } else {
      guard !chunks.contains(where: { $0.type == "EXIF" }), let first = chunks.first else { return nil }
      // A chunk of an odd length at the end may lack its padding.
      let place = chunks.first { $0.type == "XMP " }.map { $0.data.lowerBound - 8 } ?? end
      let padding = place == end && end % 2 == 1 ? [UInt8(0)] : []
      result.insert(contentsOf: padding + chunk("EXIF", block), at: place)
      if first.type == "VP8X" {
        result[first.data.lowerBound] |= exifBit
      } else {
        guard let header = header(of: first, bytes) else { return nil }
        result.insert(contentsOf: header, at: 12)
      }
    }
    result.replaceSubrange(4..<8, with: little(end - 8 + result.count - bytes.count, 4))
    return result
  }

  private typealias Chunk = (type: String, data: Range<Int>, end: Int)

  private static func chunks(_ bytes: [UInt8], before end: Int) -> [Chunk]? {
    var chunks: [Chunk] = []
    var place = 12
    while place + 8 <= end {
      guard let length = ImageBytes.number(bytes[place + 4..<place + 8], true), length <= end - place - 8 else { return nil }
      let data = place + 8..<place + 8 + length
      place = min(data.upperBound + length % 2, end)
      chunks.append((String(decoding: bytes[data.lowerBound - 8..<data.lowerBound - 4], as: UTF8.self), data, place))
    }
    return chunks
  }

  /// The header of a file that has one picture alone.
  private static func header(of picture: Chunk, _ bytes: [UInt8]) -> [UInt8]? {
    guard picture.data.count >= 10 else { return nil }
    let data = bytes[picture.data]
    let start = data.startIndex
    func number(_ place: Int, _ width: Int) -> Int { ImageBytes.number(data[start + place..<start + place + width], true) ?? 0 }
    let (width, height, flags): (Int, Int, UInt8)
    switch picture.type {
    case "VP8 ": (width, height, flags) = (number(6, 2) & 0x3FFF, number(8, 2) & 0x3FFF, 0)
    case "VP8L":
      let bits = number(1, 4)
      (width, height, flags) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bits >> 28 & 1 == 1 ? alphaBit : 0)
    default: return nil
    }
    guard width > 0, height > 0 else { return nil }
    return chunk("VP8X", [flags | exifBit, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
  }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] { MinimalExif.number(value, width).reversed() }
}
