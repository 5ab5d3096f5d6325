// A compiled schema as something to walk: what a catalogue's model is made from.

package import VitrineSyntax

/// One subschema and what it says about its values. What it does not say itself is looked for where `$ref` and `allOf` lead.
package struct SchemaView: Sendable {
  private let schema: CompiledSchema
  private let id: SchemaID

  /// A view of one subschema.
  init(_ schema: CompiledSchema, _ id: SchemaID) {
    self.schema = schema
    self.id = id
  }

  /// `title`
  package var title: String? { text("title") }
  /// `description`
  package var description: String? { text("description") }
  /// `format`
  package var format: String? { text("format") }

  /// `type`, as a list.
  package var types: [String] {
    first { tree, node in
      tree.withReader { reader -> [String]? in
        guard let value = reader.value(node, "type") else { return nil }
        if reader.resolved(value).kind == .sequence { return reader.items(value).map { reader.text($0) } }
        return [reader.text(value)]
      }
    } ?? []
  }

  /// The texts of `enum`, numbers and others as they are written; of `const` where there is no `enum`.
  package var enumValues: [String] {
    first { tree, node in
      tree.withReader { reader -> [String]? in
        if let list = reader.value(node, "enum") { return reader.items(list).map { reader.text($0) } }
        return reader.value(node, "const").map { [reader.text($0)] }
      }
    } ?? []
  }

  /// Those of `enumValues` that are numbers, booleans or null, and no texts besides.
  package var plainEnumValues: Set<String> {
    first { tree, node in
      tree.withReader { reader -> Set<String>? in
        let nodes: [UInt32]
        if let list = reader.value(node, "enum") {
          nodes = Array(reader.items(list))
        } else if let value = reader.value(node, "const") {
          nodes = [value]
        } else {
          return nil
        }
        func texts(_ areTexts: Bool) -> Set<String> {
          Set(nodes.filter { (reader.resolved($0).kind == .string) == areTexts }.map { reader.text($0) })
        }
        return texts(false).subtracting(texts(true))
      }
    } ?? []
  }

  /// The document in which `enum` is written, and the JSON Pointer of the subschema that has it; nil where there is none.
  package var enumPlace: (uri: String, pointer: String)? {
    for part in parts {
      let pointer = part.tree.withReader { reader -> String? in
        guard reader.value(part.node, "enum") != nil, let root = part.tree.roots.first else { return nil }
        return reader.pointer(of: part.node, root: root)
      }
      if let pointer { return (schema.documents[part.document].uri, pointer) }
    }
    return nil
  }

  /// `required` of this subschema and of those it is made of, each name once.
  package var required: [String] {
    var names: [String] = []
    for part in parts {
      part.tree.withReader { reader in
        guard let list = reader.value(part.node, "required") else { return }
        for item in reader.items(list) where !names.contains(reader.text(item)) { names.append(reader.text(item)) }
      }
    }
    return names
  }

  /// `properties` of this subschema and of those it is made of, in the order of the schema, each name once.
  package var properties: [(name: String, view: SchemaView)] {
    var result: [(name: String, view: SchemaView)] = []
    var known: Set<String> = []
    for part in parts {
      part.tree.withReader { reader in
        guard let map = reader.value(part.node, "properties") else { return }
        reader.forEachEntry(map) { entry in
          let name = reader.text(entry.key)
          guard let view = view(part.document, reader.resolve(entry.value)), known.insert(name).inserted else { return }
          result.append((name, view))
        }
      }
    }
    return result
  }

  /// `items`, where it is one schema.
  package var items: SchemaView? {
    for part in parts {
      let found = part.tree.withReader { reader -> SchemaView? in
        guard let node = reader.value(part.node, "items") else { return nil }
        return view(part.document, reader.resolve(node))
      }
      if let found { return found }
    }
    return nil
  }

  /// The subschema that `$ref` leads to.
  package var referenced: SchemaView? {
    let rule = schema.program.subschemas[Int(id)]
    for index in rule.inPlace.indices where schema.program.steps[index].isOf(RefKeyword.self) {
      return SchemaView(schema, schema.program.steps[index].first)
    }
    return nil
  }

  /// The value of a keyword, such as `x-vitrine`, in the tree it is written in.
  package func annotation(_ name: String) -> (tree: Tree, node: NodeID)? {
    first { tree, node in tree.withReader { $0.value(node, named: name) }.map { (tree, $0) } }
  }

  /// The values of a keyword in this subschema and in those it is made of, the nearest first.
  package func annotations(_ name: String) -> [(tree: Tree, node: NodeID)] {
    parts.compactMap { part in part.tree.withReader { $0.value(part.node, named: name) }.map { (part.tree, $0) } }
  }

  /// The subschemas under `then` and `else`: what a value may be under a condition.
  package var conditionalBranches: [SchemaView] {
    parts.flatMap { part in
      part.tree.withReader { reader in
        ["then", "else"].compactMap { key in
          reader.value(part.node, named: key).flatMap { view(part.document, reader.resolve($0)) }
        }
      }
    }
  }

  /// The subschemas under `anyOf` and `oneOf`: what a value may be instead.
  package var alternatives: [SchemaView] {
    var views: [SchemaView] = []
    for part in parts {
      part.tree.withReader { reader in
        for key in ["anyOf", "oneOf"] {
          guard let list = reader.value(part.node, named: key) else { continue }
          for item in reader.items(list) {
            if let view = view(part.document, reader.resolve(item)) { views.append(view) }
          }
        }
      }
    }
    return views
  }

  /// The address of the document that this subschema is written in.
  package var documentURI: String { schema.documents[schema.place(id).document].uri }
}

extension SchemaView {
  private struct Part {
    let document: Int
    let tree: Tree
    let node: NodeID
  }

  /// How many subschemas one is made of at most.
  private static let mostParts = 256

  /// This subschema, then those that `$ref` and `allOf` add to it.
  private var parts: [Part] {
    var order: [SchemaID] = [id]
    var next = 0
    while next < order.count, order.count < Self.mostParts {
      let rule = schema.program.subschemas[Int(order[next])]
      next += 1
      for index in rule.inPlace.indices {
        let step = schema.program.steps[index]
        guard step.isOf(RefKeyword.self) || step.isOf(DynamicRefKeyword.self) || step.isOf(AllOfKeyword.self) else { continue }
        for target in step.targets(schema.program).prefix(Self.mostParts) where !order.contains(target) { order.append(target) }
      }
    }
    return order.map { id in
      let place = schema.place(id)
      return Part(document: place.document, tree: schema.documents[place.document].tree, node: place.node)
    }
  }

  private func view(_ document: Int, _ node: NodeID) -> SchemaView? {
    schema.indices[SchemaPlace(document: document, node: node)].map { SchemaView(schema, $0) }
  }

  private func first<Value>(_ find: (Tree, NodeID) -> Value?) -> Value? {
    for part in parts {
      if let value = find(part.tree, part.node) { return value }
    }
    return nil
  }

  private func text(_ key: String) -> String? {
    first { tree, node in
      tree.withReader { reader -> String? in
        guard let value = reader.value(node, named: key), reader.resolved(value).kind == .string else { return nil }
        return reader.text(value)
      }
    }
  }
}
