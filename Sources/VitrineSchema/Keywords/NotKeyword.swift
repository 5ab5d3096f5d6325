// `not`

import VitrineSource
import VitrineSyntax

/// A subschema that does not hold.
enum NotKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 60
  static let vocabulary = Vocabulary.applicator

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if let target = scope.schema("not", &compiler) { draft.add(NotKeyword.self, target) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    !machine.accepts(step.first, instance.id) || machine.overrun != .none
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let keys = explainer.excludedKeys(step.first, instance)
    if !keys.isEmpty { return explainer.explainExcluded(keys) }
    let what = explainer.description(of: step.first) ?? "what the schema excludes here"
    explainer.add(
      SchemaRules.noMatch, explainer.shortRange(instance.id), "\(explainer.subject) must not be \(what)",
      help: "write something else here")
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [step.first] }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}

extension Explainer {
  /// The keys of a map for which alone a subschema holds that must not: what it requires, or one of its alternatives does.
  fileprivate mutating func excludedKeys(_ id: SchemaID, _ instance: Instance) -> [Entry] {
    guard instance.node.kind == .mapping else { return [] }
    for branch in [id] + leaves(of: [id]) {
      let names = machine.required(by: branch).map { text($0) }
      guard !names.isEmpty, names.count <= 8, isRequirementAlone(branch), machine.accepts(branch, instance.id) else { continue }
      let entries = machine.entries(instance).filter { names.contains(reader.text($0.key)) }
      if !entries.isEmpty { return entries }
    }
    return []
  }

  /// Whether a subschema asks for nothing but keys.
  private func isRequirementAlone(_ id: SchemaID) -> Bool {
    guard let rule = machine.objectRule(of: id) else { return true }
    return rule.patterned.count == 0 && rule.additional == absent
      && knownNames(rule).allSatisfy { machine.property($0, in: rule) == nil }
  }

  /// Keys that must not be there, or not all of them.
  fileprivate mutating func explainExcluded(_ entries: [Entry]) {
    let names = entries.map { Wording.quoted(reader.text($0.key)) }
    guard let last = entries.last, let name = names.last else { return }
    path.append(.key(reader.text(last.key)))
    let message = names.count == 1 ? "\(name) is not allowed here" : "\(Wording.list(names, "and")) must not stand together"
    add(
      SchemaRules.forbidden, reader.node(last.key).range, message, label: names.count == 1 ? "not allowed here" : "",
      help: names.count == 1 ? "delete it" : "delete all but one of them")
    path.removeLast()
  }
}
