// Photos made small enough for a kind that limits their bytes: as good as fits, with all that they say of themselves.

import VitrineModel
import VitrinePhotos

/// A JPEG made smaller by its quality first, and by its size where that is not enough.
package struct PhotoFitting {
  /// The best quality, of 100: more is seen by nobody.
  private static let best = 94
  /// Below this quality a smaller picture looks better.
  private static let least = 75

  /// The photo as it fits.
  package let bytes: [UInt8]
  /// The quality it has, of 100.
  package let quality: Int
  /// How many eighths of its sides are left.
  package let eighths: Int

  /// A JPEG of at most so many bytes; nil where it cannot be made so small. EXIF, XMP and the colour profile stay as they are, and with them which way up it is: its
  /// pixels are not turned.
  ///
  /// Errors: it is no JPEG, or cannot be decoded.
  package init?(_ photo: [UInt8], within most: Int, _ program: DecodingProgram) throws(DecodingFailure) {
    guard ImageFormat.sniff(photo) == .jpeg, let size = PhotoMetadata.read(photo), let width = size.width,
      let height = size.height
    else { throw DecodingFailure(reason: "only JPEGs are made smaller") }
    let side = max(width, height)
    func made(_ eighths: Int, _ quality: Int) throws(DecodingFailure) -> [UInt8] {
      try Self.made(photo, side: side, eighths: eighths, quality: quality, program)
    }
    for eighths in (1...8).reversed() {
      var fitting = try made(eighths, Self.least)
      guard fitting.count <= most else { continue }
      // The best quality that fits: what is better is larger.
      var (low, high) = (Self.least, Self.best + 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        let tried = try made(eighths, middle)
        if tried.count <= most { (low, fitting) = (middle, tried) } else { high = middle }
      }
      (bytes, quality, self.eighths) = (fitting, low, eighths)
      return
    }
    return nil
  }

  /// The same bytes once more, of the same photo: without looking for what fits.
  ///
  /// Errors: as of `init`.
  func again(_ photo: [UInt8], _ program: DecodingProgram) throws(DecodingFailure) -> [UInt8] {
    let size = PhotoMetadata.read(photo)
    let side = max(size?.width ?? 0, size?.height ?? 0)
    return try Self.made(photo, side: side, eighths: eighths, quality: quality, program)
  }

  /// The fitting without its bytes, to be made again when they are wanted.
  var withoutBytes: PhotoFitting { PhotoFitting(bytes: [], quality: quality, eighths: eighths) }

  private init(bytes: [UInt8], quality: Int, eighths: Int) {
    (self.bytes, self.quality, self.eighths) = (bytes, quality, eighths)
  }

  private static func made(
    _ photo: [UInt8], side: Int, eighths: Int, quality: Int, _ program: DecodingProgram
  ) throws(DecodingFailure) -> [UInt8] {
    let reduced = try program.reduced(photo, within: (side * eighths + 7) / 8, quality: quality)
    do throws(StrippingRefusal) {
      return try ReducedPhoto.dressed(reduced, like: photo)
    } catch {
      throw DecodingFailure(reason: error.reason)
    }
  }

  /// What is said of a photo that was made smaller. Units: bytes.
  func remark(_ name: String, from whole: Int) -> String {
    let size = eighths == 8 ? "at full size" : "at \(eighths) eighths of its size"
    return
      "'\(name)' is made smaller: \(ShownValue.size(whole)) to \(ShownValue.size(bytes.count)), \(size), quality \(quality) of 100; --keep-original keeps its bytes"
  }
}
