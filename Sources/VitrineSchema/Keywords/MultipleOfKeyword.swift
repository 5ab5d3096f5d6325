// `multipleOf`

import VitrineSource
import VitrineSyntax

/// Every number is a multiple of this.
enum MultipleOfKeyword: Keyword {
  static let applicability = Applicability.number
  static let rank = 50

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let bound = scope.bound("multipleOf", &compiler) else { return }
    let number = compiler.program.bounds[Int(bound)].number
    if number.kind == .small, number.mantissa == 0 || number.isNegative { return }
    draft.add(MultipleOfKeyword.self, bound)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    WrittenNumber.isMultiple(machine.number(instance), of: machine.bound(step.first))
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let bound = explainer.text(ofBound: step.first)
    explainer.add(
      SchemaRules.multipleOf, instance.node.range,
      "\(explainer.subject) is \(explainer.shown(instance)), a multiple of \(bound) is wanted", help: "use a multiple of \(bound)"
    )
  }
}
