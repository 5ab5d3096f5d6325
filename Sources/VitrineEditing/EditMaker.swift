// One change of one text: tried as a small edit, proved by reading the result, widened where the proof fails.

import VitrineSource
import VitrineSyntax

/// The making of one change.
struct EditMaker {
  /// What came of a change.
  enum Outcome {
    /// All is as it shall be already.
    case nothing
    /// These edits make it, and give this text.
    case made([TextEdit], ParsedText)
    /// These smaller changes make it, one after the other.
    case divided([ValueChange])
  }

  /// The tree.
  let reader: TreeReader
  /// The text around its nodes.
  let scan: TextScan
  /// The root of the document; nil where there is none.
  let root: NodeID?
  /// How many findings the text has, which an edit may not add to.
  let findings: Int
  /// Who may not be touched.
  let aliases: AliasGuard
  /// The order of keys.
  let keyOrder: TreeEditor.KeyOrder?

  /// A maker for a text that was read whole.
  init(_ parsed: ParsedText, _ reader: TreeReader, keyOrder: TreeEditor.KeyOrder?) {
    self.reader = reader
    scan = TextScan(bytes: reader.bytes)
    root = parsed.tree.roots.first
    findings = parsed.findings.count
    aliases = AliasGuard(reader)
    self.keyOrder = keyOrder
  }

  /// Makes a change. `divides`: whether a collection in place of another may become changes of their parts.
  ///
  /// Errors: `EditRefusal`.
  func outcome(of change: ValueChange, divides: Bool) throws(EditRefusal) -> Outcome {
    switch change {
    case .set(let path, let value): try set(path, value, divides: divides)
    case .insert(let path, let index, let value): try insert(path, at: index, value)
    case .remove(let path): try remove(path)
    case .rename(let path, let name): try rename(path, to: name)
    }
  }
}

// MARK: the changes

extension EditMaker {
  private func set(_ path: [PathStep], _ value: DataValue, divides: Bool) throws(EditRefusal) -> Outcome {
    let place = try EditPath(path, root: root, reader, overridesMerged: true)
    guard place.found == path.count, let old = place.value else {
      return try add(path[place.found...], value, at: place, path.prefix(place.found))
    }
    try aliases.checkAround(place.passed, reader)
    if isSame(old, value) { return .nothing }
    if divides, let parts = ValueDifference.parts(from: old, to: value, at: path, reader) { return .divided(parts) }
    try aliases.checkInside(old..<reader.node(old).next, reader)
    return try replace(place, with: value)
  }

  /// Makes what the path to `place` lacks, with a value at its end.
  private func add(
    _ steps: ArraySlice<PathStep>, _ value: DataValue, at place: EditPath, _ path: ArraySlice<PathStep>
  ) throws(EditRefusal) -> Outcome {
    var keys: [String] = []
    for step in steps {
      guard case .key(let key) = step else {
        throw EditRefusal(
          .missing, "there is no list in which an item could be changed", at: place.value.map { reader.node($0).range })
      }
      keys.append(key)
    }
    guard let container = place.value else { return try begin(Self.nested(keys[...], value)) }
    guard reader.node(container).kind == .mapping, let first = keys.first else {
      try aliases.checkAround(place.passed, reader)
      try aliases.checkInside(container..<reader.node(container).next, reader)
      return try replace(place, with: Self.nested(keys[...], value))
    }
    try aliases.checkAround(place.passed + [container], reader)
    let order = keyOrder?(Array(path))
    return try addEntry(first, Self.nested(keys.dropFirst(), value), to: place, order: order)
  }

  private static func nested(_ keys: ArraySlice<String>, _ value: DataValue) -> DataValue {
    keys.reversed().reduce(value) { inner, key in .map([DataValue.Entry(key, inner)]) }
  }

  private func insert(_ path: [PathStep], at index: Int?, _ value: DataValue) throws(EditRefusal) -> Outcome {
    let place = try EditPath(path, root: root, reader)
    guard place.found == path.count, let list = place.value, reader.node(list).kind != .null else {
      guard (index ?? 0) == 0 else {
        throw EditRefusal(.missing, "\(EditPath.name(path.pointer)) is no list yet; there is no place \(index ?? 0) in it")
      }
      return try set(path, .list([value]), divides: false)
    }
    let node = reader.node(list)
    switch node.kind {
    case .alias:
      throw EditRefusal(
        .throughAlias, "\(EditPath.name(path.pointer)) is an alias; change the list it stands for, or write it out first",
        at: node.range)
    case .sequence: break
    case .null, .bool, .int, .float, .string, .mapping:
      throw EditRefusal(.wrongType, "\(EditPath.name(path.pointer)) is no list", at: node.range)
    }
    let count = Int(node.content)
    guard (0...count).contains(index ?? count) else {
      throw EditRefusal(
        .missing, "\(EditPath.name(path.pointer)) has \(count) items; there is no place \(index ?? 0) in it", at: node.range)
    }
    try aliases.checkAround(place.passed + [list], reader)
    return try addItem(value, at: index ?? count, to: place)
  }

