// Stands in for the engine until it lands.

package import VitrineSource
package import VitrineSyntax

package struct CompiledSchema: Sendable { package var root: SchemaView { SchemaView() } }
package struct SchemaView: Sendable {
  package var title: String? { nil }
  package var description: String? { nil }
  package var types: [String] { [] }
  package var format: String? { nil }
  package var enumValues: [String] { [] }
  package var required: [String] { [] }
  package var properties: [(name: String, view: SchemaView)] { [] }
  package var items: SchemaView? { nil }
  package func annotation(_ name: String) -> (tree: Tree, node: NodeID)? { nil }
}
package struct CompileOptions: Sendable { package init(assertFormats: Bool = false, annotations: Bool = false) {} }
package struct Evaluator {
  package init(_ s: CompiledSchema) {}
  package mutating func evaluate(_ tree: Tree, root: NodeID) -> [Finding] { [] }
}
package struct SchemaFinding: Sendable {
  package var uri: String
  package var finding: Finding
}
package struct Compilation {
  package var schema: CompiledSchema?
  package var findings: [SchemaFinding]
}
package struct SchemaLibrary: Sendable {
  package init() {}
  package mutating func add(uri: String, tree: Tree) {}
  package func compile(uri: String, options: CompileOptions) -> Compilation { Compilation(schema: nil, findings: []) }
  package func validateSchema(uri: String) -> [SchemaFinding] { [] }
}
