// What a subschema is, in a few words.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// A few words on what a subschema wants: its title, its values, its types. Nil where there is nothing short to say.
  func description(of id: SchemaID, depth: Int = 0) -> String? {
    if let title = self.title(of: id) { return Wording.quoted(title) }
    let literals = self.literals(of: id)
    if !literals.isEmpty {
      let words = literals.prefix(4).map { Wording.value(machine.literals, $0) }
      return literals.count <= 4 ? Wording.list(words) : words.joined(separator: ", ") + ", …"
    }
    let types = self.types(of: id)
    if types.contains(.object) {
      let names = machine.required(by: id).prefix(3).map { Wording.quoted(text($0)) }
      if !names.isEmpty { return "a map with " + Wording.list(names, "and") }
    }
    let format = machine.format(of: id)
    if format != .none { return "a " + format.words }
    if let pattern = machine.step(of: PatternKeyword.self, in: id) {
      return "a text of the form " + Wording.quoted(schema.program.patterns[Int(pattern.first)].source)
    }
    if types != .any { return Wording.wanted(types) }
    guard depth < 8, let reference = machine.step(of: RefKeyword.self, in: id) else { return nil }
    return description(of: reference.first, depth: depth + 1)
  }

  private func title(of id: SchemaID) -> String? {
    let place = schema.place(id)
    return schema.documents[place.document].tree.withReader { reader in
      guard reader.resolved(place.node).kind == .mapping, let title = reader.value(place.node, "title"),
        reader.resolved(title).kind == .string
      else { return nil }
      return reader.text(title)
    }
  }

  /// The first example that a subschema, or what it refers to, gives, in the words that `words` has for it; nil where there is none, or there are no words.
  func example(of id: SchemaID, depth: Int = 0, _ words: (TreeReader, NodeID) -> String?) -> String? {
    let place = schema.place(id)
    let own: String? = schema.documents[place.document].tree.withReader { reader in
      guard reader.resolved(place.node).kind == .mapping, let list = reader.value(place.node, "examples"),
        let first = reader.items(list).first(where: { _ in true })
      else { return nil }
      return words(reader, first)
    }
    guard own == nil, depth < 8, let reference = machine.step(of: RefKeyword.self, in: id) else { return own }
    return example(of: reference.first, depth: depth + 1, words)
  }

  /// The values of `enum` or `const` of a subschema or of what it refers to.
  func literals(of id: SchemaID, depth: Int = 0) -> [NodeID] {
    if let set = machine.step(of: ConstKeyword.self, in: id) ?? machine.step(of: EnumKeyword.self, in: id) {
      return machine.values[Int(set.first)].all.indices.map { machine.ids[$0] }
    }
    guard depth < 8, let reference = machine.step(of: RefKeyword.self, in: id) else { return [] }
    return literals(of: reference.first, depth: depth + 1)
  }

  /// The types that a subschema and what it refers to allow.
  func types(of id: SchemaID, depth: Int = 0) -> TypeMask {
    let rule = machine.subschemas[Int(id)]
    if rule.verdict == .never { return [] }
    var types = rule.types
    guard depth < 8 else { return types }
    for index in rule.inPlace.indices
    where machine.steps[index].isOf(RefKeyword.self) || machine.steps[index].isOf(AllOfKeyword.self) {
      for target in machine.steps[index].targets(schema.program).prefix(16) {
        types.formIntersection(self.types(of: target, depth: depth + 1))
      }
    }
    return types
  }
}

extension Machine {
  /// What a subschema asks of the entries of maps.
  func objectRule(of id: SchemaID) -> ObjectRule? {
    step(of: PropertiesKeyword.self, in: id).map { objects[Int($0.first)] }
  }

  /// The names that a subschema requires.
  func required(by id: SchemaID) -> [Name] {
    step(of: RequiredKeyword.self, in: id).map { step in step.stretch.indices.map { names[$0] } } ?? []
  }
}
