// Whether there is a picture in an image file, told from what stands at its start.

/// The check for files that are sound in form and show nothing.
///
/// It says so only where the format's own structure does; where that leads into bytes that were not read, it keeps silent.
enum ImagePicture {
  /// True where there is none.
  static func isMissing(in sample: ImageSample, _ format: ImageFormat) -> Bool {
    switch format {
    case .png: sample.has("IHDR", at: 12) && [16, 20].contains { sample.number32($0) == 0 }
    case .jpeg: JPEGSegments.endsBeforeAnyScan(sample)
    case .bmp: isBMPEmpty(sample)
    case .heic, .avif: ISOBoxes.hold(none: ["meta", "mini", "moov"], in: sample)
    case .cr3: ISOBoxes.hold(none: ["moov"], in: sample)
    default: false
    }
  }

  /// The sides stand behind the size of the header, which tells how wide they are.
  private static func isBMPEmpty(_ sample: ImageSample) -> Bool {
    sample.number32(14, littleEndian: true) == 12
      ? [18, 20].contains { sample.number16($0, littleEndian: true) == 0 }
      : [18, 22].contains { sample.number32($0, littleEndian: true) == 0 }
  }
}
