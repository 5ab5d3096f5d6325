// What is said of single imported records: their findings, and what tells them apart. One thread uses one.

package import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSchema
package import VitrineSource
import VitrineSyntax

/// A record that was checked.
package struct CheckedRecord: Sendable {
  /// What is wrong with it, as findings of the text, not yet located.
  package var findings: [Finding]
  /// What makes it the same thing as another; nil where its kind has nothing of that sort, or the record lacks it.
  package var identity: [UInt8]?
  /// What a person calls it; "" where it says nothing.
  package var title: String
  /// Where the title stands in the text.
  package var place: ByteRange
  /// Its values, in the order of the schema.
  package var value: DataValue

  /// True where it can be written.
  package var isSound: Bool { findings.allSatisfy { $0.severity != .error } }
}

/// Checks imported records by the schemas of their kinds.
package struct ImportCheck {
  private let kinds: [ExchangeKind]
  private var evaluators: [Evaluator]

  /// A check for a catalogue's kinds.
  package init(_ kinds: [ExchangeKind]) {
    self.kinds = kinds
    evaluators = kinds.map { Evaluator($0.kind.schema) }
  }

  /// Checks one record.
  package mutating func check(_ record: ForeignRecord) -> CheckedRecord {
    let kind = kinds[record.kind]
    return record.tree.withReader { reader in
      var findings = evaluators[record.kind].evaluate(reader, root: record.root)
      var checked = CheckedRecord(
        findings: [], identity: nil, title: "", place: ByteRange(record.range.start, record.range.start + 1), value: .null)
      if let title = kind.kind.display?.firstValue(reader, from: record.root), reader.resolved(title).isScalar {
        checked.title = reader.text(title)
        let place = Finding(
          ImportRules.form, at: reader.node(title).range, pointer: reader.pointer(of: title, root: record.root), "")
        checked.place = record.relocated(place).range
      }
      switch Identity.read(kind.kind.identity, reader, root: record.root) {
      case .identity(let identity): checked.identity = identity.key
      case .missing: break
      case .empty(let range):
        findings.append(
          Finding(IdentityRules.emptyIdentity, at: range, "this has neither letters nor digits, so no key can be made from it"))
      }
      // A table, or a text of another shape, cannot say that a list has nothing in it.
      if case .text = record.origin { Self.findMissing(kind.shape, reader, record.root, "", &findings) }
      if !findings.isEmpty {
        checked.findings = findings.map { finding in
          var finding = record.relocated(finding)
          finding.record = checked.title
          return finding
        }
      }
      checked.value = kind.shape.arranged(
        reader.dataValue(record.root), .order)
      return checked
    }
  }

  /// Finds the lists that exchanged records always have, in the maps that are there.
  private static func findMissing(
    _ shape: RecordShape, _ reader: TreeReader, _ map: NodeID, _ pointer: String, _ findings: inout [Finding]
  ) {
    guard reader.resolved(map).kind == .mapping else { return }
    for name in shape.always where reader.value(map, named: name) == nil {
      let start = reader.node(map).start
      findings.append(
        Finding(
          ImportRules.missing, at: ByteRange(start, start + 1), pointer: pointer, "'\(name)' is missing here",
          help: "add \"\(name)\": [] if there is nothing to say"))
    }
    for member in shape.members where !member.shape.members.isEmpty && !member.field.isOwnList {
      if let value = reader.value(map, named: member.name) {
        findMissing(member.shape, reader, value, pointer + "/" + TreeReader.escaped(member.name), &findings)
      }
    }
  }
}