  private func remove(_ path: [PathStep]) throws(EditRefusal) -> Outcome {
    let place = try EditPath(path, root: root, reader)
    guard place.found == path.count, let value = place.value, let parent = place.passed.last else { throw missing(path, place) }
    try aliases.checkAround(place.passed, reader)
    let node = reader.node(parent)
    if node.content == (node.kind == .mapping ? 2 : 1) {
      try aliases.checkInside(parent + 1..<node.next, reader)
      let outer = try EditPath(Array(path.dropLast()), root: root, reader)
      return try replace(outer, with: node.kind == .mapping ? .map([]) : .list([]))
    }
    let range = (place.key ?? value)..<reader.node(value).next
    try aliases.checkInside(range, reader)
    try checkUncovering(path, parent)
    let goal = EditGoal(nodes: range, wanted: .nothing, parent: parent, growth: place.key == nil ? -1 : -2)
    let children = ChildPlaces(of: parent, reader, scan)
    let drafts =
      node.style == .flow ? flowRemovals(place.index, children) : blockRemovals(place.index, children, isTop: parent == root)
    if let made = prove(drafts, goal) { return made }
    return try rewrite(place) { .removing(place.index, from: $0) }
  }

  private func rename(_ path: [PathStep], to name: String) throws(EditRefusal) -> Outcome {
    let place = try EditPath(path, root: root, reader)
    guard place.found == path.count, let key = place.key, let parent = place.passed.last else {
      if place.found == path.count, let value = place.value, !path.isEmpty {
        throw EditRefusal(.wrongType, "an item of a list has no name", at: reader.node(value).range)
      }
      throw missing(path, place)
    }
    if reader.text(key).hasSameBytes(as: name) { return .nothing }
    try aliases.checkAround(place.passed, reader)
    let node = reader.node(key)
    guard node.kind != .alias else { throw EditRefusal(.throughAlias, "the key is an alias", at: node.range) }
    try aliases.checkInside(key..<key + 1, reader)
    try checkUncovering(path, parent)
    let sibling = try EditPath(path.dropLast() + [.key(name)], root: root, reader)
    if sibling.found == path.count {
      throw EditRefusal(.taken, "there is a key '\(name)' already", at: sibling.key.map { reader.node($0).range })
    }
    let goal = EditGoal(nodes: key..<key + 1, wanted: .key(name))
    if let made = prove(renamings(key, name, in: parent), goal) { return made }
    return try rewrite(place) { .renaming(place.index, to: name, in: $0) }
  }

  /// Refuses to take away a key that hides one of the same name, which a merge key brings.
  private func checkUncovering(_ path: [PathStep], _ parent: NodeID) throws(EditRefusal) {
    guard reader.node(parent).flags.contains(.merges), case .key(let key) = path.last else { return }
    for entry in reader.writtenEntries(parent)
    where reader.node(entry.key).style == .plain && reader.content(entry.key, equals: "<<") {
      var sources = [entry.value]
      if reader.resolved(entry.value).kind == .sequence { sources = Array(reader.items(entry.value)) }
      guard sources.contains(where: { reader.resolved($0).kind == .mapping && reader.value($0, named: key) != nil }) else {
        continue
      }
      throw EditRefusal(.merged, "without '\(key)' here, the one of a merge key would count", at: reader.node(entry.key).range)
    }
  }

  private func missing(_ path: [PathStep], _ place: EditPath) -> EditRefusal {
    if path.isEmpty { return EditRefusal(.wrongType, "the document itself has no name and no place that it could lose") }
    return EditRefusal(.missing, "there is no \(EditPath.name(path.pointer))", at: place.value.map { reader.node($0).range })
  }
}

// MARK: proof

extension EditMaker {
  /// Whether a node's value is this one already, written anyhow.
  func isSame(_ id: NodeID, _ value: DataValue) -> Bool {
    let node = reader.resolved(id)
    switch value {
    case .null: return node.kind == .null
    case .string(let text): return node.kind == .string && reader.text(id).hasSameBytes(as: text)
    case .list(let items): if node.kind != .sequence || Int(node.content) != items.count { return false }
    case .map: if node.kind != .mapping { return false }
    case .bool: if node.kind != .bool { return false }
    case .number: break
    }
    return reader.dataValue(id) == value.allNormalized
  }

  /// The first of the drafts whose result is what was wanted and no more.
  func prove(_ drafts: [EditDraft], _ goal: EditGoal) -> Outcome? {
    for draft in drafts { if let made = prove(draft, goal) { return made } }
    // A text without a line break at its end: block scalars there mean another text once something follows.
    let count = reader.bytes.count
    guard count > scan.start, !scan.isBreak(count - 1) else { return nil }
    let lineBreak = scan.lineBreak(near: count)
    for draft in drafts { if let made = prove(draft.closing(count, lineBreak), goal) { return made } }
    guard let header = openBlockScalar else { return nil }
    for draft in drafts {
      let stripping = draft.inserting([UInt8(ascii: "-")], at: header)
      if let made = prove(stripping, goal) ?? prove(stripping.closing(count, lineBreak), goal) { return made }
    }
    return nil
  }

  private func prove(_ draft: EditDraft, _ goal: EditGoal) -> Outcome? {
    guard let edits = draft.sorted else { return nil }
    let parsed = YAML.parse(edits.applied(to: reader.bytes))
    guard parsed.isComplete, parsed.findings.count <= findings else { return nil }
    let isRight = parsed.tree.withReader { TreeComparison(before: reader, after: $0).reaches(goal) }
    return isRight ? .made(edits, parsed) : nil
  }

  /// Behind the `|` or `>` of a block scalar at the end of the text that says nothing of its last line break, and has none.
  private var openBlockScalar: Int? {
    guard let last = reader.nodes.last, last.style == .literal || last.style == .folded, Int(last.end) == reader.bytes.count
    else { return nil }
    var index = Int(last.start) + 1
    while let byte = scan.byte(index), byte &- 0x30 < 10 { index += 1 }
    guard let byte = scan.byte(index), byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+") else { return nil }
    return index
  }
}
