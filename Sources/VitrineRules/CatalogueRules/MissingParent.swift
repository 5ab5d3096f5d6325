// A record that should lie below another and does not.

import VitrineModel
import VitrineSource

/// A record whose kind has a parent, with no record of that kind in its folder or above.
enum MissingParent: CatalogueRule {
  static let rule = Rule(
    "V304", "missing-parent", .warning, "a record has no parent in its folder or above",
    help: "move the file below its parent, or create the parent's file in its folder")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for kind in catalogue.kinds.indices where catalogue.kinds[kind].parent != nil {
      check(kind, catalogue, links, report)
    }
  }

  private static func check(_ number: Int, _ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    let kind = catalogue.kinds[number]
    guard let parent = kind.parent else { return }
    for index in catalogue.records.indices where catalogue.records[index].kind == number && links.parents[index] == nil {
      let record = catalogue.records[index]
      report(
        Finding(
          rule, in: record.path, at: record.place, record: record.title,
          "no \(parent) lies in this folder or above; a \(kind.name) belongs to one"))
    }
  }
}
