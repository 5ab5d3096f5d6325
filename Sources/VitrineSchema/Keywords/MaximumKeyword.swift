// `maximum`

import VitrineSource
import VitrineSyntax

/// No number is greater than this.
enum MaximumKeyword: Keyword {
  static let applicability = Applicability.number
  static let rank = 20

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    // In drafts up to 4 `exclusiveMaximum: true` makes the bound itself one that is not allowed.
    let keyword: any Keyword.Type =
      scope.isDraft7 && scope.isTrue("exclusiveMaximum") ? ExclusiveMaximumKeyword.self : MaximumKeyword.self
    if let bound = scope.bound("maximum", &compiler) { draft.add(keyword, bound, flag: DateForm.isCoarse(scope, compiler)) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let (number, bound) = (machine.number(instance), machine.bound(step.first))
    if step.flag, let order = DateForm.compare(number.number, bound.number, endOfBound: true) { return order <= 0 }
    return (WrittenNumber.compare(number, bound) ?? 1) <= 0
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let bound = explainer.text(ofBound: step.first)
    explainer.add(
      SchemaRules.range, instance.node.range,
      "\(explainer.subject) is \(explainer.shown(instance)), the most allowed is \(bound)",
      label: "\(bound) or less")
  }
}
