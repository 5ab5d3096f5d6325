// The door to libtiff.

import CTIFF

/// Reads TIFFs. Source: tiffio.h of libtiff 4.5.
struct TIFFDecoder {
  private var tiff: vitrine_tiff

  /// Loads the library; it must come before files cannot be opened any more.
  ///
  /// Errors: it is not there.
  init() throws(DecodeFailure) {
    tiff = vitrine_tiff()
    guard vitrine_load_tiff(&tiff) != 0 else {
      throw DecodeFailure(reason: "TIFF needs libtiff, which is not installed (Debian's package libtiff6)")
    }
  }

  /// The pixels of the first picture, as they are stored, and the profile of its colours.
  ///
  /// Errors: it is no TIFF, too large, damaged, or of a sort that libtiff makes no colours of.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> (Picture, ColorProfile) {
    var tiff = tiff
    // It stays until the process ends, as the file does.
    let source = UnsafeMutablePointer<vitrine_tiff_bytes>.allocate(capacity: 1)
    source.initialize(to: vitrine_tiff_bytes(start: bytes.baseAddress, count: UInt(bytes.count), place: 0))
    guard let file = vitrine_tiff_open(&tiff, source) else {
      throw DecodeFailure(reason: "the picture cannot be decoded")
    }
    var (width, height): (UInt32, UInt32) = (0, 0)
    guard vitrine_tiff_size_of(&tiff, file, &width, &height) != 0 else { throw DecodeFailure(reason: "the picture has no size") }
    try Picture.check(width: Int(width), height: Int(height))
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    guard vitrine_tiff_read_rows(&tiff, file, width, height, &pixels) != 0 else {
      throw DecodeFailure(reason: "the picture cannot be decoded")
    }
    var size: UInt32 = 0
    var icc: [UInt8]?
    if let start = vitrine_tiff_icc(&tiff, file, &size), Int(size) <= ColorProfile.largest {
      icc = Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }
    let picture = pixels.withUnsafeBytes {
      Picture(
        width: Int(width), height: Int(height), rgba: $0.bindMemory(to: UInt8.self), stride: Int(width) * 4, isMultiplied: true)
    }
    return (picture, ColorProfile(icc: icc))
  }
}
