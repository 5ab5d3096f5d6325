// A record of another shape, made ours by a mapping.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

extension ImportMapping {
  /// The record that a row of a table stands for.
  func record(fromRow row: [CSVReader.Cell], _ header: [String], range: ByteRange) -> ForeignReader.Made {
    record(range) { name in
      header.firstIndex(of: name).map { ([.string(row[$0].text)], row[$0].range) }
    }
  }

  /// The record that an object stands for; its members are found by their names, and by dotted names within.
  func record(from reader: TreeReader, _ id: NodeID, range: ByteRange, offset: Int) -> ForeignReader.Made {
    record(range) { name in
      var node: NodeID? = reader.value(id, named: name)
      if node == nil {
        node = name.split(separator: ".").reduce(Optional(id)) { node, part in
          node.flatMap { reader.value($0, named: String(part)) }
        }
      }
      guard let node else { return nil }
      let value = reader.dataValue(node)
      return (value.items ?? [value], reader.node(node).range.moved(by: offset))
    }
  }

  private func record(
    _ range: ByteRange, _ source: (String) -> (values: [DataValue], range: ByteRange)?
  ) -> ForeignReader.Made {
    var made = ForeignReader.Made(value: .map([]), places: [], range: range)
    for field in fields {
      var value = field.value
      if let from = field.from, let found = source(from) {
        made.places.append((field.path.map { "/" + TreeReader.escaped($0) }.joined(), found.range))
        value = field.result(of: found.values)
      }
      if let value = value ?? field.fallback { made.value.put(value, at: field.path[...]) }
    }
    return made
  }
}

extension MappedField {
  /// The field's value from those of the source; nil where there is none.
  func result(of source: [DataValue]) -> DataValue? {
    var results: [DataValue] = []
    for value in source.flatMap(parts) {
      if value == .null || value == .string("") || skip.contains(value.word) { continue }
      let mapped = map[value.word] ?? typed(value)
      let result = item.map { $0.filled(mapped) } ?? mapped
      if !results.contains(result) { results.append(result) }
    }
    guard let first = results.first else { return nil }
    return field.isOwnList || results.count > 1 ? .list(results) : first
  }

  private func parts(_ value: DataValue) -> [DataValue] {
    guard let split, case .string(let text) = value else {
      if case .string(let text) = value { return [.string(text.trimmingBlanks)] }
      return [value]
    }
    return text.separated(by: split).map { .string($0.trimmingBlanks) }
  }

  private func typed(_ value: DataValue) -> DataValue {
    guard case .string(let text) = value else { return value }
    for pattern in dates {
      guard let day = pattern.day(text) else { continue }
      guard field.meaning == .dateInt else { return .string(day.description) }
      return .number(String(day.year * 10_000 + day.month * 100 + day.day))
    }
    guard item == nil else { return value }
    return CellText.scalar(text, field.itemTypes)
  }
}

extension DataValue {
  /// A scalar as the word that mappings compare.
  fileprivate var word: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .list, .map: ""
    }
  }

  /// The value with another in place of each text `{}`.
  fileprivate func filled(_ value: DataValue) -> DataValue {
    switch self {
    case .string("{}"): value
    case .null, .bool, .number, .string: self
    case .list(let items): .list(items.map { $0.filled(value) })
    case .map(let entries): .map(entries.map { Entry($0.key, $0.value.filled(value)) })
    }
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\u{A0}"]
    var rest = self[...]
    while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    return String(rest)
  }

  /// The parts between the occurrences of a separator.
  fileprivate func separated(by separator: String) -> [String] {
    let wanted = Array(separator.utf8)
    var parts: [String] = []
    var part: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: wanted) {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        rest = rest.dropFirst(wanted.count)
      } else {
        part.append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts + [String(decoding: part, as: UTF8.self)]
  }
}
