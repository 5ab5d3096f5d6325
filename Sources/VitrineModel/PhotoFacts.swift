// What is known of an image without decoding it.

package import VitrineSource

/// One image file of the catalogue.
package struct PhotoFacts: Sendable, Hashable {
  /// Why an image cannot be used as it is.
  package enum Fault: Sendable, Hashable {
    /// The file holds nothing.
    case empty
    /// The bytes are of no image format.
    case unknownFormat
    /// The bytes are of no image format, but those behind the first few are of this one, in words. Units: bytes.
    case displaced(format: String, by: Int, isByteOrderMark: Bool)
    /// The file is of this format, in words, but there is no picture in it.
    case noPicture(format: String)
    /// The file ends too early; the text says what is missing.
    case truncated(String)
    /// The file could not be read; the text says why.
    case unreadable(String)
  }

  /// The path relative to the root.
  package var path: Path
  /// The format by content, in the words of schemas: `jpeg`, `png`, `heic`, `dng`; nil where it is not known.
  package var format: String?
  /// The size in bytes.
  package var byteCount: Int
  /// What is wrong with it.
  package var fault: Fault?
  /// The format that its name promises, where that is another than its bytes have, in words: `PNG`.
  package var promised: String?
  /// The suffix that its format usually has, without the dot; there with `promised`.
  package var usualSuffix: String?
  /// A hash of the size and of both ends of the file: the same of photos with the same bytes. Nil where it was not asked, and of what is no image.
  package var fingerprint: UInt64?
  /// What the photo says of itself; nil where it was not asked (see `CatalogueLoader.Options.indexes`) or could not be read. Its `taken` is
  /// that of the photo itself, or else of the file's name; what a record says of it comes first:
  /// `PhotoTaken` in VitrineRules.
  package var metadata: PhotoMetadata?

  /// The facts of an image.
  package init(path: Path, format: String?, byteCount: Int, fault: Fault? = nil) {
    self.path = path
    self.format = format
    self.byteCount = byteCount
    self.fault = fault
  }
}
