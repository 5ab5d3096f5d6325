// A record that should lie below another and does not.

import VitrineModel
import VitrineSource

/// A record whose kind has a parent, with no record of that kind in its folder or above.
enum MissingParent: RecordRule {
  static let rule = Rule(
    "V304", "missing-parent", .warning, "a record has no parent in its folder or above",
    help: "move the file below its parent, or create the parent's file in its folder")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    let kind = links.kinds[links.records[record].kind]
    guard let parent = kind.parent, links.parent(of: record) == nil else { return }
    let record = links.records[record]
    report(
      Finding(
        rule, in: record.path, at: record.place, record: record.title,
        "no \(parent) lies in this folder or above; a \(kind.name) belongs to one"))
  }
}
