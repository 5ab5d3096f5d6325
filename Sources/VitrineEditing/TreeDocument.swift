// A whole new document straight from a tree of JSON: what `YAMLDocument.text` makes of its value, without making the value.

package import VitrineSyntax

/// In which order the keys of a map, and of the maps in it, are written.
package protocol KeyOrder {
  /// How many keys have a place.
  var count: Int { get }
  /// The place of a key, from 0 up; nil for one that stands behind all that have one.
  func place(of key: UnsafeBufferPointer<UInt8>) -> Int?
  /// The order within what stands under the key of a place. Lists are crossed.
  func order(within place: Int) -> Self
}

extension YAMLDocument {
  /// The text of a document with the value of a node, in the house's style, its maps in an order. No key stands twice in a map.
  ///
  /// Nil for what is rare, and for what JSON has not: aliases, texts of several lines, very long keys. `text(_:)` writes these.
  package static func text(_ reader: TreeReader, _ root: NodeID, _ order: some KeyOrder) -> [UInt8]? {
    guard reader.node(root).kind == .mapping, reader.node(root).content > 0 else { return nil }
    var writer = TreeDocument(reader: reader)
    guard writer.writeMap(root, order, column: 0) else { return nil }
    writer.output.append(0x0A)
    return writer.output
  }
}

/// Writes the nodes of one tree. Its parts answer false for what they cannot write.
private struct TreeDocument {
  let reader: TreeReader
  let style = EditStyle()
  var output: [UInt8] = []
  /// Where the present line of `output` begins.
  var lineStart = 0

  init(reader: TreeReader) {
    self.reader = reader
    output.reserveCapacity(512)
  }

  private mutating func newLine(_ column: Int) {
    output.append(0x0A)
    lineStart = output.count
    for _ in 0..<column { output.append(0x20) }
  }

  // MARK: collections

  mutating func writeMap<Order: KeyOrder>(_ id: NodeID, _ order: Order, column: Int) -> Bool {
    var isFirst = true
    for (entry, place) in entries(of: id, order) {
      if !isFirst { newLine(column) }
      isFirst = false
      guard writeKey(entry.key), writeValue(entry.value, place.map { order.order(within: $0) }, column) else { return false }
    }
    return true
  }

  /// The entries in their order, each with its place in it.
  private func entries<Order: KeyOrder>(of id: NodeID, _ order: Order) -> [(entry: Entry, place: Int?)] {
    var found: [(entry: Entry, place: Int?)] = []
    found.reserveCapacity(Int(reader.node(id).content / 2))
    var last = -1
    var isOrdered = true
    for entry in reader.writtenEntries(id) {
      let place = order.place(of: reader.content(entry.key))
      let rank = place ?? .max - 1
      if rank < last || rank == last && place != nil { isOrdered = false }
      last = max(rank, last)
      found.append((entry, place))
    }
    if isOrdered { return found }
    var placed = [Int?](repeating: nil, count: order.count)
    var others: [(entry: Entry, place: Int?)] = []
    for (index, item) in found.enumerated() {
      if let place = item.place { placed[place] = placed[place] ?? index } else { others.append(item) }
    }
    return placed.compactMap { $0.map { found[$0] } } + others
  }

  /// What stands behind the colon of a key at `column`. Without an order of its own the value is written as it stands.
  private mutating func writeValue<Order: KeyOrder>(_ id: NodeID, _ order: Order?, _ column: Int) -> Bool {
    let node = reader.node(id)
    switch node.kind {
    case .mapping where node.content > 0:
      newLine(column + style.indent)
      guard let order else { return writeUnordered(id, column: column + style.indent) }
      return writeMap(id, order, column: column + style.indent)
    case .sequence where wantsLines(id, column: output.count - lineStart):
      newLine(column + style.listIndent)
      return writeItems(id, order, column: column + style.listIndent)
    default:
      output.append(0x20)
      return writeInline(id, inFlow: false)
    }
  }

  private mutating func writeUnordered(_ id: NodeID, column: Int) -> Bool { writeMap(id, NoOrder(), column: column) }

