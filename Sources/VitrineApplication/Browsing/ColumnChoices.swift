// The fields of a kind that a list may have as columns.

import VitrineAnswers
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery

extension RecordCollection {
  /// A field that may be a column.
  package struct ColumnChoice: Sendable, Hashable {
    /// Its name in queries.
    package var name: String
    /// What it is called.
    package var title: String
    /// Whether it is one.
    package var isShown: Bool
  }

  /// Those that are columns, in their order, then all others in the order of the schema; none for records of several kinds.
  package var columnChoices: [ColumnChoice] {
    guard let kind else { return [] }
    let columns = open.index.tables[kind].columns
    func column(_ name: String) -> Int? {
      open.binder.names.way(to: name, kind: kind).flatMap { $0.references.isEmpty ? $0.column : nil }
    }
    func choice(_ place: Int, isShown: Bool) -> ColumnChoice {
      let path = columns[place].field.path
      let name = path.names.last.flatMap { column($0) == place ? $0 : nil } ?? path.dotted
      return ColumnChoice(name: name, title: columns[place].field.title, isShown: isShown)
    }
    let shown = table.columns.map { (name: $0.name, title: $0.title, place: column($0.name)) }
    let others = columns.indices.filter { place in
      isOffered(columns[place], kind) && !shown.contains { $0.place == place }
    }
    return shown.map { $0.place.map { choice($0, isShown: true) } ?? ColumnChoice(name: $0.name, title: $0.title, isShown: true) }
      + others.map { choice($0, isShown: false) }
  }

  /// What can be read in a cell: no map, nothing of photos; of what every record has beside its fields, when it changed and what it belongs to.
  private func isOffered(_ column: Column, _ kind: Int) -> Bool {
    let (path, photos) = (column.field.path, open.kinds[kind].photoFields)
    if column.isBuiltIn { return [BuiltIn.modified, BuiltIn.parent].contains(path) }
    let isOfPhotos = photos.contains { $0 == path || ($0.names.count > 1 && $0.names.dropLast() == path.names.dropLast()) }
    return !column.field.isMap && !isOfPhotos
  }
}
