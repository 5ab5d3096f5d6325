// Where the text of a value is put: on the line of its key or dash, or in lines below it, with the comments that stay.

import VitrineSource
import VitrineSyntax

// MARK: on one line

extension EditMaker {
  /// The ways to put a value on the line of its key or dash.
  func inlineReplacements(_ slot: ValueSlot, _ node: Node, _ value: DataValue, _ style: EditStyle) -> [EditDraft] {
    let isFlow = slot.container == .flow
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
    return slot.container == .document
      ? style.indent : slot.column + (slot.container == .blockList ? 1 + style.dashGap : style.indent)
  }

  /// Puts a text of one line, or a block scalar, where the value stands. A comment behind the value stays on its line.
  private func put(_ text: [UInt8], _ slot: ValueSlot, _ node: Node, _ style: EditStyle) -> EditDraft {
    let draft = EditDraft()
    guard let mark = slot.mark else {
      // A key without a colon.
      let key = slot.keyEnd ?? slot.end
      if slot.container == .flow { return draft.inserting(Array(": ".utf8) + text, at: key) }
      let line = scan.lineEnd(key)
      return draft.inserting(style.lineBreak + .spaces(slot.column) + Array(": ".utf8) + text, at: line)
    }
    guard slot.isWritten else {
      if slot.container == .document { return beginning(text, at: mark, style) }
      return putNew(text, slot, mark, style)
    }
    if node.style == .block, node.isCollection {
      guard slot.container != .document else { return draft.replacing(slot.from, slot.end, text) }
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
    let hasRoom = mark < reader.bytes.count && scan.byte(mark) == 0x20 && (isLast || slot.container == .flow)
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

// MARK: in lines

extension EditMaker {
  /// The ways to put a collection in lines of its own.
  func lineReplacements(_ slot: ValueSlot, _ node: Node, _ value: DataValue, _ style: EditStyle) -> [EditDraft] {
    let draft = EditDraft()
    let isBlock = node.isCollection && node.style == .block
    var isList = false
    if case .list = value { isList = true }
    guard let mark = slot.mark else {
      guard slot.container == .blockMap, let key = slot.keyEnd else { return [] }
      let column = slot.column + (isList ? style.listIndent : style.indent)
      let text = .spaces(slot.column) + [UInt8(ascii: ":")] + style.lineBreak + .spaces(column)
      return [draft.inserting(style.lineBreak + text + YAMLWriter.lines(value, style, column: column), at: scan.lineEnd(key))]
    }
    switch slot.container {
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

extension [UInt8] {
  /// The first line.
  fileprivate var head: [UInt8] { Array(prefix { $0 != 0x0A && $0 != 0x0D }) }
  /// The rest, from the first line break on.
  fileprivate var tail: [UInt8] { Array(dropFirst(head.count)) }
  /// True for a block scalar that ends with a line feed.
  fileprivate var isLiteral: Bool { first == UInt8(ascii: "|") && count > 1 && self[1] != UInt8(ascii: "-") }
}
