// What a person may ask of an ingest.

/// How files of an inbox become records.
package struct IngestOptions: Sendable {
  /// What becomes of the place where a photo was taken.
  package enum Geotag: String, Sendable, CaseIterable {
    /// The record takes it, and the photo keeps it.
    case keep
    /// Neither has it; the file in the inbox stays as it is.
    case strip
  }

  /// What becomes of the files in the inbox.
  package enum Originals: String, Sendable, CaseIterable {
    /// They leave it where they lie on the file system of the catalogue, so that nothing is copied; else they stay.
    case auto
    /// They stay.
    case keep
    /// They leave it, once the catalogue has their bytes for sure.
    case move
  }

  /// What becomes of places.
  package var geotag = Geotag.keep
  /// What becomes of the files.
  package var originals = Originals.auto

  /// The usual ones.
  package init() {}
}
