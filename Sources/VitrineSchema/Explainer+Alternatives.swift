// Alternatives: the one that came closest is the one that is explained.

import VitrineSource
import VitrineSyntax

extension Explainer {
  /// Explains a subschema, and adds a note to what it finds.
  mutating func explain(_ id: SchemaID, _ instance: Instance, note: String) {
    let before = found.count
    explain(id, instance.id, instance.frame)
    for index in before..<found.count where found[index].note.isEmpty { found[index].note = note }
  }

  /// A value where there is something to mark, the first line's start for a block.
  func shortRange(_ value: NodeID) -> ByteRange {
    let node = reader.node(value)
    guard node.isCollection, node.style == .block else { return node.range }
    if node.kind == .mapping, let first = reader.writtenEntries(value).first(where: { _ in true }) {
      return reader.node(first.key).range
    }
    return ByteRange(node.start, min(node.end, node.start + 1))
  }

  /// No alternative fits.
  mutating func explainAlternatives(_ branches: [SchemaID], _ value: NodeID) {
    let node = reader.node(value)
    let fitting = branches.filter { machine.fits(types(of: $0), node, value) }
    if fitting.isEmpty {
      let union = branches.reduce(into: TypeMask()) { $0.formUnion(types(of: $1)) }
      return explainType(branches[0], union, value)
    }
    let before = found.count
    let typed = meant(leaves(of: fitting).filter { machine.fits(types(of: $0), node, value) }, value)
    if found.count > before { return }
    guard branching < 6, typed.count <= 100, !typed.isEmpty else { return addNoMatch(branches, value) }
    branching += 1
    let attempts = typed.map { attempt($0, value) }
    branching -= 1
    // A list of allowed values that is spread over the alternatives.
    if node.isScalar,
      attempts.allSatisfy({ $0.count == 1 && ($0[0].rule == SchemaRules.enum || $0[0].rule == SchemaRules.const) })
    {
      let literals = typed.flatMap { self.literals(of: $0) }
      if !literals.isEmpty { return explainValues(literals, value, aliases: [:], listed: nil) }
    }
    let here = node.range
    let costs = attempts.indices.map { place in
      // A key that another alternative knows says that the other is meant, even where its value there is wrong.
      cost(attempts[place], here) + strangers(in: attempts[place]).count { isKnown($0, toAnyOf: typed) } * 60
    }
    guard let least = costs.min(), let best = costs.firstIndex(of: least), !attempts[best].isEmpty else {
      return addNoMatch(branches, value)
    }
    // Where no alternative is nearer than another, to explain one of them would mislead.
    if node.isScalar, costs.count(where: { $0 == least }) > 1 { return addNoMatch(branches, value) }
    let own = description(of: typed[best])
    var others: [String] = []
    // Where one alternative alone can be meant, the others are no help.
    for other in branches where typed.count > 1 && other != typed[best] {
      guard let words = description(of: other), words != own, !others.contains(words), others.count < 4 else { continue }
      others.append(words)
    }
    let note =
      others.isEmpty
      ? ""
      : "explained by the alternative that comes closest\(own.map { " (\($0))" } ?? ""); instead it may be \(Wording.list(others))"
    let rest = typed.indices.filter { $0 != best }.map { typed[$0] }
    for finding in attempts[best] {
      var finding = finding
      if finding.note.isEmpty { finding.note = note }
      if finding.note.isEmpty, finding.rule == SchemaRules.unknownField, let key = finding.pointer.split(separator: "/").last,
        isKnown(String(key), toAnyOf: rest)
      {
        finding.note = "another alternative has it, without something else that is here"
      }
      found.append(finding)
    }
  }

  private mutating func addNoMatch(_ branches: [SchemaID], _ value: NodeID) {
    let names = branches.prefix(8).compactMap { description(of: $0) }
    add(
      SchemaRules.noMatch, shortRange(value), "\(subject) fits none of \(Wording.count(branches.count, "alternative"))",
      help: names.isEmpty ? nil : "write " + Wording.list(names))
  }

  /// What one alternative finds.
  private mutating func attempt(_ id: SchemaID, _ value: NodeID) -> [Finding] {
    let kept = found
    found = []
    explain(id, value, Machine.noFrame)
    defer { found = kept }
    return found
  }

  /// The unknown keys among what was found of a map.
  private func strangers(in findings: [Finding]) -> [String] {
    findings.filter { finding in
      finding.rule == SchemaRules.unknownField && finding.pointer.utf8.count { $0 == 0x2F } == path.count + 1
    }.prefix(8).compactMap { finding in finding.pointer.split(separator: "/").last.map { TreeReader.unescaped($0) } }
  }

  /// How far an alternative is from fitting: wrong types and wrong discriminators weigh most, faults deep inside least.
  private func cost(_ findings: [Finding], _ range: ByteRange) -> Int {
    let depth = path.count
    return findings.reduce(0) { sum, finding in
      let level = finding.pointer.utf8.count { $0 == 0x2F } - depth
      let weight: Int
      switch finding.rule {
      case SchemaRules.type, SchemaRules.forbidden, SchemaRules.noMatch: weight = level <= 0 ? 1_000 : level == 1 ? 60 : 6
      case SchemaRules.const, SchemaRules.enum: weight = level <= 1 ? 200 : 8
      case SchemaRules.required: weight = level <= 0 ? 40 : 5
      case SchemaRules.unknownField: weight = level <= 1 ? 20 : 4
      default: weight = level <= 1 ? 10 : 2
      }
      return sum + weight
    }
  }
}
