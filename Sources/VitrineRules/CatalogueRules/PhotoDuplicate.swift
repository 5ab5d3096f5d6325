// One image twice.

import VitrineModel
import VitrineSource

/// An image with the bytes of another one.
enum PhotoDuplicate: PhotoRule {
  static let rule = Rule(
    "V408", "photo-duplicate", .info, "an image is there twice",
    help: "keep one and list it where it is shown, or turn the rule off in vitrine.yaml")

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let first = links.first(withBytesOfPhoto: photo) else { return }
    report(
      Finding(
        rule, in: links.photos[photo].path, at: ByteRange(at: 0),
        "this is the same image as '\(links.photos[first].path.string)'",
        related: [RelatedPlace(path: links.photos[first].path, ByteRange(at: 0), "the first is here")]))
  }
}
