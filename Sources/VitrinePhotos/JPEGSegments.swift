// The segments of a JPEG file, and the marker that must end it.

/// Whether a JPEG file is cut off.
///
/// Source: ITU-T T.81, annex B. After the header of the first scan, `FF D9` stands only at the end of the image: in the compressed data
/// every `FF` is followed by `00` or a restart marker.
enum JPEGSegments {
  /// The fault, or nil.
  static func truncation(of sample: ImageSample) -> ImageFault? {
    switch firstScan(sample) {
    case .missing(let count): .truncated(missing: count)
    case .none: nil
    case .at(let offset): hasEnd(sample, after: offset) ? nil : .truncated(missing: nil)
    case .unknown: hasEnd(sample, after: sample.size - max(sample.tail.count, 1)) ? nil : .truncated(missing: nil)
    }
  }

  /// True where the image ends before its first scan: all its segments are known, and none holds a picture.
  static func endsBeforeAnyScan(_ sample: ImageSample) -> Bool { firstScan(sample) == .none }

  /// Where the compressed data starts.
  private enum Scan: Equatable {
    /// After the header of the first scan.
    case at(Int)
    /// Nowhere: the image ends before.
    case none
    /// The segments before it reach this many bytes past the end of the file; nil where the file just ends.
    case missing(Int?)
    /// Beyond the bytes that are known.
    case unknown
  }

  private static func firstScan(_ sample: ImageSample) -> Scan {
    var offset = 2
    while offset < sample.size {
      guard let byte = sample[offset] else { return .unknown }
      guard byte == 0xFF else {
        // Bytes between segments are skipped, as decoders do.
        offset += 1
        continue
      }
      guard offset + 1 < sample.size else { return .missing(nil) }
      guard let marker = sample[offset + 1] else { return .unknown }
      switch marker {
      case 0xFF: offset += 1
      case 0x00, 0x01, 0xD0...0xD8: offset += 2
      case 0xD9: return .none
      default:
        guard let length = sample.number16(offset + 2) else { return offset + 4 > sample.size ? .missing(nil) : .unknown }
        let end = offset + 2 + max(length, 2)
        if end > sample.size { return .missing(end - sample.size) }
        if marker == 0xDA { return .at(end) }
        offset = end
      }
    }
    return .missing(nil)
  }

  /// True where the end marker stands in the known bytes after `start`, or where those hold something that compressed data never does, so that
  /// the image must have ended before: phones put whole films behind it.
  private static func hasEnd(_ sample: ImageSample, after start: Int) -> Bool {
    let tailStart = sample.size - sample.tail.count
    if hasEnd(sample.tail, from: max(0, start - tailStart)) || hasEnd(sample.head, from: start) { return true }
    guard sample.isWhole, let last = sample.head.last, let first = sample.tail.first else { return false }
    return start < tailStart && last == 0xFF && isEnd(first)
  }

  /// The same for bytes that follow each other. In most files the marker stands near their end: it is looked for from there.
  private static func hasEnd(_ bytes: [UInt8], from start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = bytes.count - 2
      while index >= start {
        if bytes[index] == 0xFF, isEnd(bytes[index + 1]) { return true }
        index -= 1
      }
      return false
    }
  }

  /// True for what follows `FF` in compressed data only at its end: no stuffing, restart or fill, and no segment between the scans of a progressive image.
  private static func isEnd(_ marker: UInt8) -> Bool {
    switch marker {
    case 0x00, 0xD0...0xD7, 0xFF, 0xC4, 0xDA, 0xDB, 0xDC, 0xDD, 0xFE, 0xE0...0xEF: false
    default: true
    }
  }
}
