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
    while let holder = around.passed.popLast() {
      let node = reader.node(holder)
      guard canRewrite(holder, node) else { break }
      let new =
        value.map { DataValue.replacing(around.index, by: $0, in: reader.dataValue(holder)) } ?? change(reader.dataValue(holder))
      value = new
      if let parent = around.passed.last {
        let children = ChildPlaces(of: parent, reader, scan)
        guard let index = children.places.firstIndex(where: { $0.value == holder }) else { break }
        around.index = index
        around.key = children.places[index].key
      } else {
        around.index = 0
        around.key = nil
      }
      around.value = holder
      let goal = EditGoal(nodes: holder..<node.next, wanted: .value(new))
      if let made = prove(replacements(around, holder, new), goal) { return made }
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
  enum Holder: Equatable {
    case document, blockMap, blockList, flow
  }

  /// What holds it.
  var holder: Holder
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
    var slot = ValueSlot(holder: .document, mark: from, from: from, end: end, column: 0, isWritten: from < Int(node.end))
    if let parent = place.passed.last {
      let holder = reader.node(parent)
      let children = ChildPlaces(of: parent, reader, scan)
      slot.column = children.column
      slot.holder = holder.style == .flow ? .flow : holder.kind == .mapping ? .blockMap : .blockList
      if let key = place.key {
        slot.keyEnd = Int(reader.node(key).end)
        slot.mark = ChildPlaces.afterColon(key, reader, scan)
      } else if holder.style == .block, children.places.indices.contains(place.index) {
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
  private func propertiesEnd(_ node: Node) -> Int {
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
      let isFlow = slot.holder == .flow || (node.style == .flow && node.content > 0)
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

// MARK: on one line

extension EditMaker {
  private func inlineReplacements(_ slot: ValueSlot, _ node: Node, _ value: DataValue, _ style: EditStyle) -> [EditDraft] {
    let isFlow = slot.holder == .flow
    guard !value.isCollection else { return [put(YAMLWriter.inline(value, style, inFlow: isFlow), slot, node, style)] }
    var was: Node.Style?
    if node.kind == .string, node.flags.isDisjoint(with: .tagged) { was = node.style }
    if was == .literal || was == .folded, case .string(let text) = value, !text.utf8.contains(0x0A),
      text.utf8.count + slot.column < style.width - 20
    {
      was = .plain
    }
    let indent = isFlow || !style.allowsBlockScalars ? nil : bodyIndent(slot, node, style)
    var texts = [YAMLWriter.scalar(value, style, inFlow: isFlow, blockIndent: indent, was: was)]
    if case .string(let text) = value {
      let safe = ScalarText.yaml(for: text, style: .doubleQuoted, inFlow: isFlow)
      if texts[0] != safe { texts.append(safe) }
    }
    return texts.map { put($0, slot, node, style) }
  }

  /// The column for the lines of a block scalar: that of the lines that are there, if there are.
  private func bodyIndent(_ slot: ValueSlot, _ node: Node, _ style: EditStyle) -> Int {
    if node.style == .literal || node.style == .folded {
      var line = scan.nextLine(Int(node.start))
      while line < Int(node.end), scan.isBlankLine(line) { line = scan.nextLine(line) }
      let indent = scan.skipBlanks(line) - line
      let header = reader.bytes[Int(node.start)..<scan.lineEnd(Int(node.start))]
      if line < Int(node.end), indent > 0, !header.prefix(3).contains(where: { $0 &- 0x30 < 10 }) { return indent }
    }
    return slot.holder == .document ? style.indent : slot.column + (slot.holder == .blockList ? 1 + style.dashGap : style.indent)
  }

  /// Puts a text of one line, or a block scalar, where the value stands. A comment behind the value stays on its line.
  private func put(_ text: [UInt8], _ slot: ValueSlot, _ node: Node, _ style: EditStyle) -> EditDraft {
    let draft = EditDraft()
    guard let mark = slot.mark else {
      // A key without a colon.
      let key = slot.keyEnd ?? slot.end
      if slot.holder == .flow { return draft.inserting(Array(": ".utf8) + text, at: key) }
      let line = scan.lineEnd(key)
      return draft.inserting(style.lineBreak + .spaces(slot.column) + Array(": ".utf8) + text, at: line)
    }
    guard slot.isWritten else {
      if slot.holder == .document { return beginning(text, at: mark, style) }
      return putNew(text, slot, mark, style)
    }
    if node.style == .block, node.isCollection {
      guard slot.holder != .document else { return draft.replacing(slot.from, slot.end, text) }
      let end = bodyEnd(slot)
      let line = scan.lineEnd(mark)
      guard line < Int(node.start) else { return draft.replacing(mark, end, [0x20] + text) }
      let words = propertiesEnd(node)
      if slot.from < Int(node.start), words > line { return draft.replacing(mark, end, [0x20] + text) }
      let gone = slot.from < Int(node.start) ? words : mark
      return withBody(text, draft.replacing(mark, gone, [0x20] + text.head).deleting(line, end), at: line)
    }
    if node.style == .literal || node.style == .folded {
      let (comment, _) = headerComment(node)
      var body = text.head + comment + text.tail
      if needsFinalBreak(text, slot) { body += style.lineBreak }
      return draft.replacing(slot.from, slot.end, body)
    }
    let line = scan.lineEnd(slot.end)
    var rest = text.tail
    if text.isLiteral, line == reader.bytes.count { rest += style.lineBreak }
    guard line > slot.end, !rest.isEmpty else { return draft.replacing(slot.from, slot.end, text.head + rest) }
    return draft.replacing(slot.from, slot.end, text.head).inserting(rest, at: line)
  }

  /// Puts a text behind a colon, a dash, an anchor or a tag that has nothing behind it.
  private func putNew(_ text: [UInt8], _ slot: ValueSlot, _ mark: Int, _ style: EditStyle) -> EditDraft {
    let line = scan.lineEnd(mark)
    let next = scan.skipBlanks(mark)
    let isLast = next == reader.bytes.count || scan.isBreak(next)
    let hasRoom = mark < reader.bytes.count && scan.byte(mark) == 0x20 && (isLast || slot.holder == .flow)
    var rest = text.tail
    if text.isLiteral, line == reader.bytes.count { rest += style.lineBreak }
    let draft = hasRoom ? EditDraft().inserting(text.head, at: mark + 1) : EditDraft().inserting([0x20] + text.head, at: mark)
    return rest.isEmpty ? draft : draft.inserting(rest, at: line)
  }

  private func withBody(_ text: [UInt8], _ draft: EditDraft, at line: Int) -> EditDraft {
    guard !text.tail.isEmpty else { return draft }
    return draft.inserting(text.tail, at: line)
  }

  /// Whether a literal block would lose its last line feed at the end of the text.
  private func needsFinalBreak(_ text: [UInt8], _ slot: ValueSlot) -> Bool { text.isLiteral && slot.end == reader.bytes.count }

  /// The comment behind the header of a block scalar, with the blanks before it.
  private func headerComment(_ node: Node) -> ([UInt8], Int) {
    let line = scan.lineEnd(Int(node.start))
    var index = Int(node.start)
    while index < line, !scan.isBlank(index) { index += 1 }
    let comment = scan.skipBlanks(index)
    guard comment < line, scan.byte(comment) == UInt8(ascii: "#") else { return ([], index) }
    return (Array(reader.bytes[index..<line]), index)
  }

  /// The end of a block collection, with the comments on its last line and those indented deeper below it; before the line break.
  private func bodyEnd(_ slot: ValueSlot) -> Int {
    let line = scan.nextLine(slot.end)
    let below = scan.commentsBelow(line, deeperThan: slot.column)
    return below > line ? max(scan.beforeBreak(below), scan.lineEnd(slot.end)) : scan.lineEnd(slot.end)
  }
}

extension [UInt8] {
  /// The first line.
  fileprivate var head: [UInt8] { Array(prefix { $0 != 0x0A && $0 != 0x0D }) }
  /// The rest, from the first line break on.
  fileprivate var tail: [UInt8] { Array(dropFirst(head.count)) }
  /// True for a block scalar that ends with a line feed.
  fileprivate var isLiteral: Bool { first == UInt8(ascii: "|") && count > 1 && self[1] != UInt8(ascii: "-") }
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

// MARK: in lines

extension EditMaker {
  private func lineReplacements(_ slot: ValueSlot, _ node: Node, _ value: DataValue, _ style: EditStyle) -> [EditDraft] {
    let draft = EditDraft()
    let isBlock = node.isCollection && node.style == .block
    var isList = false
    if case .list = value { isList = true }
    guard let mark = slot.mark else {
      guard slot.holder == .blockMap, let key = slot.keyEnd else { return [] }
      let column = slot.column + (isList ? style.listIndent : style.indent)
      let text = .spaces(slot.column) + [UInt8(ascii: ":")] + style.lineBreak + .spaces(column)
      return [draft.inserting(style.lineBreak + text + YAMLWriter.lines(value, style, column: column), at: scan.lineEnd(key))]
    }
    switch slot.holder {
    case .flow: return []
    case .document:
      let lines = YAMLWriter.lines(value, style, column: 0)
      guard slot.isWritten else { return [beginning(lines, at: mark, style)] }
      let starts = scan.isFirstInLine(slot.from)
      return [draft.replacing(starts ? scan.lineStart(slot.from) : slot.from, slot.end, (starts ? [] : style.lineBreak) + lines)]
    case .blockMap:
      let sameKind = isBlock && (node.kind == .sequence) == isList && scan.lineEnd(mark) < Int(node.start)
      let column = sameKind ? scan.column(Int(node.start)) : slot.column + (isList ? style.listIndent : style.indent)
      let text = style.lineBreak + .spaces(column) + YAMLWriter.lines(value, style, column: column)
      return [put(lines: text, slot, node, mark, isBlock)]
    case .blockList:
      let sits = slot.isWritten && scan.lineEnd(mark) >= slot.from && slot.from == scan.skipBlanks(mark)
      let gap = sits ? slot.from - mark : style.dashGap
      let column = slot.column + 1 + gap
      let lines = YAMLWriter.lines(value, style, column: column)
      if node.propertiesStart < node.start, slot.from == Int(node.start) {
        return [put(lines: style.lineBreak + .spaces(column) + lines, slot, node, mark, isBlock)]
      }
      let text = .spaces(gap) + lines
      guard slot.isWritten, !isBlock, node.style != .literal, node.style != .folded else {
        let end = isBlock ? bodyEnd(slot) : slot.end
        return [draft.replacing(mark, max(mark, end), text)]
      }
      let line = scan.lineEnd(slot.end)
      guard line > slot.end else { return [draft.replacing(mark, slot.end, text)] }
      return [draft.replacing(mark, slot.end, text.head).inserting(text.tail, at: line)]
    }
  }

  /// Puts lines, with a line break before them, below the line of a key.
  private func put(lines text: [UInt8], _ slot: ValueSlot, _ node: Node, _ mark: Int, _ isBlock: Bool) -> EditDraft {
    let draft = EditDraft()
    guard slot.isWritten else { return draft.inserting(text, at: scan.lineEnd(mark)) }
    if isBlock {
      let line = scan.lineEnd(mark)
      guard line < Int(node.start) else { return draft.replacing(mark, bodyEnd(slot), text) }
      let words = propertiesEnd(node)
      let goes = slot.from < Int(node.start)
      if goes, words > line { return draft.replacing(mark, bodyEnd(slot), text) }
      return draft.deleting(mark, goes ? words : mark).replacing(line, bodyEnd(slot), text)
    }
    if node.style == .literal || node.style == .folded {
      let (comment, _) = headerComment(node)
      return draft.replacing(mark, slot.end, comment + text)
    }
    let line = scan.lineEnd(slot.end)
    guard line > slot.end else { return draft.replacing(mark, slot.end, text) }
    return draft.deleting(mark, slot.end).inserting(text, at: line)
  }
}

// MARK: the first value

extension EditMaker {
  /// Writes the first value of a text that has no document.
  func begin(_ value: DataValue) throws(EditRefusal) -> Outcome {
    var style = EditStyle()
    style.lineBreak = scan.lineBreak(near: reader.bytes.count)
    let text = YAMLDocument.lines(value, style)
    let goal = EditGoal(nodes: 0..<0, wanted: .value(value))
    let count = reader.bytes.count
    let isOpen = count > scan.start && !scan.isBreak(count - 1)
    let drafts = [EditDraft().inserting(isOpen ? style.lineBreak + text + style.lineBreak : text + style.lineBreak, at: count)]
    if let made = prove(drafts, goal) { return made }
    throw EditRefusal(.unwritable, "no document can be begun in this text")
  }

  /// Puts a whole document where an empty one is.
  private func beginning(_ text: [UInt8], at mark: Int, _ style: EditStyle) -> EditDraft {
    let line = scan.lineStart(mark)
    if mark == line { return EditDraft().inserting(text + style.lineBreak, at: mark) }
    let end = scan.lineEnd(mark)
    return EditDraft().inserting(style.lineBreak + text, at: end)
  }
}
