// `uniqueItems`

import VitrineSource
import VitrineSyntax

/// No two items of a list are equal.
enum UniqueItemsKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 50

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    if scope.isTrue("uniqueItems") { draft.add(UniqueItemsKeyword.self, 0) }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.repeatedItems(instance.id, by: Stretch(), limit: 1).isEmpty
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    // `uniqueBy` says more than `uniqueItems`, which stands beside it for other tools: one fault, one finding. It leaves out items that lack a key.
    let keyed = explainer.machine.step(of: UniqueByKeyword.self, in: explainer.subschema)
    explainer.explainRepeated(instance.id, Stretch(), besides: keyed?.stretch)
  }
}

extension Explainer {
  /// Items that repeat an earlier one: as a whole, or in the values under some names; none of which `others`, other names, say that already.
  mutating func explainRepeated(_ value: NodeID, _ names: Stretch, besides others: Stretch? = nil) {
    var repeated = machine.repeatedItems(value, by: names, limit: 100)
    if let others, !repeated.isEmpty {
      let said = Set(machine.repeatedItems(value, by: others, limit: 100).map { $0.again })
      repeated.removeAll { said.contains($0.again) }
    }
    guard !repeated.isEmpty else { return }
    var positions: [NodeID: Int] = [:]
    for (index, item) in reader.items(value).enumerated() { positions[item] = index }
    for pair in repeated { explainRepeated(pair, positions[pair.first] ?? 0, positions[pair.again] ?? 0, names) }
  }

  private mutating func explainRepeated(_ repeated: (first: NodeID, again: NodeID), _ first: Int, _ again: Int, _ names: Stretch)
  {
    let node = reader.node(repeated.again)
    path.append(.index(again))
    let keys = names.indices.map { Wording.quoted(String(decoding: machine.name(machine.names[$0]), as: UTF8.self)) }
    let words = keys.isEmpty ? "repeats item \(first + 1)" : "has the same \(Wording.list(keys, "and")) as item \(first + 1)"
    let shown = reader.resolved(repeated.again).isScalar ? " (\(Wording.value(reader, repeated.again)))" : ""
    add(
      SchemaRules.notUnique, node.range, "\(subject) \(words)\(shown)", label: "given before",
      related: [RelatedPlace(reader.node(repeated.first).range, "first given here")])
    path.removeLast()
  }
}
