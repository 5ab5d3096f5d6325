// New entries of maps and new items of lists, beside those that are there.

import VitrineSource
import VitrineSyntax

extension EditMaker {
  /// Adds an entry to the map that `place` ends at, behind the nearest of its predecessors in `order`.
  func addEntry(_ key: String, _ value: DataValue, to place: EditPath, order: [String]?) throws(EditRefusal) -> Outcome {
    guard let map = place.value else { return try begin(.map([DataValue.Entry(key, value)])) }
    let node = reader.node(map)
    let isInFlow = place.passed.last.map { reader.node($0).style == .flow } ?? false
    if node.content == 0, !isInFlow || node.style == .flow { return try fill(place, .map([DataValue.Entry(key, value)])) }
    let index = position(of: key, in: map, order)
    let children = ChildPlaces(of: map, reader, scan)
    let goal = self.goal(map, children, index, .entry(key, value), growth: 2)
    let near = children.places.indices.contains(index - 1) ? children.places[index - 1].value : children.places.first?.value
    var style = EditStyle(near: map, item: nil, at: near.map { Int(reader.node($0).start) } ?? Int(node.start), reader, scan)
    for allowsBlockScalars in [true, false] {
      style.allowsBlockScalars = allowsBlockScalars
      let drafts: [EditDraft]
      if node.style == .flow {
        drafts = flowAdditions(YAMLWriter.flowEntry(key, value, style), at: index, children, style)
      } else {
        let lines = YAMLWriter.entryLines(key, value, style, column: children.column)
        drafts = blockAdditions(lines, at: index, children, style, isTop: map == root)
      }
      if let made = prove(drafts, goal) { return made }
    }
    return try rewrite(inside(place, map)) { .adding(value, named: key, at: index, to: $0) }
  }

  /// Adds an item to the list that `place` ends at, before the item `index`.
  func addItem(_ value: DataValue, at index: Int, to place: EditPath) throws(EditRefusal) -> Outcome {
    guard let list = place.value else { return try begin(.list([value])) }
    let node = reader.node(list)
    if node.content == 0 { return try fill(place, .list([value])) }
    let children = ChildPlaces(of: list, reader, scan)
    let goal = self.goal(list, children, index, .value(value), growth: 1)
    let neighbour = children.places[max(0, index - 1)]
    var style = EditStyle(near: list, item: neighbour.value, at: neighbour.start, reader, scan)
    for allowsBlockScalars in [true, false] {
      style.allowsBlockScalars = allowsBlockScalars
      if let made = prove(additions(of: value, at: index, children, neighbour, &style), goal) { return made }
    }
    return try rewrite(inside(place, list)) { .adding(value, at: index, to: $0) }
  }

  private func additions(
    of value: DataValue, at index: Int, _ children: ChildPlaces, _ neighbour: ChildPlaces.Place, _ style: inout EditStyle
  ) -> [EditDraft] {
    if children.node.style == .flow {
      return flowAdditions(YAMLWriter.inline(value, style, inFlow: true), at: index, children, style)
    } else {
      let gap = Int(reader.node(neighbour.value).propertiesStart) - neighbour.start - 1
      if gap > 0, gap <= 8, neighbour.end > neighbour.start + 1, scan.lineEnd(neighbour.start) > neighbour.start + gap {
        style.dashGap = gap
      }
      let lines = YAMLWriter.itemLines(value, style, column: children.column)
      return blockAdditions(lines, at: index, children, style, isTop: false)
    }
  }

  /// Writes the first entry or item of an empty collection.
  private func fill(_ place: EditPath, _ value: DataValue) throws(EditRefusal) -> Outcome {
    try replace(place, with: value)
  }

  /// A place inside of a collection, so that writing anew begins with the collection itself.
  private func inside(_ place: EditPath, _ container: NodeID) -> EditPath {
    var inner = place
    inner.passed.append(container)
    return inner
  }

  private func goal(_ id: NodeID, _ children: ChildPlaces, _ index: Int, _ wanted: EditGoal.Wanted, growth: Int) -> EditGoal {
    let next = children.places.indices.contains(index) ? children.places[index] : nil
    let node = next.map { $0.key ?? $0.value } ?? reader.node(id).next
    return EditGoal(nodes: node..<node, wanted: wanted, parent: id, growth: growth)
  }

