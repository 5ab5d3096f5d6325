// `maxItems`

import VitrineSource
import VitrineSyntax

/// No list has more items than this.
enum MaxItemsKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 20

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let maximum = scope.natural("maxItems") { draft.add(MaxItemsKeyword.self, maximum) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    instance.node.content <= step.first
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let count = instance.node.content
    for (index, item) in explainer.reader.items(instance.id).enumerated() where index == Int(step.first) {
      explainer.add(
        SchemaRules.itemCount, explainer.reader.node(item).range,
        "\(explainer.subject) has \(Wording.count(Int(count), "item")), at most \(step.first) allowed",
        help: "delete \(Wording.count(Int(count - step.first), "item"))")
    }
  }
}
