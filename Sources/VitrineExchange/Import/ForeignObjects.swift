// The records of a JSON document of another program: where they stand, and what their members hold.

import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// The objects of a JSON document, or of a JSON object a line, that are records.
struct ForeignObjects {
  /// The names that lead to their list, or to the map that holds them by name; none where it is the document.
  private(set) var records: [String] = []
  /// What the names are called that they stand under in a map; nil for a list.
  private(set) var key: String?
  /// What their members hold.
  private(set) var columns = ForeignColumns()
  /// How many there are.
  private(set) var count = 0
  /// True where they are read without a mapping.
  private(set) var isPlain = true

  /// How deep in a document its records are looked for.
  private static let mostDepth = 4

  /// The objects of a text; nil where it has faults, which are reported when it is read, no list that is probably meant, or too many members. Nil also for
  /// exports of vitrine's with something in them that the kind does not know.
  init?(_ bytes: [UInt8], _ format: ForeignFormat, _ kind: ExchangeKind) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let parts = format == .json ? [bytes[start...]] : bytes[start...].split(separator: 0x0A)
    for part in parts where !part.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      let parsed = JSON.parse(Array(part), mostBytes: ForeignReader.mostBytes, mostNodes: ForeignReader.mostNodes)
      guard parsed.isComplete, let root = parsed.tree.roots.first, parsed.findings.allSatisfy({ $0.severity != .error }) else {
        return nil
      }
      let isRead = parsed.tree.withReader { reader in
        format == .json ? read(reader, root, kind.kind) : note(root, reader)
      }
      guard isRead else { return nil }
    }
    guard count > 0 else { return nil }
    let names = columns.columns.map(\.name)
    let title = kind.kind.display?.dotted ?? ""
    isPlain =
      records.isEmpty && key == nil && (kind.isClosed || names.contains(title))
      && names.allSatisfy { $0.first == ExchangeMember.mark || ForeignReader.isTaken(FieldPath(dotted: $0).names, kind) }
    if !isPlain, names.contains(where: { $0.first == ExchangeMember.mark }) { return nil }
  }

  /// Notes the records of a document; false where there are none.
  private mutating func read(_ reader: TreeReader, _ root: NodeID, _ kind: Kind) -> Bool {
    if reader.node(root).kind == .sequence { return noteAll(of: root, reader) }
    // An export says its version.
    guard reader.node(root).kind == .mapping, reader.value(root, "schemaVersion") == nil,
      let found = Self.place(in: reader, root, kind)
    else { return false }
    records = found.names
    guard reader.node(found.id).kind == .mapping else { return noteAll(of: found.id, reader) }
    let entries = Array(reader.writtenEntries(found.id))
    let members = Set(entries.flatMap { reader.writtenEntries($0.value).map { reader.text($0.key) } })
    guard let key = ["name", "key", "id"].first(where: { !members.contains($0) }) else { return false }
    self.key = key
    return entries.allSatisfy { note($0.value, reader, under: reader.text($0.key)) }
  }

  private mutating func noteAll(of list: NodeID, _ reader: TreeReader) -> Bool {
    reader.items(list).allSatisfy { note($0, reader) }
  }

  /// A list or a map in a document, and the names that lead there.
  private typealias Place = (names: [String], id: NodeID)

  /// Where the records of a document probably are: in the list of objects closest to the top, of several the one that is called like the kind; else in the
  /// map that holds most objects by name; else in the only list of values.
  private static func place(in reader: TreeReader, _ root: NodeID, _ kind: Kind) -> Place? {
    var maps: [Place] = [([], root)]
    var byName: [Place] = []
    var values: [Place] = []
    for _ in 0..<mostDepth {
      // A name with a dot in it would be taken for two.
      let members = maps.flatMap { map in
        reader.writtenEntries(map.id).map { (names: map.names + [reader.text($0.key)], id: $0.value) }
      }.filter { !($0.names.last ?? "").contains(".") }
      let lists = members.filter { reader.node($0.id).kind == .sequence }
      let objects = lists.filter { list in reader.items(list.id).contains { reader.node($0).kind == .mapping } }
      if objects.count == 1 { return objects[0] }
      if !objects.isEmpty {
        return objects.first { [kind.name, kind.plural].contains($0.names.last) }
      }
      values += lists
      byName += maps.filter { map in
        let entries = reader.writtenEntries(map.id)
        return entries.allSatisfy { reader.node($0.value).kind == .mapping } && entries.count { _ in true } > 1
      }
      maps = members.filter { reader.node($0.id).kind == .mapping }
      // What stands in the records themselves is not looked for.
      if maps.count > 100 { break }
    }
    let largest = byName.max { first, second in
      reader.node(first.id).content < reader.node(second.id).content
    }
    return largest ?? (values.count == 1 ? values[0] : nil)
  }

  /// Notes a record; false where it has too many members.
  private mutating func note(_ record: NodeID, _ reader: TreeReader, under name: String? = nil) -> Bool {
    count += 1
    columns.beginRecord()
    if let key, let name, let place = columns.place(of: key, in: nil) { columns.note(name, in: place) }
    return visit(record, reader, "", in: nil, isApart: false)
  }

  private mutating func visit(_ id: NodeID, _ reader: TreeReader, _ name: String, in list: String?, isApart: Bool) -> Bool {
    switch reader.node(id).kind {
    case .sequence:
      let holdsObjects = reader.items(id).contains { reader.node($0).kind == .mapping }
      return reader.items(id).allSatisfy {
        visit($0, reader, name, in: holdsObjects && !name.isEmpty ? name : list, isApart: true)
      }
    case .mapping:
      return reader.writtenEntries(id).allSatisfy { entry in
        let member = reader.text(entry.key)
        return visit(entry.value, reader, name.isEmpty ? member : name + "." + member, in: list, isApart: isApart)
      }
    case .null, .bool, .int, .float, .string, .alias:
      guard let place = columns.place(of: name.isEmpty ? "." : name, in: list) else { return false }
      columns.note(reader.dataValue(id).word ?? "", in: place, isApart: isApart)
      return true
    }
  }
}
