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
package struct SealedColumn: Sendable {
  let pool: ValuePool
  let chunks: [ColumnChunk]
}

extension SealedColumn {
  /// Puts the parts of a column together. Values are numbered in the order they are met in the rows.
  init(_ harvests: [ColumnHarvest], field: Kind.Field, rowCounts: [Int], order: RowOrder) {
    let starts = zip(harvests, rowCounts).map { Self.starts($0.cells, rowCount: $1) }
    var merge = TableMerge(harvests)
    var chunks: [ColumnChunk] = []
    let listCount = harvests.first?.elements.count ?? 0
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
            values.append(merge.number(of: harvests[part].cells[index].value, in: part))
            for list in 0..<listCount { elements[list].append(harvests[part].elements[list][index]) }
          }
        }
        chunkStarts.append(UInt32(truncatingIfNeeded: values.count))
      }
      chunks.append(ColumnChunk(smallestOf: values, starts: chunkStarts, elements: elements))
    }
    self.init(pool: ValuePool(merge.table, field: field), chunks: chunks)
  }

  /// Where the values of each row start; nothing where no row has any.
  private static func starts(_ cells: [ColumnHarvest.Cell], rowCount: Int) -> [UInt32] {
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

  private let harvests: [ColumnHarvest]
  private var numbers: [[ValueID]]
  private(set) var table = ValueTable()

  init(_ harvests: [ColumnHarvest]) {
    self.harvests = harvests
    numbers = harvests.map { harvest in
      [.null, .map] + Array(repeating: Self.unknown, count: harvest.table.count - 2)
    }
  }

  @inline(__always)
  mutating func number(of value: ValueID, in part: Int) -> ValueID {
    let known = numbers[part][Int(value)]
    if known != Self.unknown { return known }
    let number: ValueID
    if harvests[part].isUnique {
      number = table.append(value, of: harvests[part].table)
    } else {
      number = harvests[part].table.withBytes(value) { table.intern($0, harvests[part].table.kind(value)) }
    }
    numbers[part][Int(value)] = number
    return number
  }
}
