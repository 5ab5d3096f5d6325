// An id that was copied along with a file.

import VitrineModel
import VitrineSource

/// The same UUID in two records of a kind whose identity it is.
enum DuplicateID: CatalogueRule {
  static let rule = Rule(
    "V204", "duplicate-id", .error, "two records have the same id",
    help: "delete the id of the copy, or give it a new one ('uuidgen' makes one)")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    SameIdentity.forEach(catalogue, byID: true) { index, earlier in
      let record = catalogue.records[index]
      let other = catalogue.records[earlier]
      let kind = catalogue.kinds[record.kind]
      guard let identity = record.identity, let field = kind.identity.first?.field.dotted else { return }
      report(
        Finding(
          rule, in: record.path, at: identity.range, pointer: "/\(field)", record: record.title,
          "'\(field)' has the same value as in \(other.path)",
          related: [RelatedPlace(path: other.path, other.identity?.range ?? other.place, "first used here")]))
    }
  }
}
