// `minLength`

import VitrineSource
import VitrineSyntax

/// No text is shorter than this; with the annotation `length: characters`, counted in characters as people see them.
enum MinLengthKeyword: Keyword {
  static let applicability = Applicability.string
  static let rank = 20

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    let countsCharacters = scope.countsCharacters(&compiler)
    guard let minimum = scope.natural("minLength"), minimum > 0 else { return }
    draft.add(MinLengthKeyword.self, minimum, flag: countsCharacters)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let content = machine.content(instance.node)
    // The number of bytes bounds the number of characters.
    if content.count < Int(step.first) { return false }
    if step.first == 1 || (!step.flag && content.count >= 4 * Int(step.first)) { return true }
    return LengthUnit.length(of: content, inCharacters: step.flag) >= Int(step.first)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let content = explainer.reader.content(instance.id)
    if content.isEmpty {
      return explainer.add(
        SchemaRules.empty, instance.node.range, "\(explainer.subject) is empty", label: "text wanted",
        help: explainer.adviceOnEmpty())
    }
    let length = Wording.count(LengthUnit.length(of: content, inCharacters: step.flag), "character")
    explainer.add(
      SchemaRules.length, instance.node.range, "\(explainer.subject) has \(length), at least \(step.first) are wanted",
      help: "write at least \(Wording.count(Int(step.first), "character"))")
  }
}
