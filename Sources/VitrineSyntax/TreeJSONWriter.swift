// The walk over a tree that writes JSON.

import VitrineSource

/// Writes one document after the other to `output`.
struct TreeJSONWriter {
  /// What was written so far.
  var output: [UInt8] = []
  private let reader: TreeReader
  private let layout: TreeJSON.Layout
  private let nonFinite: TreeJSON.NonFinite
  private let limit: Int

  /// A writer for the nodes of `reader` that stops near `limit` bytes.
  init(_ reader: TreeReader, layout: TreeJSON.Layout, nonFinite: TreeJSON.NonFinite, limit: Int) {
    self.reader = reader
    self.layout = layout
    self.nonFinite = nonFinite
    self.limit = limit
    output.reserveCapacity(reader.bytes.count + reader.bytes.count / 8 + 16)
  }

  /// Writes a node and all below it; `depth` is the number of collections around it.
  mutating func write(_ id: NodeID, depth: Int) throws(TreeJSON.TooLarge) {
    let node = reader.resolved(id)
    // An alias cannot lead into itself, so that depth is bounded by the readers' limits; this is for trees from elsewhere.
    guard depth <= Limits.jsonDepth, output.count + Int(node.contentCount) <= limit else {
      throw TreeJSON.TooLarge(limit: limit)
    }
    switch node.kind {
    case .null, .alias: append("null")
    case .bool: append(isTrue(id) ? "true" : "false")
    case .int, .float: writeNumber(id)
    case .string: TreeJSON.append(string: reader.content(id), to: &output)
    case .sequence: try writeSequence(id, depth: depth)
    case .mapping: try writeMapping(id, depth: depth)
    }
  }

  private mutating func writeSequence(_ id: NodeID, depth: Int) throws(TreeJSON.TooLarge) {
    output.append(UInt8(ascii: "["))
    var isFirst = true
    for item in reader.items(id) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      breakLine(depth + 1)
      try write(item, depth: depth + 1)
    }
    if !isFirst { breakLine(depth) }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeMapping(_ id: NodeID, depth: Int) throws(TreeJSON.TooLarge) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    if reader.resolved(id).flags.contains(.merges) {
      for entry in reader.mergedEntries(id) { try writeEntry(entry, depth: depth, &isFirst) }
    } else {
      for entry in reader.writtenEntries(id) { try writeEntry(entry, depth: depth, &isFirst) }
    }
    if !isFirst { breakLine(depth) }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func writeEntry(_ entry: Entry, depth: Int, _ isFirst: inout Bool) throws(TreeJSON.TooLarge) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine(depth + 1)
    try writeKey(entry.key)
    output.append(UInt8(ascii: ":"))
    if layout == .indented { output.append(0x20) }
    try write(entry.value, depth: depth + 1)
  }

  private mutating func writeKey(_ id: NodeID) throws(TreeJSON.TooLarge) {
    let node = reader.resolved(id)
    // A collection's JSON text as a key would double its backslashes with every level: the source text does not grow.
    let text = node.isCollection ? UnsafeBufferPointer(rebasing: reader.bytes[node.range.indices]) : reader.content(id)
    guard output.count + text.count <= limit else { throw TreeJSON.TooLarge(limit: limit) }
    TreeJSON.append(string: text, to: &output)
  }

  @inline(__always)
  private mutating func breakLine(_ depth: Int) {
    guard layout == .indented else { return }
    output.append(0x0A)
    for _ in 0..<depth {
      output.append(0x20)
      output.append(0x20)
    }
  }

  private mutating func append(_ word: StaticString) {
    output.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private func isTrue(_ id: NodeID) -> Bool {
    guard let first = reader.content(id).first else { return false }
    return first | 0x20 == UInt8(ascii: "t")
  }
}

// Numbers
extension TreeJSONWriter {
  private mutating func writeNumber(_ id: NodeID) {
    let content = reader.content(id)
    if isNumberOfJSON(content) {
      output.append(contentsOf: content)
    } else if let number = TreeJSONNumber.json(content) {
      output += number
    } else if nonFinite == .null, TreeJSONNumber.isNonFinite(content) {
      append("null")
    } else {
      TreeJSON.append(string: content, to: &output)
    }
  }

  /// True for the common form: an optional minus, digits without a needless zero, perhaps a point between digits.
  private func isNumberOfJSON(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = content.first == UInt8(ascii: "-") ? 1 : 0
    let start = index
    while index < content.count, content[index] &- 0x30 < 10 { index += 1 }
    guard index > start, content[start] != 0x30 || index == start + 1 else { return false }
    guard index < content.count else { return true }
    guard content[index] == UInt8(ascii: "."), index + 1 < content.count else { return false }
    return content[(index + 1)...].allSatisfy { $0 &- 0x30 < 10 }
  }
}
