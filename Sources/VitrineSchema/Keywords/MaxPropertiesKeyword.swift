// `maxProperties`

import VitrineSource
import VitrineSyntax

/// No map has more keys than this.
enum MaxPropertiesKeyword: Keyword {
  static let applicability = Applicability.object
  static let rank = 50

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let maximum = scope.natural("maxProperties") { draft.add(MaxPropertiesKeyword.self, maximum) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.entryCount(instance) <= Int(step.first)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    // A key that is missing or unknown says more.
    if explainer.keyFaults.hasUnknown || RequiredKeyword.isBroken(instance, &explainer) { return }
    let count = Wording.count(explainer.machine.entryCount(instance), "key")
    explainer.add(
      SchemaRules.propertyCount, explainer.startRange(of: instance.node),
      "\(explainer.subject) has \(count), at most \(step.first) allowed")
  }
}
