// A condition in its cheapest order, and what is found out about values while it is evaluated.

import VitrineIndex
import VitrineModel
import VitrineQuery

/// One part of a condition, ready to be evaluated. A class, since selections are filled while it is; it lives as long as one query.
final class ConditionPlan {
  /// What it asks.
  indirect enum Form {
    case constant(Bool)
    case all([ConditionPlan])
    case any([ConditionPlan])
    case not(ConditionPlan)
    case value(column: Int, ValueSelection)
    case follow(column: Int, [Int: Condition])
    case present(column: Int)
    case count(column: Int, NumberRange)
    case place(latitude: Int, longitude: Int, any Area)
    case element(column: Int, ConditionPlan)
  }

  /// What it asks.
  let form: Form
  /// What it costs to ask it of all rows. Units: about a nanosecond.
  let cost: Double
  /// The part of the rows it is likely to leave.
  let fraction: Double
  /// Of a `follow`: the values that lead to a record that meets the condition, once that is known.
  var targets: ValueSelection?

  /// Makes a condition ready. Columns that the table has not are without values.
  init(_ condition: Condition, _ table: RecordTable) {
    let rows = Double(table.rowCount)
    var fraction = 0.5
    switch condition {
    case .constant(let value):
      form = .constant(value)
      cost = 0
      fraction = value ? 1 : 0
    case .all(let conditions):
      let parts = conditions.map { ConditionPlan($0, table) }.sorted { $0.rankAmongAll < $1.rankAmongAll }
      form = .all(parts)
      cost = parts.reduce(1) { $0 + $1.cost }
      fraction = parts.reduce(1) { $0 * $1.fraction }
    case .any(let conditions):
      let parts = conditions.map { ConditionPlan($0, table) }.sorted { $0.rankAmongAny < $1.rankAmongAny }
      form = .any(parts)
      cost = parts.reduce(1) { $0 + $1.cost }
      fraction = min(parts.reduce(0) { $0 + $1.fraction }, 1)
    case .not(let condition):
      let part = ConditionPlan(condition, table)
      form = .not(part)
      cost = part.cost
      fraction = 1 - part.fraction
    case .value(let column, let test):
      guard table.columns.indices.contains(column) else {
        form = .constant(false)
        cost = 0
        break
      }
      let pool = table.pools[column]
      let selection = ValueSelection(pool, .test(test))
      let asking = Double(pool.count) * test.cost
      let scanning = rows * (table.columns[column].field.isList ? 3 : 0.7)
      fraction = test.fraction
      // A few values are tested now, which tells how many rows to expect.
      if asking < 20_000, asking < scanning {
        selection.complete()
        fraction = selection.fraction
      }
      form = .value(column: column, selection)
      cost = asking + scanning
    case .present(let column):
      form = table.columns.indices.contains(column) ? .present(column: column) : .constant(false)
      cost = rows
    case .count(let column, let range):
      form = table.columns.indices.contains(column) ? .count(column: column, range) : .constant(range.contains(0))
      cost = rows
    case .place(let latitude, let longitude, let area):
      let isThere = table.columns.indices.contains(latitude) && table.columns.indices.contains(longitude)
      form = isThere ? .place(latitude: latitude, longitude: longitude, area) : .constant(false)
      cost = rows * 4
      fraction = 0.1
    case .follow(let column, let conditions):
      form = table.columns.indices.contains(column) ? .follow(column: column, conditions) : .constant(false)
      cost = rows * 3 + 100_000
      fraction = 0.2
    case .element(let column, let condition):
      let part = ConditionPlan(condition, table)
      let isThere = table.columns.indices.contains(column)
      form = isThere ? .element(column: column, part) : .constant(false)
      cost = part.cost + rows * 8
      fraction = part.fraction
    }
    self.fraction = fraction
  }

  /// What comes first under *and*: what costs little for each row it takes away.
  private var rankAmongAll: Double { cost / (1.001 - fraction) }
  /// What comes first under *or*: what costs little for each row it finds.
  private var rankAmongAny: Double { cost / (0.001 + fraction) }
}
