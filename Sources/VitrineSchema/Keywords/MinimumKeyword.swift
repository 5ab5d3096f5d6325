// `minimum`

import VitrineSource
import VitrineSyntax

/// No number is less than this.
enum MinimumKeyword: Keyword {
  static let applicability = Applicability.number
  static let rank = 10

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    // In drafts up to 4 `exclusiveMinimum: true` makes the bound itself one that is not allowed.
    let keyword: any Keyword.Type =
      scope.isDraft7 && scope.isTrue("exclusiveMinimum") ? ExclusiveMinimumKeyword.self : MinimumKeyword.self
    if let bound = scope.bound("minimum", &compiler) { draft.add(keyword, bound, flag: DateForm.isCoarse(scope, compiler)) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let (number, bound) = (machine.number(instance), machine.bound(step.first))
    if step.flag, let order = DateForm.compare(number.number, bound.number, endOfBound: false) { return order >= 0 }
    return (WrittenNumber.compare(number, bound) ?? -1) >= 0
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let bound = explainer.text(ofBound: step.first)
    explainer.add(
      SchemaRules.range, instance.node.range,
      "\(explainer.subject) is \(explainer.shown(instance)), the least allowed is \(bound)",
      label: "\(bound) or more")
  }
}
