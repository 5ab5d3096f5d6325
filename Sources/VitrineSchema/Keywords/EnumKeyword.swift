// `enum`

import VitrineSource
import VitrineSyntax
import VitrineText

/// The values that are allowed.
enum EnumKeyword: Keyword {
  static let applicability = Applicability.any
  static let rank = 20

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let node = scope.member("enum", .sequence) else { return }
    draft.add(EnumKeyword.self, scope.valueSet(Array(scope.reader.items(node)), &compiler))
    scope.checkAliases(node, &compiler)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.contains(machine.values[Int(step.first)], instance.node, instance.id)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainValues(explainer.machine.values[Int(step.first)], instance.id)
  }
}

extension SubschemaCompiler {
  /// `aliases` must map texts to values of the `enum`.
  fileprivate func checkAliases(_ list: NodeID, _ compiler: inout Compiler) {
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

extension Explainer {
  /// A value that is not in the list.
  fileprivate mutating func explainValues(_ set: ValueSet, _ value: NodeID) {
    explainValues(
      set.all.indices.map { machine.ids[$0] }, value, aliases: aliases(of: subschema), listed: listPlace(of: subschema))
  }

  /// A value that is none of some literals.
  mutating func explainValues(_ literals: [NodeID], _ value: NodeID, aliases: [String: String], listed: String?) {
    let node = reader.node(value)
    if node.kind == .null || (node.isCollection && literals.allSatisfy { machine.literals.node($0).isScalar }) {
      return explainNoValue(literals, value, listed: listed)
    }
    let text = node.isScalar ? reader.text(value) : ""
    // Safe: an alias, which the schema says is the value; the same letters as another type; what differs in no more than `Suggestion` says.
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

  /// What one of the values of a subschema's list is, as an order takes it: "one of the 67 values in …".
  func valuesHelp(of id: SchemaID, _ literals: [NodeID]) -> String {
    var id = id
    var depth = 0
    while depth < 8, machine.step(of: EnumKeyword.self, in: id) == nil, let reference = machine.step(of: RefKeyword.self, in: id)
    {
      id = reference.first
      depth += 1
    }
    return String(help(for: literals, listPlace(of: id)).dropFirst("use ".count))
  }

  private func help(for literals: [NodeID], _ listed: String?) -> String {
    if literals.count <= (listed == nil ? 30 : 12) {
      return "use " + Wording.list(literals.map { Wording.value(machine.literals, $0) })
    }
    return listed.map { "use one of the \(literals.count) values in \($0)" }
      ?? "use one of the \(literals.count) listed values"
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
