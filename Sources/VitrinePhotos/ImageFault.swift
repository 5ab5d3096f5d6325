// What is wrong with an image file, as far as its ends show.

/// A fault of an image file.
package enum ImageFault: Hashable, Sendable {
  /// The file has no bytes.
  case empty
  /// The bytes are those of no image format known here.
  case unknownFormat
  /// The bytes are of no image format, but those behind the first few are. Units: bytes.
  case displaced(ImageFormat, by: Int, isByteOrderMark: Bool)
  /// The bytes are of another format than the suffix promises.
  case suffixMismatch(promised: ImageFormat, found: ImageFormat)
  /// The file is of a format, and whole, but there is no picture in it.
  case noPicture
  /// The end of the image is missing. Units: bytes, at least that many; nil where that cannot be told.
  case truncated(missing: Int?)
}

/// What the ends of an image file tell.
package struct ImageCheck: Hashable, Sendable {
  /// The format of the bytes; nil where it is none known here.
  package var format: ImageFormat?
  /// What is wrong, the gravest first; empty for a sound file, as far as this can tell.
  package var faults: [ImageFault]

  /// Checks the ends of a file against its name. Shape: `name` is a name or a path; one without a known suffix promises nothing.
  package init(_ sample: ImageSample, name: String) {
    guard sample.size > 0 else {
      (format, faults) = (nil, [.empty])
      return
    }
    guard let found = ImageFormat.sniff(sample) else {
      (format, faults) = (nil, [Self.displacement(in: sample) ?? .unknownFormat])
      return
    }
    format = found
    faults = []
    if let truncation = ImageEnd.truncation(of: sample, found) { faults.append(truncation) }
    if faults.isEmpty, ImagePicture.isMissing(in: sample, found) { faults.append(.noPicture) }
    if let promised = ImageSuffix.format(of: name), !ImageSuffix.allows(promised, found, name: name) {
      faults.append(.suffixMismatch(promised: promised, found: found))
    }
  }
  /// The most bytes before an image that are looked over: a byte order mark, line feeds, the blanks that a script printed before it. Units: bytes.
  private static let mostBefore = 64

  /// The image that begins a few bytes behind the start; nil where none does.
  private static func displacement(in sample: ImageSample) -> ImageFault? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // Only signatures that no text begins with.
    for start in 1..<mostBefore where sample[start] == 0xFF || sample[start] == 0x89 {
      let rest = ImageSample(head: Array(sample.head.dropFirst(start)), size: sample.size - start)
      guard let found = ImageFormat.sniff(rest), found == .png || (found == .jpeg && rest[3] != 0) else { continue }
      return .displaced(found, by: start, isByteOrderMark: start == 3 && sample.head.starts(with: mark))
    }
    return nil
  }
}
