// A bound query in words, for `--explain` and for tests: what every name and value was taken for.

package import VitrineIndex
import VitrineModel

extension BoundQuery {
  /// What is asked of each kind: one line a kind, then order, limit, groups and columns where there are any.
  package func explanation(_ layouts: [TableLayout]) -> String {
    var lines = conditions.map { "\(layouts[$0.kind].kind.name): \(ConditionText(layouts: layouts).text($0.condition, $0.kind))" }
    if conditions.isEmpty { lines.append("nothing: no kind can have a match") }
    let tables = conditions.map(\.kind)
    if !sort.isEmpty {
      lines.append("sort: " + sort.map { ($0.isDescending ? "-" : "") + $0.path.text(layouts, tables) }.joined(separator: ", "))
    }
    if !group.isEmpty { lines.append("group: " + group.map { $0.text(layouts, tables) }.joined(separator: ", ")) }
    if !show.isEmpty { lines.append("show: " + show.map { $0.text(layouts, tables) }.joined(separator: ", ")) }
    if let limit { lines.append("limit: \(limit)") }
    return lines.joined(separator: "\n")
  }
}

extension BoundPath {
  /// The paths it stands for, each once; as it is written where no kind has it.
  fileprivate func text(_ layouts: [TableLayout], _ tables: [Int]) -> String {
    var texts: [String] = []
    for table in tables {
      guard let way = ways[table] else { continue }
      let text = way.text(layouts, from: table)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.isEmpty ? written : texts.joined(separator: " or ")
  }
}

extension BoundPath.Way {
  /// The exact path from a record of a table, references followed by `→`.
  package func text(_ layouts: [TableLayout], from start: Int) -> String {
    var table = start
    var text = ""
    for step in references {
      text += layouts[table].columns[step.column].field.path.dotted + " → "
      table = step.kind
    }
    return text + layouts[table].columns[column].field.path.dotted + (counts ? ".count" : "")
  }
}

/// Conditions in words.
struct ConditionText {
  /// The tables, one a kind.
  let layouts: [TableLayout]

  /// A condition of the records of a table.
  func text(_ condition: Condition, _ table: Int) -> String {
    let columns = layouts[table].columns
    func name(_ column: Int) -> String { columns[column].field.path.dotted }
    switch condition {
    case .constant(let value): return value ? "all" : "none"
    case .all(let parts): return parts.map { enclosed($0, table) }.joined(separator: " and ")
    case .any(let parts): return parts.map { enclosed($0, table) }.joined(separator: " or ")
    case .not(let part): return "not " + enclosed(part, table)
    case .value(let column, let test): return "\(name(column)) \(test.explanation(columns[column].field.meaning))"
    case .present(let column): return "\(name(column)) is there"
    case .count(let column, let range): return "\(name(column)).count " + Self.range(range, .number)
    case .place(let latitude, _, let area):
      return "\(columns[latitude].field.path.names.dropLast().joined(separator: ".")) \(area.explanation)"
    case .follow(let column, let conditions):
      let parts = conditions.sorted { $0.key < $1.key }.map { "\(layouts[$0.key].kind.name) with \(text($0.value, $0.key))" }
      return "\(name(column)) → (\(parts.joined(separator: "; ")))"
    case .element(let column, let inner): return "\(name(column)) {\(text(inner, table))}"
    }
  }

  private func enclosed(_ condition: Condition, _ table: Int) -> String {
    switch condition {
    case .all, .any: "(\(text(condition, table)))"
    case .value(_, let test) where test is AnyTest: "(\(text(condition, table)))"
    case .constant, .not, .value, .present, .count, .place, .follow, .element: text(condition, table)
    }
  }

  /// A range as `a...b`, without `b` itself as `a..<b`; a single number by itself.
  static func range(_ range: NumberRange, _ meaning: FieldMeaning) -> String {
    func end(_ value: Double) -> String { value.isInfinite ? "" : written(value, meaning) }
    if range.lower == range.upper, range.includesLower, range.includesUpper { return "= \(written(range.lower, meaning))" }
    let operation = (range.includesLower ? "" : "<") + (range.includesUpper ? "..." : "..<")
    return end(range.lower) + operation + end(range.upper)
  }

  private static func written(_ value: Double, _ meaning: FieldMeaning) -> String {
    switch meaning {
    case .date, .dateInt, .dateTime:
      let days = (value / 86_400).rounded(.down)
      let day = CivilDay(number: Int(max(min(days, 1e9), -1e9)))
      // The day after the calendar's last is the end of what goes on to its end.
      if Double(day.number) < days { return "10000-01-01" }
      return value == days * 86_400 ? day.description : "\(day)T\(clock(value - days * 86_400))"
    case .time: return clock(value)
    case .text, .enumeration, .number, .boolean, .color, .reference, .location, .map: return number(value)
    }
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(max(min(seconds, 1e6), 0))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (whole % 60 == 0 ? parts[..<2] : parts[...]).joined(separator: ":")
  }

  /// A number, without a point where it is whole.
  static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
