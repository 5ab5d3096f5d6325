// `pattern`

import VitrineSource
import VitrineSyntax
import VitrineText

/// A regular expression that is found in every text.
enum PatternKeyword: Keyword {
  static let applicability = Applicability.string
  static let rank = 40

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.member("pattern", .string), let pattern = scope.pattern(at: node, &compiler) else { return }
    draft.add(PatternKeyword.self, pattern)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.matches(step.first, machine.content(instance.node), instance.id)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let pattern = Wording.quoted(explainer.schema.program.patterns[Int(step.first)].source)
    let example = explainer.example(of: explainer.subschema) { reader, id in
      reader.resolved(id).isScalar ? Wording.value(reader, id) : nil
    }
    explainer.add(
      SchemaRules.pattern, instance.node.range,
      "\(Wording.quoted(explainer.reader.text(instance.id))) does not have the form of \(explainer.noun)",
      help: example.map { "write it like \($0)" } ?? "write it as the pattern \(pattern) wants",
      note: example == nil ? "" : "the pattern is \(pattern)")
  }
}

extension Explainer {
  /// The value's field in words: 'isbn', or an item of 'tags'.
  fileprivate var noun: String {
    switch path.last {
    case .none: "the document"
    case .key(let key): Wording.quoted(key)
    case .index: lastKey.map { "an item of \(Wording.quoted($0))" } ?? "an item"
    }
  }
}
