// Conditions on the rows of one table: from a set of rows to those of them that a condition holds for.

import VitrineIndex
import VitrineQuery

/// Finds the rows of one table that a condition holds for.
struct RowFilter {
  private let index: RecordIndex
  private let table: RecordTable

  /// A filter of the rows of a table.
  init(_ index: RecordIndex, table: Int) {
    self.index = index
    self.table = index.tables[table]
  }

  /// The rows that a condition holds for: all of them, or those of a set.
  func rows(where condition: Condition, among candidates: RowBits? = nil) -> RowBits {
    var rows = RowBits(liveIn: table)
    if let candidates { rows.formIntersection(candidates) }
    keep(ConditionPlan(condition, table), &rows)
    return rows
  }

  /// Takes away the rows that a condition does not hold for.
  private func keep(_ plan: ConditionPlan, _ rows: inout RowBits) {
    switch plan.form {
    case .constant(let value): if !value { rows = RowBits(noneOf: table.chunks.count) }
    case .all(let parts):
      for part in parts where !rows.isEmpty { keep(part, &rows) }
    case .any(let parts):
      var rest = rows
      for part in parts where !rest.isEmpty {
        var found = rest
        keep(part, &found)
        rest.subtract(found)
      }
      rows.subtract(rest)
    case .not(let part):
      var found = rows
      keep(part, &found)
      rows.subtract(found)
    case .value(let column, let selection):
      ready(selection, column, rows)
      if selection.isEmpty {
        rows = RowBits(noneOf: table.chunks.count)
      } else {
        scan(plan, &rows)
      }
    case .follow(let column, let conditions):
      let selection = targets(column, conditions)
      plan.targets = selection
      ready(selection, column, rows)
      scan(plan, &rows)
    case .element(_, let part):
      readyAll(part)
      scan(plan, &rows)
    case .present, .count, .place: scan(plan, &rows)
    }
  }

  /// Asks each chunk that has a row in the set.
  private func scan(_ plan: ConditionPlan, _ rows: inout RowBits) {
    var words: [UInt64] = []
    for number in table.chunks.indices where !rows.isEmpty(chunk: number) {
      let start = number * RowBits.chunkWords
      words.removeAll(keepingCapacity: true)
      words.append(contentsOf: rows.words[start..<start + RowBits.chunkWords])
      ChunkScan(table, chunk: number).keep(plan, nil, &words)
      for index in 0..<RowBits.chunkWords { rows.words[start + index] = words[index] }
    }
  }

  /// Makes a selection ready for a scan: tests all values, or none of them beforehand where few rows are left.
  private func ready(_ selection: ValueSelection, _ column: Int, _ rows: RowBits) {
    if selection.isComplete { return }
    if rows.population * 8 < table.pools[column].count { selection.beginSingly() } else { selection.complete() }
  }

  /// Makes all selections of a condition ready, which is asked of elements.
  private func readyAll(_ plan: ConditionPlan) {
    switch plan.form {
    case .value(_, let selection): selection.complete()
    case .all(let parts), .any(let parts): for part in parts { readyAll(part) }
    case .not(let part), .element(_, let part): readyAll(part)
    case .follow(let column, let conditions):
      plan.targets = targets(column, conditions)
      plan.targets?.complete()
    case .constant, .present, .count, .place: break
    }
  }

  /// The values of a reference column that name a record that its kind's condition holds for.
  func targets(_ column: Int, _ conditions: [Int: Condition]) -> ValueSelection {
    let pool = table.pools[column]
    var candidates: [Int: RowBits] = [:]
    for segment in pool.targets {
      for case let target? in segment where conditions[target.table] != nil && index.tables.indices.contains(target.table) {
        guard target.row < index.tables[target.table].rowCount else { continue }
        candidates[target.table, default: RowBits(noneOf: index.tables[target.table].chunks.count)].insert(target.row)
      }
    }
    var found: [Int: RowBits] = [:]
    for (kind, rows) in candidates {
      guard let condition = conditions[kind] else { continue }
      found[kind] = RowFilter(index, table: kind).rows(where: condition, among: rows)
    }
    return ValueSelection(pool, .targets(found))
  }
}
