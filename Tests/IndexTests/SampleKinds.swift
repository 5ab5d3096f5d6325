// Kinds for the tests of the index: every meaning a field can have, lists of maps in lists of maps, parents and references.

import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// Kinds that no catalogue has.
enum SampleKinds {
  private static let box = """
    type: object
    x-vitrine: {plural: boxes, display: label, parent: box}
    properties:
      label: {type: string}
      within: {type: string, x-vitrine: {reference: box}}

    """
  private static let thing = """
    type: object
    x-vitrine: {plural: things, display: title, parent: box}
    properties:
      title: {type: string}
      tags: {type: array, items: {type: string}}
      size: {type: [number, string], x-vitrine: {unit: mm}}
      level: {enum: [low, middle, high], x-vitrine: {ordered: true}}
      made: {type: string, format: date}
      seen: {type: string, format: date-time}
      flag: {type: boolean}
      like: {type: array, items: {type: string, x-vitrine: {reference: thing}}}
      where: {type: string, x-vitrine: {reference: box}}
      parts:
        type: array
        items:
          type: object
          properties:
            name: {type: string}
            count: {type: integer}
            maker: {type: object, properties: {city: {type: string}}}
            holes:
              type: array
              items: {type: object, properties: {x: {type: number}, y: {type: number}}}

    """
  /// A kind with fields called like built-ins.
  private static let note = """
    type: object
    properties:
      path: {type: string}
      modified: {type: string}
      photo: {type: array, items: {type: object, properties: {file: {type: string}}}}

    """

  /// The kinds `box`, `thing` and `note`, in this order.
  static func all() -> [Kind] {
    var schemas = SchemaStore()
    let texts = [("box", box), ("thing", thing), ("note", note)]
    for (name, text) in texts { _ = schemas.add(Array(text.utf8), path: "schemas/\(name).schema.yaml") }
    return texts.compactMap { schemas.kind(named: $0.0) }
  }

  /// A record from its text.
  static func record(_ path: String, _ kind: Int, _ text: String, context: RecordContext = RecordContext()) -> IndexedRecord {
    IndexedRecord(path: Path(path), kind: kind, tree: YAML.parse(Array(text.utf8)).tree, context: context)
  }
}

extension RecordIndex {
  /// The entries of a row in a field: texts with kinds other than string marked, element numbers, and where references lead.
  func entries(_ id: RowID, _ path: String) -> String {
    guard let column = tables[id.table].layout.column(at: FieldPath(dotted: path)) else { return "no field \(path)" }
    return entries(id, column)
  }

  /// The same for a column.
  func entries(_ id: RowID, _ column: Int) -> String {
    let table = tables[id.table]
    let pool = table.pools[column]
    let chunk = table.chunks[id.row / RowChunk.size].columns[column]
    let isSingle = chunk.starts.isEmpty
    return chunk.range(ofRow: id.row % RowChunk.size).compactMap { index -> String? in
      let value = chunk.values[index]
      let elements = chunk.elements.map { "\($0[index])" }.joined(separator: "/")
      if value == .null { return isSingle ? nil : "~" + (elements.isEmpty ? "" : "@\(elements)") }
      var text = value == .map ? "{}" : pool.text(value)
      if value != .map, pool.kind(value) != .string { text += ":\(pool.kind(value))" }
      if !elements.isEmpty { text += "@\(elements)" }
      if case .reference = pool.meaning { text += "->" + (pool.target(value).map { self.path(of: $0).string } ?? "-") }
      return text
    }.joined(separator: " ")
  }

  /// All that an index says, in an order of its own: what two indices must agree on, whatever their rows and values are numbered.
  var portrait: [String] {
    var lines: [String] = []
    for (number, table) in tables.enumerated() {
      let ranks = table.columns.indices.map { self.ranks(number, $0) }
      for row in 0..<table.rowCount where table.isLive(row) {
        let id = RowID(table: number, row: row)
        var line = "\(table.kind.name) \((path(of: id)).string) '\(title(of: id))'"
        for column in table.columns.indices {
          let values = table.values(row, column).map { ranks[column][table.pools[column].label($0)] ?? -1 }
          let entries = entries(id, column)
          if !entries.isEmpty { line += "; \(table.columns[column].field.path.dotted) = \(entries) \(values)" }
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }

  /// The rank of each label among those of values that some row has.
  private func ranks(_ table: Int, _ column: Int) -> [UInt64: Int] {
    var labels: Set<UInt64> = []
    for row in 0..<tables[table].rowCount where tables[table].isLive(row) {
      for value in tables[table].values(row, column) { labels.insert(tables[table].pools[column].label(value)) }
    }
    return Dictionary(uniqueKeysWithValues: labels.sorted().enumerated().map { ($0.element, $0.offset) })
  }
}
