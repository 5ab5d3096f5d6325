// The annotation `uniqueBy`

import VitrineSource
import VitrineSyntax

/// No two maps of a list have the same values under some keys.
enum UniqueByKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 60
  static let vocabulary: Vocabulary = []

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.annotation("uniqueBy", compiler) else { return }
    let names =
      scope.reader.node(node).kind == .string ? [Array(scope.reader.content(node))] : scope.nameList(node)
    if names.isEmpty {
      return scope.report(
        SchemaRules.annotationInvalid, node, "'uniqueBy' must be a list of keys", help: "write `uniqueBy: [name]`", &compiler)
    }
    let stretch = compiler.names(names)
    draft.add(UniqueByKeyword.self, stretch.start, stretch.count)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.repeatedItems(instance.id, by: step.stretch, limit: 1).isEmpty
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainRepeated(instance.id, step.stretch)
  }
}
