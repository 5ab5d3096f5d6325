// Maps that are not fine: keys that are missing, unknown or badly named.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// A map that breaks its rule.
  mutating func explainMapping(_ id: SchemaID, _ rule: ObjectRule, _ node: Node, _ value: NodeID, _ frame: Int) {
    var present: Set<String> = []
    var unknown: [Entry] = []
    let entries = entries(of: value)
    for (ordinal, entry) in entries.enumerated() {
      present.insert(reader.text(entry.key))
      if explainEntry(rule, entry, ordinal, frame) { unknown.append(entry) }
      if rule.names != absent, !machine.acceptsName(rule.names, entry.key) { explainName(rule.names, entry) }
    }
    var missing = rule.required.indices.map { text(machine.names[$0]) }.filter { !present.contains($0) }
    let known = unknown.isEmpty ? [] : knownNames(rule)
    for entry in unknown {
      // A misspelt key is one fault, not an unknown and a missing one.
      let meant = explainUnknown(entry, among: known.filter { !present.contains($0) }, known: known)
      if let meant { missing.removeAll { $0 == meant } }
    }
    for name in missing { explainMissing(name, rule, entries.first, node) }
    explainCount(rule, entries.count, node, isExplained: !missing.isEmpty || !unknown.isEmpty)
    for index in rule.demands.indices { explainDemand(machine.demands[index], node, value) }
  }

  /// The entries of a map, merge keys resolved.
  mutating func entries(of value: NodeID) -> [Entry] {
    reader.node(value).flags.contains(.merges) ? machine.mergedEntries(value) : Array(reader.writtenEntries(value))
  }

  /// Explains one entry; true where its key is not known.
  private mutating func explainEntry(_ rule: ObjectRule, _ entry: Entry, _ ordinal: Int, _ frame: Int) -> Bool {
    let key = reader.content(entry.key)
    var isKnown = false
    let slot = machine.look(up: key, in: rule.table)
    if slot >= 0, machine.slots[slot].value != absent {
      isKnown = true
      explainValue(machine.slots[slot].value, entry)
    }
    for index in rule.patterned.indices where machine.matches(machine.patterned[index].pattern, key, entry.key) {
      isKnown = true
      explainValue(machine.patterned[index].schema, entry)
    }
    if !isKnown, rule.additional != absent {
      if machine.subschemas[Int(rule.additional)].verdict == .never {
        if frame != Machine.noFrame { machine.mark(ordinal, in: frame) }
        return true
      }
      isKnown = true
      explainValue(rule.additional, entry)
    }
    if isKnown, frame != Machine.noFrame { machine.mark(ordinal, in: frame) }
    return false
  }

  private mutating func explainValue(_ id: SchemaID, _ entry: Entry) {
    if machine.accepts(id, entry.value) { return }
    explain(id, entry.value, at: .key(reader.text(entry.key)))
  }

  private func text(_ name: Name) -> String { String(decoding: machine.name(name), as: UTF8.self) }

  /// The names that `properties` lists, in the order of bytes.
  private func knownNames(_ rule: ObjectRule) -> [String] {
    rule.table.slots.indices.compactMap { index in
      let slot = machine.slots[index]
      return slot.name.count != absent && (slot.value != absent || slot.bit < 255) ? text(slot.name) : nil
    }.sorted()
  }

  /// Notes an unknown key; gives the known one that was meant.
  @discardableResult
  mutating func explainUnknown(_ entry: Entry, among candidates: [String], known: [String]) -> String? {
    let key = reader.node(reader.resolve(entry.key))
    let written = reader.text(entry.key)
    var suggestion: Suggestion?
    if machine.pay(candidates.count * 20) { suggestion = Suggestion(for: written, among: candidates) }
    var label = ""
    var fixes: [Fix] = []
    if let suggestion, reader.node(entry.key).kind != .alias {
      label = "did you mean '\(suggestion.word)'?"
      let text = ScalarText.yaml(for: suggestion.word, style: key.style, inFlow: true)
      fixes = [Fix("rename it to '\(suggestion.word)'", [TextEdit(key.range, text)], isSafe: suggestion.isSafe)]
    }
    path.append(.key(written))
    let help = known.isEmpty || known.count > 12 ? nil : "known here: " + known.map { Wording.quoted($0) }.joined(separator: ", ")
    add(
      SchemaRules.unknownField, reader.node(entry.key).range, "unknown field \(Wording.quoted(written))", label: label,
      help: suggestion.map { "rename it to '\($0.word)', or delete it" } ?? help, fixes: fixes)
    path.removeLast()
    return suggestion?.word
  }

  private mutating func explainMissing(_ name: String, _ rule: ObjectRule, _ first: Entry?, _ node: Node) {
    let range = first.map { reader.node($0.key).range } ?? ByteRange(at: node.start)
    var wanted = ""
    let slot = name.utf8.withContiguousStorageIfAvailable { machine.look(up: $0, in: rule.table) } ?? -1
    if slot >= 0, machine.slots[slot].value != absent, let words = description(of: machine.slots[slot].value) {
      wanted = " (\(words))"
    }
    let place = path.isEmpty ? "" : " in \(subject)"
    add(
      SchemaRules.required, range, "\(Wording.quoted(name)) is missing\(place)", label: "\(Wording.quoted(name)) is wanted here",
      help: "add \(Wording.quoted(name))\(wanted)")
  }

  private mutating func explainName(_ names: SchemaID, _ entry: Entry) {
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

  private mutating func explainCount(_ rule: ObjectRule, _ count: Int, _ node: Node, isExplained: Bool) {
    guard !isExplained else { return }
    let range = node.style == .flow ? node.range : ByteRange(node.start, min(node.end, node.start + 1))
    if count < Int(rule.least) {
      add(SchemaRules.propertyCount, range, "\(subject) has \(Wording.count(count, "key")), at least \(rule.least) wanted")
    } else if rule.most != absent, count > Int(rule.most) {
      add(SchemaRules.propertyCount, range, "\(subject) has \(Wording.count(count, "key")), at most \(rule.most) allowed")
    }
  }

  private mutating func explainDemand(_ demand: Demand, _ node: Node, _ value: NodeID) {
    let trigger = text(machine.names[Int(demand.trigger)])
    for index in machine.missing(demand, node, value) {
      let name = text(machine.names[index])
      let key = entries(of: value).first { reader.text($0.key) == trigger }?.key ?? value
      add(
        SchemaRules.dependentRequired, reader.node(key).range,
        "\(Wording.quoted(name)) is missing, which \(Wording.quoted(trigger)) demands",
        help: "add \(Wording.quoted(name)), or delete \(Wording.quoted(trigger))")
    }
  }

  /// What `unevaluatedProperties` or `unevaluatedItems` does not accept.
  mutating func explainUnevaluated(_ id: SchemaID, _ step: Step, _ node: Node, _ value: NodeID, _ frame: Int) {
    let isNever = machine.subschemas[Int(step.first)].verdict == .never
    if step.keyword == .unevaluatedItems, node.kind == .sequence {
      for (index, item) in reader.items(value).enumerated() where !machine.isMarked(index, in: frame) {
        if !machine.accepts(step.first, item) { explain(step.first, item, at: .index(index)) }
        machine.mark(index, in: frame)
      }
    } else if step.keyword == .unevaluatedProperties, node.kind == .mapping {
      let entries = entries(of: value)
      let present = Set(entries.map { reader.text($0.key) })
      let known = isNever ? names(within: id) : []
      for (index, entry) in entries.enumerated() where !machine.isMarked(index, in: frame) {
        if isNever {
          explainUnknown(entry, among: known.filter { !present.contains($0) }, known: known)
        } else {
          explainValue(step.first, entry)
        }
        machine.mark(index, in: frame)
      }
    }
  }

  /// The names of all properties that a subschema and those it applies to the same value know.
  private func names(within id: SchemaID) -> [String] {
    var names: Set<String> = []
    var order = [id]
    var next = 0
    while next < order.count, order.count < 256 {
      let rule = machine.subschemas[Int(order[next])]
      next += 1
      if rule.object != absent { names.formUnion(knownNames(machine.objects[Int(rule.object)])) }
      for index in rule.steps.indices {
        for branch in branches(of: machine.steps[index]) where !order.contains(branch) { order.append(branch) }
      }
    }
    return names.sorted()
  }

  private func branches(of step: Step) -> [SchemaID] {
    switch step.keyword {
    case .ref, .dynamicRef: [step.first]
    case .allOf, .anyOf, .oneOf: step.branches.indices.map { machine.ids[$0] }
    case .condition: [step.first, step.second, step.third].filter { $0 != absent }
    case .dependentSchema: [step.second]
    case .not, .unevaluatedProperties, .unevaluatedItems: []
    }
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
