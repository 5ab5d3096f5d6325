// Where the photos of tests come from: made by them, or of many cameras.

import Testing
import VitrineTesting

/// A set of photos, and what ExifTool says of each.
enum PhotoSource: String, CaseIterable {
  /// Made by encoders and ExifTool: see `MadePhotos`.
  case made
  /// The corpus of photos of many cameras.
  case corpus
  /// Photos in HEIC and AVIF that pillow-heif is tested with. What ExifTool says of them is not known.
  case heif

  /// The sets of which it is known what ExifTool says.
  static let known: [PhotoSource] = [.made, .corpus]

  /// A photo.
  struct Photo {
    /// Its path in the set.
    let name: String
    /// Its bytes.
    let bytes: [UInt8]
    /// The format's name in ExifTool's words; "none" where it knows none.
    var format = ""
  }

  /// The photos; none, and a word in the list of what was not run, where they are not there. `test` is what they are for.
  ///
  /// Errors: they cannot be read, or made.
  func photos(for test: String) throws -> [Photo] {
    switch self {
    case .made:
      guard MadePhotos.needs.allSatisfy({ $0.isMet(for: test) }) else { return [] }
      let made = try MadePhotos.all.get()
      let formats = Dictionary(
        uniqueKeysWithValues: ExifToolTruth.rows(made.numeric).map { ($0["SourceFile"] ?? "", $0["File:FileType"] ?? "") })
      return made.photos.map { Photo(name: $0.name, bytes: $0.bytes, format: formats[$0.name] ?? "none") }
    case .corpus:
      guard Need.corpus("photos/MANIFEST.tsv").isMet(for: test) else { return [] }
      return try TestData.rows("photos/MANIFEST.tsv").map { row in
        Photo(name: row[0], bytes: try TestData.bytes("photos/" + row[0]), format: row[8])
      }
    case .heif:
      guard Need.corpus("heif").isMet(for: test) else { return [] }
      return try TestData.files("heif").filter { !$0.hasPrefix("LICENSE") && !$0.hasPrefix(".") }.map { name in
        Photo(name: name, bytes: try TestData.bytes("heif/" + name))
      }
    }
  }

  /// What ExifTool says of every photo.
  ///
  /// Errors: as of `photos`.
  func truths(for test: String) throws -> [ExifToolTruth] {
    let photos = try photos(for: test)
    guard !photos.isEmpty else { return [] }
    let made = try self == .made ? MadePhotos.all.get() : nil
    return try ExifToolTruth.all(
      of: photos, numeric: made?.numeric ?? TestData.bytes("photos/exiftool-truth-numeric.json"),
      readable: made?.readable ?? TestData.bytes("photos/exiftool-truth-readable.json"))
  }
}
