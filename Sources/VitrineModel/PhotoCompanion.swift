// Files beside a photo that go with it: what edits note, a phone's moving pictures, a camera's sounds and thumbnails.

package import VitrineSource

/// The names of files that go with a photo.
///
/// Shape: in the photo's folder, `dsc0042.xmp` or `dsc0042.nef.xmp` beside `dsc0042.nef`.
package enum PhotoCompanion {
  /// Their suffixes, in small letters.
  package static let suffixes = ["aae", "dop", "lrv", "m4v", "mov", "mp4", "pp3", "thm", "wav", "xmp"]

  /// The suffixes of images, in small letters: those that `ImageSuffix` of VitrinePhotos knows.
  package static let imageSuffixes = [
    "arw", "avif", "bmp", "cr2", "cr3", "dng", "gif", "heic", "heif", "hif", "jpeg", "jpg", "jxl", "mpo", "nef", "nrw", "orf",
    "pef", "png", "raf", "rw2", "rwl", "srw", "tif", "tiff", "webp",
  ]

  /// Whether a file's name ends in one of the suffixes, regardless of case.
  package static func isCompanion(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
    return suffixes.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Where companions of a photo may stand: its name with their suffixes in the place of its own, or behind it, each suffix in small letters, then in
  /// capitals.
  package static func candidates(of photo: Path) -> [(small: Path, capital: Path)] {
    let folder = Path(photo.folder)
    return [photo.name.suffixed.start, photo.name].flatMap { start in
      suffixes.map { forms(folder, start, $0) }
    }
  }

  /// Where the images may stand that a companion goes with.
  package static func images(of companion: Path) -> [Path] {
    let folder = Path(companion.folder)
    let start = companion.name.suffixed.start
    let others = imageSuffixes.map { forms(folder, start, $0) }.flatMap { [$0.small, $0.capital] }
    guard case let suffix = start.suffixed.suffix, imageSuffixes.contains(suffix.string.dropFirst().lowercased()) else {
      return others
    }
    return [folder.appending(start)] + others
  }

  /// Where a companion of a photo stands once the photo stands elsewhere: `tower.mov` beside `tower.jpg`, `tower.cr2.xmp` beside `tower.cr2`.
  ///
  /// - Parameter lowersSuffix: true where its suffix gets small letters, as suffixes of photos do that come from elsewhere.
  package static func path(of companion: Path, with photo: Path, at goal: Path, lowersSuffix: Bool) -> Path {
    let (start, suffix) = companion.name.suffixed
    let newStart = start == photo.name ? goal.name : goal.name.suffixed.start
    let newSuffix = lowersSuffix ? suffix.string.lowercased() : suffix.string
    return Path(goal.folder).appending(newStart.string + newSuffix)
  }

  private static func forms(_ folder: Path, _ start: Path.Slice, _ suffix: String) -> (small: Path, capital: Path) {
    (folder.appending(start.string + "." + suffix), folder.appending(start.string + "." + suffix.uppercased()))
  }
}
