// An image above its kind's limit.

import VitrineModel
import VitrineSource

/// A photo with more bytes than its kind allows.
enum PhotoTooLarge: CatalogueRule {
  static let rule = Rule(
    "V405", "photo-too-large", .warning, "a photo is larger than its kind allows", help: "make a smaller copy and delete this one"
  )

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for (index, photos) in links.photos.enumerated() where !photos.isEmpty {
      guard let limit = catalogue.kinds[catalogue.records[index].kind].photos.bytes else { continue }
      for photo in photos.map({ catalogue.photos[$0] }) where photo.byteCount > limit {
        report(
          Finding(
            rule, in: photo.path, at: ByteRange(at: 0), record: catalogue.records[index].title,
            "the image has \(photo.byteCount) bytes; at most \(limit) are allowed"))
      }
    }
  }
}
