// An image that belongs to nobody.

import VitrineModel
import VitrineSource

/// An image that no record owns by place and none lists.
enum PhotoOrphan: PhotoRule {
  static let rule = Rule(
    "V402", "photo-orphan", .warning, "an image belongs to no record",
    help: "begin its name with a record's name, list it under 'photos:' of a record, or add it to .vitrineignore")

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard links.owners(ofPhoto: photo).isEmpty else { return }
    report(Finding(rule, in: links.photos[photo].path, at: ByteRange(at: 0), "this image belongs to no record"))
  }
}
