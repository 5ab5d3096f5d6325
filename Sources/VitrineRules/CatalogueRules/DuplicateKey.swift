// Two records for one thing.

import VitrineModel
import VitrineSource

/// Records of one kind with the same identity.
enum DuplicateKey: RecordRule {
  static let rule = Rule(
    "V201", "duplicate-key", .error, "two records of a kind have the same identity",
    help: "merge the two files and delete one, or correct the fields that make the identity")

  private static let already = " is already in "

  /// A finding of this rule told of the other record: it stands at the second of two in the order of paths, which may have been there first.
  static func turned(_ finding: Finding) -> Finding {
    guard let other = finding.related.first, finding.message.hasSuffix(already + other.path.string) else { return finding }
    var turned = finding
    (turned.path, turned.range, turned.span, turned.record) = (other.path, other.range, other.span, "")
    turned.message = finding.message.dropLast(other.path.string.count) + finding.path.string
    turned.related = [RelatedPlace(path: finding.path, finding.range, span: finding.span, other.message)]
    return turned
  }

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let first = links.first(withIdentityOf: record) else { return }
    let (record, other) = (links.records[record], links.records[first])
    let kind = links.kinds[record.kind]
    guard !kind.identityIsID, let identity = record.identity else { return }
    let fields = kind.identity.map { "'\($0.field.dotted)'" }.joined(separator: " and ")
    report(
      Finding(
        rule, in: record.path, at: identity.range, record: record.title,
        "the same \(kind.title.lowercased())\(already)\(other.path.string)",
        note: "\(fields) make the identity; both give '\(identity.readable)'",
        related: [RelatedPlace(path: other.path, other.identity?.range ?? other.place, "the first is here")]))
  }
}
