// All schemas that may refer to each other. The door of this room: add documents, compile one, evaluate.

import VitrineAlgorithms
package import VitrineSource
package import VitrineSyntax

/// How a schema is compiled.
package struct CompileOptions: Sendable {
  /// True to check `format`, not only to note it.
  package var assertFormats: Bool
  /// True to honour the `x-vitrine` annotations `trimmed`, `uniqueBy`, `length` and `aliases`.
  package var annotations: Bool

  /// Options of the given values; plain JSON Schema unless told otherwise.
  package init(assertFormats: Bool = false, annotations: Bool = false) {
    self.assertFormats = assertFormats
    self.annotations = annotations
  }
}

/// A finding in a schema document.
package struct SchemaFinding: Sendable, Hashable {
  /// The address of the document, as it was added.
  package let uri: String
  /// The finding, not yet located.
  package let finding: Finding

  /// A finding in a document.
  package init(uri: String, _ finding: Finding) {
    self.uri = uri
    self.finding = finding
  }
}

/// What compiling gives: a schema wherever there is a document, and what is wrong in it and in those it refers to.
package struct Compilation: Sendable {
  /// The schema; nil only where no document has the address. Parts that were not understood accept everything.
  package let schema: CompiledSchema?
  /// Faults of rules V603 to V605.
  package let findings: [SchemaFinding]
}

/// A document of a library.
struct SchemaDocument: Sendable {
  /// The address it was added under.
  let uri: String
  /// Its text.
  let tree: Tree
  /// The root; nil in an empty document.
  let root: NodeID?
  /// How a value is added to a list that stands in it, as an order: "add it there".
  let addition: String
}

/// Schema documents by address.
///
/// Addresses may be absolute or relative (`schemas/game.schema.yaml`); references resolve against them as RFC 3986 says, and only ever
/// within the library.
package struct SchemaLibrary: Sendable {
  /// The documents, in the order they were added.
  private(set) var documents: [SchemaDocument] = []
  /// All resources.
  private(set) var resources: [SchemaResource] = []
  /// Resources by address. Of two with the same address the first one counts.
  private(set) var byURI: [String: Int] = [:]
  /// Of every document, its resources.
  private(set) var resourcesOfDocument: [Range<Int>] = []

  /// An empty library.
  package init() {}

  /// Adds a document under an address. `draft` is the version where `$schema` names none.
  package mutating func add(uri: String, tree: Tree, draft: Draft = .draft2020, addition: String = "add it there") {
    let index = documents.count
    let root = tree.roots.first
    documents.append(SchemaDocument(uri: uri, tree: tree, root: root, addition: addition))
    let first = resources.count
    let address = URIReference(uri).withoutFragment
    if let root {
      let scan = tree.withReader { ResourceScan($0, root: root, uri: uri, document: index, draft: draft) }
      resources += scan.resources
      for (offset, resource) in scan.resources.enumerated() where byURI[resource.uri] == nil {
        byURI[resource.uri] = first + offset
      }
      if byURI[address] == nil { byURI[address] = first }
    }
    resourcesOfDocument.append(first..<resources.count)
  }

  /// Compiles the schema at an address, which may have a fragment.
  package func compile(uri: String, options: CompileOptions = CompileOptions()) -> Compilation {
    guard let target = find(URIReference(uri)) else { return Compilation(schema: nil, findings: []) }
    var compiler = Compiler(library: self, options: options)
    let schema = compiler.compile(target, uri: uri)
    return Compilation(schema: schema, findings: compiler.sortedFindings)
  }

  /// Checks the document at an address against the meta-schema it names; the meta-schema must be in the library.
  package func validateSchema(uri: String) -> [SchemaFinding] {
    guard let target = find(URIReference(uri)) else { return [] }
    let resource = resources[resource(of: target)]
    let metaSchema = resource.customMetaSchema ?? resource.draft.metaSchema
    guard let schema = compile(uri: metaSchema).schema else { return [] }
    var evaluator = Evaluator(schema)
    let document = documents[target.document]
    return evaluator.evaluate(document.tree, root: target.node).map { found in
      var finding = Finding(
        SchemaRules.schemaInvalid, at: found.range, pointer: found.pointer, found.message, label: found.label, help: found.help,
        note: found.note, related: found.related, fixes: found.fixes)
      if found.rule == SchemaRules.required || found.rule == SchemaRules.unknownField { finding.help = found.help }
      return SchemaFinding(uri: document.uri, finding)
    }
  }

  /// All addresses, sorted, for suggestions.
  var addresses: [String] { byURI.keys.sorted() }
}

/// A node of a document.
struct SchemaPlace: Hashable, Sendable {
  /// The document's index.
  var document: Int
  /// The node, aliases followed.
  var node: NodeID
}

extension SchemaLibrary {
  /// The innermost resource that a place lies in.
  func resource(of place: SchemaPlace) -> Int {
    let range = resourcesOfDocument[place.document]
    // They stand in the order of their roots: the last that begins before the place, or one around that.
    var best = max(resources[range].partitioningIndex { $0.node > place.node } - 1, range.lowerBound)
    while best > range.lowerBound, place.node >= resources[best].end { best = range.lowerBound + resources[best].outer }
    return best
  }

  /// The place that an absolute address, with or without fragment, leads to.
  func find(_ uri: URIReference) -> SchemaPlace? {
    let address = uri.withoutFragment
    guard let index = byURI[address] ?? byURI[URIReference.percentDecoded(address)] else { return nil }
    let resource = resources[index]
    let root = SchemaPlace(document: resource.document, node: resource.node)
    guard let fragment = uri.fragment, !fragment.isEmpty else { return root }
    let decoded = URIReference.percentDecoded(fragment)
    if decoded.hasPrefix("/") { return follow(decoded, from: root) }
    let anchor = resource.anchors[decoded] ?? resource.dynamicAnchors[decoded]
    return anchor.map { SchemaPlace(document: resource.document, node: $0) }
  }

  private func follow(_ pointer: String, from root: SchemaPlace) -> SchemaPlace? {
    documents[root.document].tree.withReader { reader in
      var current = root.node
      for token in pointer.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
        guard let next = step(reader, current, Self.unescaped(Array(token))) else { return nil }
        current = next
      }
      return SchemaPlace(document: root.document, node: reader.resolve(current))
    }
  }

  private func step(_ reader: TreeReader, _ id: NodeID, _ token: [UInt8]) -> NodeID? {
    switch reader.resolved(id).kind {
    case .mapping: return reader.value(id, named: String(decoding: token, as: UTF8.self))
    case .sequence:
      guard let index = Int(String(decoding: token, as: UTF8.self)), index >= 0 else { return nil }
      for (position, item) in reader.items(id).enumerated() where position == index { return item }
      return nil
    default: return nil
    }
  }

  /// A reference token with `~1` and `~0` read back.
  private static func unescaped(_ token: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < token.count {
      if token[index] == 0x7E, index + 1 < token.count, token[index + 1] == 0x30 || token[index + 1] == 0x31 {
        result.append(token[index + 1] == 0x30 ? 0x7E : 0x2F)
        index += 2
      } else {
        result.append(token[index])
        index += 1
      }
    }
    return result
  }
}
