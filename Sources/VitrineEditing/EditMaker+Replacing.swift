// A value in place of another.

import VitrineSource
import VitrineSyntax

extension EditMaker {
  /// Writes a value where another stands.
  func replace(_ place: EditPath, with value: DataValue) throws(EditRefusal) -> Outcome {
    guard let old = place.value else { return try begin(value) }
    let goal = EditGoal(nodes: old..<reader.node(old).next, wanted: .value(value))
    if let made = prove(replacements(place, old, value), goal) { return made }
    if let made = prove(replacements(place, old, value, isSafe: true), goal) { return made }
    return try rewrite(place) { .replacing(place.index, by: value, in: $0) }
  }

  /// Writes the value around a place anew, because no smaller edit will do. Only where nothing is lost by it: no comment, anchor, tag or alias.
  func rewrite(_ place: EditPath, _ change: (DataValue) -> DataValue) throws(EditRefusal) -> Outcome {
    var around = place
    var value: DataValue?
    while let container = around.passed.popLast() {
      let node = reader.node(container)
      guard canRewrite(container, node) else { break }
      let new =
        value.map { DataValue.replacing(around.index, by: $0, in: reader.dataValue(container)) }
        ?? change(reader.dataValue(container))
      value = new
      if let parent = around.passed.last {
        let children = ChildPlaces(of: parent, reader, scan)
        guard let index = children.places.firstIndex(where: { $0.value == container }) else { break }
        around.index = index
        around.key = children.places[index].key
      } else {
        around.index = 0
        around.key = nil
      }
      around.value = container
      let goal = EditGoal(nodes: container..<node.next, wanted: .value(new))
      if let made = prove(replacements(around, container, new), goal) { return made }
      guard node.style == .flow else { break }
    }
    throw EditRefusal(
      .unwritable, "no edit of this text makes the change and leaves all else as it is",
      at: place.value.map { reader.node($0).range })
  }

  /// Whether nothing but values would be lost with the text of a collection.
  private func canRewrite(_ id: NodeID, _ node: Node) -> Bool {
    guard !scan.hasComment(Int(node.start), Int(node.end)) else { return false }
    for index in Int(id)..<Int(node.next) {
      let part = reader.nodes[index]
      guard part.kind != .alias, !part.flags.contains(.merges) else { return false }
      guard index == Int(id) || part.flags.isDisjoint(with: [.anchored, .tagged]) else { return false }
    }
    // Keys become texts: those that are something else would change.
    return !reader.nodes[Int(id)..<Int(node.next)].indices.contains { index in
      reader.nodes[index].kind == .mapping
        && reader.writtenEntries(NodeID(index)).contains { reader.node($0.key).kind != .string }
    }
  }
}

// MARK: the slot

/// The place that a value has in the text: what stands before it, and how far it reaches.
struct ValueSlot {
  /// What holds the value.
  enum Container: Equatable {
    case document, blockMap, blockList, flow
  }

  /// What holds it.
  var container: Container
  /// Behind the colon, the dash, or anchor and tag that stay; nil where there is no colon.
  var mark: Int?
  /// The start of what is replaced.
  var from: Int
  /// The end of what is replaced.
  var end: Int
  /// The column of key or dash.
  var column: Int
  /// Whether something is written there now.
  var isWritten: Bool
  /// Where the key ends; nil without one.
  var keyEnd: Int?
}

extension EditMaker {
  /// Where a value stands; `keepsProperties`: whether its anchor and tag stay.
  private func slot(_ place: EditPath, _ id: NodeID, keepsProperties: Bool) -> ValueSlot {
    let node = reader.node(id)
    let from = Int(keepsProperties ? node.start : node.propertiesStart)
    let end = max(from, ChildPlaces.end(of: id, key: nil, dash: nil, reader, scan))
    var slot = ValueSlot(container: .document, mark: from, from: from, end: end, column: 0, isWritten: from < Int(node.end))
    if let parent = place.passed.last {
      let container = reader.node(parent)
      let children = ChildPlaces(of: parent, reader, scan)
      slot.column = children.column
      slot.container = container.style == .flow ? .flow : container.kind == .mapping ? .blockMap : .blockList
      if let key = place.key {
        slot.keyEnd = Int(reader.node(key).end)
        slot.mark = ChildPlaces.afterColon(key, reader, scan)
      } else if container.style == .block, children.places.indices.contains(place.index) {
        slot.mark = children.places[place.index].start + 1
      }
    }
    if keepsProperties, node.propertiesStart < node.start || !slot.isWritten { slot.mark = propertiesEnd(node) }
    if !slot.isWritten, let mark = slot.mark {
      slot.from = mark
      slot.end = mark
    }
    return slot
  }

  /// The end of anchor and tag.
  func propertiesEnd(_ node: Node) -> Int {
    var index = Int(node.propertiesStart)
    var end = index
    while let byte = scan.byte(index), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!"),
      index < Int(max(node.start, node.end))
    {
      while index < reader.bytes.count, !scan.isBlank(index), !scan.isBreak(index) { index += 1 }
      end = index
      index = scan.skipTrivia(index)
    }
    return min(end, Int(node.start))
  }

  /// The ways to write `value` in place of the node `id`, the smallest first.
  /// `isSafe`: without block scalars, whose ends depend on what follows.
  private func replacements(_ place: EditPath, _ id: NodeID, _ value: DataValue, isSafe: Bool = false) -> [EditDraft] {
    let node = reader.node(id)
    let hasProperties = node.propertiesStart < node.start
    let keeps = hasProperties && (!node.flags.contains(.tagged) || node.kind == value.kind)
    let near = place.passed.last ?? (node.isCollection ? id : nil)
    var style = EditStyle(near: near, at: Int(node.start), reader, scan)
    style.allowsBlockScalars = !isSafe
    var drafts: [EditDraft] = []
    for keepsProperties in keeps ? [true, false] : [false] {
      let slot = slot(place, id, keepsProperties: keepsProperties)
      let isFlow = slot.container == .flow || (node.style == .flow && node.content > 0)
      if !isFlow, YAMLWriter.wantsLines(value, style, column: slot.column + 2 + keyWidth(place)) {
        drafts += lineReplacements(slot, node, value, style)
      } else {
        drafts += inlineReplacements(slot, node, value, style)
      }
    }
    return drafts
  }

  private func keyWidth(_ place: EditPath) -> Int { place.key.map { reader.node($0).range.count } ?? 0 }
}

extension DataValue {
  /// The kind of node that the value becomes.
  var kind: Node.Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number(var text): text.withUTF8 { YAMLCoreSchema.kind(of: $0) }
    case .string: .string
    case .list: .sequence
    case .map: .mapping
    }
  }
}
