// What goes when an entry or an item goes, and what a new name changes.
//
// Comments: one behind the value goes with it; so do comment lines directly above at the same column, and those below that are indented
// deeper. Comment lines at the top of the document stay: they speak of the whole file. Of blank lines above and below, one side goes.

import VitrineSource
import VitrineSyntax

extension EditMaker {
  /// The ways to take a child out of a block collection that has more than one. `isTop`: whether it is the document itself.
  func blockRemovals(_ index: Int, _ children: ChildPlaces, isTop: Bool) -> [EditDraft] {
    let child = children.places[index]
    let count = reader.bytes.count
    let draft = EditDraft()
    let next = scan.nextLine(child.end)
    guard scan.isFirstInLine(child.start) else {
      // The first of a map or list that begins behind a dash: the next moves up.
      guard index + 1 < children.places.count else { return [] }
      let below = scan.commentsBelow(next, deeperThan: children.column)
      var line = below
      while line < count, scan.isBlankLine(line) { line = scan.nextLine(line) }
      return [draft.deleting(child.start, scan.skipBlanks(line)), draft.deleting(child.start, children.places[index + 1].start)]
    }
    let line = scan.lineStart(child.start)
    let top = isTop && index == 0 ? line : scan.commentsAbove(line, column: children.column)
    let bottom = scan.commentsBelow(next, deeperThan: children.column)
    var drafts: [EditDraft] = []
    if bottom == count, count > 0, !scan.isBreak(count - 1), top > scan.start {
      drafts.append(draft.deleting(scan.beforeBreak(top), count))
    }
    let (from, to) = withBlankLines(top, bottom)
    drafts.append(draft.deleting(from, to))
    if (from, to) != (top, bottom) { drafts.append(draft.deleting(top, bottom)) }
    if (top, bottom) != (line, next) { drafts.append(draft.deleting(line, next)) }
    // A last line without a line break, whose line break belongs to the block scalar above it.
    if bottom == count { drafts.append(draft.deleting(line, count)) }
    return drafts
  }

  /// The lines from `top` to `bottom`, and the blank lines on one side of them where there are some on both.
  private func withBlankLines(_ top: Int, _ bottom: Int) -> (Int, Int) {
    var first = top
    while first > scan.start, case let above = scan.lineStart(scan.beforeBreak(first)), above < first, scan.isBlankLine(above) {
      first = above
    }
    var last = bottom
    while last < reader.bytes.count, scan.isBlankLine(last), scan.nextLine(last) > last { last = scan.nextLine(last) }
    if last == reader.bytes.count, first < top { return (first, bottom) }
    guard first < top || top == scan.start, last > bottom else { return (top, bottom) }
    return (top, last)
  }

  /// The ways to take a child out of a collection in brackets that has more than one.
  func flowRemovals(_ index: Int, _ children: ChildPlaces) -> [EditDraft] {
    let draft = EditDraft()
    let child = children.places[index]
    let own = scan.isFirstInLine(child.start)
    let line = scan.lineStart(child.start)
    let top = own ? scan.commentsAbove(line, column: child.start - line) : line
    let after = scan.skipTrivia(child.end)
    let hasComma = scan.byte(after) == UInt8(ascii: ",")
    if index + 1 < children.places.count {
      let next = children.places[index + 1].start
      var drafts = [draft.deleting(child.start, next)]
      if own, hasComma, scan.isFirstInLine(next), scan.lineStart(next) > after {
        drafts.insert(draft.deleting(top, scan.nextLine(after)), at: 0)
      }
      return drafts
    }
    let before = children.places[index - 1]
    let comma = scan.skipTrivia(before.end)
    let close = Int(children.node.end) - 1
    let small = draft.deleting(before.end, child.end)
    guard scan.hasComment(before.end, child.start) || (own && line > comma) else { return [small] }
    if own, line > comma, scan.lineEnd(child.end) < close, !hasComma || scan.lineEnd(after) < close {
      let end = scan.nextLine(hasComma ? after : child.end)
      let lines = draft.deleting(top, end)
      return [hasComma ? lines : lines.deleting(comma, comma + 1), small]
    }
    if scan.hasComment(before.end, child.start) {
      return [draft.deleting(comma, comma + 1).deleting(child.start, child.end), small]
    }
    return [small]
  }

  /// The ways to write another name in the place of a key.
  func renamings(_ key: NodeID, _ name: String, in parent: NodeID) -> [EditDraft] {
    let node = reader.node(key)
    let isFlow = reader.node(parent).style == .flow
    let draft = EditDraft()
    var style = EditStyle()
    if node.style == .plain { style = EditStyle(near: parent, at: Int(node.start), reader, scan) }
    let isBlockScalar = node.style == .literal || node.style == .folded
    let was = isBlockScalar || (node.style == .plain && node.range.isEmpty) ? .plain : node.style
    var texts = [YAMLWriter.scalar(.string(name), style, inFlow: isFlow, blockIndent: nil, was: was)]
    let safe = ScalarText.yaml(for: name, style: .doubleQuoted, inFlow: isFlow)
    if texts[0] != safe { texts.append(safe) }
    let from = node.flags.contains(.tagged) ? node.propertiesStart : node.start
    let sticks = node.range.isEmpty && node.propertiesStart < node.start && from == node.start
    return texts.map { draft.replacing(Int(from), Int(node.end), (sticks ? [0x20] : []) + $0) }
  }
}
