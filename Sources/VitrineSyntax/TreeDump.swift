// The tree as a picture for people: `inspect --format tree`.

import VitrineSource

/// Draws trees as vitrine reads them.
///
/// Shape: a line for each value, in document order: where it stands, its place in the tree, its name, what it is, what it holds.
///
/// ```
/// 1:1-5:10   map, 3 entries
/// 1:8-1:20   ├ title: string "Café 9"
/// 2:8-2:18   ├ codes: list in brackets, 2 items
/// 2:9-2:13   │ ├ [0] int 0x1F = 31
/// 2:15-2:17  │ └ [1] &n string no
/// 5:8-5:10   └ again: *n → 2:15
/// ```
///
/// Content stands in the quotes it has in the file; control characters and backslashes in it are escaped, long content is cut.
package enum TreeDump {
  /// The default of `contentWidth`.
  package static let contentWidth = 72

  /// The picture of all documents of a tree, UTF-8, a line feed after every line.
  ///
  /// Units: `contentWidth` is the most characters (code points) shown of a scalar.
  package static func text(of tree: Tree, contentWidth: Int = contentWidth) -> [UInt8] {
    guard !tree.roots.isEmpty else { return Array("(no document)\n".utf8) }
    let lines = LineTable(tree.bytes)
    return tree.withReader { reader in
      var drawing = TreeDrawing(reader, lines, contentWidth: contentWidth)
      for (index, root) in tree.roots.enumerated() {
        if tree.roots.count > 1 { drawing.heading("document \(index + 1) of \(tree.roots.count)", isFirst: index == 0) }
        drawing.draw(root)
      }
      return drawing.output
    }
  }
}

/// The drawing of one tree.
struct TreeDrawing {
  /// What was drawn so far.
  private(set) var output: [UInt8] = []
  private let reader: TreeReader
  private let lines: LineTable
  private let contentWidth: Int
  /// The width of the column of places.
  private let placeWidth: Int

  /// A drawing of the nodes of `reader`, whose text has these lines.
  init(_ reader: TreeReader, _ lines: LineTable, contentWidth: Int) {
    self.reader = reader
    self.lines = lines
    self.contentWidth = max(contentWidth, 8)
    var width = 0
    for node in reader.nodes.prefix(2_000) { width = max(width, Self.place(node.range, lines).utf8.count) }
    placeWidth = width
  }

  /// A line between documents.
  mutating func heading(_ words: String, isFirst: Bool) {
    if !isFirst { output.append(0x0A) }
    output += Array("── \(words) ──\n".utf8)
  }

  /// A collection that is being drawn.
  private struct Level {
    /// The next key or item.
    var next: NodeID
    /// How many entries or items are left.
    var remaining: UInt32
    var isMapping: Bool
    var index = 0
  }

  /// A value with all below it. No recursion: the levels stand in an array.
  mutating func draw(_ root: NodeID) {
    var levels: [Level] = []
    line(root, name: "", levels)
    push(root, &levels)
    while let last = levels.indices.last {
      guard levels[last].remaining > 0 else {
        levels.removeLast()
        continue
      }
      levels[last].remaining -= 1
      let level = levels[last]
      let value = level.isMapping ? reader.node(level.next).next : level.next
      levels[last].next = reader.node(value).next
      levels[last].index += 1
      line(value, name: level.isMapping ? name(ofKey: level.next) : "[\(level.index)] ", levels)
      push(value, &levels)
    }
  }

  private func push(_ id: NodeID, _ levels: inout [Level]) {
    let node = reader.node(id)
    guard node.isCollection else { return }
    let isMapping = node.kind == .mapping
    levels.append(Level(next: id + 1, remaining: isMapping ? node.content / 2 : node.content, isMapping: isMapping))
  }

  /// One line: place, guides, name, words.
  private mutating func line(_ id: NodeID, name: String, _ levels: [Level]) {
    let node = reader.node(id)
    let place = Self.place(node.range, lines)
    var text = place + String(repeating: " ", count: max(0, placeWidth - place.utf8.count) + 2)
    let hidden = max(0, levels.count - Self.deepestGuides)
    if hidden > 0 { text += "…\(hidden)… " }
    for (depth, level) in levels.enumerated().dropFirst(hidden) {
      let isInnermost = depth == levels.count - 1
      text += isInnermost ? (level.remaining > 0 ? "├ " : "└ ") : (level.remaining > 0 ? "│ " : "  ")
    }
    text += name + words(for: id, node) + "\n"
    output += Array(text.utf8)
  }

  /// How many guides are drawn before the outer levels become a number.
  private static let deepestGuides = 32

