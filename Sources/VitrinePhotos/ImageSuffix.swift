// What the name of a file says about the image in it.

/// The suffixes of image files.
package enum ImageSuffix {
  /// The longest suffix known. Units: bytes.
  private static let longest = 4

  /// True where a file's name ends in a suffix of an image, regardless of case.
  package static func isImage(_ name: UnsafeBufferPointer<UInt8>) -> Bool { format(of: name) != nil }

  /// True where a file's name ends in a suffix of an image, regardless of case.
  package static func isImage(_ name: String) -> Bool { format(of: name) != nil }

  /// The format a name promises; nil for a name of no image.
  package static func format(of name: String) -> ImageFormat? {
    var name = name
    return name.withUTF8 { format(of: $0) }
  }

  /// The format a name promises; nil for a name of no image. Shape: a name or a whole path.
  package static func format(of name: UnsafeBufferPointer<UInt8>) -> ImageFormat? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name[dot - 1] != UInt8(ascii: "/") else { return nil }
    let count = name.count - dot - 1
    guard count >= 3, count <= longest else { return nil }
    var packed: UInt32 = 0
    for byte in name[(dot + 1)...] {
      packed = packed << 8 | UInt32(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
    }
    return switch packed {
    // MPO is JPEG with more pictures behind the first, which is all that is looked at.
    case code("jpg"), code("jpeg"), code("mpo"): .jpeg
    case code("png"): .png
    case code("heic"), code("heif"), code("hif"): .heic
    case code("avif"): .avif
    case code("gif"): .gif
    case code("webp"): .webp
    case code("tif"), code("tiff"): .tiff
    case code("dng"): .dng
    case code("cr2"): .cr2
    case code("cr3"): .cr3
    case code("nef"), code("nrw"): .nef
    case code("arw"): .arw
    case code("raf"): .raf
    case code("orf"): .orf
    case code("rw2"), code("rwl"): .rw2
    case code("pef"): .pef
    case code("srw"): .srw
    case code("bmp"): .bmp
    case code("jxl"): .jpegXL
    default: nil
    }
  }

  /// True where a file of a format may carry a suffix that promises another.
  ///
  /// `.heif` names the container, so AV1 pictures may stand in it; and raw files of cameras that give no clear sign look like plain TIFF.
  package static func allows(_ promised: ImageFormat, _ found: ImageFormat, name: String) -> Bool {
    if promised == found { return true }
    if promised == .heic, found == .avif {
      let name = name.utf8.suffix(5).map { $0 | 0x20 }
      return name == Array(".heif".utf8) || name.suffix(4) == Array(".hif".utf8)
    }
    return promised.isTIFF && promised.isRaw && found == .tiff
  }

  @inline(__always)
  private static func code(_ suffix: StaticString) -> UInt32 {
    var packed: UInt32 = 0
    for index in 0..<suffix.utf8CodeUnitCount { packed = packed << 8 | UInt32(suffix.utf8Start[index]) }
    return packed
  }
}
