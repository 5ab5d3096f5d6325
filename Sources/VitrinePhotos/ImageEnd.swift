// Whether the end of an image is there, told from the two ends of its file alone.

/// The check for cut-off files.
///
/// It says "truncated" only where the format's own structure says so; where the structure leads into bytes that were not read, it keeps silent.
enum ImageEnd {
  /// The fault, or nil.
  static func truncation(of sample: ImageSample, _ format: ImageFormat) -> ImageFault? {
    switch format {
    case .jpeg: JPEGSegments.truncation(of: sample)
    case .png: isPNGWhole(sample) ? nil : .truncated(missing: nil)
    case .heic, .avif, .cr3, .film: ISOBoxes.missingBytes(of: sample).map { .truncated(missing: $0) }
    case .tiff, .dng, .cr2, .nef, .arw: TIFFDirectory.missingBytes(of: sample).map { .truncated(missing: $0) }
    case .webp: missing(sample.number32(4, littleEndian: true).map { $0 + 8 }, sample)
    case .raf: missing(rafEnd(sample), sample)
    case .gif, .orf, .rw2, .bmp, .jpegXL, .jpeg2000, .psd, .pdf: nil
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

  /// The end of the last part a RAF header names: the preview, the tags, the sensor's data.
  private static func rafEnd(_ sample: ImageSample) -> Int? {
    [84, 92, 100].compactMap { place in
      guard let start = sample.number32(place), let length = sample.number32(place + 4) else { return nil }
      return start + length
    }.max()
  }
}
