// More photos than a record may have.

import VitrineModel
import VitrineSource

/// A record with more photos than its kind allows.
enum ExtraPhoto: CatalogueRule {
  static let rule = Rule(
    "V406", "extra-photo", .warning, "a record has more photos than its kind allows",
    help: "keep the best, and move or delete the others")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for (index, photos) in links.photos.enumerated() where !photos.isEmpty {
      let record = catalogue.records[index]
      guard let most = catalogue.kinds[record.kind].photos.most, photos.count > most else { continue }
      let names = photos.dropFirst(most).map { "'\(PhotoNames.last(catalogue.photos[$0].path))'" }
      report(
        Finding(
          rule, in: record.path, at: record.place, record: record.title,
          "the record has \(photos.count) photos; at most \(most) \(most == 1 ? "is" : "are") allowed",
          note: "beyond that: \(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"))
    }
  }
}
