// A reference to nothing.

import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// A reference whose record is not there.
enum DanglingReference: CatalogueRule {
  static let rule = Rule(
    "V301", "dangling-reference", .error, "a reference names a record that is not there",
    help: "write the id of an existing record, or its last part; or create the record")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    var names: [String: [String]] = [:]
    for index in links.references.indices where !links.references[index].isEmpty {
      let record = catalogue.records[index]
      for (position, reference) in record.references.enumerated() where links.references[index][position] == .dangling {
        let known = names[reference.wantedKind] ?? links.table.names(ofKind: reference.wantedKind)
        names[reference.wantedKind] = known
        report(
          finding(record, reference, nearest: NearestWord.nearest(to: reference.target, in: known), knowsAny: !known.isEmpty))
      }
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
