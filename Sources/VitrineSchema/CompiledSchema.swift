// A schema ready to be evaluated: never changes, may be shared by all threads.

import VitrineSyntax

/// A compiled schema.
package struct CompiledSchema: Sendable {
  /// All of it, behind one reference: a schema is passed around a lot.
  let storage: SchemaStorage

  /// The address it was compiled from.
  package var uri: String { storage.uri }
  /// How it was compiled.
  package var options: CompileOptions { storage.options }
  /// The schema as something to walk.
  package var root: SchemaView { SchemaView(self, start) }

  /// What the machine runs.
  var program: Program { storage.program }
  /// The documents it came from, for messages and for `SchemaView`.
  var documents: [SchemaDocument] { storage.documents }
  /// The subschema to begin with.
  var start: SchemaID { storage.start }
  /// The subschemas by place, for `SchemaView`.
  var indices: [SchemaPlace: SchemaID] { storage.indices }

  /// The place a subschema is written at.
  func place(_ schema: SchemaID) -> SchemaPlace {
    let rule = storage.program.subschemas[Int(schema)]
    return SchemaPlace(document: Int(rule.document), node: rule.node)
  }
}

/// What a compiled schema consists of.
final class SchemaStorage: Sendable {
  /// The address it was compiled from.
  let uri: String
  /// How it was compiled.
  let options: CompileOptions
  /// What the machine runs.
  let program: Program
  /// The documents it came from.
  let documents: [SchemaDocument]
  /// The subschema to begin with.
  let start: SchemaID
  /// The subschemas by place.
  let indices: [SchemaPlace: SchemaID]

  /// A schema of the given parts.
  init(
    uri: String, options: CompileOptions, program: Program, documents: [SchemaDocument], start: SchemaID,
    indices: [SchemaPlace: SchemaID]
  ) {
    self.uri = uri
    self.options = options
    self.program = program
    self.documents = documents
    self.start = start
    self.indices = indices
  }
}
