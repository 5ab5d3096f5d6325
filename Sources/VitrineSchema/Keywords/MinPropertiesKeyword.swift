// `minProperties`

import VitrineSource
import VitrineSyntax

/// No map has fewer keys than this.
enum MinPropertiesKeyword: Keyword {
  static let applicability = Applicability.object
  static let rank = 40

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let minimum = scope.natural("minProperties"), minimum > 0 { draft.add(MinPropertiesKeyword.self, minimum) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.entryCount(instance) >= Int(step.first)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    // A key that is missing or unknown says more.
    if explainer.keyFaults.hasUnknown || RequiredKeyword.isBroken(instance, &explainer) { return }
    let count = Wording.count(explainer.machine.entryCount(instance), "key")
    explainer.add(
      SchemaRules.propertyCount, explainer.startRange(of: instance.node),
      "\(explainer.subject) has \(count), at least \(step.first) wanted")
  }
}
