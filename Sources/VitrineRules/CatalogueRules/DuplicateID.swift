// An id that was copied along with a file.

import VitrineAlgorithms
import VitrineModel
import VitrineSource

/// The same UUID in two records of a kind whose identity it is.
enum DuplicateID: RecordRule {
  static let rule = Rule(
    "V204", "duplicate-id", .error, "two records have the same id",
    help: "delete the id of the copy, or give it one of its own")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let first = links.first(withIdentityOf: record) else { return }
    let (record, other) = (links.records[record], links.records[first])
    let kind = links.kinds[record.kind]
    guard kind.identityIsID, let identity = record.identity, let field = kind.identity.first?.field.dotted else { return }
    report(
      Finding(
        rule, in: record.path, at: identity.range, pointer: "/\(field)", record: record.title,
        "'\(field)' has the same value as in \(other.path.string)",
        related: [RelatedPlace(path: other.path, other.identity?.range ?? other.place, "first used here")],
        fixes: [fix(record.path, identity)]))
  }

  /// An id of its own. Not safe: the other record may be the copy.
  private static func fix(_ path: Path, _ identity: Identity) -> Fix {
    let id = NamedID.text(of: identity.key + [Identity.separator] + Array(path.utf8))
    return Fix("give this one the id '\(id)'", [TextEdit(identity.range, id)], isSafe: false)
  }
}

/// Ids that follow from a name, so that the same catalogue gives the same report.
private enum NamedID {
  /// The UUID of a name. Source: RFC 9562, version 8, its 122 free bits from two hashes of the name.
  static func text(of name: [UInt8]) -> String {
    let high = hash(name, FNV1a.offsetBasis) & ~0xF000 | 0x8000
    let low = hash(name, .goldenRatio) & ~(0xC000 << 48) | 0x8000 << 48
    let digits = Array(hexadecimal(high) + hexadecimal(low))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// FNV-1a, with its bits spread at the end.
  private static func hash(_ name: [UInt8], _ basis: UInt64) -> UInt64 {
    var hash = FNV1a(basis: basis)
    hash.add(name)
    return hash.value.mixed
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
