// Two records for one thing.

import VitrineModel
import VitrineSource

/// Records of one kind with the same identity.
enum DuplicateKey: CatalogueRule {
  static let rule = Rule(
    "V201", "duplicate-key", .error, "two records of a kind have the same identity",
    help: "merge the two files and delete one, or correct the fields that make the identity")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    SameIdentity.forEach(catalogue, byID: false) { index, earlier in
      guard let identity = catalogue.records[index].identity else {
        return
      }
      report(finding(catalogue, index, earlier, identity))
    }
  }

  private static func finding(_ catalogue: CatalogueFacts, _ index: Int, _ earlier: Int, _ identity: Identity) -> Finding {
    let record = catalogue.records[index]
    let other = catalogue.records[earlier]
    let fields = catalogue.kinds[record.kind].identity.map { "'\($0.field.dotted)'" }.joined(separator: " and ")
    return Finding(
      rule, in: record.path, at: identity.range, record: record.title,
      "the same \(catalogue.kinds[record.kind].title.lowercased()) is already in \(other.path)",
      note: "\(fields) make the identity; both give '\(identity.readable)'",
      related: [RelatedPlace(path: other.path, other.identity?.range ?? other.place, "the first is here")])
  }
}

/// The records whose identity another record of the kind has already.
enum SameIdentity {
  /// Calls `body` with each such record and the first with the same identity, of the kinds whose identity is an id, or of the others.
  static func forEach(_ catalogue: CatalogueFacts, byID: Bool, _ body: (_ record: Int, _ first: Int) -> Void) {
    for kind in catalogue.kinds.indices
    where !catalogue.kinds[kind].identity.isEmpty && catalogue.kinds[kind].identityIsID == byID {
      var first: [[UInt8]: Int] = [:]
      first.reserveCapacity(catalogue.records.count)
      for index in catalogue.records.indices where catalogue.records[index].kind == kind {
        guard let key = catalogue.records[index].identity?.key else { continue }
        if let earlier = first[key] { body(index, earlier) } else { first[key] = index }
      }
    }
  }
}
