// Whether the end of an image is there, told from the two ends of its file alone.

/// The check for cut-off files.
///
/// It says "truncated" only where the format's own structure says so; where the structure leads into bytes that were not read, it keeps silent.
enum ImageEnd {
  /// The fault, or nil.
  static func truncation(of sample: ImageSample, _ format: ImageFormat) -> ImageFault? {
    let shortest = shortest(format)
    guard sample.size >= shortest else { return .truncated(missing: shortest - sample.size) }
    return switch format {
    case .jpeg: JPEGSegments.truncation(of: sample)
    case .png: isPNGWhole(sample) ? nil : .truncated(missing: nil)
    case .heic, .avif, .cr3, .film: ISOBoxes.missingBytes(of: sample).map { .truncated(missing: $0) }
    case .tiff, .dng, .cr2, .nef, .arw, .pef, .srw: TIFFDirectory.missingBytes(of: sample).map { .truncated(missing: $0) }
    case .webp: missing(sample.number32(4, littleEndian: true).map { $0 + 8 }, sample)
    case .raf: missing(rafEnd(sample), sample)
    case .gif: isGIFWhole(sample) ? nil : .truncated(missing: nil)
    // Some programs leave the size at zero.
    case .bmp: missing(sample.number32(2, littleEndian: true), sample)
    case .orf, .rw2, .jpegXL, .jpeg2000, .psd, .pdf: nil
    }
  }

  /// So many bytes the headers of a format take, before any picture. Units: bytes.
  private static func shortest(_ format: ImageFormat) -> Int {
    switch format {
    // Its two markers, a frame, a scan and tables for them.
    case .jpeg: 20
    // The signature, IHDR, and IEND.
    case .png: 45
    case .gif: 14
    // RIFF's header and that of one chunk.
    case .webp: 20
    // The header of the file and the shorter one of the picture.
    case .bmp: 26
    // A header, and how many entries the directory has.
    case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2, .pef, .srw: 10
    // A box of one brand.
    case .heic, .avif, .cr3: 16
    case .raf: 108
    case .psd: 26
    case .jpegXL, .jpeg2000, .pdf, .film: 0
    }
  }

  private static func missing(_ end: Int?, _ sample: ImageSample) -> ImageFault? {
    guard let end, end > sample.size else { return nil }
    return .truncated(missing: end - sample.size)
  }

  /// A PNG ends with the chunk `IEND`; neither its checksum nor what some programs put after it is looked at.
  private static func isPNGWhole(_ sample: ImageSample) -> Bool {
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44]
    let last = sample.size - end.count - 4
    guard last >= 0 else { return false }
    if sample.has(end, at: last) { return true }
    let bytes = sample.tail.isEmpty ? sample.head : sample.tail
    return bytes.withUnsafeBufferPointer { bytes in
      var index = bytes.count - end.count - 4
      while index >= 0 {
        if bytes[index + 4] == 0x49, end.indices.allSatisfy({ bytes[index + $0] == end[$0] }) { return true }
        index -= 1
      }
      return false
    }
  }

  /// A GIF ends with the end of its last picture's data and a semicolon; what some programs put after it is not looked at.
  private static func isGIFWhole(_ sample: ImageSample) -> Bool {
    (max(12, sample.size - 1024)..<sample.size).contains { place in
      sample[place] == UInt8(ascii: ";") && sample[place - 1] == 0
    }
  }

  /// The end of the last part a RAF header names: the preview, the tags, the sensor's data.
  private static func rafEnd(_ sample: ImageSample) -> Int? {
    [84, 92, 100].compactMap { place in
      guard let start = sample.number32(place), let length = sample.number32(place + 4) else { return nil }
      return start + length
    }.max()
  }
}
