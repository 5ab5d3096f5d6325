// The machine that reads JSON: one pass over the bytes, one array of nodes, no recursion.

import VitrineSource

/// Reads one JSON text into nodes.
///
/// The text is known to be UTF-8. An open collection keeps its parent's id in `next` until it is closed, so that no stack is needed.
struct JSONReader {
  /// The whole text.
  let text: UnsafeBufferPointer<UInt8>
  /// Where nodes are written; as large as `mostNodes(in:)` asks, or the limit.
  let nodes: UnsafeMutableBufferPointer<Node>
  /// The number of nodes written.
  var nodeCount = 0
  /// The next byte to read.
  var index: Int
  /// The innermost open collection, or `noParent`.
  var parent = noParent
  /// The number of open collections.
  var depth = 0
  /// The content of strings with escapes.
  var decoded: [UInt8] = []
  /// What is wrong, in the order of finding.
  var findings: [Finding] = []
  /// True once an escape could not be kept.
  var hasLoneSurrogate = false
  /// The lists of the outermost object, or the outermost list itself, that are passed over: where each begins and ends. Nil where all is read.
  var passed: [Range<Int>]?

  /// The parent of the root.
  static let noParent = NodeID.max

  /// A reader of `text` that writes to `nodes`.
  init(_ text: UnsafeBufferPointer<UInt8>, into nodes: UnsafeMutableBufferPointer<Node>) {
    self.text = text
    self.nodes = nodes
    index = UTF8Check.detectedEncoding(text).markCount
  }

  /// Reads everything. True where the whole text is JSON.
  mutating func read() -> Bool {
    do {
      try readText()
      return !hasLoneSurrogate
    } catch {
      let pointer = pointer(to: parent)
      closeAll()
      var finding = JSONDiagnosis(text: text, fault: error, nodes: UnsafeBufferPointer(rebasing: nodes[..<nodeCount])).finding
      finding.pointer = pointer
      findings.append(finding)
      return false
    }
  }

  /// One value, and nothing after it.
  mutating func readText() throws(JSONFault) {
    skipSpace()
    guard index < text.count else { throw fault(.empty) }
    try readValues()
    skipSpace()
    guard index == text.count else { throw fault(.textAfterEnd) }
  }

  /// The root value with all below it.
  private mutating func readValues() throws(JSONFault) {
    while true {
      switch peek {
      case UInt8(ascii: "\""): try readString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
      case UInt8(ascii: "{"):
        try open(.mapping)
        if peek != UInt8(ascii: "}") {
          try readKey()
          continue
        }
        close()
      case UInt8(ascii: "["):
        if depth < 2, passed != nil {
          try passList()
          break
        }
        try open(.sequence)
        if peek != UInt8(ascii: "]") { continue }
        close()
      case UInt8(ascii: "t"): try readWord("true", .bool)
      case UInt8(ascii: "f"): try readWord("false", .bool)
      case UInt8(ascii: "n"): try readWord("null", .null)
      default: throw fault(.value)
      }
      guard try goOn() else { return }
    }
  }

  /// Passes over a list that is known, as one without items.
  ///
  /// Errors: `.value` at its bracket for one that is not known.
  @inline(never)
  private mutating func passList() throws(JSONFault) {
    guard let end = passed?.first(where: { $0.lowerBound == index })?.upperBound else { throw fault(.value) }
    try open(.sequence)
    index = end
    closeParent()
  }

  /// What follows a value: a comma, after which the next value is near, or the ends of collections. False after the root.
  @inline(__always)
  private mutating func goOn() throws(JSONFault) -> Bool {
    while parent != Self.noParent {
      let isMapping = nodes[Int(parent)].kind == .mapping
      nodes[Int(parent)].content &+= isMapping ? 2 : 1
      skipSpace()
      let byte = peek
      if byte == UInt8(ascii: ",") {
        index &+= 1
        skipSpace()
        if isMapping { try readKey() }
        return true
      }
      guard byte == (isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw fault(.separator) }
      close()
    }
    return false
  }

