// `required`

import VitrineSource
import VitrineSyntax

/// The keys that must be there. The pass of `PropertiesKeyword` notes them as it meets them; here they are read and explained.
enum RequiredKeyword: Keyword {
  static let applicability = Applicability.explained
  static let rank = 20
  static let explainsAlways = true

  /// The names, each once.
  static func names(_ scope: SubschemaCompiler) -> [[UInt8]] {
    scope.vocabulary.contains(.validation) ? scope.nameList(scope.member("required")) : []
  }

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    let names = names(scope)
    guard !names.isEmpty else { return }
    let stretch = compiler.names(names)
    draft.add(RequiredKeyword.self, stretch.start, stretch.count)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    for index in step.stretch.indices where machine.value(of: machine.names[index], in: instance.node, instance.id) == nil {
      return false
    }
    return true
  }

  /// True where a required key of the map at hand is missing.
  static func isBroken(_ instance: Instance, _ explainer: inout Explainer) -> Bool {
    guard let step = explainer.machine.step(of: RequiredKeyword.self, in: explainer.subschema) else { return false }
    return !explainer.machine.accepts(step, instance)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let entries = explainer.machine.entries(instance)
    let present = Set(entries.map { explainer.reader.text($0.key) })
    for index in step.stretch.indices {
      let name = explainer.text(explainer.machine.names[index])
      if present.contains(name) || explainer.keyFaults.meant.contains(name) { continue }
      explainer.explainMissing(name, entries.first, instance.node)
    }
  }
}

extension Explainer {
  fileprivate mutating func explainMissing(_ name: String, _ first: Entry?, _ node: Node) {
    let range = first.map { reader.node($0.key).range } ?? ByteRange(at: node.start)
    var wanted = ""
    if let property = machine.property(name, of: subschema), let words = description(of: property) { wanted = " (\(words))" }
    let map = path.isEmpty ? "" : " in \(subject)"
    add(
      SchemaRules.required, range, "\(Wording.quoted(name)) is missing\(map)", label: "\(Wording.quoted(name)) is wanted here",
      help: "add \(Wording.quoted(name))\(wanted)")
  }
}

extension Machine {
  /// The subschema that `properties` has for a name.
  fileprivate func property(_ name: String, of id: SchemaID) -> SchemaID? {
    guard let rule = objectRule(of: id) else { return nil }
    var name = name
    let slot = name.withUTF8 { look(up: $0, in: rule.table) }
    return slot >= 0 && slots[slot].value != absent ? slots[slot].value : nil
  }
}
