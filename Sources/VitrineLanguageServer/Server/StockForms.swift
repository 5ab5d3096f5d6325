// The forms of what is no record: the manifest, views, schemas and their annotations. None of them can be a catalogue's own.

import VitrineCatalog
import VitrineModel
import VitrineSource

/// The forms that travel in the program.
enum StockForms {
  /// `vitrine.yaml`.
  static let manifest = form(SchemaStore.path(ofKind: "manifest"))
  /// A saved query.
  static let view = form(SchemaStore.path(ofKind: "view"))
  /// The keywords of one level of a schema.
  static let keywords = form("editor/keywords.yaml")
  /// The annotations of a kind.
  static let kindAnnotations = form(SchemaStore.path(ofKind: "x-vitrine"), "kind")
  /// The annotations of a field, of an element of a list, or of a vocabulary.
  static let fieldAnnotations = form(SchemaStore.path(ofKind: "x-vitrine"), "field")

  private static func form(_ path: Path, _ definition: String? = nil) -> Kind {
    var store = SchemaStore()
    guard let form = store.form(of: path, definition: definition) else {
      preconditionFailure("'\(path.string)' travels in the program, and is a schema")
    }
    return form
  }
}
