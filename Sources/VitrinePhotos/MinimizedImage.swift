// The one box that small AVIF and HEIC files may have in place of many.

import VitrineModel

/// What a `mini` box says of its picture.
///
/// Source: ISO/IEC 23008-12:2025, MinimizedImageBox; libavif, avifParseMinimizedImageBox.
enum MinimizedImage {
  /// Takes the size and the orientation.
  static func read(_ box: Box, _ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    guard box.end - box.start >= 6, let bits = image.bytes(box.start, 6).flatMap({ ImageBytes.number($0[...], false) }) else {
      return
    }
    var place = 48
    func next(_ width: Int) -> Int {
      place -= width
      return bits >> place & (1 << width - 1)
    }
    // The version; nine flags and the kind of colours follow, then what is wanted.
    guard next(2) == 0 else { return }
    _ = next(9)
    _ = next(2)
    let orientation = 1 + next(3)
    let width = next(1) == 1 ? 15 : 7
    (builder.metadata.width, builder.metadata.height) = (1 + next(width), 1 + next(width))
    builder.metadata.orientation = orientation
  }
}
