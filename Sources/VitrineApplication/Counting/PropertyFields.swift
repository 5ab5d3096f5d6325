// The fields that a person means by a name whose values are to be changed.

import VitrineCatalog
package import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineQuery
package import VitrineSource

/// The fields of a name, in one kind or in all.
package struct PropertyFields {
  private let open: OpenCatalogue
  private let field: String
  private let path: BoundPath

  /// The fields of a name; `kind` is the word for the only kind that is meant.
  ///
  /// Errors: no kind has it, or there is no such kind.
  package init(_ field: String, kind: String?, in open: OpenCatalogue) throws {
    var kinds: [Int] = []
    if let kind {
      guard let index = Kind.index(calledBy: kind, among: open.kinds) else {
        throw RequestError("the catalogue has no kind '\(kind)'; it has \(open.kinds.map(\.name).joined(separator: ", "))")
      }
      kinds = [index]
    }
    try self.init(field, kinds: kinds, in: open)
  }

  /// The fields of a name in some kinds, by their places; in all where none is given.
  ///
  /// Errors: none of them has it.
  package init(_ field: String, kinds: [Int], in open: OpenCatalogue) throws {
    (self.open, self.field) = (open, field)
    path = try open.path(field, kinds: kinds)
  }

  /// The kinds that have them, by their places.
  package var kinds: [Int] { path.ways.keys.sorted() }

  /// Whether they hold texts, which queries find within longer ones, too.
  package var areTexts: Bool { PropertyTables(open: open).fields(of: path).contains { $0.meaning == .text } }

  /// What cannot be read, and may have the fields.
  package var unread: [Path] { open.catalogue.unreadRecords(ofKinds: Array(path.ways.keys)) }

  /// A value of the fields.
  package func name(_ value: String) -> PropertyName {
    let fields = path.ways.sorted { $0.key < $1.key }.compactMap { kind, way -> PropertyField? in
      guard way.references.isEmpty, !way.counts else { return nil }
      let column = open.index.tables[kind].columns[way.column]
      return column.isBuiltIn ? nil : PropertyField(kind: kind, path: column.field.path)
    }
    return PropertyName(field, fields, value: value)
  }
}
