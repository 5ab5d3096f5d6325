// Which columns the table of a kind has: it follows from the kind alone, so that a query can be made ready before anything is loaded.

package import VitrineModel

/// The columns of a kind's table.
package struct TableLayout: Sendable {
  /// The kind.
  package let kind: Kind
  /// The columns: the kind's fields in their order, then the built-ins.
  package let columns: [Column]
  /// The column of each field, by its dotted path.
  package let columnIndices: [String: Int]
  /// The columns of the built-ins.
  package let builtIns: BuiltInColumns

  /// The layout for a kind.
  package init(kind: Kind) {
    self.kind = kind
    // A field of the schema that is called like a built-in takes its place and its name, with all below it; only the path is always there, as
    // it is what tells records apart.
    let taken = Set(kind.fields.compactMap(\.path.names.first))
    let builtIns = BuiltIn.fields(of: kind).filter { $0.path == BuiltIn.path || !taken.contains($0.path.names.first ?? "") }
    let fields = kind.fields + builtIns.map { kind.language.isEnglish ? $0 : $0.spoken(in: kind.language, kind: kind.name) }
    let places = Dictionary(fields.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    columns = fields.enumerated().map { place, field in
      let above = (1..<max(field.path.names.count, 1)).compactMap { places[FieldPath(Array(field.path.names.prefix($0)))] }
      let members = fields.indices.filter {
        fields[$0].path.names.count == field.path.names.count + 1 && fields[$0].path.names.starts(with: field.path.names)
      }
      return Column(
        field: field, isBuiltIn: place >= kind.fields.count, lists: above.filter { fields[$0].isOwnList && fields[$0].isMap },
        members: field.isMap ? members : [])
    }
    columnIndices = Dictionary(uniqueKeysWithValues: places.map { ($0.key.dotted, $0.value) })
    self.builtIns = BuiltInColumns(columns)
  }

  /// The column of a field or built-in, by its exact path.
  package func column(at path: FieldPath) -> Int? { columnIndices[path.dotted] }
}

/// The columns of the built-ins in one layout; nil for those that its kind does not have.
package struct BuiltInColumns: Sendable {
  /// The path. Every layout has it, though a field of the schema may have its name.
  package let path: Int
  /// When the file last changed.
  package let modified: Int?
  /// When it was created.
  package let created: Int?
  /// The parent.
  package let parent: Int?
  /// The records that refer to it.
  package let usedBy: Int?
  /// The findings.
  package let finding: Int?
  /// The rules of findings.
  package let rule: Int?
  /// The severities of findings.
  package let severity: Int?
  /// The photos.
  package let photo: Int?
  /// What is known of photos: the name below `photo`, with dots, and the column.
  package let photoMembers: [(name: String, column: Int)]

  init(_ columns: [Column]) {
    func column(_ path: FieldPath) -> Int? { columns.firstIndex { $0.isBuiltIn && $0.field.path == path } }
    path = column(BuiltIn.path) ?? 0
    modified = column(BuiltIn.modified)
    created = column(BuiltIn.created)
    parent = column(BuiltIn.parent)
    usedBy = column(BuiltIn.usedBy)
    finding = column(BuiltIn.finding)
    rule = column(BuiltIn.rule)
    severity = column(BuiltIn.severity)
    photo = column(BuiltIn.photo)
    photoMembers = columns.enumerated().compactMap { index, column in
      let names = column.field.path.names
      guard column.isBuiltIn, names.count > 1, names.first == BuiltIn.photo.names.first else { return nil }
      return (names.dropFirst().joined(separator: "."), index)
    }
  }
}
