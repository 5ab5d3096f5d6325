// The keywords about types, values, numbers and texts.

import VitrineSource
import VitrineSyntax
import VitrineText

extension SubschemaCompiler {
  /// `type`, `enum`, `const` and what is asked of numbers.
  func compileAssertions(_ result: inout Subschema, _ compiler: inout Compiler) {
    result.types = types()
    if let node = member("enum", .sequence) {
      result.values = valueSet(Array(reader.items(node)), &compiler)
      checkAliases(node, &compiler)
    }
    if let node = member("const") { result.constant = valueSet([node], &compiler) }
    result.number = numberRule(&compiler)
  }

  private func types() -> TypeMask {
    guard let node = member("type") else { return .any }
    if reader.node(node).kind == .string { return typeMask(reader.content(node)) ?? .any }
    guard reader.node(node).kind == .sequence else { return .any }
    var mask: TypeMask = []
    for item in reader.items(node) {
      guard reader.resolved(item).kind == .string || reader.resolved(item).kind == .null,
        let type = typeMask(reader.content(item)) ?? (reader.resolved(item).kind == .null ? .null : nil)
      else { return .any }
      mask.formUnion(type)
    }
    return mask.isEmpty ? .any : mask
  }

  private func typeMask(_ name: UnsafeBufferPointer<UInt8>) -> TypeMask? {
    switch String(decoding: name, as: UTF8.self) {
    case "null": .null
    case "boolean": .boolean
    case "integer": .integer
    case "number": [.number, .integer]
    case "string": .string
    case "array": .array
    case "object": .object
    default: nil
    }
  }

  /// Copies values into the program's literals.
  private func valueSet(_ values: [NodeID], _ compiler: inout Compiler) -> UInt32 {
    var all: [UInt32] = []
    var others: [UInt32] = []
    var strings: [(name: [UInt8], value: UInt32, bit: UInt8)] = []
    var seen: Set<[UInt8]> = []
    for value in values {
      let literal = compiler.program.addLiteral(reader, value, depth: 0)
      all.append(literal)
      if reader.resolved(value).kind == .string {
        let bytes = Array(reader.content(value))
        if seen.insert(bytes).inserted { strings.append((bytes, literal, 255)) }
      } else {
        others.append(literal)
      }
    }
    let set = ValueSet(strings: compiler.program.table(strings), others: compiler.stretch(others), all: compiler.stretch(all))
    compiler.program.values.append(set)
    return UInt32(clamping: compiler.program.values.count - 1)
  }

  private func numberRule(_ compiler: inout Compiler) -> UInt32 {
    var rule = NumberRule()
    rule.minimum = bound("minimum", &compiler)
    rule.maximum = bound("maximum", &compiler)
    rule.above = bound("exclusiveMinimum", &compiler)
    rule.below = bound("exclusiveMaximum", &compiler)
    rule.step = bound("multipleOf", &compiler)
    if isDraft7, isTrue("exclusiveMinimum") { swap(&rule.minimum, &rule.above) }
    if isDraft7, isTrue("exclusiveMaximum") { swap(&rule.maximum, &rule.below) }
    if rule.step != absent, compiler.program.bounds[Int(rule.step)].number.kind == .small,
      compiler.program.bounds[Int(rule.step)].number.mantissa == 0 || compiler.program.bounds[Int(rule.step)].number.isNegative
    {
      rule.step = absent
    }
    let isEmpty = rule.minimum & rule.maximum & rule.above & rule.below & rule.step == absent
    if isEmpty { return absent }
    compiler.program.numbers.append(rule)
    return UInt32(clamping: compiler.program.numbers.count - 1)
  }

  private func bound(_ key: String, _ compiler: inout Compiler) -> UInt32 {
    guard let node = member(key), reader.node(node).isNumber else { return absent }
    let content = reader.content(node)
    let number = ExactNumber(content)
    guard number.kind == .small || number.kind == .big else { return absent }
    compiler.program.bounds.append(Bound(number: number, text: compiler.program.intern(Array(content))))
    return UInt32(clamping: compiler.program.bounds.count - 1)
  }

