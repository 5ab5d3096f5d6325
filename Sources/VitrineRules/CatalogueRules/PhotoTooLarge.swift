// An image above its kind's limit.

import VitrineModel
import VitrineSource

/// A photo with more bytes than its kind allows.
enum PhotoTooLarge: PhotoRule {
  static let rule = Rule(
    "V405", "photo-too-large", .warning, "a photo is larger than its kind allows",
    help: "'vitrine photo remove' takes it out, and 'vitrine photo add' adds the original as a JPEG that fits"
  )

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.photos[photo]
    for owner in links.owners(ofPhoto: photo) {
      guard let limit = links.kinds[links.records[owner].kind].photos.bytes, facts.byteCount > limit else { continue }
      report(
        Finding(
          rule, in: facts.path, at: ByteRange(at: 0), record: links.records[owner].title,
          "the image has \(facts.byteCount) bytes; at most \(limit) are allowed"))
    }
  }
}
