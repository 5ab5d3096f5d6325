// `exclusiveMinimum`

import VitrineSource
import VitrineSyntax

/// Every number is greater than this.
enum ExclusiveMinimumKeyword: Keyword {
  static let applicability = Applicability.number
  static let rank = 30

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let bound = scope.bound("exclusiveMinimum", &compiler) { draft.add(ExclusiveMinimumKeyword.self, bound) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    (WrittenNumber.compare(machine.number(instance), machine.bound(step.first)) ?? -1) > 0
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let bound = explainer.text(ofBound: step.first)
    explainer.add(
      SchemaRules.range, instance.node.range,
      "\(explainer.subject) is \(explainer.shown(instance)), more than \(bound) is wanted",
      label: "more than \(bound)")
  }
}
