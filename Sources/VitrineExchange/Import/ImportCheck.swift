// What is said of single imported records: their findings, and what tells them apart. One thread uses one.

import VitrineChanges
package import VitrineModel
import VitrineRules
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// Checks imported records by the schemas of their kinds.
package struct ImportCheck {
  /// What is asked of a kind's records.
  private struct Demand {
    let display: FieldPath?
    let identity: [IdentityPart]
    let shape: RecordShape
    let pattern: PlacePattern
    var evaluator: Evaluator
  }

  private var demands: [Demand]

  /// A check for a catalogue's kinds, whose records go where `manifest` says.
  package init(_ kinds: [ExchangeKind], _ manifest: Manifest = Manifest()) {
    demands = kinds.map { kind in
      Demand(
        display: kind.kind.display, identity: kind.kind.identity, shape: kind.shape,
        pattern: PlacePattern(kind.kind, in: manifest), evaluator: Evaluator(kind.kind.schema))
    }
  }

  /// Checks one record.
  package mutating func check(_ record: ForeignRecord) -> CheckedRecord {
    var checked = CheckedRows()
    record.withReader { check(record, $0, $1, &checked) }
    return checked.records()[0]
  }

  /// Checks a record of a tree that has nothing beside the record's own members, and puts it behind others.
  mutating func check(_ record: ForeignRecord, _ reader: TreeReader, _ root: NodeID, _ checked: inout CheckedRows) {
    let place = record.kind
    checked.begin(at: ByteRange(record.range.start, record.range.start + 1))
    var findings = demands[place].evaluator.evaluate(reader, root: root)
    let identity = checked.setIdentity { Identity.append(demands[place].identity, reader, root: root, to: &$0) }
    if case .empty(let range) = identity {
      findings.append(
        Finding(IdentityRules.emptyIdentity, at: range, "this has neither letters nor digits, so no key can be made from it"))
    }
    if let title = demands[place].display?.firstValue(reader, from: root), reader.resolved(title).isScalar {
      let written = record.relocated(reader.node(title).range, reader.pointer(of: title, root: root))
      checked.setTitle(reader.content(title), at: written)
    }
    checked.setHome {
      demands[place].pattern.append(1, of: root, reader, to: &$0)
    } isClaimed: {
      demands[place].pattern.claims($0)
    }
    // A table, or a text of another shape, cannot say that a list has nothing in it.
    if record.isAsWritten { demands[place].shape.findMissing(reader, root, "", &findings) }
    checked.setFindings(findings)
  }
}

extension RecordShape {
  /// Finds the lists that exchanged records always have, in the maps that are there.
  fileprivate func findMissing(_ reader: TreeReader, _ map: NodeID, _ pointer: String, _ findings: inout [Finding]) {
    guard demands, reader.resolved(map).kind == .mapping else { return }
    for (name, key) in zip(always, alwaysKeys) where reader.value(map, key) == nil {
      let start = reader.node(map).start
      findings.append(
        Finding(
          ImportRules.missing, at: ByteRange(start, start + 1), pointer: pointer, "'\(name)' is missing here",
          help: "add \"\(name)\": [] if there is nothing to say"))
    }
    for place in demanding {
      if let value = reader.value(map, names[place]) {
        members[place].shape.findMissing(
          reader, value, pointer + "/" + TreeReader.escaped(members[place].name), &findings)
      }
    }
  }
}
