// The common part of YAML, read in one pass: block maps and lists, flow collections on one line, plain and simply quoted scalars.
//
// Whatever else a text holds (anchors, tags, escapes, block scalars, several lines in one scalar, documents, tabs, any fault), the scanner gives up
// and libyaml reads the text. Where it does not give up, its tree is the one libyaml's events give: a test compares the two.
// Decision 0008 says why.

/// A scanner of texts as most records are written.
struct PlainYAMLScanner {
  /// Deeper nesting is left to libyaml.
  private static let depth = 24
  /// Longer keys are left to libyaml, which has a limit of its own.
  private static let keyLength = 256

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0
  /// The indentation of the next line with content; -1 at the end.
  private var indent = -1
  private var nodes: [Node] = []

  /// The nodes of the one document in `bytes`, which must be UTF-8; nil where libyaml is needed.
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> [Node]? {
    guard let base = bytes.baseAddress, !bytes.isEmpty, bytes.count < Int(UInt32.max) / 2 else { return nil }
    var scanner = PlainYAMLScanner(base: base, count: bytes.count)
    scanner.nodes.reserveCapacity(min(bytes.count / 8 + 8, 1 << 16))
    guard scanner.nextLine(), scanner.indent >= 0, scanner.block(depth: 0), scanner.indent == -1 else { return nil }
    return scanner.nodes
  }

  private init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }
}

// MARK: lines

extension PlainYAMLScanner {
  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { index < count ? base[index] : 0x0A }

  /// Moves to the first character of the next line with content and sets `indent`. `position` must be at the start of a line.
  private mutating func nextLine() -> Bool {
    while true {
      let start = position
      while position < count, base[position] == 0x20 { position &+= 1 }
      guard position < count else {
        indent = -1
        return true
      }
      switch base[position] {
      case 0x0A: position &+= 1
      case UInt8(ascii: "#"):
        guard skipComment() else { return false }
      default:
        indent = position &- start
        return true
      }
    }
  }

  /// Moves from a `#` past the end of its line. False for bytes that YAML does not allow.
  private mutating func skipComment() -> Bool {
    while position < count, base[position] != 0x0A {
      guard isAllowed(position) || base[position] == 0x09 else { return false }
      position &+= 1
    }
    position &+= 1
    return true
  }

  /// Moves past blanks, a comment and the end of the line, to the next line's content. False where anything else is left on the line.
  private mutating func endLine() -> Bool {
    let start = position
    while byte(position) == 0x20 { position &+= 1 }
    if byte(position) == UInt8(ascii: "#") {
      guard position > start else { return false }
      guard skipComment() else { return false }
    } else {
      guard byte(position) == 0x0A else { return false }
      position &+= 1
    }
    position = min(position, count)
    return nextLine()
  }

  /// Whether the character at an index is one that YAML allows anywhere. Of the others, many are allowed somewhere: libyaml knows.
  @inline(__always)
  private func isAllowed(_ index: Int) -> Bool {
    let byte = base[index]
    if byte < 0x80 { return byte >= 0x20 && byte != 0x7F }
    switch byte {
    case 0xC2: return index &+ 1 < count && base[index &+ 1] >= 0xA0
    case 0xE2: return index &+ 2 < count && !(base[index &+ 1] == 0x80 && base[index &+ 2] & 0xFE == 0xA8)
    case 0xEF: return index &+ 2 < count && base[index &+ 1] != 0xBB && !(base[index &+ 1] == 0xBF && base[index &+ 2] >= 0xBE)
    default: return true
    }
  }
}

// MARK: block collections

extension PlainYAMLScanner {
  /// Reads the collection that starts at `position`, the first content of a line.
  private mutating func block(depth: Int) -> Bool {
    guard depth < Self.depth else { return false }
    return isDash ? sequence(at: indent, depth: depth) : mapping(at: indent, depth: depth)
  }

  private var isDash: Bool {
    byte(position) == UInt8(ascii: "-") && (byte(position &+ 1) == 0x20 || byte(position &+ 1) == 0x0A)
  }

  /// Reads a mapping whose keys stand in column `column`.
  private mutating func mapping(at column: Int, depth: Int) -> Bool {
    let id = nodes.count
    nodes.append(collection(.mapping, .block, at: position))
    var children: UInt32 = 0
    repeat {
      guard key() else { return false }
      guard value(column: column, allowsDashes: true, depth: depth) else { return false }
      children &+= 2
    } while indent == column && !isDash
    guard indent < column else { return false }
    return close(id, children, end: nil)
  }

