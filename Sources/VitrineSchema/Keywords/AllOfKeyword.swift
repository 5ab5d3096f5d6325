// `allOf`

import VitrineSyntax

/// Subschemas that all hold.
enum AllOfKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 30
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    scope.addBranches("allOf", AllOfKeyword.self, &draft, &compiler)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    for index in step.stretch.indices where !machine.accepts(machine.ids[index], instance.id, instance.frame) { return false }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    for index in step.stretch.indices {
      let branch = explainer.machine.ids[index]
      if !explainer.machine.accepts(branch, instance.id, instance.frame) {
        explainer.explain(branch, instance.id, instance.frame)
      }
    }
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { Array(program.ids[step.stretch.indices]) }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    for index in step.stretch.indices { program.ids[index] = target(program.ids[index]) }
  }
}
