// Values of references and of maps: what they name lies elsewhere, in another record or one level below.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A record by its id, by the last part of it or by its title; and, where a value names no record, by the value's own text.
  func reference(_ value: Query.Value) throws(QueryError) -> Condition {
    let word = try text(value)
    let isWhole = term.relation != .matches
    let named: any ValueTest = isWhole ? FoldedTest(word) : ContainsTest(word)
    let column = field.way.column
    var records: [Int: Condition] = [:]
    for table in field.names.targets(of: column, in: field.table) {
      let layout = field.names.layouts[table]
      var tests: [Condition] = []
      if let path = layout.column(at: BuiltIn.path), let test = PathWords.record(named: word) {
        tests.append(.value(column: path, test))
      }
      if let display = layout.kind.display, let title = layout.column(at: display) {
        tests.append(.value(column: title, named))
      }
      if !tests.isEmpty { records[table] = .some(tests) }
    }
    return .some((records.isEmpty ? [] : [.follow(column: column, records)]) + [.value(column: column, DanglingTest(named))])
  }

  /// A plain value for a map: any of its direct members that can have it. Errors: none can; the nearest reason is given.
  func members(_ value: Query.Value) throws(QueryError) -> Condition {
    let isPlace = field.field.meaning == .location
    let members = field.column.members.filter { member in
      let field = self.field.layout.columns[member].field
      return !field.isMap && (!isPlace || field.holdsText)
    }
    var conditions: [Condition] = []
    var fault: QueryError?
    for member in members {
      do throws(QueryError) {
        conditions.append(
          try ValueBinder(field: field.member(member), term: term, now: now, namedPlaces: namedPlaces, scope: scope).condition([
            value
          ]))
      } catch {
        if fault == nil || (fault?.suggestion.isEmpty == true && !error.suggestion.isEmpty) { fault = error }
      }
    }
    if let fault, conditions.isEmpty { throw fault }
    guard !conditions.isEmpty else {
      throw error("'\(name)' is a map, and has no plain value", term.range, "ask for one of its fields, or with 'has:'")
    }
    return .some(conditions)
  }
}
