// `properties`, `patternProperties` and `additionalProperties`

import VitrineSource
import VitrineSyntax
import VitrineText

/// The subschemas of a map's values, in one pass over the entries, which also notes which required names are there.
enum PropertiesKeyword: Keyword {
  static let applicability = Applicability.object
  static let rank = 10
  static let vocabulary: Vocabulary = []
  static let explainsAlways = true

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    var rule = ObjectRule()
    var entries: [(name: [UInt8], value: UInt32, bit: UInt8)] = []
    var known: [[UInt8]: Int] = [:]
    if scope.vocabulary.contains(.applicator) {
      if let node = scope.member("properties", .mapping) {
        scope.reader.forEachEntry(node) { entry in
          let name = Array(scope.reader.content(entry.key))
          guard known[name] == nil else { return }
          known[name] = entries.count
          entries.append((name, scope.subschema(at: entry.value, &compiler), 255))
        }
      }
      rule.patterned = patterned(scope, &compiler)
      rule.additional = scope.schema("additionalProperties", &compiler) ?? absent
    }
    let required = RequiredKeyword.names(scope)
    rule.others = compiler.names(Array(required.dropFirst(64)))
    rule.requiredBits = required.count >= 64 ? .max : (1 << UInt64(required.count)) - 1
    for (bit, name) in required.prefix(64).enumerated() {
      if let index = known[name] { entries[index].bit = UInt8(bit) } else { entries.append((name, absent, UInt8(bit))) }
    }
    if entries.isEmpty, rule.patterned.count == 0, rule.additional == absent { return }
    rule.table = compiler.program.table(entries)
    compiler.program.objects.append(rule)
    draft.add(PropertiesKeyword.self, UInt32(clamping: compiler.program.objects.count - 1))
  }

  private static func patterned(_ scope: SubschemaCompiler, _ compiler: inout Compiler) -> Stretch {
    guard let node = scope.member("patternProperties", .mapping) else { return Stretch() }
    var found: [PatternedProperty] = []
    scope.reader.forEachEntry(node) { entry in
      guard let pattern = scope.pattern(at: entry.key, &compiler) else { return }
      found.append(PatternedProperty(pattern: pattern, schema: scope.subschema(at: entry.value, &compiler)))
    }
    let start = UInt32(clamping: compiler.program.patterned.count)
    compiler.program.patterned += found
    return Stretch(start: start, count: UInt32(clamping: found.count))
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let rule = machine.objects[Int(step.first)]
    var seen: UInt64 = 0
    if instance.node.hasMerges {
      for (ordinal, entry) in machine.mergedEntries(instance.id).enumerated() {
        guard machine.accepts(rule, entry, ordinal, &seen, instance.frame) else { return false }
      }
    } else {
      var key = instance.id &+ 1
      for ordinal in 0..<Int(instance.node.content / 2) {
        let value = machine.document.pointee.nodes[Int(key)].next
        guard machine.accepts(rule, Entry(key: key, value: value), ordinal, &seen, instance.frame) else { return false }
        key = machine.document.pointee.nodes[Int(value)].next
      }
    }
    if seen != rule.requiredBits { return false }
    for index in rule.others.indices where machine.value(of: machine.names[index], in: instance.node, instance.id) == nil {
      return false
    }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let rule = explainer.machine.objects[Int(step.first)]
    var unknown: [Entry] = []
    let entries = explainer.machine.entries(instance)
    for (ordinal, entry) in entries.enumerated() {
      if explainer.explainEntry(rule, entry, ordinal, instance.frame) { unknown.append(entry) }
    }
    guard !unknown.isEmpty else { return }
    let known = explainer.knownNames(rule)
    let present = explainer.names(known, presentIn: entries)
    let missing = known.filter { !present.contains($0) }
    var meant: Set<String> = []
    let patterned = rule.patterned.indices.map {
      explainer.schema.program.patterns[Int(explainer.machine.patterned[$0].pattern)].source
    }
    for entry in unknown {
      if let name = explainer.explainUnknown(entry, among: missing, known: known, patterned: patterned) { meant.insert(name) }
    }
    explainer.keyFaults.hasUnknown = true
    explainer.keyFaults.meant = meant
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    let rule = program.objects[Int(step.first)]
    program.objects[Int(step.first)].additional = target(rule.additional)
    for slot in rule.table.slots.indices { program.slots[slot].value = target(program.slots[slot].value) }
    for index in rule.patterned.indices { program.patterned[index].schema = target(program.patterned[index].schema) }
  }
}

/// What was found of the keys of the map at hand: a misspelt key is one fault, not an unknown and a missing one.
struct KeyFaults {
  /// True where a key is unknown.
  var hasUnknown = false
  /// The known names that unknown keys were taken for.
  var meant: Set<String> = []
}

extension Machine {
  @inline(__always)
  fileprivate mutating func accepts(
    _ rule: ObjectRule, _ entry: Entry, _ ordinal: Int, _ seen: inout UInt64, _ frame: Int
  ) -> Bool {
    let keyNode = document.pointee.nodes[Int(entry.key)]
    let key = keyNode.isAlias ? reader.content(entry.key) : content(keyNode)
    var isKnown = false
    let slot = look(up: key, in: rule.table)
    if slot >= 0 {
      if slots[slot].bit < 64 { seen |= 1 &<< UInt64(slots[slot].bit) }
      if slots[slot].value != absent {
        isKnown = true
        if !accepts(slots[slot].value, entry.value) { return false }
      }
    }
    if rule.patterned.count > 0 {
      for index in rule.patterned.indices where matches(patterned[index].pattern, key, entry.key) {
        isKnown = true
        if !accepts(patterned[index].schema, entry.value) { return false }
      }
    }
    if !isKnown, rule.additional != absent {
      isKnown = true
      if !accepts(rule.additional, entry.value) { return false }
    }
    if isKnown, frame != Machine.noFrame { mark(ordinal, in: frame) }
    return pay(1) || overrun != .none
  }
}

extension Explainer {
  /// Explains one entry; true where its key is not known.
  fileprivate mutating func explainEntry(_ rule: ObjectRule, _ entry: Entry, _ ordinal: Int, _ frame: Int) -> Bool {
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
}