  private mutating func writeItems<Order: KeyOrder>(_ id: NodeID, _ order: Order?, column: Int) -> Bool {
    var isFirst = true
    for item in reader.items(id) {
      if !isFirst { newLine(column) }
      isFirst = false
      output.append(UInt8(ascii: "-"))
      let node = reader.node(item)
      switch node.kind {
      case .mapping where node.content > 0:
        output.append(0x20)
        guard order.map({ writeMap(item, $0, column: column + 2) }) ?? writeUnordered(item, column: column + 2) else {
          return false
        }
      case .sequence where wantsLines(item, column: output.count - lineStart):
        output.append(0x20)
        guard writeItems(item, order, column: column + 2) else { return false }
      default:
        output.append(0x20)
        guard writeInline(item, inFlow: false) else { return false }
      }
    }
    return true
  }

  /// As `YAMLWriter.wantsLines`, for a list.
  private func wantsLines(_ id: NodeID, column: Int) -> Bool {
    guard reader.node(id).content > 0 else { return false }
    var width = column + 2
    for item in reader.items(id) {
      let node = reader.node(item)
      switch node.kind {
      case .sequence, .mapping:
        guard node.content == 0 else { return true }
        width += 6
      case .string:
        let content = reader.content(item)
        guard !content.contains(0x0A) else { return true }
        width += (UTF8Check.isASCII(content) ? content.count : String(decoding: content, as: UTF8.self).unicodeScalars.count) + 2
      default: width += 6
      }
    }
    return width > style.width
  }

  private mutating func writeInline(_ id: NodeID, inFlow: Bool) -> Bool {
    let node = reader.node(id)
    switch node.kind {
    case .sequence:
      output.append(UInt8(ascii: "["))
      var isFirst = true
      for item in reader.items(id) {
        if !isFirst {
          output.append(UInt8(ascii: ","))
          output.append(0x20)
        }
        isFirst = false
        guard writeInline(item, inFlow: true) else { return false }
      }
      output.append(UInt8(ascii: "]"))
      return true
    case .mapping:
      // Only empty ones are written on one line.
      guard node.content == 0 else { return false }
      output.append(UInt8(ascii: "{"))
      output.append(UInt8(ascii: "}"))
      return true
    case .string: return writeString(reader.content(id), inFlow: inFlow)
    case .null, .bool, .int, .float:
      let content = reader.content(id)
      if node.kind == .int, DataValue.isPlainDecimal(content) {
        output.append(contentsOf: content)
      } else {
        output += YAMLWriter.scalar(reader.dataValue(id), style, inFlow: inFlow, blockIndent: nil)
      }
      return true
    case .alias: return false
    }
  }

  // MARK: texts

  private mutating func writeKey(_ id: NodeID) -> Bool {
    let content = reader.content(id)
    // Longer ones need a mark before them.
    guard reader.node(id).kind == .string, content.count < 200, writeString(content, inFlow: false) else { return false }
    output.append(UInt8(ascii: ":"))
    return true
  }

  private mutating func writeString(_ content: UnsafeBufferPointer<UInt8>, inFlow: Bool) -> Bool {
    if Self.isPlain(content) {
      output.append(contentsOf: content)
      return true
    }
    guard !content.contains(0x0A) else { return false }
    let text = String(decoding: content, as: UTF8.self)
    output += YAMLWriter.scalar(.string(text), style, inFlow: inFlow, blockIndent: nil)
    return true
  }

  /// True for most texts: those that begin with a letter, go on with letters, digits and what means nothing in YAML, and are no word that means
  /// something. `YAMLWriter` says the same of them, and finds more.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 0, (text[0] | 0x20) &- 0x61 < 26 else { return false }
    for byte in text where !plainBytes[Int(byte)] { return false }
    return text[text.count - 1] != 0x20 && (text.count > 5 || !isWord(text))
  }

  /// The words of five letters and less that some reader of YAML takes for something else than a text.
  private static func isWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains { $0.count == text.count && zip($0, text).allSatisfy { $0 == $1 | 0x20 } }
  }

  private static let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].map { Array($0.utf8) }
  private static let plainBytes: [Bool] = {
    var isPlain = [Bool](repeating: false, count: 256)
    for byte in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.'&!()/+".utf8 { isPlain[Int(byte)] = true }
    return isPlain
  }()
}

/// The order of maps that nothing is known of: as they stand.
private struct NoOrder: KeyOrder {
  var count: Int { 0 }
  func place(of key: UnsafeBufferPointer<UInt8>) -> Int? { nil }
  func order(within place: Int) -> NoOrder { self }
}