  /// `format`, where it is asserted.
  func compileFormat(_ result: inout Subschema, _ compiler: inout Compiler) {
    guard compiler.options.assertFormats || vocabulary.contains(.formatAssertion), let node = member("format", .string) else {
      return
    }
    result.format = Format(name: reader.text(node)) ?? .none
  }

  /// What is asked of texts.
  func stringRule(_ compiler: inout Compiler) -> UInt32 {
    var rule = StringRule()
    if vocabulary.contains(.validation) {
      rule.least = natural("minLength") ?? 0
      rule.most = natural("maxLength") ?? absent
      if let node = member("pattern", .string), let pattern = pattern(at: node, &compiler) { rule.pattern = pattern }
    }
    if let node = annotation("trimmed", compiler) {
      if reader.node(node).kind == .bool {
        rule.isTrimmed = reader.content(node).first.map { $0 | 0x20 } == UInt8(ascii: "t")
      } else {
        report(SchemaRules.annotationInvalid, node, "'trimmed' must be true or false", help: "write `trimmed: true`", &compiler)
      }
    }
    if let node = annotation("length", compiler) {
      if reader.content(node, equals: "characters") {
        rule.countsCharacters = true
      } else if !reader.content(node, equals: "codepoints") {
        report(
          SchemaRules.annotationInvalid, node, "'\(reader.text(node))' is not a known unit of length",
          help: "write `length: characters` or `length: codepoints`", &compiler)
      }
    }
    guard rule.least > 0 || rule.most != absent || rule.pattern != absent || rule.isTrimmed else { return absent }
    compiler.program.strings.append(rule)
    return UInt32(clamping: compiler.program.strings.count - 1)
  }

  /// `aliases` must map texts to values of the `enum`.
  private func checkAliases(_ list: NodeID, _ compiler: inout Compiler) {
    guard let aliases = annotation("aliases", compiler) else { return }
    guard reader.node(aliases).kind == .mapping else {
      return report(
        SchemaRules.annotationInvalid, aliases, "'aliases' must be a map from other spellings to values",
        help: "write `aliases: {SNES: Super Nintendo}`", &compiler)
    }
    let values = Set(reader.items(list).map { reader.text($0) })
    reader.forEachEntry(aliases) { entry in
      let value = reader.text(entry.value)
      guard !values.contains(value) || reader.resolved(entry.value).isCollection else { return }
      let nearest = NearestWord.nearest(to: value, in: values.sorted())
      let help = nearest.map { "write '\($0)', or add '\(value)' to the enum" } ?? "add '\(value)' to the enum"
      report(
        SchemaRules.annotationInvalid, entry.value,
        "the alias '\(reader.text(entry.key))' stands for '\(value)', which is not in the enum",
        help: help, &compiler)
    }
  }
}

extension Program {
  /// Copies a value of a schema document; its node in the literals. Beyond two million nodes, or too deep, a null stands for the rest.
  mutating func addLiteral(_ reader: TreeReader, _ id: NodeID, depth: Int) -> NodeID {
    let source = reader.resolved(id)
    let copy = NodeID(clamping: literals.nodes.count)
    var node = source
    node.flags = []
    guard literals.nodes.count < 2_000_000, depth < 600 else {
      literals.nodes.append(Node(kind: .null, style: .plain, start: 0, end: 0, next: copy + 1, propertiesStart: 0))
      return copy
    }
    literals.nodes.append(node)
    switch source.kind {
    case .null, .bool, .int, .float, .string:
      let content = reader.content(id)
      literals.nodes[Int(copy)].content = UInt32(clamping: literals.decoded.count)
      literals.nodes[Int(copy)].contentCount = UInt32(clamping: content.count)
      literals.nodes[Int(copy)].flags = .decoded
      literals.decoded += content
    case .sequence:
      for item in reader.items(id) { _ = addLiteral(reader, item, depth: depth + 1) }
    case .mapping:
      var count: UInt32 = 0
      reader.forEachEntry(id) { entry in
        _ = addLiteral(reader, entry.key, depth: depth + 1)
        _ = addLiteral(reader, entry.value, depth: depth + 1)
        count += 2
      }
      literals.nodes[Int(copy)].content = count
    case .alias: break
    }
    literals.nodes[Int(copy)].next = NodeID(clamping: literals.nodes.count)
    return copy
  }
}
