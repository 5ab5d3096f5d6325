// A text from elsewhere as it was read: its records, each with the way back to its place in the text.

import VitrineChanges
package import VitrineEditing
import VitrineModel
package import VitrineSource
package import VitrineSyntax

/// A text that is imported.
package struct ForeignText: Sendable {
  /// The records, in the order of the text.
  package internal(set) var records: [ForeignRecord] = []
  /// What is wrong with the text as such, not yet located.
  package internal(set) var findings: [Finding] = []
  /// The kinds, by their places, that the text speaks of, even where it has no record of them.
  package internal(set) var kinds: Set<Int> = []
  /// How many records were of an older version and are brought up to that of today, by the places of their kinds.
  package internal(set) var migrated: [Int: Int] = [:]

  /// What became of the text's values, where a mapping says what becomes of them.
  package internal(set) var account: ImportAccount?
  /// What is found of the mapping file once all records are read, not yet located.
  package internal(set) var mappingFindings: [Finding] = []

  /// A text without records.
  package init() {}

  /// Notes a fault.
  mutating func note(
    _ rule: Rule, _ range: ByteRange, _ pointer: String, _ message: String, label: String = "", help: String? = nil
  ) {
    findings.append(Finding(rule, at: range, pointer: pointer, message, label: label, help: help))
  }
}

/// What records of one place in a text have in common: where their values are, and what leads from there back to the text.
final class ForeignSource: Sendable {
  /// The JSON Pointer of the list that the records stand in; of the record itself where it has no number.
  let list: String
  /// Where the values are.
  let content: Content
  /// How places in a tree become places in the text.
  let origin: Origin
  /// Where the record's file stood, if it says so, and where it says so.
  let path: (text: String, range: ByteRange)?

  /// A source of the given parts.
  init(list: String, _ content: Content, _ origin: Origin, path: (text: String, range: ByteRange)? = nil) {
    (self.list, self.content, self.origin, self.path) = (list, content, origin, path)
  }

  /// Where values are.
  enum Content: Sendable {
    /// In a tree.
    case tree(Tree)
    /// In the text, which is read again: of a long text there is no tree.
    case text([UInt8])
  }

  /// The way from a tree to the text.
  enum Origin: Sendable {
    /// The tree's bytes stand in the text, so many bytes behind its start.
    case text(offset: Int)
    /// The tree was made.
    case made(Made)
    /// The tree was made of an older record.
    case migrated(OlderRecord)

    /// How many bytes the tree's stand behind the text's start.
    var offset: Int { if case .text(let offset) = self { offset } else { 0 } }
  }

  /// What is known of a tree that was made.
  struct Made: Sendable {
    /// Where the values below JSON Pointers come from.
    var places: [(pointer: String, range: ByteRange)]
    /// The maps that stand in it only because the kind wants them.
    var filled: [FieldPath]
    /// The JSON Pointers of values of which it is said already what is wrong with them.
    var faulty: [String]
  }

  /// The source of one of its records, which says where its file stood, or has values in a tree of its own.
  func own(_ content: Content? = nil, path: (text: String, range: ByteRange)?) -> ForeignSource {
    ForeignSource(list: list, content ?? self.content, origin, path: path)
  }

  /// The JSON Pointer of a record, by its number in the list; below 0 for none.
  func pointer(_ number: Int) -> String { number < 0 ? list : "\(list)/\(number)" }
}