  /// Reads a list whose dashes stand in column `column`.
  private mutating func sequence(at column: Int, depth: Int) -> Bool {
    let id = nodes.count
    nodes.append(collection(.sequence, .block, at: position))
    var children: UInt32 = 0
    repeat {
      let dash = position
      position &+= 1
      var next = position
      while byte(next) == 0x20 { next &+= 1 }
      if startsKey(at: next) {
        guard depth &+ 1 < Self.depth else { return false }
        position = next
        indent = column &+ (next &- dash)
        guard mapping(at: indent, depth: depth &+ 1) else { return false }
      } else {
        guard value(column: column, allowsDashes: false, depth: depth) else { return false }
      }
      children &+= 1
    } while indent == column && isDash
    guard indent <= column else { return false }
    return close(id, children, end: nil)
  }

  /// Whether a plain key and its colon stand here, so that an item is a map.
  private func startsKey(at start: Int) -> Bool {
    guard isKeyStart(byte(start)) else { return false }
    var index = start &+ 1
    while isKeyByte(byte(index)) { index &+= 1 }
    return byte(index) == UInt8(ascii: ":") && (byte(index &+ 1) == 0x20 || byte(index &+ 1) == 0x0A)
  }

  /// Reads a plain key and its colon.
  private mutating func key() -> Bool {
    let start = position
    guard isKeyStart(byte(start)) else { return false }
    var index = start &+ 1
    while isKeyByte(byte(index)) { index &+= 1 }
    guard byte(index) == UInt8(ascii: ":"), base[index &- 1] != 0x20, index &- start <= Self.keyLength,
      index &+ 1 >= count || base[index &+ 1] == 0x20 || base[index &+ 1] == 0x0A
    else { return false }
    scalar(.plain, start: start, end: index, content: start, contentEnd: index)
    position = index &+ 1
    return true
  }

  @inline(__always)
  private func isKeyStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_") || (byte >= 0x30 && byte <= 0x39)
  }

  @inline(__always)
  private func isKeyByte(_ byte: UInt8) -> Bool {
    isKeyStart(byte) || byte == 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
  }

  /// Reads what follows a colon or a dash, up to the next line's content.
  private mutating func value(column: Int, allowsDashes: Bool, depth: Int) -> Bool {
    let afterMark = position
    while byte(position) == 0x20 { position &+= 1 }
    switch byte(position) {
    case 0x0A, UInt8(ascii: "#"):
      guard position > afterMark || byte(position) == 0x0A else { return false }
      position = afterMark
      guard endLine() else { return false }
      if indent > column || (allowsDashes && indent == column && isDash) { return block(depth: depth &+ 1) }
      scalar(.plain, start: afterMark, end: afterMark, content: afterMark, contentEnd: afterMark)
      return true
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard flow(depth: depth &+ 1) else { return false }
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard quoted() else { return false }
    default:
      guard plain(inFlow: false) else { return false }
    }
    // A deeper line would go on with the scalar, or be a fault.
    return endLine() && indent <= column
  }
}

// MARK: scalars and flow collections

extension PlainYAMLScanner {
  /// Reads a scalar in quotes on one line, without escapes.
  private mutating func quoted() -> Bool {
    let start = position
    let quote = base[position]
    position &+= 1
    while position < count, base[position] != quote {
      guard base[position] != 0x0A, base[position] != UInt8(ascii: "\\") || quote == UInt8(ascii: "'"), isAllowed(position) else {
        return false
      }
      position &+= 1
    }
    guard position < count else { return false }
    position &+= 1
    guard quote != UInt8(ascii: "'") || byte(position) != quote else { return false }
    scalar(
      quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted, start: start, end: position, content: start &+ 1,
      contentEnd: position &- 1)
    return true
  }

  /// Reads a plain scalar on one line.
  private mutating func plain(inFlow: Bool) -> Bool {
    let start = position
    guard isPlainStart(start) else { return false }
    var end = start
    while position < count {
      let byte = base[position]
      if byte == 0x20 {
        if self.byte(position &+ 1) == UInt8(ascii: "#") { break }
        position &+= 1
        continue
      }
      if byte == 0x0A { break }
      if byte == UInt8(ascii: ":") {
        guard !inFlow else { break }
        guard self.byte(position &+ 1) != 0x20, self.byte(position &+ 1) != 0x0A else { return false }
      } else if inFlow, isFlowMark(byte) {
        break
      }
      guard isAllowed(position) else { return false }
      position &+= 1
      end = position
    }
    scalar(.plain, start: start, end: end, content: start, contentEnd: end)
    position = end
    return true
  }

