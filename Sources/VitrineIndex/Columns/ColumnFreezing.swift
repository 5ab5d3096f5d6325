// One column of one table, put together from what all workers brought in.

import VitrineModel

/// The rows of a table, in the order of their paths, by the part each was gathered in and its row there.
struct RowOrder: Sendable {
  /// The part of each row.
  var parts: [UInt32] = []
  /// The row in that part.
  var rows: [UInt32] = []

  /// How many rows there are.
  var count: Int { rows.count }
}

/// A finished column.
package struct FrozenColumn: Sendable {
  let pool: ValuePool
  let chunks: [ColumnChunk]
}

extension FrozenColumn {
  /// Puts the parts of a column together. Values are numbered in the order they are met in the rows.
  init(_ builders: [ColumnBuilder], field: Kind.Field, rowCounts: [Int], order: RowOrder) {
    let starts = zip(builders, rowCounts).map { Self.starts($0.cells, rowCount: $1) }
    var merge = TableMerge(builders)
    var chunks: [ColumnChunk] = []
    let listCount = builders.first?.elements.count ?? 0
    for first in stride(from: 0, to: order.count, by: RowChunk.size) {
      let rows = first..<min(first + RowChunk.size, order.count)
      var values: [ValueID] = []
      var chunkStarts: [UInt32] = [0]
      chunkStarts.reserveCapacity(rows.count + 1)
      var elements = Array(repeating: [UInt32](), count: listCount)
      for row in rows {
        let part = Int(order.parts[row])
        if !starts[part].isEmpty {
          let own = Int(order.rows[row])
          for index in Int(starts[part][own])..<Int(starts[part][own + 1]) {
            values.append(merge.number(of: builders[part].cells[index].value, in: part))
            for list in 0..<listCount { elements[list].append(builders[part].elements[list][index]) }
          }
        }
        chunkStarts.append(UInt32(truncatingIfNeeded: values.count))
      }
      chunks.append(ColumnChunk(smallestOf: values, starts: chunkStarts, elements: elements))
    }
    self.init(pool: ValuePool(merge.table, field: field), chunks: chunks)
  }

  /// Where the values of each row start; nothing where no row has any.
  private static func starts(_ cells: [ColumnBuilder.Cell], rowCount: Int) -> [UInt32] {
    guard !cells.isEmpty else { return [] }
    var starts = Array(repeating: 0 as UInt32, count: rowCount + 1)
    for cell in cells { starts[Int(cell.row) + 1] += 1 }
    for row in 0..<rowCount { starts[row + 1] += starts[row] }
    return starts
  }
}

/// The tables of several parts as they become one.
private struct TableMerge {
  private static let unknown = UInt32.max

  private let builders: [ColumnBuilder]
  private var numbers: [[ValueID]]
  private(set) var table = ValueTable()

  init(_ builders: [ColumnBuilder]) {
    self.builders = builders
    numbers = builders.map { builder in
      [.null, .map] + Array(repeating: Self.unknown, count: builder.table.count - 2)
    }
  }

  @inline(__always)
  mutating func number(of value: ValueID, in part: Int) -> ValueID {
    let known = numbers[part][Int(value)]
    if known != Self.unknown { return known }
    let number: ValueID
    if builders[part].isUnique {
      number = table.append(value, of: builders[part].table)
    } else {
      number = builders[part].table.withBytes(value) { table.intern($0, builders[part].table.kind(value)) }
    }
    numbers[part][Int(value)] = number
    return number
  }
}
