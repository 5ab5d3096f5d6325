// `unevaluatedItems`

import VitrineSource
import VitrineSyntax

/// The subschema of the items that no other keyword looked at.
enum UnevaluatedItemsKeyword: Keyword {
  static let applicability = Applicability.unevaluated
  static let rank = 20
  static let vocabulary = Vocabulary.unevaluated
  static let explainsAlways = true

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard !scope.isDraft7, let target = scope.schema("unevaluatedItems", &compiler) else { return }
    draft.add(UnevaluatedItemsKeyword.self, target)
    draft.tracksEvaluated = true
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    guard instance.node.kind == .sequence else { return true }
    for (index, item) in machine.reader.items(instance.id).enumerated() where !machine.isMarked(index, in: instance.frame) {
      if !machine.accepts(step.first, item) { return false }
      machine.mark(index, in: instance.frame)
    }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    guard instance.node.kind == .sequence else { return }
    for (index, item) in explainer.reader.items(instance.id).enumerated()
    where !explainer.machine.isMarked(index, in: instance.frame) {
      if !explainer.machine.accepts(step.first, item) { explainer.explain(step.first, item, at: .index(index)) }
      explainer.machine.mark(index, in: instance.frame)
    }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
