// `exclusiveMaximum`

import VitrineSource
import VitrineSyntax

/// Every number is less than this.
enum ExclusiveMaximumKeyword: Keyword {
  static let applicability = Applicability.number
  static let rank = 40

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let bound = scope.bound("exclusiveMaximum", &compiler) { draft.add(ExclusiveMaximumKeyword.self, bound) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    (WrittenNumber.compare(machine.number(instance), machine.bound(step.first)) ?? 1) < 0
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let bound = explainer.text(ofBound: step.first)
    explainer.add(
      SchemaRules.range, instance.node.range,
      "\(explainer.subject) is \(explainer.shown(instance)), less than \(bound) is wanted",
      label: "less than \(bound)")
  }
}
