// The metadata of a JPEG file: EXIF and XMP in segments of theirs, the size in the header of its frame.

import VitrineModel

/// Reads JPEG, alone or inside of a raw file.
///
/// Source: ITU-T T.81, annex B; EXIF 2.32, 4.7.2 (APP1).
enum JPEGMetadata {
  /// The most segments looked at before the picture.
  private static let mostSegments = 512
  /// The most segments of EXIF that are read: of two, the first may be empty.
  private static let mostExif = 4
  /// The most bytes between segments that are skipped.
  private static let mostFilling = 4096

  /// Takes what the JPEG in `count` bytes from `start` says; its size only where `withSize` says so.
  static func read(
    _ image: inout ImageBytes, from start: Int = 0, count: Int = .max, withSize: Bool = true, into builder: inout MetadataBuilder
  ) {
    let end = count < image.size - start ? start + count : image.size
    guard image.number(start, 2) == 0xFFD8 else { return }
    var place = start + 2
    var exifCount = 0
    var filling = 0
    for _ in 0..<mostSegments {
      // Bytes between segments are skipped, as decoders do; filling is more 0xFF.
      while let byte = image.number(place, 1), filling < mostFilling {
        if byte == 0xFF, let next = image.number(place + 1, 1), next != 0xFF, next != 0 { break }
        place += 1
        filling += 1
      }
      guard place + 4 <= end, let marker = image.number(place + 1, 1), image.number(place, 1) == 0xFF else { return }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
        continue
      }
      guard marker != 0xD9, marker != 0xDA, let length = image.number(place + 2, 2), length >= 2 else { return }
      switch marker {
      case 0xE1 where exifCount < mostExif && length > 16 && image.has("Exif\0", at: place + 4):
        if builder.takeExif(&image, at: place + 4, count: min(length - 2, end - place - 4)) { exifCount += 1 }
      case 0xE1 where length > 40 && image.has("http://ns.adobe.com/xap/1.0/\0", at: place + 4):
        builder.takeXMP(&image, at: place + 33, count: min(length - 31, end - place - 33))
      case 0xE1 where length > 77 && image.has("http://ns.adobe.com/xmp/extension/\0", at: place + 4):
        builder.takeExtendedXMP(&image, at: place + 39, count: min(length - 37, end - place - 39))
      case 0xED where length > 28 && image.has("Photoshop 3.0\0", at: place + 4):
        builder.takeIPTC(&image, at: place + 4, count: min(length - 2, end - place - 4))
      case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
        if withSize, builder.metadata.width == nil, let height = image.number(place + 5, 2),
          let width = image.number(place + 7, 2),
          width > 0
        {
          builder.metadata.width = width
          // A height of zero comes after the first scan, which is not looked at.
          builder.metadata.height = height > 0 ? height : nil
        }
        // EXIF should stand before the frame; some programs write it behind, before the scan.
        if exifCount > 0 { return }
      default: break
      }
      place += 2 + length
    }
  }
}
