// `not`

import VitrineSource
import VitrineSyntax

/// A subschema that does not hold.
enum NotKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 60
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let target = scope.schema("not", &compiler) { draft.add(NotKeyword.self, target) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    !machine.accepts(step.first, instance.id) || machine.overrun != .none
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let what = explainer.description(of: step.first) ?? "what the schema excludes here"
    explainer.add(
      SchemaRules.noMatch, explainer.shortRange(instance.id), "\(explainer.subject) must not be \(what)",
      help: "write something else here")
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [step.first] }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