  /// A range as `line:column-line:column`, or as one place where it is empty.
  static func place(_ range: ByteRange, _ lines: LineTable) -> String {
    let span = lines.span(of: range)
    let start = "\(span.start.line):\(span.start.column)"
    return range.isEmpty ? start : "\(start)-\(span.end.line):\(span.end.column)"
  }

  /// The place where a node starts.
  func start(of id: NodeID) -> String {
    let position = lines.position(of: Int(reader.node(id).start))
    return "\(position.line):\(position.column)"
  }
}

// The words of a line.
extension TreeDrawing {
  private func name(ofKey id: NodeID) -> String {
    let key = reader.node(id)
    switch key.kind {
    case .string:
      let isWord = key.style == .plain && !reader.content(id).isEmpty
      return properties(id, key) + (isWord ? shown(id) : quoted(id, key)) + ": "
    case .null, .bool, .int, .float: return properties(id, key) + "(\(words(for: id, key))): "
    case .sequence, .mapping, .alias: return "(\(words(for: id, key))): "
    }
  }

  /// What a node is and holds.
  private func words(for id: NodeID, _ node: Node) -> String {
    switch node.kind {
    case .alias:
      let written = UnsafeBufferPointer(rebasing: reader.bytes[node.range.indices])
      return "\(Self.escaped(written, width: contentWidth).text) → \(start(of: node.content))"
    case .null:
      return properties(id, node) + (node.range.isEmpty ? "null, not written" : "null \(shown(id))")
    case .bool: return properties(id, node) + "bool \(shown(id))"
    case .int, .float: return properties(id, node) + "\(node.kind) \(quoted(id, node))" + meaning(id)
    case .string: return properties(id, node) + "string \(quoted(id, node))"
    case .sequence: return properties(id, node) + "list\(inFlow(node, "brackets")), \(count(node.content, "item", "items"))"
    case .mapping:
      return properties(id, node) + "map\(inFlow(node, "braces")), \(count(node.content / 2, "entry", "entries"))"
        + merged(id, node)
    }
  }

  private func inFlow(_ node: Node, _ brackets: String) -> String { node.style == .flow ? " in \(brackets)" : "" }

  private func count(_ count: UInt32, _ one: String, _ many: String) -> String {
    count == 0 ? "empty" : "\(count) \(count == 1 ? one : many)"
  }

  /// How many entries a map has once its merge keys are followed.
  private func merged(_ id: NodeID, _ node: Node) -> String {
    guard node.flags.contains(.merges) else { return "" }
    return ", \(reader.mergedEntries(id).count) with '<<' followed"
  }

  /// Anchor and tag as they are written.
  private func properties(_ id: NodeID, _ node: Node) -> String {
    guard node.propertiesStart < node.start, Int(node.start) <= reader.bytes.count else { return "" }
    var result = ""
    let source = reader.bytes[Int(node.propertiesStart)..<Int(node.start)]
    for line in source.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      for word in line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
        guard word.first != UInt8(ascii: "#") else { break }
        result +=
          Self.escaped(UnsafeBufferPointer(rebasing: reader.bytes[word.startIndex..<word.endIndex]), width: contentWidth).text
          + " "
      }
    }
    return result
  }

  /// A scalar's content in the quotes it is written in.
  private func quoted(_ id: NodeID, _ node: Node) -> String {
    switch node.style {
    case .doubleQuoted: "\"\(shown(id))\""
    case .singleQuoted: "'\(shown(id))'"
    case .literal: "| \(shown(id))"
    case .folded: "> \(shown(id))"
    case .plain: shown(id)
    case .block, .flow: shown(id)
    }
  }

  private func shown(_ id: NodeID) -> String {
    let content = reader.content(id)
    let (text, isCut) = Self.escaped(content, width: contentWidth)
    return isCut ? "\(text)… (\(content.count) bytes)" : text
  }

  /// `= 31` after a number that JSON would write otherwise.
  private func meaning(_ id: NodeID) -> String {
    let content = reader.content(id)
    guard content.count <= 64, let number = TreeJSONNumber.json(content), !number.elementsEqual(content) else { return "" }
    return " = \(String(decoding: number, as: UTF8.self))"
  }

  /// The first `width` characters with everything made visible that moves the cursor or hides.
  static func escaped(_ bytes: UnsafeBufferPointer<UInt8>, width: Int) -> (text: String, isCut: Bool) {
    var text = ""
    var count = 0
    for scalar in String(decoding: bytes.prefix(width * 4 + 4), as: UTF8.self).unicodeScalars {
      guard count < width else { return (text, true) }
      count += 1
      switch scalar.value {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x5C: text += "\\\\"
      case 0..<0x20, 0x7F...0x9F, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return (text, bytes.count > width * 4 + 4)
  }
}