/// A record of a text that is imported.
package struct ForeignRecord: Sendable {
  /// The place of its kind among the catalogue's.
  package let kind: Int
  /// Where it stands in the text.
  package let range: ByteRange
  /// Its number in its list; below 0 for none.
  var number: Int
  /// Where it comes from.
  var source: ForeignSource
  /// The node of its values, where the source has a tree.
  let root: NodeID
  /// True where the text has members beside the record's own, which its source does not leave out.
  let hasOthersBeside: Bool

  /// Where its file stood, if it says so, and where it says so.
  package var path: (text: String, range: ByteRange)? { source.path }

  /// The JSON Pointer of the record within the text; "" where the text is one record.
  package var pointer: String { source.pointer(number) }

  /// True where it was written as it stands in its tree, and not made of something else.
  var isAsWritten: Bool { if case .text = source.origin { true } else { false } }

  /// Reads the record: `body` is handed a tree without the members beside the record's own, and its map.
  package func withReader<Result>(_ body: (TreeReader, NodeID) throws -> Result) rethrows -> Result {
    switch source.content {
    case .tree(let tree): return try tree.withReader { try body($0, root) }
    case .text(let bytes):
      let tree = JSONList.item(of: bytes, at: range)
      guard hasOthersBeside else { return try tree.withReader { try body($0, 0) } }
      let beside = tree.withReader { reader in ExchangeMember.entries(beside: 0, reader).map(\.entry.key) }
      return try tree.copy(of: 0, without: Set(beside)).withReader { try body($0, 0) }
    }
  }

  /// Its values, as `shape` puts them in order.
  package func value(_ shape: RecordShape) -> DataValue {
    withReader { shape.arranged($0.dataValue($1), .order) }
  }

  /// What it says itself, as `shape` puts it in order: without the maps that stand in it only because the kind wants them.
  package func saidValue(_ shape: RecordShape) -> DataValue {
    let value = value(shape)
    guard case .made(let made) = source.origin else { return value }
    return made.filled.reduce(value) { $0.removing(at: $1.names.map { .key($0) }[...]) }
  }

  /// True where it is said already what is wrong with the value at a JSON Pointer, or with what it lies in.
  func isFaulty(at pointer: String) -> Bool {
    guard case .made(let made) = source.origin else { return false }
    return made.faulty.contains { pointer == $0 || pointer.hasPrefix($0 + "/") }
  }

  /// The text of a file that says what it says.
  package func document(_ shape: RecordShape) -> [UInt8] {
    if isAsWritten, let text = withReader({ YAMLDocument.text($0, $1, shape) }) { return text }
    return YAMLDocument.text(value(shape))
  }

  /// A place in the tree as one in the text; `pointer` is the JSON Pointer of what stands there, from the record on.
  func relocated(_ range: ByteRange, _ pointer: @autoclosure () -> String) -> ByteRange {
    switch source.origin {
    case .text(let offset): return range.moved(by: offset)
    case .made(let made):
      let pointer = pointer()
      let nearest = made.places.filter { pointer == $0.pointer || pointer.hasPrefix($0.pointer + "/") }
        .max { $0.pointer.utf8.count < $1.pointer.utf8.count }
      return nearest?.range ?? self.range
    case .migrated(let older):
      let path = withReader { reader, root in reader.path(of: pointer(), from: root) }
      return older.range(of: path) ?? self.range
    }
  }

  /// A finding about the tree as one about the text.
  package func relocated(_ finding: Finding) -> Finding {
    var finding = finding
    finding.range = relocated(finding.range, finding.pointer)
    switch source.origin {
    case .text(let offset):
      for index in finding.related.indices { finding.related[index].range = finding.related[index].range.moved(by: offset) }
    case .made, .migrated: finding.related = []
    }
    finding.fixes = []
    finding.pointer = pointer + finding.pointer
    return finding
  }
}

extension ExchangeMember {
  /// The entries of a record that stand beside its own.
  static func entries(beside id: NodeID, _ reader: TreeReader) -> [(entry: Entry, name: String)] {
    var found: [(entry: Entry, name: String)] = []
    for entry in reader.writtenEntries(id) where reader.content(entry.key).first == UInt8(ascii: "@") {
      let name = reader.text(entry.key)
      if [kind, version, path, photos].contains(name) { found.append((entry, name)) }
    }
    return found
  }
}

extension ByteRange {
  /// The range so many bytes further on.
  func moved(by offset: Int) -> ByteRange { ByteRange(Int(start) + offset, Int(end) + offset) }
}

extension Tree {
  /// A tree with the map `root` and all below it, without some of its entries; the bytes stay, so that places do.
  func copy(of root: NodeID, without dropped: Set<NodeID>) -> Tree {
    let first = Int(root)
    let last = Int(nodes[first].next)
    var numbers = [NodeID](repeating: 0, count: last - first + 1)
    var kept: [Node] = []
    kept.reserveCapacity(last - first)
    var index = first
    var removed: UInt32 = 0
    while index < last {
      numbers[index - first] = NodeID(kept.count)
      if dropped.contains(NodeID(index)) {
        let end = Int(nodes[Int(nodes[index].next)].next)
        for inner in index..<end { numbers[inner - first] = NodeID(kept.count) }
        index = end
        removed += 2
        continue
      }
      kept.append(nodes[index])
      index += 1
    }
    numbers[last - first] = NodeID(kept.count)
    func number(_ id: NodeID) -> NodeID {
      let place = Int(id) - first
      return numbers.indices.contains(place) ? numbers[place] : 0
    }
    for place in kept.indices {
      kept[place].next = number(kept[place].next)
      if kept[place].kind == .alias { kept[place].content = number(kept[place].content) }
    }
    kept[0].content -= removed
    return Tree(bytes: bytes, nodes: kept, decoded: decoded, roots: [0])
  }
}
