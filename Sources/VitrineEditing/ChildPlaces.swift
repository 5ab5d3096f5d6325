// Where the entries of a map or the items of a list begin and end in the text.

import VitrineSource
import VitrineSyntax

/// The children of a collection by their places.
struct ChildPlaces {
  /// A child.
  struct Place {
    /// The dash, the `?` or the first byte of key or item with its anchor and tag.
    var start: Int
    /// The end of what is written of it.
    var end: Int
    /// The key; nil in a list.
    var key: NodeID?
    /// The value or item.
    var value: NodeID
  }

  /// The collection.
  let id: NodeID
  /// Its node.
  let node: Node
  /// The children.
  private(set) var places: [Place] = []
  /// The column of dashes or keys.
  let column: Int
  /// False for a collection in lines, and for a map of one entry in a list that has no braces of its own: `[a: 1]`.
  let hasBrackets: Bool

  /// Finds the children of a collection.
  init(of id: NodeID, _ reader: TreeReader, _ scan: TextScan) {
    self.id = id
    node = reader.node(id)
    column = scan.column(Int(node.start))
    let isFlow = node.style == .flow
    hasBrackets = isFlow && (node.content == 0 || reader.node(id + 1).propertiesStart > node.start)
    var next = hasBrackets ? scan.skipTrivia(Int(node.start) + 1) : Int(node.start)
    func add(key: NodeID?, value: NodeID) {
      let end = Self.end(of: value, key: key, dash: isFlow ? nil : next, reader, scan)
      places.append(Place(start: next, end: max(end, next), key: key, value: value))
      next = scan.skipTrivia(max(end, next))
      if isFlow, scan.byte(next) == UInt8(ascii: ",") { next = scan.skipTrivia(next + 1) }
    }
    if node.kind == .mapping {
      for entry in reader.writtenEntries(id) { add(key: entry.key, value: entry.value) }
    } else {
      for item in reader.items(id) { add(key: nil, value: item) }
    }
  }

  /// The place behind the colon of a key; nil where it has none.
  static func afterColon(_ key: NodeID, _ reader: TreeReader, _ scan: TextScan) -> Int? {
    let colon = scan.skipTrivia(Int(reader.node(key).end))
    return scan.byte(colon) == UInt8(ascii: ":") ? colon + 1 : nil
  }

  /// Where what is written of a value ends. A value that is not written ends behind its colon, its dash or its key.
  static func end(of id: NodeID, key: NodeID?, dash: Int?, _ reader: TreeReader, _ scan: TextScan) -> Int {
    let node = reader.node(id)
    if node.isCollection, node.style == .block, node.content > 0 {
      var last = id + 1
      var lastKey: NodeID?
      if node.kind == .mapping {
        for entry in reader.writtenEntries(id) { (lastKey, last) = (entry.key, entry.value) }
      } else {
        for item in reader.items(id) { last = item }
      }
      return end(of: last, key: lastKey, dash: nil, reader, scan)
    }
    guard node.propertiesStart == node.end else { return Int(node.end) }
    if let key { return afterColon(key, reader, scan) ?? Int(reader.node(key).end) }
    if let dash { return dash + 1 }
    return Int(node.end)
  }
}
