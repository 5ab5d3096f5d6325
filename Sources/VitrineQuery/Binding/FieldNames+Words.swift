// The names of fields as a list: for completions and help the shortest way to write each, for suggestions all of them.

import VitrineIndex
import VitrineModel

extension FieldNames {
  /// A field and how to write it.
  package struct Name: Sendable, Hashable {
    /// The shortest way to write it that means it and no other.
    package var text: String
    /// The field's title.
    package var title: String
    /// The column.
    package var column: Int
  }

  /// Words that mean something else before a colon, so that no field is called by them alone.
  package static let reserved: Set<String> = [
    "is", "has", "no", "kind", "sort", "limit", "group", "show", "and", "or", "not", "rule",
  ]

  /// All fields of a kind in the order of its columns, each in the shortest way to write it.
  package func names(forKind kind: Int) -> [Name] {
    guard layouts.indices.contains(kind) else { return [] }
    return layouts[kind].columns.indices.map { column in
      Name(text: shortest(column, kind), title: layouts[kind].columns[column].field.title, column: column)
    }
  }

  private func shortest(_ column: Int, _ kind: Int) -> String {
    let field = layouts[kind].columns[column].field
    let names = field.path.names
    if layouts[kind].columns[column].isBuiltIn {
      if field.path == BuiltIn.rule { return "rule" }
      if field.path == BuiltIn.parent, let parent = layouts[kind].kind.parent, means([parent], column, kind) { return parent }
      return field.path.dotted
    }
    for count in 1...max(names.count, 1) {
      let own = Array(names.suffix(count))
      let spelled = spellings[kind][column].suffix(count)
      // The word for one reads better where one is asked for; a list's own name is as good.
      for candidate in [Array(own.dropLast()) + [spelled.last?.last ?? ""], own] where means(candidate, column, kind) {
        return candidate.joined(separator: ".")
      }
    }
    return field.path.dotted
  }

  private func means(_ names: [String], _ column: Int, _ kind: Int) -> Bool {
    if names.count == 1, Self.reserved.contains(names[0]) { return false }
    if names.contains(where: \.isEmpty) || (names.count > 1 && names.last == "count") { return false }
    guard case .column(column) = self.column(names, at: NamePlace(table: kind)) else { return false }
    return true
  }

  /// All that may be written at a place, shortest first: paths, their ends, and the words for one value.
  package func words(at place: NamePlace) -> [String] {
    let layout = layouts[place.table]
    let base = place.element.map { layout.columns[$0].field.path.names } ?? []
    var words: [String] = []
    var seen: Set<String> = []
    func add(_ names: some Sequence<String>) {
      let word = names.joined(separator: ".")
      if seen.insert(word).inserted { words.append(word) }
    }
    for (index, column) in layout.columns.enumerated() {
      let path = column.field.path.names
      guard path.count > base.count, path.starts(with: base) else { continue }
      let spelled = spellings[place.table][index]
      add(path[base.count...])
      if column.isBuiltIn { continue }
      for start in base.count..<path.count {
        add(path[start...])
        add(spelled[start...].map { $0.last ?? "" })
      }
    }
    if base.isEmpty {
      add(["rule"])
      if let parent = layout.kind.parent { add([parent]) }
    }
    return words
  }
}
