// The formats of image files this house can name.

/// The format of an image file, as its bytes tell it.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// JPEG, with JFIF, EXIF or neither.
  case jpeg
}
