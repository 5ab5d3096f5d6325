// What is said of single imported records: their findings, and what tells them apart. One thread uses one.

import VitrineChanges
package import VitrineModel
import VitrineRules
import VitrineSchema
package import VitrineSource
import VitrineSyntax

/// A record that was checked.
package struct CheckedRecord: Sendable {
  /// What is wrong with it, as findings of its tree: `ForeignRecord.relocated` makes findings of the text of them.
  package var findings: [Finding] = []
  /// What makes it the same thing as another; nil where its kind has nothing of that sort, or the record lacks it.
  package var identity: RecordKey?
  /// What a person calls it; "" where it says nothing.
  package var title = ""
  /// Where the title stands in the text.
  package var place: ByteRange
  /// Where it would go, were it new and the only one of that name.
  package var home: RecordHome

  /// True where it can be written.
  package var isSound: Bool { findings.isEmpty || findings.allSatisfy { $0.severity != .error } }
}

/// Bytes that things are told apart by, with their hash, which is found on the thread that made them.
package struct RecordKey: Sendable, Hashable {
  /// The bytes.
  package let bytes: [UInt8]
  /// Their hash.
  let hash: Int

  /// A key of these bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }

  /// True where the bytes are the same.
  package static func == (left: RecordKey, right: RecordKey) -> Bool { left.hash == right.hash && left.bytes == right.bytes }

  /// Feeds the hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A path for a new record.
package struct RecordHome: Sendable {
  /// The path.
  package let path: String
  /// True where the kind's records are looked for there.
  let isClaimed: Bool
  /// The path as file systems know it that take no notice of case.
  let key: RecordKey

  /// A path, and whether its kind has records there.
  init(_ path: String, isClaimed: Bool) {
    self.path = path
    self.isClaimed = isClaimed
    key = RecordKey(Array(path.lowercased().utf8))
  }
}

/// Checks imported records by the schemas of their kinds.
package struct ImportCheck {
  private let kinds: [ExchangeKind]
  private let patterns: [PlacePattern]
  private var evaluators: [Evaluator]

  /// A check for a catalogue's kinds, whose records go where `manifest` says.
  package init(_ kinds: [ExchangeKind], _ manifest: Manifest = Manifest()) {
    self.kinds = kinds
    patterns = kinds.map { PlacePattern($0.kind, in: manifest) }
    evaluators = kinds.map { Evaluator($0.kind.schema) }
  }

  /// Checks one record.
  package mutating func check(_ record: ForeignRecord) -> CheckedRecord {
    let place = record.kind
    return record.withReader { reader, root in
      let path = patterns[place].path(1, of: root, reader)
      var checked = CheckedRecord(
        place: ByteRange(record.range.start, record.range.start + 1),
        home: RecordHome(path, isClaimed: patterns[place].claims(path)))
      checked.findings = evaluators[place].evaluate(reader, root: root)
      if let title = kinds[place].kind.display?.firstValue(reader, from: root), reader.resolved(title).isScalar {
        checked.title = reader.text(title)
        checked.place = record.relocated(reader.node(title).range, reader.pointer(of: title, root: root))
      }
      switch Identity.read(kinds[place].kind.identity, reader, root: root) {
      case .identity(let identity): checked.identity = RecordKey(identity.key)
      case .missing: break
      case .empty(let range):
        checked.findings.append(
          Finding(IdentityRules.emptyIdentity, at: range, "this has neither letters nor digits, so no key can be made from it"))
      }
      // A table, or a text of another shape, cannot say that a list has nothing in it.
      if case .text = record.origin { kinds[place].shape.findMissing(reader, root, "", &checked.findings) }
      return checked
    }
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
