// The slow half of evaluation: why a value is not fine.

import VitrineSource
import VitrineSyntax

/// Walks.
struct Explainer {
  var schema: CompiledSchema
  var machine: Machine
  var root: NodeID
  var options: EvaluateOptions
  mutating func findings() -> [Finding] { [Finding(SchemaRules.type, at: ByteRange(at: 0), "x")] }
}
