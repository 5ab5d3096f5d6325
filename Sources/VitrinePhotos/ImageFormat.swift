// The formats of image files, and the names they go by.

/// The format of an image file, as its bytes tell it.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// JPEG, with JFIF, EXIF or neither.
  case jpeg
  /// PNG, moving (APNG) or not.
  case png
  /// HEIF with HEVC pictures, and HEIF that does not say what it holds.
  case heic
  /// HEIF with AV1 pictures.
  case avif
  /// GIF.
  case gif
  /// WebP.
  case webp
  /// TIFF and BigTIFF that show no sign of being a raw format.
  case tiff
  /// Adobe's digital negative.
  case dng
  /// Canon's raw format built on TIFF.
  case cr2
  /// Canon's raw format built on ISO boxes.
  case cr3
  /// Nikon's raw format.
  case nef
  /// Sony's raw format.
  case arw
  /// Fujifilm's raw format.
  case raf
  /// Olympus's raw format.
  case orf
  /// Panasonic's raw format.
  case rw2
  /// Pentax's raw format.
  case pef
  /// Samsung's raw format.
  case srw
  /// Windows bitmap.
  case bmp
  /// JPEG XL.
  case jpegXL = "jpeg-xl"
  /// JPEG 2000.
  case jpeg2000 = "jpeg-2000"
  /// Photoshop's own format.
  case psd
  /// A PDF document: no image, but often named like one.
  case pdf
  /// An MP4 or QuickTime film: no image, but often beside one.
  case film

  /// True for what a sensor saw, undeveloped.
  package var isRaw: Bool {
    switch self {
    case .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw: true
    case .jpeg, .png, .heic, .avif, .gif, .webp, .tiff, .bmp, .jpegXL, .jpeg2000, .psd, .pdf, .film: false
    }
  }

  /// True for the formats that are TIFF files underneath.
  package var isTIFF: Bool {
    switch self {
    case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2, .pef, .srw: true
    case .jpeg, .png, .heic, .avif, .gif, .webp, .cr3, .raf, .bmp, .jpegXL, .jpeg2000, .psd, .pdf, .film: false
    }
  }

  /// The name in messages.
  package var words: String {
    switch self {
    case .jpeg, .png, .heic, .avif, .gif, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .bmp, .psd, .pdf:
      rawValue.uppercased()
    case .webp: "WebP"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    case .film: "MP4 film"
    }
  }

  /// The suffix a file of this format usually has, without the dot.
  package var suffix: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    case .jpegXL: "jxl"
    case .jpeg2000: "jp2"
    case .film: "mp4"
    case .png, .heic, .avif, .gif, .webp, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .bmp, .psd, .pdf: rawValue
    }
  }
}
