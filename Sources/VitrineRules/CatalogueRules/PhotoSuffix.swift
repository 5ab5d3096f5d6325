// An image whose name promises another format than its bytes have.

import VitrineModel
import VitrineSource

/// An image with the suffix of another format.
enum PhotoSuffix: PhotoRule {
  static let rule = Rule(
    "V407", "photo-suffix", .warning, "the name of an image promises another format than it has",
    help: "give it the suffix of its format: 'vitrine check --fix --unsafe' renames it, and what records say of it")

  /// The path that an image with the suffix of another format should have; nil for all others.
  static func rightPath(of photo: PhotoFacts) -> Path? {
    guard photo.promised != nil, let suffix = photo.usualSuffix else { return nil }
    let name = photo.path.name.string
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let renamed = Path("\(stem).\(suffix)")
    return photo.path.folder.isEmpty ? renamed : Path(photo.path.folder).appending(renamed)
  }

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.photos[photo]
    guard let promised = facts.promised, let path = rightPath(of: facts), let format = facts.format else { return }
    let isFree = !links.hasPhoto(at: path, besides: facts.path)
    report(
      Finding(
        rule, in: facts.path, at: ByteRange(at: 0), "the image is \(format.uppercased()), but its name says \(promised)",
        note: isFree ? "" : "'\(path.name.string)' is another image",
        fixes: isFree ? [Fix("rename to '\(path.name.string)'", renamingTo: path)] : []))
  }
}
