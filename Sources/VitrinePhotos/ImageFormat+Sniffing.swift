// The format of a file by its first bytes, whatever its name says.

extension ImageFormat {
  /// The format of a file by its first bytes; nil where they are those of no format known here.
  package static func sniff(_ head: [UInt8]) -> ImageFormat? { sniff(ImageSample(head)) }

  /// The format of a file by its ends; nil where they are those of no format known here.
  ///
  /// Source: the formats' specifications; for raw formats also the first directory of tags, where it is known.
  package static func sniff(_ sample: ImageSample) -> ImageFormat? {
    guard let first = sample[0] else { return nil }
    switch first {
    case 0xFF: return sample.has([0xD8, 0xFF], at: 1) ? .jpeg : sample[1] == 0x0A ? .jpegXL : nil
    case 0x89: return sample.has([0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 1) ? .png : nil
    case UInt8(ascii: "G"): return sample.has("GIF87a", at: 0) || sample.has("GIF89a", at: 0) ? .gif : nil
    case UInt8(ascii: "R"): return sample.has("RIFF", at: 0) && sample.has("WEBP", at: 8) ? .webp : nil
    case UInt8(ascii: "I"), UInt8(ascii: "M"): return TIFFDirectory.format(of: sample)
    case UInt8(ascii: "F"): return sample.has("FUJIFILMCCD-RAW", at: 0) ? .raf : nil
    case UInt8(ascii: "B"): return isBitmap(sample) ? .bmp : nil
    case UInt8(ascii: "%"): return sample.has("%PDF-", at: 0) ? .pdf : nil
    case UInt8(ascii: "8"): return sample.has("8BPS", at: 0) ? .psd : nil
    case 0:
      if sample.has("ftyp", at: 4) { return ISOBoxes.format(of: sample) }
      guard sample.number32(0) == 12, sample.has([0x0D, 0x0A, 0x87, 0x0A], at: 8) else { return nil }
      return sample.has("JXL ", at: 4) ? .jpegXL : sample.has("jP  ", at: 4) ? .jpeg2000 : nil
    default: return nil
    }
  }

  /// "BM" alone begins many a text; the size of the second header must be one that exists.
  private static func isBitmap(_ sample: ImageSample) -> Bool {
    guard sample[1] == UInt8(ascii: "M"), let size = sample.number32(14, littleEndian: true) else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
  }
}
