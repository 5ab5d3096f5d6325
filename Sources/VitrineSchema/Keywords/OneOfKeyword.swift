// `oneOf`

import VitrineSource
import VitrineSyntax

/// Subschemas of which exactly one holds.
enum OneOfKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 50
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    scope.addBranches("oneOf", OneOfKeyword.self, &draft, &compiler)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    var accepted = 0
    for index in step.stretch.indices where machine.branch(machine.ids[index], instance) {
      accepted &+= 1
      if accepted > 1 { return machine.overrun != .none }
    }
    return accepted == 1
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let branches = step.stretch.indices.map { explainer.machine.ids[$0] }
    var fitting: [Int] = []
    for index in branches.indices where explainer.machine.accepts(branches[index], instance.id) { fitting.append(index) }
    if fitting.isEmpty { return explainer.explainAlternatives(branches, instance.id) }
    let names = fitting.prefix(4).map { explainer.description(of: branches[$0]) ?? "alternative \($0 + 1)" }
    explainer.add(
      SchemaRules.noMatch, explainer.shortRange(instance.id),
      "\(explainer.subject) fits \(fitting.count) alternatives at once, only one is allowed",
      help: "change it so that it fits one alternative only", note: "it fits " + Wording.list(names, "and"))
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { Array(program.ids[step.stretch.indices]) }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    for index in step.stretch.indices { program.ids[index] = target(program.ids[index]) }
  }
}
