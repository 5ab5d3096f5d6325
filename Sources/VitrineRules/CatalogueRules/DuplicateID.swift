// An id that was copied along with a file.

import VitrineModel
import VitrineSource

/// The same UUID in two records of a kind whose identity it is.
enum DuplicateID: RecordRule {
  static let rule = Rule(
    "V204", "duplicate-id", .error, "two records have the same id",
    help: "delete the id of the copy, or give it a new one ('uuidgen' makes one)")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let first = links.first(withIdentityOf: record) else { return }
    let (record, other) = (links.records[record], links.records[first])
    let kind = links.kinds[record.kind]
    guard kind.identityIsID, let identity = record.identity, let field = kind.identity.first?.field.dotted else { return }
    report(
      Finding(
        rule, in: record.path, at: identity.range, pointer: "/\(field)", record: record.title,
        "'\(field)' has the same value as in \(other.path)",
        related: [RelatedPlace(path: other.path, other.identity?.range ?? other.place, "first used here")]))
  }
}
