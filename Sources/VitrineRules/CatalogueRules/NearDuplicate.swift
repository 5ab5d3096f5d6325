// Records that differ by a slip of the finger.

import VitrineModel
import VitrineSource
import VitrineText

/// Records of one kind whose identities are alike but for one letter of the name.
enum NearDuplicate: CatalogueRule {
  static let rule = Rule(
    "V202", "near-duplicate", .warning, "two records look like one thing, spelled in two ways",
    help: "if they are the same, delete one; if not, silence it with '# vitrine: ignore near-duplicate REASON'")

  /// The shortest name that is compared: short names are alike by chance.
  private static let shortest = 6
  /// The largest group of records, alike in the rest of their identity, that is compared by every pair.
  private static let largestGroup = 400

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for (kind, declaration) in catalogue.kinds.enumerated() where declaration.identity.count > 1 {
      // Grouped by a hash of the rest of the key; the few that share a hash by chance are told apart when compared.
      var groups: [UInt64: [Int]] = [:]
      groups.reserveCapacity(catalogue.records.count)
      for index in catalogue.records.indices where catalogue.records[index].kind == kind {
        guard let identity = catalogue.records[index].identity, identity.leadCount >= shortest else { continue }
        groups[hash(identity.rest), default: []].append(index)
      }
      for group in groups.values where group.count > 1 && group.count <= largestGroup { compare(group, catalogue, report) }
    }
  }

  private static func compare(_ group: [Int], _ catalogue: CatalogueFacts, _ report: (Finding) -> Void) {
    for (position, index) in group.enumerated() {
      guard let identity = catalogue.records[index].identity else { continue }
      for earlier in group[..<position] {
        guard let other = catalogue.records[earlier].identity, isNear(identity.lead, other.lead), identity.rest == other.rest
        else {
          continue
        }
        report(finding(catalogue.records[index], identity, catalogue.records[earlier], other))
        break
      }
    }
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether one letter is added, left out or changed, or two neighbours are swapped. Digits and a last letter tell parts of a series apart.
  static func isNear(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left != right, abs(left.count - right.count) <= 1 else { return false }
    // Both slices begin their arrays, so that their indices run from 0.
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var leftEnd = left.count
    var rightEnd = right.count
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    guard leftEnd - start <= 2, rightEnd - start <= 2 else { return false }
    let leftRest = left[start..<leftEnd]
    let rightRest = right[start..<rightEnd]
    guard (leftRest + rightRest).allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }) else { return false }
    let isAtEnd = leftEnd == left.count && rightEnd == right.count
    if leftRest.count + rightRest.count == 1 { return !isAtEnd }
    if leftRest.count == 1, rightRest.count == 1 { return !isAtEnd && start > 0 }
    return leftRest.count == 2 && rightRest.count == 2 && leftRest.first == rightRest.last && leftRest.last == rightRest.first
  }

  private static func finding(_ record: RecordFacts, _ identity: Identity, _ other: RecordFacts, _ otherIdentity: Identity)
    -> Finding
  {
    Finding(
      rule, in: record.path, at: identity.range, record: record.title,
      "'\(record.title)' is nearly '\(other.title)' in \(other.path), and the rest of the identity is the same",
      related: [RelatedPlace(path: other.path, otherIdentity.range, "the other is here")])
  }
}
