// `dependentSchemas`, and the schemas under `dependencies`

import VitrineSyntax

/// The subschema of a map that has a key.
enum DependentSchemasKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 80
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    for key in ["dependentSchemas", "dependencies"] {
      guard let node = scope.member(key, .mapping) else { continue }
      scope.reader.forEachEntry(node) { entry in
        guard key == "dependentSchemas" || scope.reader.resolved(entry.value).kind != .sequence else { return }
        let name = compiler.names([Array(scope.reader.content(entry.key))]).start
        draft.add(DependentSchemasKeyword.self, scope.subschema(at: entry.value, &compiler), name)
      }
    }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    guard instance.node.kind == .mapping,
      machine.value(of: machine.names[Int(step.second)], in: instance.node, instance.id) != nil
    else { return true }
    return machine.accepts(step.first, instance.id, instance.frame)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let name = Wording.quoted(explainer.text(explainer.machine.names[Int(step.second)]))
    explainer.explain(step.first, instance, note: Wording.wantedBecause(of: name))
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [step.first] }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
