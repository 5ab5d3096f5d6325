// The keywords about maps and lists.

import VitrineSource
import VitrineSyntax

extension SubschemaCompiler {
  /// What is asked of maps.
  func objectRule(_ compiler: inout Compiler) -> UInt32 {
    var rule = ObjectRule()
    var required: [[UInt8]] = []
    if vocabulary.contains(.validation) {
      required = nameList(member("required"))
      rule.required = compiler.names(required)
      rule.least = natural("minProperties") ?? 0
      rule.most = natural("maxProperties") ?? absent
      rule.demands = demands(&compiler)
    }
    rule.requiredBits = required.count >= 64 ? .max : (1 << UInt64(required.count)) - 1
    var entries: [(name: [UInt8], value: UInt32, bit: UInt8)] = []
    var known: [[UInt8]: Int] = [:]
    if vocabulary.contains(.applicator) {
      if let node = member("properties", .mapping) {
        reader.forEachEntry(node) { entry in
          let name = Array(reader.content(entry.key))
          guard known[name] == nil else { return }
          known[name] = entries.count
          entries.append((name, subschema(at: entry.value, &compiler), 255))
        }
      }
      rule.patterned = patterned(&compiler)
      rule.additional = schema("additionalProperties", &compiler) ?? absent
      rule.names = schema("propertyNames", &compiler) ?? absent
    }
    for (bit, name) in required.prefix(64).enumerated() {
      if let index = known[name] { entries[index].bit = UInt8(bit) } else { entries.append((name, absent, UInt8(bit))) }
    }
    rule.table = compiler.program.table(entries)
    let isEmpty =
      entries.isEmpty && rule.patterned.count == 0 && rule.additional == absent && rule.names == absent && rule.least == 0
      && rule.most == absent && rule.demands.count == 0
    if isEmpty { return absent }
    compiler.program.objects.append(rule)
    return UInt32(clamping: compiler.program.objects.count - 1)
  }

  /// The texts of a list, each once.
  private func nameList(_ node: NodeID?) -> [[UInt8]] {
    guard let node, reader.node(node).kind == .sequence else { return [] }
    var seen: Set<[UInt8]> = []
    return reader.items(node).compactMap { item in
      let name = Array(reader.content(item))
      return reader.resolved(item).kind == .string && seen.insert(name).inserted ? name : nil
    }
  }

  private func demands(_ compiler: inout Compiler) -> Stretch {
    var found: [Demand] = []
    for key in ["dependentRequired", "dependencies"] {
      guard let node = member(key, .mapping), key == "dependencies" || !isDraft7 else { continue }
      reader.forEachEntry(node) { entry in
        let wanted = nameList(reader.resolve(entry.value))
        guard !wanted.isEmpty else { return }
        let trigger = compiler.names([Array(reader.content(entry.key))]).start
        found.append(Demand(trigger: trigger, wanted: compiler.names(wanted)))
      }
    }
    let start = UInt32(clamping: compiler.program.demands.count)
    compiler.program.demands += found
    return Stretch(start: start, count: UInt32(clamping: found.count))
  }

  private func patterned(_ compiler: inout Compiler) -> Stretch {
    guard let node = member("patternProperties", .mapping) else { return Stretch() }
    var found: [PatternedProperty] = []
    reader.forEachEntry(node) { entry in
      guard let pattern = pattern(at: entry.key, &compiler) else { return }
      found.append(PatternedProperty(pattern: pattern, schema: subschema(at: entry.value, &compiler)))
    }
    let start = UInt32(clamping: compiler.program.patterned.count)
    compiler.program.patterned += found
    return Stretch(start: start, count: UInt32(clamping: found.count))
  }

  /// What is asked of lists.
  func arrayRule(_ compiler: inout Compiler) -> UInt32 {
    var rule = ArrayRule()
    var isEmpty = true
    if vocabulary.contains(.validation) {
      rule.least = natural("minItems") ?? 0
      rule.most = natural("maxItems") ?? absent
      rule.isUnique = isTrue("uniqueItems")
      isEmpty = rule.least == 0 && rule.most == absent && !rule.isUnique
    }
    if let node = annotation("uniqueBy", compiler) {
      let names = reader.node(node).kind == .string ? [Array(reader.content(node))] : nameList(node)
      if names.isEmpty {
        report(
          SchemaRules.annotationInvalid, node, "'uniqueBy' must be a list of keys", help: "write `uniqueBy: [name]`", &compiler)
      } else {
        rule.uniqueBy = compiler.names(names)
        isEmpty = false
      }
    }
    if vocabulary.contains(.applicator), compileItems(&rule, &compiler) { isEmpty = false }
    if isEmpty { return absent }
    compiler.program.arrays.append(rule)
    return UInt32(clamping: compiler.program.arrays.count - 1)
  }

  /// Fills in what is asked of the items; whether there was anything.
  private func compileItems(_ rule: inout ArrayRule, _ compiler: inout Compiler) -> Bool {
    var prefix = isDraft7 ? nil : member("prefixItems", .sequence)
    // 2019-09 and earlier: a list under `items` is what `prefixItems` is now.
    if prefix == nil, let list = member("items", .sequence) {
      prefix = list
      rule.items = schema("additionalItems", &compiler) ?? absent
    } else {
      rule.items = schema("items", &compiler) ?? absent
    }
    if let prefix { rule.prefix = compiler.stretch(reader.items(prefix).map { subschema(at: $0, &compiler) }) }
    if let contains = schema("contains", &compiler) {
      rule.contains = contains
      rule.containsMarks = !isDraft7
      if !isDraft7, vocabulary.contains(.validation) {
        rule.leastContained = natural("minContains") ?? 1
        rule.mostContained = natural("maxContains") ?? absent
      }
    }
    return rule.prefix.count > 0 || rule.items != absent || rule.contains != absent
  }
}