  /// A key, its colon, and the space before the value.
  @inline(__always)
  private mutating func readKey() throws(JSONFault) {
    guard peek == UInt8(ascii: "\"") else { throw fault(.key) }
    try readString()
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw fault(.colon) }
    index &+= 1
    skipSpace()
  }

  /// The values of a list from one that begins at `index` on, up to the one that begins at `end`. Each becomes a root.
  ///
  /// Errors: what is wrong with the text; `.value` where no value begins at `end`.
  mutating func readItems(upTo end: Int, into roots: inout [NodeID]) throws(JSONFault) -> JSONList.End {
    while index < end {
      roots.append(NodeID(truncatingIfNeeded: nodeCount))
      try readValues()
      skipSpace()
      guard peek == UInt8(ascii: ",") else {
        guard peek == UInt8(ascii: "]") else { throw fault(.separator) }
        return .closed(index &+ 1)
      }
      index &+= 1
      skipSpace()
    }
    guard index == end else { throw fault(.value) }
    return .met
  }

  /// Starts a collection at its bracket and passes over the space behind it.
  @inline(__always)
  private mutating func open(_ kind: Node.Kind) throws(JSONFault) {
    guard depth < Limits.jsonDepth else { throw fault(.tooDeep) }
    let start = UInt32(truncatingIfNeeded: index)
    let id = NodeID(truncatingIfNeeded: nodeCount)
    try append(Node(kind: kind, style: .flow, start: start, end: start, next: parent, propertiesStart: start))
    parent = id
    depth &+= 1
    index &+= 1
    skipSpace()
  }

  /// Ends the innermost collection at its closing bracket.
  @inline(__always)
  private mutating func close() {
    index &+= 1
    closeParent()
  }

  /// Ends the innermost collection here.
  @inline(__always)
  private mutating func closeParent() {
    let id = Int(parent)
    let outer = nodes[id].next
    nodes[id].end = UInt32(truncatingIfNeeded: index)
    nodes[id].next = NodeID(truncatingIfNeeded: nodeCount)
    if nodes[id].kind == .mapping, nodes[id].content > 2 { findDuplicateKeys(in: parent, outer: outer) }
    parent = outer
    depth &-= 1
  }

  /// Ends all open collections where a fault stopped the reading; a key without a value gets an empty null.
  private mutating func closeAll() {
    if parent != Self.noParent, nodes[Int(parent)].kind == .mapping {
      var child = Int(parent) + 1
      for _ in 0..<nodes[Int(parent)].content { child = Int(nodes[child].next) }
      if child < nodeCount, nodeCount < nodes.count {
        let end = nodes[nodeCount - 1].end
        let id = nodeCount
        nodes.initializeElement(
          at: id,
          to: Node(kind: .null, style: .plain, start: end, end: end, content: end, next: NodeID(id + 1), propertiesStart: end))
        nodeCount += 1
        nodes[Int(parent)].content += 2
      } else if child < nodeCount {
        nodeCount = child
      }
    }
    index = min(index, text.count)
    while parent != Self.noParent {
      closeParent()
      guard parent != Self.noParent else { return }
      nodes[Int(parent)].content += nodes[Int(parent)].kind == .mapping ? 2 : 1
    }
  }
}

extension JSONReader {
  /// The byte at `index`, or 0 at the end; a 0 in the text fits nowhere either.
  @inline(__always)
  var peek: UInt8 { index < text.count ? text[index] : 0 }

  /// Passes over space, tab and line breaks.
  @inline(__always)
  mutating func skipSpace() {
    if index < text.count, text[index] <= 0x20 { skipRun() }
  }

  private mutating func skipRun() {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return }
    let count = text.count
    var index = index
    defer { self.index = index }
    while index < count {
      switch text[index] {
      case 0x20:
        index &+= 1
        while index &+ 8 <= count, base.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0x2020_2020_2020_2020 {
          index &+= 8
        }
      case 0x0A, 0x0D, 0x09: index &+= 1
      default: return
      }
    }
  }

  /// Writes a node.
  @inline(__always)
  mutating func append(_ node: Node) throws(JSONFault) {
    guard nodeCount < nodes.count else { throw fault(.tooMany) }
    nodes.initializeElement(at: nodeCount, to: node)
    nodeCount &+= 1
  }

  /// A fault at the next byte, inside the innermost open collection.
  func fault(_ kind: JSONFault.Kind) -> JSONFault { fault(kind, at: index) }

  /// A fault at some byte, inside the innermost open collection.
  func fault(_ kind: JSONFault.Kind, at offset: Int) -> JSONFault {
    JSONFault(kind: kind, offset: offset, parent: parent == Self.noParent ? nil : parent)
  }

  /// An upper bound of the nodes in a text: one for the root, and one for every byte that a value or a key may follow; one to spare for
  /// the value that a last key lacks.
  static func mostNodes(in text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = text.baseAddress else { return 2 }
    var total = 2
    var index = 0
    // Blocks whose count fits a byte: the compiler makes vector instructions of this shape.
    while index &+ 128 <= text.count {
      let block = base + index
      var count: UInt8 = 0
      var offset = 0
      while offset < 128 {
        count &+= startsNode(block[offset])
        offset &+= 1
      }
      total &+= Int(count)
      index &+= 128
    }
    while index < text.count {
      total &+= Int(startsNode(base[index]))
      index &+= 1
    }
    return total
  }

  /// 1 for `{`, `[`, `,` and `:`, else 0.
  @inline(__always)
  private static func startsNode(_ byte: UInt8) -> UInt8 {
    (byte | 0x20 == 0x7B ? 1 : 0) | (byte == 0x2C ? 1 : 0) | (byte == 0x3A ? 1 : 0)
  }
}
