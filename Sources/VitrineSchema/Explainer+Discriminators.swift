// What tells alternatives apart: a key whose value names the alternative, or a key that only one of them has to have.

import VitrineSource
import VitrineSyntax

extension Explainer {
  /// The most alternatives that are looked at.
  private static let mostLeaves = 100

  /// The alternatives of which some stand in lists of alternatives of their own, as one list.
  func leaves(of branches: [SchemaID]) -> [SchemaID] {
    var leaves: [SchemaID] = []
    func add(_ id: SchemaID, depth: Int) {
      guard leaves.count < Self.mostLeaves, !leaves.contains(id) else { return }
      guard depth < 8, let inner = alternatives(of: id) else { return leaves.append(id) }
      for branch in inner { add(branch, depth: depth + 1) }
    }
    for branch in branches { add(branch, depth: 0) }
    return leaves
  }

  /// The alternatives that a subschema is and nothing else; nil where it says more.
  private func alternatives(of id: SchemaID, depth: Int = 0) -> [SchemaID]? {
    let rule = machine.subschemas[Int(id)]
    guard rule.verdict == .depends, rule.types == .any, rule.steps.count == 1, rule.inPlace.count == 1,
      let index = rule.inPlace.indices.first, depth < 8
    else { return nil }
    let step = machine.steps[index]
    if step.isOf(RefKeyword.self) { return alternatives(of: step.first, depth: depth + 1) }
    guard step.isOf(AnyOfKeyword.self) || step.isOf(OneOfKeyword.self) else { return nil }
    return step.targets(schema.program)
  }

  /// This subschema and those that `$ref` and `allOf` add to it.
  private func parts(of id: SchemaID) -> [SchemaID] {
    var parts = [id]
    var next = 0
    while next < parts.count, parts.count < 64 {
      let rule = machine.subschemas[Int(parts[next])]
      next += 1
      for index in rule.inPlace.indices
      where machine.steps[index].isOf(RefKeyword.self) || machine.steps[index].isOf(AllOfKeyword.self) {
        for target in machine.steps[index].targets(schema.program) where !parts.contains(target) { parts.append(target) }
      }
    }
    return parts
  }

