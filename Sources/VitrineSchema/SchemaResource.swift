// Schema resources: the parts of documents that have an address of their own, and their anchors.

import VitrineSyntax

/// A document or a part of one with an `$id`.
struct SchemaResource: Sendable {
  /// The address, absolute or relative as the document's own is, without fragment.
  var uri: String
  /// The index of its document.
  var document: Int
  /// Its root.
  var node: NodeID
  /// The node after it.
  var end: NodeID
  /// The index, among its document's resources, of the one around it; the document's own for itself.
  var outer = 0
  /// The version in force.
  var draft: Draft
  /// What `$schema` says, unless it is an official meta-schema.
  var customMetaSchema: String?
  /// Anchors by name.
  var anchors: [String: NodeID] = [:]
  /// Dynamic anchors by name.
  var dynamicAnchors: [String: NodeID] = [:]
}

/// Finds the resources of one document.
struct ResourceScan {
  /// What was found: the document itself first, then in document order.
  private(set) var resources: [SchemaResource]
  private let document: Int
  private var steps = 2_000_000

  /// Walks all places of a document that hold a schema.
  init(_ reader: TreeReader, root: NodeID, uri: String, document: Int, draft: Draft) {
    self.document = document
    let own = SchemaResource(
      uri: URIReference(uri).withoutFragment, document: document, node: root, end: reader.node(root).next, draft: draft)
    resources = [own]
    visit(reader, root, 0, depth: 0)
  }

  private mutating func visit(_ reader: TreeReader, _ id: NodeID, _ outer: Int, depth: Int) {
    steps -= 1
    guard depth < 600, steps > 0, reader.node(id).kind == .mapping else { return }
    var current = outer
    let named = reader.value(id, "$schema").flatMap { reader.node($0).kind == .string ? reader.text($0) : nil }
    let known = named.flatMap { Draft(metaSchema: $0) }
    let draft = known ?? resources[outer].draft
    var ownURI: URIReference?
    if let place = reader.value(id, "$id") ?? (draft == .draft7 ? reader.value(id, "id") : nil),
      reader.node(place).kind == .string,
      draft == .draft2020 || reader.value(id, "$ref") == nil
    {
      ownURI = URIReference(reader.text(place))
    }
    if let written = ownURI, !(written.withoutFragment.isEmpty) {
      let uri = written.resolved(against: URIReference(resources[outer].uri)).withoutFragment
      if depth > 0 {
        current = resources.count
        resources.append(
          SchemaResource(
            uri: uri, document: document, node: id, end: reader.node(id).next, outer: outer, draft: draft,
            customMetaSchema: known == nil ? named ?? resources[outer].customMetaSchema : nil))
      } else {
        resources[0].uri = uri
      }
    }
    if depth == 0 {
      resources[0].draft = draft
      resources[0].customMetaSchema = known == nil ? named : nil
    }
    if draft == .draft7, let fragment = ownURI?.fragment, !fragment.isEmpty, !fragment.hasPrefix("/") {
      resources[current].anchors[fragment] = id
    }
    if draft == .draft2020 {
      if let name = text(reader, id, "$anchor") { resources[current].anchors[name] = id }
      if let name = text(reader, id, "$dynamicAnchor") { resources[current].dynamicAnchors[name] = id }
    }
    for entry in reader.writtenEntries(id) { descend(reader, entry, current, depth) }
  }

  private func text(_ reader: TreeReader, _ id: NodeID, _ key: StaticString) -> String? {
    guard let place = reader.value(id, key), reader.resolved(place).kind == .string else { return nil }
    return reader.text(place)
  }

  private mutating func descend(_ reader: TreeReader, _ entry: Entry, _ current: Int, _ depth: Int) {
    switch reader.text(entry.key) {
    case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies":
      for member in reader.node(entry.value).kind == .mapping ? Array(reader.writtenEntries(entry.value)) : [] {
        visit(reader, member.value, current, depth: depth + 1)
      }
    case "allOf", "anyOf", "oneOf", "prefixItems":
      visitItems(reader, entry.value, current, depth)
    case "items":
      visitItems(reader, entry.value, current, depth)
      visit(reader, entry.value, current, depth: depth + 1)
    case "additionalProperties", "propertyNames", "additionalItems", "contains", "not", "if", "then", "else",
      "unevaluatedProperties", "unevaluatedItems", "contentSchema":
      visit(reader, entry.value, current, depth: depth + 1)
    default: break
    }
  }

  private mutating func visitItems(_ reader: TreeReader, _ id: NodeID, _ current: Int, _ depth: Int) {
    guard reader.node(id).kind == .sequence else { return }
    for item in reader.items(id) { visit(reader, item, current, depth: depth + 1) }
  }
}