  /// Which number a new key gets.
  private func position(of key: String, in map: NodeID, _ order: [String]?) -> Int {
    let count = Int(reader.node(map).content / 2)
    guard let order, let rank = order.firstIndex(where: { $0.hasSameBytes(as: key) }) else { return count }
    let ranks = Dictionary(order.enumerated().map { (Array($0.element.utf8), $0.offset) }) { first, _ in first }
    var best: (rank: Int, index: Int)?
    var firstSuccessor: Int?
    for (index, entry) in reader.writtenEntries(map).enumerated() {
      guard let other = ranks[Array(reader.content(entry.key))] else { continue }
      if other < rank {
        if best.map({ other >= $0.rank }) ?? true { best = (other, index) }
      } else if firstSuccessor == nil {
        firstSuccessor = index
      }
    }
    return best.map { $0.index + 1 } ?? firstSuccessor ?? count
  }
}

// MARK: in lines

extension EditMaker {
  /// The ways to put lines, the first without its indentation, before the child `index` of a block collection.
  private func blockAdditions(
    _ lines: [UInt8], at index: Int, _ children: ChildPlaces, _ style: EditStyle, isTop: Bool
  ) -> [EditDraft] {
    let indent = [UInt8].spaces(children.column)
    // Behind the child before it; a first child goes before the one that is first now.
    guard index == 0, let first = children.places.first else {
      return behind(children.places[index - 1], indent + lines, children, style)
    }
    guard scan.isFirstInLine(first.start) else {
      return [EditDraft().inserting(lines + style.lineBreak + indent, at: first.start)]
    }
    let line = scan.lineStart(first.start)
    let above = isTop ? line : scan.commentsAbove(line, column: children.column)
    return [above, line].map { EditDraft().inserting(indent + lines + style.lineBreak, at: $0) }
  }

  private func behind(_ child: ChildPlaces.Place, _ lines: [UInt8], _ children: ChildPlaces, _ style: EditStyle) -> [EditDraft] {
    let count = reader.bytes.count
    func put(at line: Int) -> EditDraft {
      let isOpen = line == count && line > scan.start && !scan.isBreak(line - 1)
      return EditDraft().inserting(isOpen ? style.lineBreak + lines : lines + style.lineBreak, at: line)
    }
    let next = scan.nextLine(child.end)
    let below = scan.commentsBelow(next, deeperThan: children.column)
    var drafts = [put(at: below)]
    if below != next { drafts.append(put(at: next)) }
    // The blank lines behind a block scalar may belong to it.
    var blank = below
    while blank < count, scan.isBlankLine(blank) { blank = scan.nextLine(blank) }
    if blank != below { drafts.append(put(at: blank)) }
    return drafts
  }
}

// MARK: in brackets

extension EditMaker {
  /// The ways to put a text before the child `index` of a collection in brackets.
  private func flowAdditions(_ text: [UInt8], at index: Int, _ children: ChildPlaces, _ style: EditStyle) -> [EditDraft] {
    let comma = Array(", ".utf8)
    let draft = EditDraft()
    guard let last = children.places.last else {
      let open = Int(children.node.start) + 1
      return [draft.replacing(open, max(open, Int(children.node.end) - 1), text)]
    }
    if !children.hasBrackets {
      let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
      let start = Int(children.node.start)
      if index == 0 { return [draft.inserting([open] + text + comma, at: start).inserting([close], at: last.end)] }
      return [draft.inserting([open], at: start).inserting(comma + text + [close], at: last.end)]
    }
    guard index == children.places.count else {
      let next = children.places[index]
      guard scan.isFirstInLine(next.start) else { return [draft.inserting(text + comma, at: next.start)] }
      let line = scan.lineStart(next.start)
      let indent = Array(reader.bytes[line..<next.start])
      let above = scan.commentsAbove(line, column: next.start - line)
      return [
        draft.inserting(indent + text + [comma[0]] + style.lineBreak, at: above), draft.inserting(text + comma, at: next.start),
      ]
    }
    let small = draft.inserting(comma + text, at: last.end)
    guard scan.isFirstInLine(last.start), scan.lineStart(last.start) > Int(children.node.start) else { return [small] }
    let indent = Array(reader.bytes[scan.lineStart(last.start)..<last.start])
    let next = scan.skipTrivia(last.end)
    if scan.byte(next) == comma[0] {
      let line = scan.lineEnd(next)
      guard line < Int(children.node.end) - 1 else {
        return [draft.inserting(style.lineBreak + indent + text + [comma[0]], at: next + 1), small]
      }
      return [draft.inserting(style.lineBreak + indent + text + [comma[0]], at: line), small]
    }
    let line = scan.lineEnd(last.end)
    guard line < Int(children.node.end) - 1 else {
      return [draft.inserting([comma[0]] + style.lineBreak + indent + text, at: last.end), small]
    }
    if line == last.end { return [draft.inserting([comma[0]] + style.lineBreak + indent + text, at: last.end), small] }
    return [draft.inserting([comma[0]], at: last.end).inserting(style.lineBreak + indent + text, at: line), small]
  }
}
