// `if`, `then` and `else`

import VitrineSyntax

/// A subschema that holds where another does, and one where it does not.
enum IfKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 70
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let condition = scope.schema("if", &compiler) else { return }
    let then = scope.schema("then", &compiler) ?? absent
    let otherwise = scope.schema("else", &compiler) ?? absent
    draft.add(IfKeyword.self, condition, then, otherwise)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let next = machine.branch(step.first, instance) ? step.second : step.third
    return next == absent || machine.accepts(next, instance.id, instance.frame)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let holds = explainer.machine.branch(step.first, instance)
    let next = holds ? step.second : step.third
    guard next != absent else { return }
    let condition = explainer.conditionWords(step.first)
    explainer.explain(
      next, instance,
      note: condition.map { holds ? "this is wanted because \($0)" : "this is wanted unless \($0)" } ?? "")
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] {
    [step.first, step.second, step.third].filter { $0 != absent }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
    step.second = target(step.second)
    step.third = target(step.third)
  }
}

extension Explainer {
  /// A short condition in words: 'status' is 'wishlist'.
  fileprivate func conditionWords(_ id: SchemaID) -> String? {
    guard let rule = machine.objectRule(of: id), machine.subschemas[Int(id)].inPlace.count == 0 else { return nil }
    var words: [String] = []
    for index in rule.table.slots.indices
    where machine.slots[index].name.count != absent && machine.slots[index].value != absent {
      let literals = self.literals(of: machine.slots[index].value)
      guard !literals.isEmpty, literals.count <= 3 else { return nil }
      let name = Wording.quoted(text(machine.slots[index].name))
      words.append(name + " is " + Wording.list(literals.map { Wording.value(machine.literals, $0) }))
    }
    if words.isEmpty {
      words = machine.required(by: id).prefix(3).map { Wording.quoted(text($0)) + " is there" }
    }
    return words.isEmpty || words.count > 2 ? nil : Wording.list(words.sorted(), "and")
  }
}
