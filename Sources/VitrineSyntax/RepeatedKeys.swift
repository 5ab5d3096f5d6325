// Keys of a map that are given again: one of them, or a run of them, which is a text that was pasted twice or an item without its dash.

import VitrineSource

/// The findings about repeated keys of one map. Keys that follow one another are one finding.
struct RepeatedKeys {
  /// Whether the map is an item of a list.
  let isItem: Bool
  /// Whether the map is the whole text.
  let isRoot: Bool
  /// The run so far: its first key, what that one repeats, its last key, and how many there are.
  private var run: (key: NodeID, earlier: NodeID, last: NodeID, count: Int)?

  /// Nothing repeated so far.
  init(isItem: Bool, isRoot: Bool) {
    self.isItem = isItem
    self.isRoot = isRoot
  }

  /// Notes a key and the one that it repeats; gives the finding of the run that ends with this.
  mutating func add(_ key: NodeID, _ earlier: NodeID, _ reader: TreeReader) -> Finding? {
    // What follows a key in the order of nodes is its value, and after that the next key.
    if let run, reader.node(run.last + 1).next == key {
      self.run = (run.key, run.earlier, key, run.count + 1)
      return nil
    }
    let ended = finish(reader)
    run = (key, earlier, key, 1)
    return ended
  }

  /// The finding of the last run.
  mutating func finish(_ reader: TreeReader) -> Finding? {
    guard let run else { return nil }
    self.run = nil
    let node = reader.node(run.key)
    let name = reader.text(run.key)
    let start = Int(node.start)
    var fixes: [Fix] = []
    var help: String?
    if isItem, start > 2, reader.bytes[start - 2..<start].elementsEqual("  ".utf8) {
      help = "write '- ' before it if the next item of the list starts here; else give it once"
      fixes = [Fix("start an item here", [TextEdit(ByteRange(start - 2, start), "- ")], isSafe: false)]
    } else if run.count > 1 {
      help = isRoot ? "keep one of the two, in a file of its own if it is another record" : "keep one of the two"
    }
    let others = run.count - 1
    return Finding(
      SyntaxRules.duplicateMapKey, at: node.range,
      others == 0
        ? "key '\(name)' is given twice"
        : "key '\(name)' is given twice, and so \(others == 1 ? "is the one" : "are the \(others)") after it",
      label: "given again here", help: help, related: [RelatedPlace(reader.node(run.earlier).range, "first given here")],
      fixes: fixes)
  }
}
