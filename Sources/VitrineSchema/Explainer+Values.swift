// Wrong types, and values that are not among those allowed.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// A value of none of the wanted types.
  mutating func explainType(_ id: SchemaID, _ types: TypeMask, _ value: NodeID) {
    let node = reader.node(value)
    let rule = machine.subschemas[Int(id)]
    if rule.format == .dateInt, node.kind == .string, let parts = DateAdvice.parts(of: reader.content(value)) {
      guard let date = DateAdvice.date(in: reader.content(value)) else {
        let problem = DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
        return add(
          SchemaRules.dateInvalid, node.range, "\(Wording.value(reader, value)) is not a real date: \(problem)", label: problem,
          help: "write dates as the number YYYYMMDD")
      }
      return add(
        SchemaRules.dateInvalid, node.range,
        "\(subject) must be the number \(date.integer), found \(Wording.found(reader, value))",
        label: "write \(date.integer)", help: "write dates as the number YYYYMMDD",
        fixes: [Fix("write it as \(date.integer)", [TextEdit(node.range, date.integer)], isSafe: true)])
    }
    if rule.format == .date, types.contains(.string), node.kind == .int, let date = DateAdvice.date(in: reader.content(value)) {
      return add(
        SchemaRules.dateInvalid, node.range, "\(subject) must be the date \(date.iso), found \(Wording.found(reader, value))",
        label: "write \(date.iso)", help: "write the date as YYYY-MM-DD",
        fixes: [Fix("write it as \(date.iso)", [TextEdit(node.range, date.iso)], isSafe: true)])
    }
    let wanted = Wording.wanted(types)
    if node.kind == .null, types == .string {
      return add(SchemaRules.empty, node.range, "\(subject) is empty, text is wanted", help: "write a text, or delete the key")
    }
    let fix = typeFix(rule, types, node, value)
    add(
      SchemaRules.type, node.range, "\(subject) must be \(wanted), found \(Wording.found(reader, value))",
      label: fix?.title ?? "\(wanted) wanted", help: types == .null ? "delete the value" : "write \(wanted) here",
      fixes: fix.map { [$0] } ?? [])
  }

  private mutating func typeFix(_ rule: Subschema, _ types: TypeMask, _ node: Node, _ value: NodeID) -> Fix? {
    switch node.kind {
    case .int, .float, .bool:
      if types.contains(.string) {
        let quoted = ScalarText.yaml(for: Array(reader.bytes[node.range.indices]), style: .doubleQuoted, inFlow: true)
        return Fix("quote it", [TextEdit(node.range, quoted)], isSafe: isFineAsText(rule, value))
      }
    case .string:
      if let fix = scalarFix(types, node, value) { return fix }
    case .sequence:
      if let item = singleItem(value), !types.isDisjoint(with: type(of: item)) { return unwrapping(item, node) }
    case .null, .mapping, .alias: break
    }
    guard types.contains(.array), node.kind != .null, node.style != .literal, node.style != .folded, node.style != .block,
      node.kind != .sequence
    else { return nil }
    return listFix(rule, node, value)
  }

  /// Whether the text of a number or a truth value would be fine if it were in quotes: nothing is asked of texts that it lacks.
  private mutating func isFineAsText(_ rule: Subschema, _ value: NodeID) -> Bool {
    guard rule.format == .none else { return false }
    guard rule.string != absent else { return true }
    let strings = machine.strings[Int(rule.string)]
    let content = reader.content(value)
    if strings.most != absent, content.count > Int(strings.most) { return false }
    return content.count >= Int(strings.least) && (strings.pattern == absent || machine.matches(strings.pattern, content, value))
  }

  /// The only item of a list, if it is a scalar on one line that can be moved.
  private func singleItem(_ value: NodeID) -> NodeID? {
    let node = reader.node(value)
    guard node.kind == .sequence, node.content == 1, let item = reader.items(value).first(where: { _ in true }) else {
      return nil
    }
    let scalar = reader.node(item)
    let isMovable =
      scalar.isScalar && scalar.style != .literal && scalar.style != .folded && scalar.propertiesStart == scalar.start
    return isMovable && !scalar.range.isEmpty ? item : nil
  }

  private func unwrapping(_ item: NodeID, _ list: Node) -> Fix {
    let text = Array(reader.bytes[reader.node(item).range.indices])
    return Fix("write the value without a list", [TextEdit(list.range, text)], isSafe: true)
  }

  /// A text that is a number or a truth value in quotes or in words.
  private func scalarFix(_ types: TypeMask, _ node: Node, _ value: NodeID) -> Fix? {
    let content = reader.content(value)
    let text = reader.text(value)
    if types.contains(.boolean) {
      let words = ["true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"]
      if let word = words[text.lowercased()] { return Fix("write \(word)", [TextEdit(node.range, word)], isSafe: true) }
    }
    let kind = YAMLCoreSchema.kind(of: content)
    if types.contains(.number), let number = withPoint(content) {
      // One comma may also part thousands: a person has to say.
      return Fix("write \(String(decoding: number, as: UTF8.self))", [TextEdit(node.range, number)], isSafe: false)
    }
    guard node.style == .singleQuoted || node.style == .doubleQuoted, isJSONNumber(content),
      (kind == .int && !types.isDisjoint(with: [.integer, .number])) || (kind == .float && types.contains(.number))
    else { return nil }
    return Fix("write the number without quotes", [TextEdit(node.range, Array(content))], isSafe: true)
  }

  /// A number whose decimal point is a comma, with a point; nil for any other text.
  private func withPoint(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let comma = text.firstIndex(of: 0x2C), comma == text.lastIndex(of: 0x2C) else { return nil }
    var number = Array(text)
    number[comma] = 0x2E
    return number.withUnsafeBufferPointer { YAMLCoreSchema.kind(of: $0) == .float && isJSONNumber($0) } ? number : nil
  }

  /// Whether a number is written in a way that both YAML and JSON understand.
  private func isJSONNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first(where: { $0 != 0x2D }), first.isDigit, let last = text.last, last.isDigit else { return false }
    return !(first == 0x30 && text.count > 1 && text.dropFirst(text[0] == 0x2D ? 2 : 1).first?.isDigit == true)
  }

  /// Brackets around a single value.
  private mutating func listFix(_ rule: Subschema, _ node: Node, _ value: NodeID) -> Fix {
    let items = rule.array == absent ? absent : machine.arrays[Int(rule.array)].items
    let isSafe = node.isScalar && (items == absent || machine.accepts(items, value))
    var inner = Array(reader.bytes[node.range.indices])
    if node.kind == .string { inner = ScalarText.yaml(for: Array(reader.content(value)), style: node.style, inFlow: true) }
    return Fix(
      "write it as a list: [\(Wording.shortened(String(decoding: inner, as: UTF8.self)))]",
      [TextEdit(node.range, [0x5B] + inner + [0x5D])], isSafe: isSafe)
  }

  private func type(of id: NodeID) -> TypeMask {
    switch reader.resolved(id).kind {
    case .null: .null
    case .bool: .boolean
    case .int: [.integer, .number]
    case .float: .number
    case .string: .string
    case .sequence: .array
    case .mapping: .object
    case .alias: []
    }
  }

  /// Another value than the only one allowed.
  mutating func explainConstant(_ set: ValueSet, _ value: NodeID) {
    let node = reader.node(value)
    guard let literal = set.all.indices.first.map({ machine.ids[$0] }) else { return }
    guard !node.isCollection || machine.literals.node(literal).isScalar else {
      return add(
        SchemaRules.const, node.range, "\(subject) differs from the one value allowed here",
        help: "write the value that the schema fixes")
    }
    let wanted = Wording.value(machine.literals, literal)
    var fixes: [Fix] = []
    if let text = replacement(literal, for: node) {
      fixes = [Fix("replace with \(wanted)", [TextEdit(node.range, text)], isSafe: false)]
    }
    add(
      SchemaRules.const, node.range, "\(subject) must be \(wanted), found \(Wording.found(reader, value))",
      label: "\(wanted) wanted",
      help: "write \(wanted)", fixes: fixes)
  }

  /// A value that is not in the list.
  mutating func explainValues(_ id: SchemaID, _ set: ValueSet, _ value: NodeID) {
    explainValues(set.all.indices.map { machine.ids[$0] }, value, aliases: aliases(of: id), listed: listPlace(of: id))
  }

  /// A value that is none of some literals.
  mutating func explainValues(_ literals: [NodeID], _ value: NodeID, aliases: [String: String], listed: String?) {
    let node = reader.node(value)
    if node.kind == .null || (node.isCollection && literals.allSatisfy { machine.literals.node($0).isScalar }) {
      return explainNoValue(literals, value, listed: listed)
    }
    let text = node.isScalar ? reader.text(value) : ""
    var meant: (literal: NodeID, isSafe: Bool)?
    if !text.isEmpty, machine.pay(literals.count * 20) {
      let scalars = literals.filter { machine.literals.node($0).isScalar }
      let words = scalars.map { machine.literals.text($0) }
      let folded = Folding.vocabulary(text)
      let alias = aliases[text] ?? aliases.sorted { $0.key < $1.key }.first { Folding.vocabulary($0.key) == folded }?.value
      if let word = alias, let index = words.firstIndex(of: word) {
        meant = (scalars[index], true)
      } else if let index = words.firstIndex(of: text) {
        meant = (scalars[index], true)  // The same letters as another type: 5 and '5'.
      } else if let suggestion = suggestion(for: text, among: words, literals), let index = words.firstIndex(of: suggestion.word)
      {
        meant = (scalars[index], suggestion.isSafe)
      }
    }
    var fixes: [Fix] = []
    var label = ""
    if let meant {
      let shown = Wording.value(machine.literals, meant.literal)
      label = "did you mean \(shown)?"
      if let replacement = replacement(meant.literal, for: node) {
        fixes = [Fix("replace with \(shown)", [TextEdit(node.range, replacement)], isSafe: meant.isSafe)]
      }
    }
    add(
      SchemaRules.enum, node.range, "\(Wording.value(reader, value)) is \(notKnown)", label: label,
      help: help(for: literals, listed),
      fixes: fixes)
  }

  /// The suggestion for a word, made once for each word and list.
  private mutating func suggestion(for text: String, among words: [String], _ literals: [NodeID]) -> Suggestion? {
    let key = SuggestionKey(written: text, first: literals.first ?? 0, count: literals.count)
    if let known = machine.scratch.suggestions[key] { return known }
    let suggestion = Suggestion(for: text, among: words)
    if machine.scratch.suggestions.count >= SuggestionKey.most { machine.scratch.suggestions.removeAll(keepingCapacity: true) }
    machine.scratch.suggestions[key] = .some(suggestion)
    return suggestion
  }

  /// Nothing, or a collection, where one of some scalars is wanted.
  private mutating func explainNoValue(_ literals: [NodeID], _ value: NodeID, listed: String?) {
    let node = reader.node(value)
    guard node.isCollection else {
      return add(SchemaRules.empty, node.range, "\(subject) is empty", label: "a value wanted", help: help(for: literals, listed))
    }
    var fixes: [Fix] = []
    if let item = singleItem(value), literals.contains(where: { machine.same(reader, item, machine.literals, $0) }) {
      fixes = [unwrapping(item, node)]
    }
    add(
      SchemaRules.type, node.range, "\(subject) must be a single value, found \(Wording.found(reader, value))",
      label: fixes.first?.title ?? "a single value wanted", help: help(for: literals, listed), fixes: fixes)
  }

  private var notKnown: String {
    switch path.last {
    case .none: "not an allowed value"
    case .key(let key): "not a known " + key.replacing("_")
    case .index: lastKey.map { "not a known value of \(Wording.quoted($0))" } ?? "not an allowed value"
    }
  }

  private func help(for literals: [NodeID], _ listed: String?) -> String {
    if literals.count <= 12 { return "use " + Wording.list(literals.map { Wording.value(machine.literals, $0) }) }
    return listed.map { "use one of the \(literals.count) values in \($0)" }
      ?? "use one of the \(literals.count) listed values"
  }

  /// How a literal is written in place of a node; nil for collections.
  func replacement(_ literal: NodeID, for node: Node) -> [UInt8]? {
    let target = machine.literals.node(literal)
    let content = Array(machine.literals.content(literal))
    switch target.kind {
    case .string:
      let isQuoted = node.style == .singleQuoted || node.style == .doubleQuoted
      // In JSON, where every text is in double quotes, a bare word would be a fault; there only quoted texts surround this one.
      let style: Node.Style = node.kind == .string ? node.style : .doubleQuoted
      return ScalarText.yaml(for: content, style: isQuoted ? node.style : style == .plain ? .plain : .doubleQuoted, inFlow: true)
    case .bool, .int, .float: return content
    case .null: return Array("null".utf8)
    case .sequence, .mapping, .alias: return nil
    }
  }

  /// The annotation `aliases` of a subschema.
  private func aliases(of id: SchemaID) -> [String: String] {
    guard schema.options.annotations else { return [:] }
    let place = schema.place(id)
    return schema.documents[place.document].tree.withReader { reader in
      var result: [String: String] = [:]
      guard let annotation = reader.value(place.node, "x-vitrine"), let map = reader.value(annotation, "aliases") else {
        return result
      }
      reader.forEachEntry(map) { result[reader.text($0.key)] = reader.text($0.value) }
      return result
    }
  }

  /// The document of a subschema, where it is not the one the schema was compiled from, and how a value is added to a list in it.
  private func listPlace(of id: SchemaID) -> String? {
    let place = schema.place(id)
    guard place.document != schema.place(schema.start).document else { return nil }
    let uri = schema.documents[place.document].uri
    let file = uri.hasPrefix("catalogue:///") ? String(uri.dropFirst(13)) : uri
    return "\(file), or \(schema.documents[place.document].addition)"
  }
}

extension String {
  /// The text with a character replaced by a space.
  fileprivate func replacing(_ character: Unicode.Scalar) -> String {
    unicodeScalars.contains(character)
      ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == character ? " " : $0 })) : self
  }
}
