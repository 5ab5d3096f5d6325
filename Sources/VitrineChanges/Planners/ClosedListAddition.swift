// A word added to a closed list, so that a value that is none of its words becomes one.

import VitrineEditing
package import VitrineModel
package import VitrineSource
import VitrineSyntax

/// Plans the growth of closed lists.
package enum ClosedListAddition {
  /// The plan that adds a word to the end of the list that a field's values are taken from. `stock` reads schemas that come with the program; one that has the
  /// list becomes the catalogue's own.
  ///
  /// Errors: the field has no such list, or its document cannot be edited.
  package static func plan(
    _ word: String, to field: FieldPath, of kind: Kind, in source: some ChangeSource, stock: (Path) -> [UInt8]?
  ) throws(PlanRefusal) -> Plan {
    guard let list = kind.closedList(of: field) else {
      throw PlanRefusal("the values of '\(field.dotted)' are no list of a document")
    }
    let own = source.text(at: list.document)
    guard let bytes = own ?? stock(list.document) else {
      throw PlanRefusal("the list that has the values cannot be read", path: list.document)
    }
    let parsed = YAML.parse(bytes)
    let base = parsed.tree.roots.first.flatMap { root in
      parsed.tree.withReader { [PathStep](pointer: list.pointer, in: $0.dataValue(root)) }
    }
    guard parsed.isComplete, let base else {
      throw PlanRefusal("the list that has the values does not parse", path: list.document)
    }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits([.insert(base + [.key("enum")], at: nil, .string(word))], in: parsed)
      let edit =
        own == nil
        ? FileEdit.create(list.document, edits.applied(to: bytes))
        : FileEdit(path: list.document, expected: .bytes(bytes), change: .edits(edits))
      return Plan("add '\(word)' to the list in '\(list.document.shown)'", [edit])
    } catch {
      throw PlanRefusal(error, path: list.document, in: bytes)
    }
  }
}
