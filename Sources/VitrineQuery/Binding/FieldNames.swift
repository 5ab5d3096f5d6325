// From a dotted name as people write it to the columns of a kind: the one place that knows which spellings are allowed.

package import VitrineIndex
import VitrineModel
import VitrineSource

/// The names of the fields of a catalogue's kinds.
///
/// A written path is resolved in this order, and the first step that gives a result wins: the exact path of a field, or of a built-in; the
/// name of the parent's kind, `rule`, and `on` for the day a record is about; other spellings (a field's singular, leading names left out), of which the one for the field with
/// the fewest names wins; a way over a reference.
package struct FieldNames: Sendable {
  /// The most references that one path may follow.
  package static let mostReferences = 4
  /// The most names of one path, as a field has them that lies as deep as fields are looked at, at the end of as many references. A longer one is unknown: each of
  /// its beginnings would be looked up.
  static let mostNames = 40
  /// The most kinds of records that one path may lead to.
  static let mostWays = 64

  /// The name that stands for the day a record is about (`Kind.day`): `on:today`.
  static let day = "on"

  /// The tables, one a kind.
  package let layouts: [TableLayout]
  /// For each table, the columns of the schema's fields by how their last name may be written.
  let columnsByLastName: [[String: [Int]]]
  /// For each table and column, how each name of its path may be written, the field's own name first.
  let spellings: [[[[String]]]]
  /// The tables by the names of their kinds.
  let tables: [String: Int]
  /// For each table, those whose records can refer to its records, as parent or by reference.
  let referrers: [[Int]]
  /// Called where a question names the built-in field `created`, before it is answered: its column is filled only then.
  package var willUseCreated: (@Sendable () -> Void)?

  /// The names of the fields of kinds with the given tables.
  package init(_ layouts: [TableLayout]) {
    self.layouts = layouts
    let tables = Dictionary(layouts.enumerated().map { ($0.element.kind.name, $0.offset) }) { first, _ in first }
    self.tables = tables
    let spellings = layouts.map { Self.spellings(of: $0) }
    self.spellings = spellings
    columnsByLastName = layouts.indices.map { table in
      var columns: [String: [Int]] = [:]
      for (index, column) in layouts[table].columns.enumerated() where !column.isBuiltIn {
        for spelling in spellings[table][index].last ?? [] { columns[spelling, default: []].append(index) }
      }
      return columns
    }
    referrers = layouts.map { wanted in
      layouts.indices.filter { Self.refers(layouts[$0].kind, to: wanted.kind) }
    }
  }

  private static func refers(_ kind: Kind, to wanted: Kind) -> Bool {
    kind.parent == wanted.name
      || kind.fields.contains { field in
        if case .reference(let target) = field.meaning { return target == nil || target == wanted.name }
        return false
      }
  }

  private static func spellings(of layout: TableLayout) -> [[[String]]] {
    var all: [[[String]]] = []
    all.reserveCapacity(layout.columns.count)
    for column in layout.columns {
      let names = column.field.path.names
      // A field stands after the one that holds it.
      let above = layout.columnIndices[names.dropLast().joined(separator: ".")].flatMap { $0 < all.count ? all[$0] : nil }
      let own = names.last ?? ""
      let singular = column.field.singular.map { $0.split(separator: " ").joined(separator: "-") } ?? own
      all.append((above ?? names.dropLast().map { [$0] }) + [singular.isEmpty || singular == own ? [own] : [own, singular]])
    }
    return all
  }
}

/// Where paths start: at the records of a table, or at the elements of one of its columns.
package struct NamePlace: Hashable {
  /// The table, which is the index of the kind.
  package var table: Int
  /// The column whose elements they start at; nil for the records themselves.
  package var element: Int?

  /// The records of a table.
  package init(table: Int, element: Int? = nil) {
    self.table = table
    self.element = element
  }
}

/// What a written path leads to.
enum NameResolution {
  /// The ways to a column; several where references lead to several kinds.
  case ways([BoundPath.Way])
  /// Nothing has this name.
  case unknown
  /// Fields with equally long paths have it; their paths.
  case ambiguous([String])
  /// It could mean more than anyone can have meant.
  case excessive
}

extension FieldNames {
  /// The way from records of a kind to the values of a field; nil where it has none, or where the name is ambiguous. Where references lead
  /// to several kinds, the way to the first.
  package func way(to path: Query.Path, kind: Int) -> BoundPath.Way? {
    guard case .ways(let ways) = resolve(path, at: NamePlace(table: kind)) else { return nil }
    return ways.first
  }

  /// The same for a path written with dots.
  package func way(to dotted: String, kind: Int) -> BoundPath.Way? { way(to: Query.Path(dotted: dotted), kind: kind) }

