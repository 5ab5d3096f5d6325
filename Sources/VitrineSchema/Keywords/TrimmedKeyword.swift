// The annotation `trimmed`

import VitrineSource
import VitrineSyntax

/// No text begins or ends with blanks.
enum TrimmedKeyword: Keyword {
  static let applicability = Applicability.string
  static let rank = 10
  static let vocabulary: Vocabulary = []

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.annotation("trimmed", compiler) else { return }
    guard scope.reader.node(node).kind == .bool else {
      return scope.report(
        SchemaRules.annotationInvalid, node, "'trimmed' must be true or false", help: "write `trimmed: true`", &compiler)
    }
    if scope.isTrue(node) { draft.add(TrimmedKeyword.self, 0) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    SurroundingSpace.blanks(machine.content(instance.node), instance.node.style).isEmpty
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let node = instance.node
    let content = explainer.reader.content(instance.id)
    let blanks = SurroundingSpace.blanks(content, node.style)
    if blanks.leading == content.count, explainer.machine.step(of: MinLengthKeyword.self, in: explainer.subschema) != nil {
      return explainer.add(
        SchemaRules.empty, node.range, "\(explainer.subject) holds nothing but blanks", label: "text wanted",
        help: explainer.adviceOnEmpty())
    }
    let ends = blanks.leading > 0 && blanks.trailing > 0 ? "begins and ends" : blanks.leading > 0 ? "begins" : "ends"
    var fixes: [Fix] = []
    // Safe: `trimmed` says that blanks at the ends mean nothing here. In a block scalar they may be part of its layout, and quotes around several lines
    // may have lost their partner.
    if node.style != .literal, node.style != .folded {
      let trimmed = Array(content[blanks.leading..<content.count - blanks.trailing])
      let text = ScalarText.yaml(for: trimmed, style: node.style, inFlow: explainer.isInFlow)
      fixes = [
        Fix("delete the blanks", [TextEdit(node.range, text)], isSafe: !explainer.reader.bytes[node.range.indices].contains(0x0A))
      ]
    }
    explainer.add(SchemaRules.surroundingSpace, node.range, "\(explainer.subject) \(ends) with blanks", fixes: fixes)
  }
}
