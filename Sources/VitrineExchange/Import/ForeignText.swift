// A text from elsewhere as it was read: its records, each with the way back to its place in the text.

import VitrineEditing
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

  /// A text without records.
  package init() {}

  /// Notes a fault.
  mutating func note(
    _ rule: Rule, _ range: ByteRange, _ pointer: String, _ message: String, label: String = "", help: String? = nil
  ) {
    findings.append(Finding(rule, at: range, pointer: pointer, message, label: label, help: help))
  }
}

/// A record of a text that is imported.
package struct ForeignRecord: Sendable {
  /// The place of its kind among the catalogue's.
  package var kind: Int
  /// The tree it stands in: that of the text, or of a part of it, or one that was made of its cells.
  package var tree: Tree
  /// Its map.
  package var root: NodeID
  /// Where it stands in the text.
  package var range: ByteRange
  /// The JSON Pointer of the record within the text; "" where the text is one record.
  package var pointer: String
  /// Where its file stood, if it says so, and where it says so.
  package var path: (text: String, range: ByteRange)?
  /// How places in the tree become places in the text.
  var origin: Origin

  /// The way from the tree to the text.
  enum Origin: Sendable {
    /// The tree's bytes stand in the text, so many bytes behind its start.
    case text(offset: Int)
    /// The tree was made: where the values below a JSON Pointer come from.
    case made([(pointer: String, range: ByteRange)])
  }

  /// A finding about the tree as one about the text.
  package func relocated(_ finding: Finding) -> Finding {
    var finding = finding
    switch origin {
    case .text(let offset):
      finding.range = finding.range.moved(by: offset)
      for index in finding.related.indices { finding.related[index].range = finding.related[index].range.moved(by: offset) }
    case .made(let places):
      let nearest = places.filter { finding.pointer == $0.pointer || finding.pointer.hasPrefix($0.pointer + "/") }
        .max { $0.pointer.utf8.count < $1.pointer.utf8.count }
      finding.range = nearest?.range ?? range
      finding.related = []
    }
    finding.fixes = []
    finding.pointer = pointer + finding.pointer
    return finding
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