  /// The names that a subschema requires.
  func requiredNames(of id: SchemaID) -> [String] {
    var names: [String] = []
    for part in parts(of: id) {
      for name in machine.required(by: part).map({ text($0) }) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The names of `properties` of a subschema.
  private func names(of id: SchemaID) -> Set<String> {
    parts(of: id).reduce(into: []) { names, part in
      if let rule = machine.objectRule(of: part) { names.formUnion(knownNames(rule)) }
    }
  }

  /// The values that a subschema allows for a key, where they are listed.
  private func literals(of key: String, in id: SchemaID) -> [NodeID] {
    for part in parts(of: id) {
      guard let rule = machine.objectRule(of: part), let property = machine.property(key, in: rule) else { continue }
      let literals = self.literals(of: property)
      if !literals.isEmpty { return literals }
    }
    return []
  }

  /// The key whose value tells the alternatives apart, with its values: most of them list values for it, and not all the same.
  private mutating func discriminator(of leaves: [SchemaID]) -> (key: String, values: [(leaf: SchemaID, literals: [NodeID])])? {
    var seen: Set<String> = []
    for leaf in leaves.prefix(3) {
      for key in names(of: leaf).sorted() where seen.insert(key).inserted {
        guard machine.pay(leaves.count * 8) else { return nil }
        let values = leaves.map { (leaf: $0, literals: literals(of: key, in: $0)) }.filter { !$0.literals.isEmpty }
        guard values.count > 1, values.count * 2 > leaves.count else { continue }
        if Set(values.map { Set($0.literals.map { machine.literals.text($0) }) }).count > 1 { return (key, values) }
      }
    }
    return nil
  }

  /// Of alternatives for a map those that it can be meant for, by what tells them apart; none, with a finding, where it is meant for none.
  mutating func meant(_ leaves: [SchemaID], _ value: NodeID) -> [SchemaID] {
    guard leaves.count > 1, reader.node(value).kind == .mapping, machine.pay(leaves.count * 20) else { return leaves }
    if let (key, values) = discriminator(of: leaves) { return meant(leaves, value, by: key, values) }
    return meantByKeys(leaves, value)
  }

  private mutating func meant(
    _ leaves: [SchemaID], _ value: NodeID, by key: String, _ values: [(leaf: SchemaID, literals: [NodeID])]
  ) -> [SchemaID] {
    let others = leaves.filter { leaf in !values.contains { $0.leaf == leaf } }
    let all = values.flatMap(\.literals)
    if let written = reader.value(value, named: key) {
      let named = values.filter { $0.literals.contains { machine.same(reader, written, machine.literals, $0) } }.map(\.leaf)
      if !named.isEmpty { return named }
      // Another alternative may be meant that says nothing of the key, if it has the other keys of the map.
      let written = reader.resolve(written)
      let rest = others.filter { fitsKeys(of: value, $0) }
      if !rest.isEmpty { return rest }
      path.append(.key(key))
      explainValues(all, written, aliases: [:], listed: nil)
      path.removeLast()
      return []
    }
    let rest = others.filter { fitsKeys(of: value, $0) }
    guard rest.isEmpty, values.allSatisfy({ requiredNames(of: $0.leaf).contains(key) }) else {
      return rest.isEmpty ? leaves : rest
    }
    addMissing([key], value, help: "add \(Wording.quoted(key)): " + shortList(all))
    return []
  }

  /// True where a map has what an alternative requires.
  private func fitsKeys(of value: NodeID, _ leaf: SchemaID) -> Bool {
    let required = requiredNames(of: leaf)
    return !required.isEmpty && required.allSatisfy { reader.value(value, named: $0) != nil }
  }

  /// By the keys that only some alternatives require.
  private mutating func meantByKeys(_ leaves: [SchemaID], _ value: NodeID) -> [SchemaID] {
    let required = leaves.map { requiredNames(of: $0) }
    guard let first = required.first else { return leaves }
    let common = Set(required.dropFirst().reduce(into: Set(first)) { $0.formIntersection($1) })
    let own = required.map { $0.filter { !common.contains($0) } }
    guard own.allSatisfy({ !$0.isEmpty }), Set(own.flatMap(\.self)).count == own.reduce(0, { $0 + $1.count }) else {
      return leaves
    }
    let having = leaves.indices.filter { index in own[index].contains { reader.value(value, named: $0) != nil } }
    if !having.isEmpty { return having.map { leaves[$0] } }
    let wanted = own.compactMap(\.first)
    // None of the telling keys is there. Where no others may be, an unknown key is one of them, misspelt.
    guard leaves.allSatisfy({ isClosed($0) }) else {
      addMissing(wanted, value, help: "add " + Wording.list(wanted.prefix(12).map { Wording.quoted($0) }))
      return []
    }
    let known = leaves.reduce(into: Set<String>()) { $0.formUnion(names(of: $1)) }
    for entry in machine.entries(Instance(node: reader.node(value), id: value, frame: Machine.noFrame))
    where !known.contains(reader.text(entry.key)) {
      explainUnknown(entry, among: wanted, known: [])
      found[found.count - 1].note =
        "one of " + Wording.list(wanted.prefix(12).map { Wording.quoted($0) }, "and") + " has to be there"
      return []
    }
    addMissing(wanted, value, help: "add " + Wording.list(wanted.prefix(12).map { Wording.quoted($0) }))
    return []
  }

  private mutating func addMissing(_ keys: [String], _ value: NodeID, help: String) {
    let words = Wording.list(keys.prefix(12).map { Wording.quoted($0) })
    let map = path.isEmpty ? "" : " in \(subject)"
    let first = reader.writtenEntries(value).first(where: { _ in true })
    let range = first.map { reader.node($0.key).range } ?? ByteRange(at: reader.node(value).start)
    add(SchemaRules.required, range, "\(words) is missing\(map)", help: help)
  }

  private func shortList(_ literals: [NodeID]) -> String {
    let words = literals.prefix(24).map { Wording.value(machine.literals, $0) }
    return literals.count <= 24 ? Wording.list(words) : words.joined(separator: ", ") + ", …"
  }

  /// True for an alternative that allows no keys but those it knows.
  private func isClosed(_ leaf: SchemaID) -> Bool {
    machine.objectRule(of: leaf).map { $0.additional != absent && machine.subschemas[Int($0.additional)].verdict == .never }
      ?? false
  }

  /// True where a key is known to one of some alternatives.
  func isKnown(_ key: String, toAnyOf leaves: [SchemaID]) -> Bool { leaves.contains { names(of: $0).contains(key) } }
}

extension Machine {
  /// The subschema that `properties` has for a name.
  func property(_ name: String, in rule: ObjectRule) -> SchemaID? {
    var name = name
    let slot = name.withUTF8 { look(up: $0, in: rule.table) }
    return slot >= 0 && slots[slot].value != absent ? slots[slot].value : nil
  }
}
