// An image that ends too early.

import VitrineModel
import VitrineSource

/// An image file that is empty, cut short, or cannot be read.
enum PhotoTruncated: PhotoRule {
  static let rule = Rule(
    "V404", "photo-truncated", .error, "an image is cut short", help: "copy the file again from where it came, or delete it")

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    let message: String
    switch links.photos[photo].fault {
    case .empty: message = "the image file is empty"
    case .truncated(let what): message = "the image is cut short: \(what)"
    case .unreadable(let why): message = "the image cannot be read: \(why)"
    case .unknownFormat, .displaced, .noPicture, nil: return
    }
    report(Finding(rule, in: links.photos[photo].path, at: ByteRange(at: 0), message))
  }
}
