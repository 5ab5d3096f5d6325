// A reference to nothing.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// A reference whose record is not there.
enum DanglingReference: RecordRule {
  static let rule = Rule(
    "V301", "dangling-reference", .error, "a reference names a record that is not there",
    help: "write the id of an existing record, or its last part; or create the record")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    for (position, resolution) in links.faultyReferences(of: record) where resolution == .dangling {
      let reference = links.records[record].references[position]
      let (nearest, knowsAny) = links.suggestion(for: reference)
      report(finding(links.records[record], reference, nearest: nearest, knowsAny: knowsAny))
    }
  }

  private static func finding(_ record: RecordFacts, _ reference: Reference, nearest: String?, knowsAny: Bool) -> Finding {
    let fixes = nearest.map { name in
      [
        Fix(
          "replace with '\(name)'",
          [TextEdit(reference.range, ScalarText.yaml(for: name, style: reference.style, inFlow: true))], isSafe: false)
      ]
    }
    return Finding(
      rule, in: record.path, at: reference.range, pointer: reference.pointer, record: record.title,
      "there is no \(reference.wantedKind) '\(reference.target)'", label: nearest.map { "did you mean '\($0)'?" } ?? "",
      help: knowsAny ? nil : "there is no record of kind '\(reference.wantedKind)' in this catalogue yet", fixes: fixes ?? [])
  }
}
