// A schema ready to be evaluated: never changes, may be shared by all threads.

import VitrineSyntax

/// A compiled schema.
package struct CompiledSchema: Sendable {
  /// The address it was compiled from.
  package let uri: String
  /// How it was compiled.
  package let options: CompileOptions
  /// What the machine runs.
  let program: Program
  /// The documents it came from, for messages and for `SchemaView`.
  let documents: [SchemaDocument]
  /// The subschema to begin with.
  let start: SchemaID
  /// The subschemas by place, for `SchemaView`.
  let indices: [SchemaPlace: SchemaID]

  /// The schema as something to walk.
  package var root: SchemaView { SchemaView(self, start) }

  /// The place a subschema is written at.
  func place(_ schema: SchemaID) -> SchemaPlace {
    let rule = program.subschemas[Int(schema)]
    return SchemaPlace(document: Int(rule.document), node: rule.node)
  }
}
