// `type`

import VitrineSource
import VitrineSyntax
import VitrineText

/// Which types a value may have. They are no step but bits of the subschema, which the machine looks at first.
enum TypeKeyword: Keyword {
  static let applicability = Applicability.any
  static let rank = 0

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    draft.types = types(scope)
  }

  private static func types(_ scope: SubschemaCompiler) -> TypeMask {
    let reader = scope.reader
    guard let node = scope.member("type") else { return .any }
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

  private static func typeMask(_ name: UnsafeBufferPointer<UInt8>) -> TypeMask? {
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

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool { true }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {}
}

extension Explainer {
  /// A value of none of the wanted types.
  mutating func explainType(_ id: SchemaID, _ types: TypeMask, _ value: NodeID) {
    let node = reader.node(value)
    let format = machine.format(of: id)
    if explainDateType(id, format, types, value) || explainUnquoted(id, format, types, value) { return }
    let wanted = Wording.wanted(types)
    if node.kind == .null, types == .string {
      return add(
        SchemaRules.empty, node.range, "\(subject) is empty, text is wanted", help: adviceOnEmpty("a text"))
    }
    if format == .dateInt, node.isScalar {
      let forms = machine.dateForm(of: id).words(areNumbers: true)
      return add(
        SchemaRules.type, node.range, "\(subject) must be a date (\(forms)), found \(Wording.found(reader, value))",
        label: "a date wanted", help: "write a date as the number \(forms)")
    }
    let fixes = typeFixes(id, types, node, value)
    let label = fixes.count > 1 ? fixes.map(\.title).joined(separator: ", or ") : fixes.first?.title
    add(
      SchemaRules.type, node.range, "\(subject) must be \(wanted), found \(Wording.found(reader, value))",
      label: label ?? "\(wanted) wanted", help: types == .null ? "delete the value" : "write \(wanted)\(members(id, types)) here",
      fixes: fixes)
  }

  /// The keys that a map has to have, where a map alone is wanted.
  private func members(_ id: SchemaID, _ types: TypeMask) -> String {
    let names = types == .object ? requiredNames(of: id).prefix(4).map { Wording.quoted($0) } : []
    return names.isEmpty ? "" : " with " + Wording.list(Array(names), "and")
  }

  /// A date that is a number where it should be a text, or a text where it should be a number; false for anything else.
  private mutating func explainDateType(_ id: SchemaID, _ format: Format, _ types: TypeMask, _ value: NodeID) -> Bool {
    let node = reader.node(value)
    let content = reader.content(value)
    let isNumber = format == .dateInt
    guard isNumber ? node.kind == .string : format == .date && types.contains(.string) && node.kind == .int else { return false }
    let form = machine.dateForm(of: id)
    let forms = form.words(areNumbers: isNumber)
    let wanted = isNumber ? "the number" : "the date"
    let help = isNumber ? "write dates as the number \(forms)" : "write the date as \(forms)"
    if isNumber, let coarseness = DateForm.coarseness(content) {
      let digits = content.filter { $0 != 0x2D }
      guard coarseness <= form.coarsest else {
        let missing = DateAdvice.missing(in: content) ?? ""
        add(
          SchemaRules.dateInvalid, node.range, "\(subject) must be \(wanted) \(forms), found \(Wording.found(reader, value))",
          label: "the \(missing) is missing", help: help)
        return true
      }
      let text = String(decoding: digits, as: UTF8.self)
      add(
        SchemaRules.dateInvalid, node.range, "\(subject) must be \(wanted) \(text), found \(Wording.found(reader, value))",
        label: "write \(text)", help: help, fixes: [Fix("write it as \(text)", [TextEdit(node.range, digits)], isSafe: true)])
      return true
    }
    let dates = DateAdvice.dates(in: content)
    if dates.isEmpty {
      guard isNumber, let parts = DateAdvice.parts(of: content) else { return false }
      let problem = DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
      add(
        SchemaRules.dateInvalid, node.range, "\(Wording.value(reader, value)) is not a real date: \(problem)", label: problem,
        help: help)
      return true
    }
    let fixes = dateFixes(dates, asNumber: isNumber, node)
    let meant = dates.map { isNumber ? $0.integer : $0.iso }
    add(
      SchemaRules.dateInvalid, node.range,
      "\(subject) must be \(wanted) \(Wording.list(meant)), found \(Wording.found(reader, value))",
      label: "write \(Wording.list(meant))", help: help, fixes: fixes)
    return true
  }

  /// A number where a date or a time in text belongs, which in quotes would be none either; false for anything else.
  private mutating func explainUnquoted(_ id: SchemaID, _ format: Format, _ types: TypeMask, _ value: NodeID) -> Bool {
    let node = reader.node(value)
    guard format.isOfTime, format != .dateInt, types.contains(.string), node.kind == .int || node.kind == .float,
      !format.accepts(reader.content(value), machine.dateForm(of: id))
    else { return false }
    explainFormat(format, machine.dateForm(of: id), value)
    return true
  }

  /// What may be written in place of a value of another type.
  private mutating func typeFixes(_ id: SchemaID, _ types: TypeMask, _ node: Node, _ value: NodeID) -> [Fix] {
    switch node.kind {
    case .int, .float, .bool:
      if types.contains(.string) {
        // Safe: the text has the characters that the person wrote, and where texts alone may stand nothing else can be meant by a number. A truth value
        // may have been meant as one.
        let quoted = ScalarText.yaml(for: Array(reader.bytes[node.range.indices]), style: .doubleQuoted, inFlow: true)
        return [Fix("quote it", [TextEdit(node.range, quoted)], isSafe: node.kind != .bool && isFineAsText(id, value))]
      }
    case .string:
      if let fix = scalarFix(types, node, value) { return [fix] }
    case .sequence:
      if let item = singleItem(value), !types.isDisjoint(with: type(of: item)) { return [unwrapping(item, node)] }
    case .null, .mapping, .alias: break
    }
    guard types.contains(.array), node.kind != .null, node.style != .literal, node.style != .folded, node.style != .block,
      node.kind != .sequence
    else { return [] }
    return listFixes(id, node, value)
  }

  /// Whether the text of a number or a truth value would be fine if it were in quotes: nothing is asked of texts that it lacks.
  private mutating func isFineAsText(_ id: SchemaID, _ value: NodeID) -> Bool {
    let format = machine.format(of: id)
    guard format == .none || format.accepts(reader.content(value), machine.dateForm(of: id)) else { return false }
    return machine.accepts(
      machine.subschemas[Int(id)].string, Instance(node: reader.node(value), id: value, frame: Machine.noFrame))
  }

  /// A text that is a number or a truth value in quotes or in words.
  ///
  /// Safe: where a truth value alone may stand, `yes` and `no` are one, as YAML 1.1 has it; a number in quotes is the same number without them. A comma
  /// in a number is for a person to judge.
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

  /// Brackets around a single value, or around the values that a text with commas lists.
  ///
  /// Safe: a value that an item may be, since a list of one is what a single value can mean. A text with commas is one value or several; several is safe
  /// only where each of them is a value of the closed list that items are from, and the text as a whole is none. Else both readings are offered, and
  /// neither is taken unasked.
  private mutating func listFixes(_ id: SchemaID, _ node: Node, _ value: NodeID) -> [Fix] {
    let items = machine.step(of: ItemsKeyword.self, in: id)?.third ?? absent
    let isItem = items == absent || machine.accepts(items, value)
    var inner = Array(reader.bytes[node.range.indices])
    guard node.kind == .string else { return [listing([inner], of: node, isSafe: node.isScalar && isItem)] }
    if let fix = dashFix(node) { return [fix] }
    if let text = Self.withoutMarks(reader.text(value)) {
      let parts = Self.listed(text).map { ScalarText.yaml(for: Array($0.utf8), style: .plain, inFlow: true) }
      return [listing(parts, of: node, isSafe: false)]
    }
    inner = ScalarText.yaml(for: Array(reader.content(value)), style: node.style, inFlow: true)
    let parts = Self.listed(reader.text(value))
    guard parts.count > 1 else { return [listing([inner], of: node, isSafe: isItem)] }
    let known = items == absent ? [] : Set(literals(of: items).map { machine.literals.text($0) })
    let areKnown = !known.isEmpty && parts.allSatisfy(known.contains)
    let several = listing(
      parts.map { ScalarText.yaml(for: Array($0.utf8), style: .plain, inFlow: true) }, of: node, isSafe: areKnown && !isItem)
    return areKnown && !isItem ? [several] : [several, listing([inner], of: node, isSafe: false)]
  }

  /// Blanks behind the dashes of a list that has none behind its first: `-one`, and below it `- two`, are one text to YAML.
  ///
  /// Safe: where several lines begin with a dash in one column, of which the person wrote at least one as an item.
  private func dashFix(_ node: Node) -> Fix? {
    guard node.style == .plain, reader.bytes[Int(node.start)] == UInt8(ascii: "-") else { return nil }
    var start = Int(node.start)
    while start > 0, reader.bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    guard start == 0 || reader.bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    let column = Int(node.start) - start
    var edits: [TextEdit] = []
    var lines = 0
    var items = 0
    for line in reader.bytes[start..<Int(node.end)].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard text.startIndex - line.startIndex == column, text.first == UInt8(ascii: "-"), let next = text.dropFirst().first,
        next != UInt8(ascii: "-")
      else { return nil }
      lines += 1
      if next == UInt8(ascii: " ") {
        items += 1
      } else {
        edits.append(TextEdit(ByteRange(at: UInt32(clamping: text.startIndex + 1)), " "))
      }
    }
    return Fix(
      edits.count == 1 ? "add a space after the dash" : "add a space after each dash", edits, isSafe: lines > 1 && items > 0)
  }

  private func listing(_ items: [[UInt8]], of node: Node, isSafe: Bool) -> Fix {
    let inner = Array(items.joined(separator: Array(", ".utf8)))
    let shown = Wording.shortened(String(decoding: inner, as: UTF8.self))
    return Fix(
      items.count == 1 ? "write it as a list: [\(shown)]" : "write it as a list of \(items.count): [\(shown)]",
      [TextEdit(node.range, [0x5B] + inner + [0x5D])], isSafe: isSafe)
  }

  /// A text without what is left of a list around it: a bracket at one end, or another mark than a dash before it. Nil where it has none.
  private static func withoutMarks(_ text: String) -> String? {
    let (opens, closes) = (text.hasPrefix("["), text.hasSuffix("]"))
    var inner = Substring(text)
    if opens != closes, opens || !text.contains("[") {
      inner = opens ? inner.dropFirst() : inner.dropLast()
    } else if let mark = ["•", "‣", "–", "—", "*", "+", "--", "-"].first(where: { text.hasPrefix($0) }) {
      inner = inner.dropFirst(mark.count)
      guard mark == "-" || inner.first == " " else { return nil }
    } else {
      let digits = text.prefix { $0.isASCII && $0.isNumber }.count
      guard (1...2).contains(digits), [". ", ") "].contains(String(text.dropFirst(digits).prefix(2))) else { return nil }
      inner = inner.dropFirst(digits + 1)
    }
    let trimmed = SurroundingSpace.trimmed(String(inner))
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The values between the commas, or the semicolons, of a text; the text itself where it has none.
  private static func listed(_ text: String) -> [String] {
    let separator: Character = text.contains(";") ? ";" : ","
    return text.split(separator: separator).map { SurroundingSpace.trimmed(String($0)) }.filter { !$0.isEmpty }
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
}
