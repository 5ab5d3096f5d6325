// The marks that `unevaluated…` needs: which children of a collection were looked at.

import VitrineSyntax

extension Machine {
  /// A subschema whose marks only count where it accepts.
  mutating func branch(_ schema: SchemaID, _ instance: Instance) -> Bool {
    guard instance.frame != Machine.noFrame else { return accepts(schema, instance.id) }
    let own = openFrame(instance.node, instance.id)
    defer { closeFrame() }
    guard accepts(schema, instance.id, own) else { return false }
    join(own, into: instance.frame)
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
