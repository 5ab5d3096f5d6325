// `$ref`

import VitrineSyntax

/// A subschema that is written elsewhere.
enum RefKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 10
  static let vocabulary: Vocabulary = []

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.member("$ref", .string) else { return }
    let target = compiler.resolve(scope.reader.text(node), from: scope.place, resource: scope.resource, keyword: "$ref")
    if let target { draft.add(RefKeyword.self, compiler.schema(at: target)) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.accepts(step.first, instance.id, instance.frame)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explain(step.first, instance.id, instance.frame)
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [step.first] }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
