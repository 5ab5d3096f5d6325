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

  /// The layout for a kind.
  package init(kind: Kind) {
    self.kind = kind
    // A field of the schema that is called like a built-in takes its place.
    let taken = Set(kind.fields.map(\.path))
    let builtIns = BuiltIn.fields(of: kind).filter { !taken.contains($0.path) }
    let fields = kind.fields + builtIns
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
  }

  /// The column of a field or built-in, by its exact path.
  package func column(at path: FieldPath) -> Int? { columnIndices[path.dotted] }
}
