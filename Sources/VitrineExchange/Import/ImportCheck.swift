// What is said of single imported records: their findings, and what tells them apart. One thread uses one.

import VitrineChanges
package import VitrineModel
import VitrineRules
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// Checks imported records by the schemas of their kinds.
package struct ImportCheck {
  /// What is asked of a kind's records. A class, so that asking copies nothing.
  private final class Demand {
    let display: FieldPath?
    let identity: [IdentityPart]
    let lists: DemandedLists?
    let pattern: PlacePattern
    var evaluator: Evaluator

    init(_ kind: ExchangeKind, _ manifest: Manifest) {
      display = kind.kind.display
      identity = kind.kind.identity
      lists = DemandedLists(kind.shape)
      pattern = PlacePattern(kind.kind, in: manifest)
      evaluator = Evaluator(kind.kind.schema)
    }
  }

  private let demands: [Demand]

  /// A check for a catalogue's kinds, whose records go where `manifest` says.
  package init(_ kinds: [ExchangeKind], _ manifest: Manifest = Manifest()) {
    demands = kinds.map { Demand($0, manifest) }
  }

  /// Checks one record. Of so many findings more than the number is kept.
  package mutating func check(_ record: ForeignRecord, mostFindings: Int = .max) -> CheckedRecord {
    var checked = CheckedRows(mostFindings: mostFindings)
    record.withReader { check(record, $0, $1, &checked) }
    return checked.records()[0]
  }

  /// Checks a record of a tree that has nothing beside the record's own members, and puts it behind others.
  mutating func check(_ record: ForeignRecord, _ reader: TreeReader, _ root: NodeID, _ checked: inout CheckedRows) {
    let demand = demands[record.kind]
    checked.begin(at: ByteRange(record.range.start, record.range.start + 1))
    var findings = demand.evaluator.evaluate(reader, root: root)
    if !record.isAsWritten { findings.removeAll { record.isFaulty(at: $0.pointer) } }
    let identity = checked.setIdentity { Identity.append(demand.identity, reader, root: root, to: &$0) }
    if case .empty(let range) = identity {
      findings.append(
        Finding(IdentityRules.emptyIdentity, at: range, "this has neither letters nor digits, so no key can be made from it"))
    }
    if let title = demand.display?.firstValue(reader, from: root), reader.resolved(title).isScalar {
      let written = record.relocated(reader.node(title).range, reader.pointer(of: title, root: root))
      checked.setTitle(reader.content(title), at: written)
    }
    checked.setHome {
      demand.pattern.append(1, of: root, reader, to: &$0)
    } isClaimed: {
      demand.pattern.claims($0)
    }
    // A table, or a text of another shape, cannot say that a list has nothing in it.
    if record.isAsWritten, let lists = demand.lists { lists.findMissing(reader, root, "", &findings) }
    checked.setFindings(findings)
  }
}

/// The lists that exchanged records always have, in a map that is there.
private final class DemandedLists {
  /// Those of the map itself.
  private let lists: [(name: String, key: [UInt8])]
  /// The maps in it that have any, with their tokens of a JSON Pointer.
  private let maps: [(token: String, key: [UInt8], lists: DemandedLists)]

  /// Those of a shape; nil where it has none.
  init?(_ shape: RecordShape) {
    guard shape.demands else { return nil }
    lists = Array(zip(shape.always, shape.alwaysKeys))
    maps = shape.demanding.compactMap { place in
      let member = shape.members[place]
      return DemandedLists(member.shape).map { ("/" + TreeReader.escaped(member.name), shape.names[place], $0) }
    }
  }

  /// Finds those that are missing.
  func findMissing(_ reader: TreeReader, _ map: NodeID, _ pointer: String, _ findings: inout [Finding]) {
    guard reader.resolved(map).kind == .mapping else { return }
    for index in lists.indices where reader.value(map, lists[index].key) == nil {
      let (name, start) = (lists[index].name, reader.node(map).start)
      findings.append(
        Finding(
          ImportRules.missing, at: ByteRange(start, start + 1), pointer: pointer, "'\(name)' is missing here",
          help: "add \"\(name)\": [] if there is nothing to say"))
    }
    for index in maps.indices {
      guard let value = reader.value(map, maps[index].key) else { continue }
      let token = maps[index].token
      maps[index].lists.findMissing(reader, value, pointer.isEmpty ? token : pointer + token, &findings)
    }
  }
}