  /// What a path leads to.
  func resolve(_ path: Query.Path, at place: NamePlace) -> NameResolution {
    let found = meaning(of: path, at: place)
    if let willUseCreated, case .ways(let ways) = found, ways.contains(where: { isCreated($0, from: place.table) }) {
      willUseCreated()
    }
    return found
  }

  private func isCreated(_ way: BoundPath.Way, from table: Int) -> Bool {
    layouts[way.references.last?.kind ?? table].builtIns.created == way.column
  }

  private func meaning(of path: Query.Path, at place: NamePlace) -> NameResolution {
    guard layouts.indices.contains(place.table), (1...Self.mostNames).contains(path.names.count) else { return .unknown }
    if path.counts, case .column(let column) = column(path.names + ["count"], at: place) {
      return .ways([BoundPath.Way(column: column)])
    }
    var budget = 10_000
    return resolve(path.names[...], path.counts, at: place, depth: 0, &budget)
  }

  private func resolve(
    _ names: ArraySlice<String>, _ counts: Bool, at place: NamePlace, depth: Int, _ budget: inout Int
  ) -> NameResolution {
    budget -= 1
    guard budget > 0 else { return .excessive }
    switch column(Array(names), at: place) {
    case .column(let column): return .ways([BoundPath.Way(column: column, counts: counts)])
    case .several(let paths): return .ambiguous(paths)
    case .none: break
    }
    guard depth < Self.mostReferences, names.count > 1 else { return .unknown }
    var failure = NameResolution.unknown
    for end in (names.startIndex + 1..<names.endIndex).reversed() {
      guard case .column(let column) = column(Array(names[..<end]), at: place) else { continue }
      var ways: [BoundPath.Way] = []
      for table in targets(of: column, in: place.table) {
        switch resolve(names[end...], counts, at: NamePlace(table: table), depth: depth + 1, &budget) {
        case .ways(let inner):
          ways += inner.map { way in
            BoundPath.Way(references: [(column, table)] + way.references, column: way.column, counts: way.counts)
          }
        case .unknown: continue
        case .ambiguous(let paths): failure = .ambiguous(paths)
        case .excessive: return .excessive
        }
      }
      if ways.count > Self.mostWays { return .excessive }
      if !ways.isEmpty { return .ways(ways) }
    }
    return failure
  }

  /// What a path without references is in one table.
  package enum Found {
    /// The column.
    case column(Int)
    /// Any of these fields, by their paths.
    case several([String])
    /// No field.
    case none
  }

  /// The column of a path that follows no reference.
  package func column(_ names: [String], at place: NamePlace) -> Found {
    let layout = layouts[place.table]
    let base = place.element.map { layout.columns[$0].field.path.names } ?? []
    if let exact = layout.columnIndices[(base + names).joined(separator: ".")] { return .column(exact) }
    if base.isEmpty, names.count == 1 {
      if names[0] == layout.kind.parent, let parent = layout.column(at: BuiltIn.parent) { return .column(parent) }
      if names[0] == "rule", let rule = layout.column(at: BuiltIn.rule) { return .column(rule) }
      if names[0] == Self.day, let day = layout.kind.day.flatMap({ layout.column(at: $0.path) }) { return .column(day) }
    }
    guard let last = names.last else { return .none }
    var best: [Int] = []
    var fewest = Int.max
    for column in columnsByLastName[place.table][last] ?? [] {
      let path = layout.columns[column].field.path.names
      guard path.count >= base.count + names.count, path.count <= fewest, path.starts(with: base),
        zip(spellings[place.table][column].suffix(names.count), names).allSatisfy({ $0.contains($1) })
      else { continue }
      if path.count < fewest { best = [] }
      fewest = path.count
      best.append(column)
    }
    if best.count > 1 { return .several(best.map { layout.columns[$0].field.path.dotted }) }
    return best.first.map { .column($0) } ?? .none
  }

  /// The tables that values of a reference column may lead to.
  func targets(of column: Int, in table: Int) -> [Int] {
    let column = layouts[table].columns[column]
    guard case .reference(let kind) = column.field.meaning else { return [] }
    if let kind { return tables[kind].map { [$0] } ?? [] }
    return column.isBuiltIn && column.field.path == BuiltIn.usedBy ? referrers[table] : Array(layouts.indices)
  }
}

extension Query.Path {
  /// A path from a text with dots that stands in no query; its range is that of the text.
  package init(dotted text: String) {
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let counts = names.count > 1 && names.last == "count"
    if counts { names.removeLast() }
    self.init(names: names, counts: counts, range: ByteRange(0, text.utf8.count))
  }
}
