// A reference that several records answer to.

import VitrineModel
import VitrineSource

/// A last part that several records of the wanted kind share.
enum AmbiguousReference: RecordRule {
  static let rule = Rule(
    "V303", "ambiguous-reference", .error, "a reference fits several records",
    help: "write the whole id: the path without its suffix")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    for (position, resolution) in links.faultyReferences(of: record) {
      guard case .ambiguous(let first, let count) = resolution else { continue }
      let record = links.records[record]
      let reference = record.references[position]
      let ids = first.map { "'\(RecordID.id(ofPath: links.records[$0].path))'" }
      let more = count > 3 ? " and \(count - 3) more" : ""
      report(
        Finding(
          rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
          "'\(reference.target)' may be \(ids.joined(separator: " or "))\(more)",
          related: first.map { RelatedPlace(path: links.records[$0].path, links.records[$0].place, "one it may be") }))
    }
  }
}
