// `maxLength`

import VitrineSource
import VitrineSyntax

/// No text is longer than this; with the annotation `length: characters`, counted in characters as people see them.
enum MaxLengthKeyword: Keyword {
  static let applicability = Applicability.string
  static let rank = 30

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let maximum = scope.natural("maxLength") else { return }
    draft.add(MaxLengthKeyword.self, maximum, flag: scope.countsCharacters(&compiler))
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let content = machine.content(instance.node)
    // The number of bytes bounds the number of characters.
    return content.count <= Int(step.first) || LengthUnit.length(of: content, inCharacters: step.flag) <= Int(step.first)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let length = LengthUnit.length(of: explainer.reader.content(instance.id), inCharacters: step.flag)
    explainer.add(
      SchemaRules.length, instance.node.range,
      "\(explainer.subject) has \(Wording.count(length, "character")), at most \(step.first) are allowed",
      help: "shorten it to \(Wording.count(Int(step.first), "character"))")
  }
}
