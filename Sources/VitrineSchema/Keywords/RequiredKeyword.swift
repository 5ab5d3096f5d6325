// `required`

import VitrineSource
import VitrineSyntax
import VitrineText

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
    let present = explainer.names(step.stretch.indices.map { explainer.text(explainer.machine.names[$0]) }, presentIn: entries)
    let others = explainer.keyFaults.hasUnknown ? [] : explainer.undeclared(entries)
    for index in step.stretch.indices {
      let name = explainer.text(explainer.machine.names[index])
      if present.contains(name) || explainer.keyFaults.meant.contains(name) { continue }
      explainer.explainMissing(name, entries.first, instance.node, others)
    }
  }
}

extension Explainer {
  /// The most keys that are looked at for one that is misspelt.
  private static let mostUndeclared = 50

  /// The keys of a map that `properties` does not list. Where any key may be there, a misspelt one is among them.
  fileprivate func undeclared(_ entries: [Entry]) -> [Entry] {
    guard entries.count <= Self.mostUndeclared, let rule = machine.objectRule(of: subschema) else { return [] }
    return entries.filter { entry in
      machine.property(reader.text(entry.key), in: rule) == nil && reader.node(entry.key).kind != .alias
    }
  }

  fileprivate mutating func explainMissing(_ name: String, _ first: Entry?, _ node: Node, _ others: [Entry]) {
    if !others.isEmpty, machine.pay(others.count * 20),
      let meant = Suggestion(for: name, among: others.map { reader.text($0.key) }),
      let key = others.first(where: { reader.text($0.key) == meant.word })
    {
      let text = ScalarText.yaml(for: name, style: reader.node(key.key).style, inFlow: true)
      return add(
        SchemaRules.required, reader.node(key.key).range,
        "\(Wording.quoted(name)) is missing\(path.isEmpty ? "" : " in \(subject)")",
        label: "did you mean \(Wording.quoted(name))?",
        help: "rename \(Wording.quoted(meant.word)) to \(Wording.quoted(name)), or add it",
        fixes: [Fix("rename it to \(Wording.quoted(name))", [TextEdit(reader.node(key.key).range, text)], isSafe: false)])
    }
    let range = first.map { reader.node($0.key).range } ?? ByteRange(at: node.start)
    let wanted = machine.property(name, of: subschema).flatMap { advice(on: $0, name) } ?? ""
    let map = path.isEmpty ? "" : " in \(subject)"
    add(SchemaRules.required, range, "\(Wording.quoted(name)) is missing\(map)", help: "add \(Wording.quoted(name))\(wanted)")
  }

  /// What a missing field may hold, behind its name: its values where they are few, how many there are, the form of a date, an example of a list or a map, else
  /// a title that says more than the name.
  private func advice(on property: SchemaID, _ name: String) -> String? {
    let literals = self.literals(of: property)
    if (1...12).contains(literals.count) { return ": " + Wording.list(literals.map { Wording.value(machine.literals, $0) }) }
    if !literals.isEmpty { return ", " + valuesHelp(of: property, literals) }
    let format = machine.format(of: property)
    if format != .none { return ", a " + format.words(machine.dateForm(of: property)) }
    if let example = example(of: property, Self.flow) { return ", such as \(example)" }
    guard let words = description(of: property) else { return nil }
    return Folding.vocabulary(words) == Folding.vocabulary(Wording.quoted(name)) ? nil : " (\(words))"
  }

  /// A list or a map of a few values as YAML writes it in brackets. Nil for a value alone, and for what is large.
  private static func flow(_ reader: TreeReader, _ id: NodeID) -> String? {
    reader.resolved(id).isScalar ? nil : flow(reader, id, depth: 0)
  }

  private static func flow(_ reader: TreeReader, _ id: NodeID, depth: Int) -> String? {
    let node = reader.resolved(id)
    guard depth < 3 else { return nil }
    var parts: [String] = []
    switch node.kind {
    case .sequence:
      for item in reader.items(id).prefix(4) {
        guard let part = flow(reader, item, depth: depth + 1) else { return nil }
        parts.append(part)
      }
      return "[\(parts.joined(separator: ", "))]"
    case .mapping:
      for entry in reader.writtenEntries(id).prefix(4) {
        guard let part = flow(reader, entry.value, depth: depth + 1) else { return nil }
        parts.append("\(reader.text(entry.key)): \(part)")
      }
      return "{\(parts.joined(separator: ", "))}"
    default:
      return ScalarText.yaml(for: Array(reader.text(id).utf8), as: node.kind, inFlow: true).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}

extension Machine {
  /// The subschema that `properties` has for a name.
  fileprivate func property(_ name: String, of id: SchemaID) -> SchemaID? {
    objectRule(of: id).flatMap { property(name, in: $0) }
  }
}