  @inline(__always)
  private func isFlowMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "{")
      || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "?")
  }

  /// Letters, digits, other scripts and a few signs; a minus before a digit.
  @inline(__always)
  private func isPlainStart(_ index: Int) -> Bool {
    let byte = byte(index)
    if byte >= 0x80 || isKeyStart(byte) { return true }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "$"), UInt8(ascii: "~"),
      UInt8(ascii: "="):
      // `...` at the start of a line would end the document; inside a line it is a text like any other.
      return true
    case UInt8(ascii: "-"): return (0x30...0x39).contains(self.byte(index &+ 1))
    default: return false
    }
  }

  /// Reads a flow collection on one line.
  private mutating func flow(depth: Int) -> Bool {
    guard depth < Self.depth else { return false }
    let id = nodes.count
    let isMap = base[position] == UInt8(ascii: "{")
    let close = isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")
    nodes.append(collection(isMap ? .mapping : .sequence, .flow, at: position))
    position &+= 1
    var children: UInt32 = 0
    skipSpaces()
    if byte(position) == close {
      position &+= 1
      return self.close(id, 0, end: position)
    }
    while true {
      if isMap {
        guard isKeyStart(byte(position)), flowKey() else { return false }
        children &+= 1
      }
      guard flowValue(depth: depth) else { return false }
      children &+= 1
      skipSpaces()
      if byte(position) == UInt8(ascii: ",") {
        position &+= 1
        skipSpaces()
        continue
      }
      guard byte(position) == close else { return false }
      position &+= 1
      return self.close(id, children, end: position)
    }
  }

  /// Reads a plain key in a flow map, with `: ` after it.
  private mutating func flowKey() -> Bool {
    guard key(), byte(position) == 0x20 else { return false }
    skipSpaces()
    return true
  }

  private mutating func flowValue(depth: Int) -> Bool {
    switch byte(position) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return flow(depth: depth &+ 1)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return quoted()
    default: return plain(inFlow: true)
    }
  }

  private mutating func skipSpaces() {
    while byte(position) == 0x20 { position &+= 1 }
  }
}

// MARK: nodes

extension PlainYAMLScanner {
  @inline(__always)
  private func collection(_ kind: Node.Kind, _ style: Node.Style, at start: Int) -> Node {
    Node(
      kind: kind, style: style, start: UInt32(truncatingIfNeeded: start), end: 0,
      propertiesStart: UInt32(truncatingIfNeeded: start))
  }

  @inline(__always)
  private mutating func scalar(_ style: Node.Style, start: Int, end: Int, content: Int, contentEnd: Int) {
    let kind =
      style == .plain
      ? YAMLCoreSchema.kind(of: UnsafeBufferPointer(start: base + content, count: contentEnd &- content)) : Node.Kind.string
    nodes.append(
      Node(
        kind: kind, style: style, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        content: UInt32(truncatingIfNeeded: content), contentCount: UInt32(truncatingIfNeeded: contentEnd &- content),
        next: NodeID(truncatingIfNeeded: nodes.count &+ 1), propertiesStart: UInt32(truncatingIfNeeded: start)))
  }

  /// Gives a collection its end, its count and its `next`. False for a map in which a key stands twice: libyaml's builder reports that.
  private mutating func close(_ id: Int, _ children: UInt32, end: Int?) -> Bool {
    nodes[id].content = children
    nodes[id].next = NodeID(truncatingIfNeeded: nodes.count)
    if let end {
      nodes[id].end = UInt32(truncatingIfNeeded: end)
    } else {
      // The last node of a block collection may be a flow collection's last child: the furthest end among the last ones counts.
      nodes[id].end = lastEnd(of: id)
    }
    guard nodes[id].kind == .mapping, children > 2 else { return true }
    return nodes.withUnsafeBufferPointer { nodes in
      var isUnique = true
      let source = UnsafeBufferPointer(start: base, count: count)
      DuplicateKeys.find(
        in: NodeID(truncatingIfNeeded: id),
        TreeReader(nodes: nodes, bytes: source, decoded: UnsafeBufferPointer(start: nil, count: 0))
      ) { _, _ in isUnique = false }
      return isUnique
    }
  }

  /// The end of the last child: found from child to child.
  private func lastEnd(of id: Int) -> UInt32 {
    var child = id &+ 1
    var end = nodes[id].start
    while child < nodes.count {
      end = nodes[child].end
      child = Int(nodes[child].next)
    }
    return end
  }
}
