// What a subschema is, in a few words.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// A few words on what a subschema wants: its title, its values, its types. Nil where there is nothing short to say.
  func description(of id: SchemaID, depth: Int = 0) -> String? {
    let rule = machine.subschemas[Int(id)]
    if let title = self.title(of: id) { return Wording.quoted(title) }
    let literals = self.literals(of: id)
    if !literals.isEmpty {
      let words = literals.prefix(4).map { Wording.value(machine.literals, $0) }
      return literals.count <= 4 ? Wording.list(words) : words.joined(separator: ", ") + ", …"
    }
    let types = self.types(of: id)
    if rule.object != absent, types.contains(.object) {
      let required = machine.objects[Int(rule.object)].required
      let names = required.indices.prefix(3).map {
        Wording.quoted(String(decoding: machine.name(machine.names[$0]), as: UTF8.self))
      }
      if !names.isEmpty { return "a map with " + Wording.list(names, "and") }
    }
    if rule.format != .none { return "a " + rule.format.words }
    if rule.string != absent, machine.strings[Int(rule.string)].pattern != absent {
      return "a text of the form "
        + Wording.quoted(schema.program.patterns[Int(machine.strings[Int(rule.string)].pattern)].source)
    }
    if types != .any { return Wording.wanted(types) }
    guard depth < 8 else { return nil }
    for index in rule.steps.indices where machine.steps[index].keyword == .ref {
      return description(of: machine.steps[index].first, depth: depth + 1)
    }
    return nil
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

  /// The values of `enum` or `const` of a subschema or of what it refers to.
  func literals(of id: SchemaID, depth: Int = 0) -> [NodeID] {
    let rule = machine.subschemas[Int(id)]
    if rule.constant != absent { return machine.values[Int(rule.constant)].all.indices.map { machine.ids[$0] } }
    if rule.values != absent { return machine.values[Int(rule.values)].all.indices.map { machine.ids[$0] } }
    guard depth < 8 else { return [] }
    for index in rule.steps.indices where machine.steps[index].keyword == .ref {
      return literals(of: machine.steps[index].first, depth: depth + 1)
    }
    return []
  }

  /// The types that a subschema and what it refers to allow.
  func types(of id: SchemaID, depth: Int = 0) -> TypeMask {
    let rule = machine.subschemas[Int(id)]
    if rule.verdict == .never { return [] }
    var types = rule.types
    guard depth < 8 else { return types }
    for index in rule.steps.indices {
      let step = machine.steps[index]
      switch step.keyword {
      case .ref: types.formIntersection(self.types(of: step.first, depth: depth + 1))
      case .allOf:
        for branch in step.branches.indices.prefix(16) {
          types.formIntersection(self.types(of: machine.ids[branch], depth: depth + 1))
        }
      case .dynamicRef, .anyOf, .oneOf, .not, .condition, .dependentSchema, .unevaluatedProperties, .unevaluatedItems: break
      }
    }
    return types
  }

  /// A short condition in words: 'status' is 'wishlist'.
  func conditionWords(_ id: SchemaID) -> String? {
    let rule = machine.subschemas[Int(id)]
    guard rule.object != absent, rule.steps.count == 0 else { return nil }
    let object = machine.objects[Int(rule.object)]
    var words: [String] = []
    for index in object.table.slots.indices
    where machine.slots[index].name.count != absent && machine.slots[index].value != absent {
      let literals = self.literals(of: machine.slots[index].value)
      guard !literals.isEmpty, literals.count <= 3 else { return nil }
      let name = Wording.quoted(String(decoding: machine.name(machine.slots[index].name), as: UTF8.self))
      words.append(name + " is " + Wording.list(literals.map { Wording.value(machine.literals, $0) }))
    }
    if words.isEmpty {
      for index in object.required.indices.prefix(3) {
        words.append(Wording.quoted(String(decoding: machine.name(machine.names[index]), as: UTF8.self)) + " is there")
      }
    }
    return words.isEmpty || words.count > 2 ? nil : Wording.list(words.sorted(), "and")
  }
}
