// A reference that several records answer to.

import VitrineModel
import VitrineSource

/// A last part that several records of the wanted kind share, or an id that files of two suffixes do.
enum AmbiguousReference: RecordRule {
  static let rule = Rule(
    "V303", "ambiguous-reference", .error, "a reference fits several records",
    help: "write the whole id: the path without its suffix")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    for (position, resolution) in links.faultyReferences(of: record) {
      guard case .ambiguous(let first, let count) = resolution else { continue }
      let record = links.records[record]
      let reference = record.references[position]
      // Files that differ only in the suffix have one id.
      let ids = Set(first.map { links.records[$0].path.stem })
      let names = first.map { slot in
        let path = links.records[slot].path
        return "'\(ids.count == first.count ? path.stem.string : path.string)'"
      }
      let more = count > 3 ? " and \(count - 3) more" : ""
      report(
        Finding(
          rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
          "'\(reference.target)' may be \(names.joined(separator: " or "))\(more)",
          related: first.map { RelatedPlace(path: links.records[$0].path, links.records[$0].place, "one it may be") }))
    }
  }
}
