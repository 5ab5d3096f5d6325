// An image of a format that its kind does not take.

import VitrineModel
import VitrineSource

/// A photo that is no image at all, or of a format that the kind does not list.
enum PhotoFormat: PhotoRule {
  static let rule = Rule(
    "V403", "photo-format", .error, "a photo is not of an accepted image format", help: "convert it, or delete it")

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.photos[photo]
    guard facts.fault != nil || facts.format != nil else { return }
    for owner in links.owners(ofPhoto: photo) {
      let kind = links.kinds[links.records[owner].kind]
      guard let message = fault(facts, kind) else { continue }
      var help: String?
      if case .noPicture = facts.fault { help = "copy the file again from where it came, or delete it" }
      if case .displaced(_, let count, _) = facts.fault {
        help = "remove the first \(count == 1 ? "byte" : "\(count) bytes"), as 'tail -c +\(count + 1) FILE > NEW' does"
      }
      report(
        Finding(
          rule, in: facts.path, at: ByteRange(at: 0), record: links.records[owner].title, message,
          help: help != nil
            ? help : kind.photos.formats.isEmpty ? nil : "convert it to \(list(kind.photos.formats)), or delete it"))
    }
  }

  private static func fault(_ photo: PhotoFacts, _ kind: Kind) -> String? {
    switch photo.fault {
    case .unknownFormat: return "the file is no image, whatever its name says"
    case .displaced(let format, let count, let isMark):
      let words = isMark ? "a byte order mark (3 bytes)" : count == 1 ? "one byte" : "\(count) bytes"
      return "\(words) before the start of the image: it is \(format) from there on, and no program opens it so"
    case .noPicture(let format): return "the file is \(format), but there is no picture in it"
    case .empty, .truncated, .unreadable: return nil
    case nil: break
    }
    guard let format = photo.format, !kind.photos.formats.isEmpty, !kind.photos.formats.contains(format) else { return nil }
    return "the image is \(format.uppercased()); a \(kind.name) takes \(list(kind.photos.formats))"
  }

  private static func list(_ formats: [String]) -> String {
    let names = formats.map { $0.uppercased() }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
