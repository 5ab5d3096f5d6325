// From a tree to values: aliases followed, merge keys replaced by what they bring.

import VitrineSource
package import VitrineSyntax

extension TreeReader {
  /// The value of a node and all below it.
  ///
  /// - Aliases are followed. Where many stand for one node they share its value, so that the result takes no more room than the text.
  /// - Merge keys (`<<`) are replaced by what they bring, as in `forEachEntry`; altogether they bring at most ten times
  ///   `Limits.mergedEntries` entries, the rest is left out.
  /// - Numbers are in JSON's form (`0x1F` is 31, `.5` is 0.5); `.inf`, `-.inf` and `.nan` stay.
  /// - A key is its text: `1: x` has the key "1". A key that is a list or a map is its source.
  package func dataValue(_ id: NodeID) -> DataValue {
    var reading = DataValueReading(reader: self)
    return reading.value(id)
  }
}

/// The reading of one value.
struct DataValueReading {
  /// The tree.
  let reader: TreeReader
  /// The values of anchored nodes that aliases stood for already.
  private var shared: [NodeID: DataValue] = [:]
  private var mergeBudget = 10 * Limits.mergedEntries

  /// A reading of nodes of `reader`.
  init(reader: TreeReader) {
    self.reader = reader
  }

  /// The value of a node.
  mutating func value(_ id: NodeID) -> DataValue {
    let node = reader.node(id)
    switch node.kind {
    case .alias:
      if let known = shared[node.content] { return known }
      let found = value(node.content)
      shared[node.content] = found
      return found
    case .null: return .null
    case .bool: return .bool(reader.content(id).first.map { $0 | 0x20 == UInt8(ascii: "t") } ?? false)
    case .int, .float: return DataValue(number: reader.content(id)) ?? .string(reader.text(id))
    case .string: return .string(reader.text(id))
    case .sequence:
      var items: [DataValue] = []
      items.reserveCapacity(Int(node.content))
      for item in reader.items(id) { items.append(value(item)) }
      return .list(items)
    case .mapping:
      var entries: [DataValue.Entry] = []
      entries.reserveCapacity(Int(node.content / 2))
      if node.flags.contains(.merges) {
        for entry in reader.mergedEntries(id) where mergeBudget > 0 {
          mergeBudget -= 1
          entries.append(DataValue.Entry(key(entry.key), value(entry.value)))
        }
      } else {
        for entry in reader.writtenEntries(id) { entries.append(DataValue.Entry(key(entry.key), value(entry.value))) }
      }
      return .map(entries)
    }
  }

  private func key(_ id: NodeID) -> String {
    let node = reader.resolved(id)
    guard node.isCollection else { return reader.text(id) }
    return String(decoding: UnsafeBufferPointer(rebasing: reader.bytes[node.range.indices]), as: UTF8.self)
  }
}

extension DataValue {
  /// The number that a plain scalar stands for, in JSON's form; nil where it is none.
  init?(number content: UnsafeBufferPointer<UInt8>) {
    if Self.isPlainDecimal(content) {
      self = .number(String(decoding: content, as: UTF8.self))
    } else if let number = TreeJSON.number(content) {
      self = .number(String(decoding: number, as: UTF8.self))
    } else {
      var word = String(decoding: content, as: UTF8.self).lowercased()
      if word.hasPrefix("+") { word.removeFirst() }
      guard word == ".inf" || word == "-.inf" || word == ".nan" else { return nil }
      self = .number(word)
    }
  }

  /// True for digits without a zero before them, with or without a minus: what is the same in YAML and JSON.
  static func isPlainDecimal(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = content.first == UInt8(ascii: "-") ? 1 : 0
    guard index < content.count, content.count < 20, content[index] &- 0x31 < 9 else { return false }
    while index < content.count, content[index] &- 0x30 < 10 { index += 1 }
    return index == content.count
  }
}
