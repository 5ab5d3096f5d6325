// A reference to a record of another kind.

import VitrineModel
import VitrineSource

/// A reference that leads to a record of a kind that was not asked for.
enum WrongKind: CatalogueRule {
  static let rule = Rule(
    "V302", "wrong-kind", .error, "a reference names a record of another kind",
    help: "name a record of the kind that is asked for")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for index in links.references.indices where !links.references[index].isEmpty {
      let record = catalogue.records[index]
      for (position, reference) in record.references.enumerated() {
        guard case .wrongKind(let other) = links.references[index][position] else { continue }
        let target = catalogue.records[other]
        report(
          Finding(
            rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
            "'\(reference.target)' is of kind '\(catalogue.kinds[target.kind].name)', but a \(reference.wantedKind) is asked for",
            related: [RelatedPlace(path: target.path, target.place, "the record it names")]))
      }
    }
  }
}
