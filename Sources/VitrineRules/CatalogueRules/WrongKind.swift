// A reference to a record of another kind.

import VitrineModel
import VitrineSource

/// A reference that leads to a record of a kind that was not asked for.
enum WrongKind: RecordRule {
  static let rule = Rule(
    "V302", "wrong-kind", .error, "a reference names a record of another kind",
    help: "name a record of the kind that is asked for")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    for (position, resolution) in links.faultyReferences(of: record) {
      guard case .wrongKind(let other) = resolution else { continue }
      let record = links.records[record]
      let reference = record.references[position]
      let target = links.records[other]
      report(
        Finding(
          rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
          "'\(reference.target)' is of kind '\(links.kinds[target.kind].name)', but a \(reference.wantedKind) is asked for",
          related: [RelatedPlace(path: target.path, target.place, "the record it names")]))
    }
  }
}
