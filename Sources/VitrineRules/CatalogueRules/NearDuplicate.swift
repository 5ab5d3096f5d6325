// Records that differ by a slip of the finger, or by what is known of a date.

import VitrineModel
import VitrineSource

/// Records of one kind whose identities are alike but for one letter of the name, or for a date that is a period in one and a part of it in the other.
enum NearDuplicate: RecordRule {
  static let rule = Rule(
    "V202", "near-duplicate", .warning, "two records look like one thing, written in two ways",
    help: "if they are the same, delete one; if not, silence it with '# vitrine: ignore near-duplicate REASON'")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let earlier = links.earlier(nearlyLike: record) else { return }
    let (record, other) = (links.records[record], links.records[earlier])
    guard let identity = record.identity, let otherIdentity = other.identity else { return }
    let what =
      identity.lead == otherIdentity.lead
      ? "'\(record.title)' may be the one in \(other.path.string): one date is a period that the other lies in"
      : "'\(record.title)' is nearly '\(other.title)' in \(other.path.string), and the rest of the identity is the same"
    report(
      Finding(
        rule, in: record.path, at: identity.range, record: record.title, what,
        related: [RelatedPlace(path: other.path, otherIdentity.range, "the other is here")]))
  }
}
