// A reference that several records answer to.

import VitrineModel
import VitrineSource

/// A last part that several records of the wanted kind share.
enum AmbiguousReference: CatalogueRule {
  static let rule = Rule(
    "V303", "ambiguous-reference", .error, "a reference fits several records",
    help: "write the whole id: the path without its suffix")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for index in links.references.indices where !links.references[index].isEmpty {
      let record = catalogue.records[index]
      for (position, reference) in record.references.enumerated() {
        guard case .ambiguous(let others) = links.references[index][position] else { continue }
        let ids = others.prefix(3).map { "'\(RecordID.id(ofPath: catalogue.records[$0].path))'" }
        let more = others.count > 3 ? " and \(others.count - 3) more" : ""
        report(
          Finding(
            rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
            "'\(reference.target)' may be \(ids.joined(separator: " or "))\(more)",
            related: others.prefix(3).map {
              RelatedPlace(path: catalogue.records[$0].path, catalogue.records[$0].place, "one it may be")
            }))
      }
    }
  }
}
