// Lists that are not fine.

import VitrineSource
import VitrineSyntax

extension Explainer {
  /// A list that breaks its rule.
  mutating func explainSequence(_ rule: ArrayRule, _ value: NodeID, _ frame: Int) {
    let node = reader.node(value)
    let count = node.content
    let range = node.style == .flow ? node.range : ByteRange(node.start, min(node.end, node.start + 1))
    if count < rule.least {
      let missing = Int(rule.least - count)
      add(
        SchemaRules.itemCount, range, "\(subject) has \(Wording.count(Int(count), "item")), at least \(rule.least) wanted",
        help: "add at least \(Wording.count(missing, "item"))")
    }
    for (index, item) in reader.items(value).enumerated() {
      if rule.most != absent, index == Int(rule.most) {
        add(
          SchemaRules.itemCount, reader.node(item).range,
          "\(subject) has \(Wording.count(Int(count), "item")), at most \(rule.most) allowed",
          help: "delete \(Wording.count(Int(count - rule.most), "item"))")
      }
      let id = index < Int(rule.prefix.count) ? machine.ids[Int(rule.prefix.start) + index] : rule.items
      guard id != absent else { continue }
      if !machine.accepts(id, item) { explain(id, item, at: .index(index)) }
      if frame != Machine.noFrame { machine.mark(index, in: frame) }
    }
    if rule.contains != absent { explainContains(rule, value, range, frame) }
    // `uniqueBy` says more than `uniqueItems`, which stands beside it for other tools: one fault, one finding.
    if rule.uniqueBy.count > 0 {
      explainRepeated(value, rule.uniqueBy)
    } else if rule.isUnique {
      explainRepeated(value, Stretch())
    }
  }

  private mutating func explainContains(_ rule: ArrayRule, _ value: NodeID, _ range: ByteRange, _ frame: Int) {
    let found = machine.countContained(rule, value, frame)
    let wanted = description(of: rule.contains).map { "an item that is \($0)" } ?? "a certain item"
    if found < rule.leastContained {
      let words =
        rule.leastContained == 1
        ? "must hold \(wanted)" : "must hold \(wanted) at least \(rule.leastContained) times, found \(found)"
      add(SchemaRules.noMatch, range, "\(subject) \(words)", help: "add \(wanted)")
    } else if rule.mostContained != absent, found > rule.mostContained {
      add(
        SchemaRules.noMatch, range, "\(subject) may hold \(wanted) at most \(rule.mostContained) times, found \(found)",
        help: "delete \(Wording.count(Int(found - rule.mostContained), "item"))")
    }
  }

  private mutating func explainRepeated(_ value: NodeID, _ names: Stretch) {
    let repeated = machine.repeatedItems(value, by: names, limit: 100)
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
