// `propertyNames`

import VitrineSource
import VitrineSyntax

/// The subschema of all keys.
enum PropertyNamesKeyword: Keyword {
  static let applicability = Applicability.object
  static let rank = 30
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let names = scope.schema("propertyNames", &compiler) { draft.add(PropertyNamesKeyword.self, names) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    for entry in machine.entries(instance) where !machine.acceptsName(step.first, entry.key) { return false }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    for entry in explainer.machine.entries(instance) where !explainer.machine.acceptsName(step.first, entry.key) {
      explainer.explainName(step.first, entry)
    }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}

extension Explainer {
  fileprivate mutating func explainName(_ names: SchemaID, _ entry: Entry) {
    var inner = Explainer(schema: schema, machine: machine, root: 0, options: options)
    let written = reader.text(entry.key)
    let reason = Machine.nameTree(Array(written.utf8)).withReader { reader in
      withUnsafePointer(to: reader) { name in
        inner.machine.document = name
        inner.path = [.key("the key")]
        inner.explain(names, 0, Machine.noFrame)
        return inner.found.first
      }
    }
    machine.budget = inner.machine.budget
    path.append(.key(written))
    add(
      SchemaRules.propertyName, reader.node(entry.key).range, "\(Wording.quoted(written)) is not allowed as a key",
      label: reason?.label ?? "", help: reason.map(\.help), note: reason.map(\.message)?.replacingTheKey ?? "")
    path.removeLast()
  }
}

extension String {
  /// "the key" without the quotes that a subject gets.
  fileprivate var replacingTheKey: String {
    guard let range = firstRange(of: "'the key'") else { return self }
    return self[..<range.lowerBound] + "the key" + self[range.upperBound...]
  }

  private func firstRange(of part: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) { return index..<self.index(index, offsetBy: part.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
