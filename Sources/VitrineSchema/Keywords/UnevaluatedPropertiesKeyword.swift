// `unevaluatedProperties`

import VitrineSyntax

/// The subschema of the values that no other keyword looked at.
enum UnevaluatedPropertiesKeyword: Keyword {
  static let applicability = Applicability.unevaluated
  static let rank = 10
  static let vocabulary = Vocabulary.unevaluated
  static let explainsAlways = true

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard !scope.isDraft7, let target = scope.schema("unevaluatedProperties", &compiler) else { return }
    draft.add(UnevaluatedPropertiesKeyword.self, target)
    draft.tracksEvaluated = true
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    guard instance.node.kind == .mapping else { return true }
    for (index, entry) in machine.entries(instance).enumerated() where !machine.isMarked(index, in: instance.frame) {
      if !machine.accepts(step.first, entry.value) { return false }
      machine.mark(index, in: instance.frame)
    }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    guard instance.node.kind == .mapping else { return }
    let isNever = explainer.machine.subschemas[Int(step.first)].verdict == .never
    let entries = explainer.machine.entries(instance)
    let present = Set(entries.map { explainer.reader.text($0.key) })
    let known = isNever ? explainer.names(within: explainer.subschema) : []
    let missing = known.filter { !present.contains($0) }
    for (index, entry) in entries.enumerated() where !explainer.machine.isMarked(index, in: instance.frame) {
      if isNever {
        explainer.explainUnknown(entry, among: missing, known: known)
      } else {
        explainer.explainValue(step.first, entry)
      }
      explainer.machine.mark(index, in: instance.frame)
    }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}

extension Explainer {
  /// The names of all properties that a subschema and those it applies to the same value know.
  fileprivate func names(within id: SchemaID) -> [String] {
    var names: Set<String> = []
    var order = [id]
    var next = 0
    while next < order.count, order.count < 256 {
      let id = order[next]
      next += 1
      if let rule = machine.objectRule(of: id) { names.formUnion(knownNames(rule)) }
      for index in machine.subschemas[Int(id)].steps where !machine.steps[index].isOf(NotKeyword.self) {
        for target in machine.steps[index].targets(schema.program) where !order.contains(target) { order.append(target) }
      }
    }
    return names.sorted()
  }
}
