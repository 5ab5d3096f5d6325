// From a record's tree to the facts that are kept of it.

import VitrineSchema
package import VitrineSource
package import VitrineSyntax

/// Reads the facts of records of one kind.
///
/// One thread uses one: its fields are in memory of its own, so that threads do not wait for each other to count who refers to them.
package final class FactReader {
  private let kind: Kind
  private let display: FieldPath?
  private let identity: [IdentityPart]
  private let references: [(path: FieldPath, kind: String)]
  private let vocabularies: [(path: FieldPath, name: String)]
  private let photoFields: [FieldPath]
  private let location: FieldPath?
  private let taken: FieldPath?
  private let exposure: [(path: FieldPath, member: String)]
  private let equipment: [(path: FieldPath, member: String)]
  /// The pointers of the record that is read now.
  private var pointers = PointerFinder()

  /// A reader of the records of a kind.
  package init(_ kind: Kind) {
    self.kind = kind
    display = kind.display?.unshared()
    identity = kind.identity.map { IdentityPart(field: $0.field.unshared(), fold: $0.fold, isRequired: $0.isRequired) }
    references = kind.references.map { ($0.path.unshared(), $0.kind) }
    vocabularies = kind.vocabularies.map { ($0.path.unshared(), $0.name) }
    photoFields = kind.photoFields.map { $0.unshared() }
    location = kind.location?.unshared()
    taken = kind.takenField?.path.unshared()
    exposure = kind.exposureFields.map { ($0.field.path.unshared(), $0.member) }
    equipment = kind.equipmentFields.map { ($0.field.path.unshared(), $0.member) }
  }

  /// Reads the facts of a record of kind number `index`. `terms` collects the spellings of vocabularies; findings are those that only the facts
  /// show.
  ///
  /// Shape: `tree` may be broken, or without a root; then only the path and the suppressions are known.
  package func read(_ tree: Tree, path: Path, index: Int, terms: inout TermTable) -> (facts: RecordFacts, findings: [Finding]) {
    guard let root = tree.roots.first else {
      var facts = RecordFacts(path: path, kind: index)
      facts.suppressions = Suppression.all(in: tree)
      return (facts, [])
    }
    // Most records have a title, so that none is made of the path before it is needed.
    var facts = RecordFacts(path: path, kind: index, title: "")
    var findings: [Finding] = []
    facts.suppressions = Suppression.all(in: tree)
    pointers.reset()
    tree.withReader { reader in
      if let value = display?.firstValue(reader, from: root), reader.resolved(value).isScalar {
        facts.place = reader.node(value).range
        facts.title = reader.text(value)
      } else {
        facts.place = ByteRange(at: reader.node(root).start)
      }
      switch Identity.read(identity, reader, root: root) {
      case .identity(let identity): facts.identity = identity
      case .missing: break
      case .empty(let range): findings.append(emptyIdentity(range))
      }
      readReferences(reader, root, into: &facts)
      readPhotos(reader, root, into: &facts)
      readTerms(reader, root, into: &facts, &terms)
      facts.location = location.flatMap { Self.location($0, reader, root) }
      facts.taken = taken.flatMap { Self.date($0, reader, root) }
      facts.exposure = exposure.compactMap { Self.number($0.path, $0.member, reader, root) }
      facts.equipment = equipment.compactMap { Self.name($0.path, $0.member, reader, root) }
    }
    if facts.title.isEmpty { facts.title = path.stem.name.string }
    return (facts, findings)
  }

  private func readReferences(_ reader: TreeReader, _ root: NodeID, into facts: inout RecordFacts) {
    for (path, wanted) in references {
      path.forEachValue(reader, from: root) { value in
        let node = reader.resolved(value)
        guard node.kind == .string, node.contentCount > 0 else { return }
        facts.references.append(
          Reference(
            target: reader.text(value), wantedKind: wanted, range: reader.node(value).range,
            pointer: pointers.pointer(of: value, reader, root: root), style: reader.node(value).style))
      }
    }
  }

  private func readPhotos(_ reader: TreeReader, _ root: NodeID, into facts: inout RecordFacts) {
    for path in photoFields {
      path.forEachMember(reader, from: root) { value, map in
        guard reader.resolved(value).kind == .string, reader.resolved(value).contentCount > 0 else { return }
        let taken = reader.value(map, "taken").flatMap { reader.resolved($0).kind == .string ? reader.text($0) : nil }
        facts.photos.append(
          ListedPhoto(
            file: reader.text(value), range: reader.node(value).range, pointer: pointers.pointer(of: value, reader, root: root),
            taken: taken, order: reader.value(map, "order").flatMap { order($0, reader) }, style: reader.node(value).style))
      }
    }
  }

  private func readTerms(_ reader: TreeReader, _ root: NodeID, into facts: inout RecordFacts, _ terms: inout TermTable) {
    for (path, name) in vocabularies {
      path.forEachValue(reader, from: root) { value in
        let node = reader.node(value)
        guard node.kind == .string, node.contentCount > 0 else { return }
        // Blanks around a name are reported on their own: without them it is spelled as it should be.
        let spelling = SurroundingSpace.trimmed(reader.text(value))
        guard !spelling.isEmpty else { return }
        facts.terms.append(
          TermOccurrence(term: terms.add(spelling, field: name), range: node.range, style: node.style))
      }
    }
  }

  /// The number of a photo in a person's own order.
  private func order(_ id: NodeID, _ reader: TreeReader) -> Int? {
    guard reader.resolved(id).kind == .int, let number = Int(reader.text(id)), number > 0 else { return nil }
    return number
  }

  /// The day or moment in a field.
  private static func date(_ field: FieldPath, _ reader: TreeReader, _ root: NodeID) -> WrittenDate? {
    guard let value = field.firstValue(reader, from: root),
      reader.resolved(value).kind == .string || reader.resolved(value).kind == .int,
      reader.node(value).kind != .alias
    else { return nil }
    let node = reader.node(value)
    return WrittenDate(
      text: reader.text(value), range: node.range, pointer: reader.pointer(of: value, root: root), style: node.style)
  }

  /// The number above zero in a field.
  private static func number(_ field: FieldPath, _ member: String, _ reader: TreeReader, _ root: NodeID) -> WrittenNumber? {
    guard let value = field.firstValue(reader, from: root), reader.node(value).kind != .alias, reader.node(value).isScalar,
      let number = ValueNumber.number(reader.content(value)), number > 0, number.isFinite
    else { return nil }
    let node = reader.node(value)
    return WrittenNumber(
      member: member, number: number, text: reader.text(value), range: node.range,
      pointer: reader.pointer(of: value, root: root), style: node.style)
  }

  /// The name in a field.
  private static func name(_ field: FieldPath, _ member: String, _ reader: TreeReader, _ root: NodeID) -> WrittenName? {
    guard let value = field.firstValue(reader, from: root), reader.node(value).kind == .string,
      reader.node(value).contentCount > 0
    else { return nil }
    let node = reader.node(value)
    return WrittenName(member: member, text: reader.text(value), range: node.range, style: node.style)
  }

  /// The place in a field, where it is one on Earth.
  private static func location(_ field: FieldPath, _ reader: TreeReader, _ root: NodeID) -> LocatedPoint? {
    guard let map = field.member(reader, from: root), reader.resolved(map).kind == .mapping,
      let latitude = reader.value(map, "lat"), let longitude = reader.value(map, "lon"),
      let first = degrees(latitude, reader), let second = degrees(longitude, reader), abs(first) <= 90, abs(second) <= 180
    else { return nil }
    return LocatedPoint(
      latitude: Float(first), longitude: Float(second), range: reader.node(latitude).range,
      longitudeRange: reader.node(longitude).range)
  }

  private static func degrees(_ id: NodeID, _ reader: TreeReader) -> Double? {
    let kind = reader.resolved(id).kind
    guard kind == .int || kind == .float else { return nil }
    return ValueNumber.number(reader.content(id))
  }
}

// MARK: messages

extension FactReader {
  private func emptyIdentity(_ range: ByteRange) -> Finding {
    Finding(
      IdentityRules.emptyIdentity, at: range, "this has neither letters nor digits, so no key can be made from it",
      note: "a \(kind.name) is identified by \(kind.identity.map { "'\($0.field.dotted)'" }.joined(separator: " and "))")
  }
}
