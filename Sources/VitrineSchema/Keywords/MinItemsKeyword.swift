// `minItems`

import VitrineSource
import VitrineSyntax

/// No list has fewer items than this.
enum MinItemsKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 10

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let minimum = scope.natural("minItems"), minimum > 0 { draft.add(MinItemsKeyword.self, minimum) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    instance.node.content >= step.first
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let count = instance.node.content
    explainer.add(
      SchemaRules.itemCount, explainer.startRange(of: instance.node),
      "\(explainer.subject) has \(Wording.count(Int(count), "item")), at least \(step.first) wanted",
      help: "add at least \(Wording.count(Int(step.first - count), "item"))")
  }
}
