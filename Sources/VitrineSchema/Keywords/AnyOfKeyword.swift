// `anyOf`

import VitrineSyntax

/// Subschemas of which one holds, or several.
enum AnyOfKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 40
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    scope.addBranches("anyOf", AnyOfKeyword.self, &draft, &compiler)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    var isAccepted = false
    for index in step.stretch.indices where machine.branch(machine.ids[index], instance) {
      isAccepted = true
      if instance.frame == Machine.noFrame { break }
    }
    return isAccepted
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainAlternatives(step.stretch.indices.map { explainer.machine.ids[$0] }, instance.id)
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { Array(program.ids[step.stretch.indices]) }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    for index in step.stretch.indices { program.ids[index] = target(program.ids[index]) }
  }
}
