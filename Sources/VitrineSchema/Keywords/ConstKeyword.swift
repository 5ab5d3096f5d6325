// `const`

import VitrineSource
import VitrineSyntax

/// The one value that is allowed.
enum ConstKeyword: Keyword {
  static let applicability = Applicability.any
  static let rank = 10

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.member("const") else { return }
    draft.add(ConstKeyword.self, scope.valueSet([node], &compiler))
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.contains(machine.values[Int(step.first)], instance.node, instance.id)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainConstant(explainer.machine.values[Int(step.first)], instance.id)
  }
}

extension Explainer {
  /// Another value than the only one allowed.
  fileprivate mutating func explainConstant(_ set: ValueSet, _ value: NodeID) {
    let node = reader.node(value)
    guard let literal = set.all.indices.first.map({ machine.ids[$0] }) else { return }
    guard !node.isCollection || machine.literals.node(literal).isScalar else {
      return add(
        SchemaRules.const, node.range, "\(subject) differs from the one value allowed here",
        help: "write the value that the schema fixes")
    }
    let wanted = Wording.value(machine.literals, literal)
    var fixes: [Fix] = []
    if let text = replacement(literal, for: node) {
      fixes = [Fix("replace with \(wanted)", [TextEdit(node.range, text)], isSafe: false)]
    }
    add(
      SchemaRules.const, node.range, "\(subject) must be \(wanted), found \(Wording.found(reader, value))",
      label: "\(wanted) wanted",
      help: "write \(wanted)", fixes: fixes)
  }
}
