// Keywords that apply other subschemas to the same value, and the marks that `unevaluated…` needs.

import VitrineSyntax

extension Machine {
  /// Whether a step accepts a node.
  mutating func acceptsStep(_ step: Step, _ node: Node, _ id: NodeID, _ frame: Int) -> Bool {
    switch step.keyword {
    case .ref: return accepts(step.first, id, frame)
    case .dynamicRef: return accepts(target(of: step), id, frame)
    case .allOf:
      for index in step.branches.indices where !accepts(ids[index], id, frame) { return false }
      return true
    case .anyOf:
      var isAccepted = false
      for index in step.branches.indices where branch(ids[index], node, id, frame) {
        isAccepted = true
        if frame == Machine.noFrame { break }
      }
      return isAccepted
    case .oneOf:
      var accepted = 0
      for index in step.branches.indices where branch(ids[index], node, id, frame) {
        accepted &+= 1
        if accepted > 1 { return overrun != .none }
      }
      return accepted == 1
    case .not: return !branch(step.first, node, id, Machine.noFrame) || overrun != .none
    case .condition:
      let next = branch(step.first, node, id, frame) ? step.second : step.third
      return next == absent || accepts(next, id, frame)
    case .dependentSchema:
      guard node.kind == .mapping, value(of: names[Int(step.first)], in: node, id) != nil else { return true }
      return accepts(step.second, id, frame)
    case .unevaluatedProperties:
      guard node.kind == .mapping else { return true }
      return acceptsUnevaluatedProperties(step.first, node, id, frame)
    case .unevaluatedItems:
      guard node.kind == .sequence else { return true }
      for (index, item) in reader.items(id).enumerated() where !isMarked(index, in: frame) {
        if !accepts(step.first, item) { return false }
        mark(index, in: frame)
      }
      return true
    }
  }

  private mutating func acceptsUnevaluatedProperties(_ schema: SchemaID, _ node: Node, _ id: NodeID, _ frame: Int) -> Bool {
    let entries = node.hasMerges ? mergedEntries(id) : Array(reader.writtenEntries(id))
    for (index, entry) in entries.enumerated() where !isMarked(index, in: frame) {
      if !accepts(schema, entry.value) { return false }
      mark(index, in: frame)
    }
    return true
  }

  /// Where a `$dynamicRef` leads from here: the outermost resource of the dynamic scope with the anchor decides.
  func target(of step: Step) -> SchemaID {
    guard step.second != absent else { return step.first }
    for resource in scratch.scope {
      for anchor in anchors where anchor.name == step.second && anchor.resource == resource { return anchor.schema }
    }
    return step.first
  }

  /// A subschema whose marks only count where it accepts.
  mutating func branch(_ schema: SchemaID, _ node: Node, _ id: NodeID, _ frame: Int) -> Bool {
    guard frame != Machine.noFrame else { return accepts(schema, id) }
    let own = openFrame(node, id)
    defer { closeFrame() }
    guard accepts(schema, id, own) else { return false }
    join(own, into: frame)
    return true
  }
}

extension Machine {
  /// Opens a frame for the children of a collection.
  mutating func openFrame(_ node: Node, _ id: NodeID) -> Int {
    var children = Int(node.content)
    if node.kind == .mapping { children = node.hasMerges ? mergedEntries(id).count : children / 2 }
    let words = node.isCollection ? (children + 63) / 64 : 0
    _ = pay(words / 8)
    scratch.frames.append(scratch.marks.count)
    for _ in 0..<words { scratch.marks.append(0) }
    return scratch.frames.count - 1
  }

  /// Closes the frame opened last.
  mutating func closeFrame() {
    guard let start = scratch.frames.popLast() else { return }
    scratch.marks.removeLast(max(0, scratch.marks.count - start))
  }

  /// Marks a child as evaluated.
  mutating func mark(_ child: Int, in frame: Int) {
    let word = scratch.frames[frame] + child / 64
    if word < scratch.marks.count { scratch.marks[word] |= 1 << UInt64(child % 64) }
  }

  /// Whether a child was evaluated.
  func isMarked(_ child: Int, in frame: Int) -> Bool {
    guard frame != Machine.noFrame else { return false }
    let word = scratch.frames[frame] + child / 64
    return word < scratch.marks.count && scratch.marks[word] & 1 << UInt64(child % 64) != 0
  }

  /// Adds one frame's marks to those of another of the same collection.
  mutating func join(_ frame: Int, into outer: Int) {
    let from = scratch.frames[frame]
    let end = frame + 1 < scratch.frames.count ? scratch.frames[frame + 1] : scratch.marks.count
    let to = scratch.frames[outer]
    for offset in 0..<max(0, end - from) where to + offset < scratch.marks.count {
      scratch.marks[to + offset] |= scratch.marks[from + offset]
    }
  }
}
