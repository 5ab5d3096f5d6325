// The schemas of a catalogue: its own, and the stock ones where it has none of that name.

package import VitrineModel
package import VitrineSchema
package import VitrineSource
package import VitrineSyntax

/// The schema documents within reach of a catalogue, and the kinds made of them.
///
/// Shape: every document has the URI `catalogue:///` + its path, so that a relative reference in a stock schema finds the catalogue's own vocabulary.
package struct SchemaStore {
  /// How the schemas of kinds are compiled: formats are rules, and annotations count.
  private static let options = CompileOptions(assertFormats: true, annotations: true)
  /// The URIs' common beginning.
  package static let base = "catalogue:///"
  /// The folder of schemas.
  package static let folder: Path = "schemas"
  /// What the name of a kind's schema ends with.
  package static let kindSuffix = ".schema.yaml"

  private var library = SchemaLibrary()
  private var known: Set<Path> = []
  /// The own documents whose references are known.
  private var followed: Set<Path> = []
  private var own: [Path: SourceText] = [:]
  private var trees: [Path: Tree] = [:]
  /// What is wrong with the catalogue's own documents, located.
  package private(set) var findings: [Finding] = []

  /// A store of stock schemas only.
  package init() {}

  /// Adds a document of the catalogue's own, such as `schemas/NAME.schema.yaml`; its syntax faults become findings.
  ///
  /// Shape: gives the tree, as far as the text could be read.
  @discardableResult
  package mutating func add(_ bytes: [UInt8], path: Path) -> Tree {
    let text = SourceText(path: path, bytes: bytes)
    own[path] = text
    let parsed = path.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes)
    findings += text.located(parsed.findings)
    known.insert(path)
    guard parsed.isComplete else { return parsed.tree }
    trees[path] = parsed.tree
    library.add(uri: Self.base + path.string, tree: parsed.tree)
    return parsed.tree
  }

  /// The tree of a document: the catalogue's own, or the stock one; nil where there is none.
  package mutating func tree(at path: Path) -> Tree? {
    need(path)
    return trees[path]
  }

  /// The names of the kinds that have a schema, sorted.
  package var kindNames: [String] {
    let paths = Set(Stock.names(under: Self.folder.string + "/").map { Path($0) }).union(own.keys)
    return paths.compactMap { Self.kindName(ofPath: $0) }.filter { !Self.reserved.contains($0) }.sorted()
  }

  /// Whether a document is the catalogue's own.
  package func isOwn(_ path: Path) -> Bool { own[path] != nil }

  /// The paths of the catalogue's own documents, sorted.
  package var ownPaths: [Path] { own.keys.sorted() }

  /// The schema documents that describe files of the catalogue, not kinds of records.
  static let reserved: Set<String> = ["manifest", "view", "x-vitrine"]

  /// The path of the schema of a kind.
  package static func path(ofKind name: String) -> Path { folder.appending(name + kindSuffix) }

  /// The kind whose schema a path is; nil for vocabularies and others.
  package static func kindName(ofPath path: Path) -> String? {
    guard let rest = path.rest(below: folder), rest.hasSuffix(kindSuffix) else { return nil }
    let name = rest.dropping(suffix: kindSuffix)
    return name.utf8.contains(0x2F) || name.isEmpty ? nil : name.string
  }
}

extension SchemaStore {
  /// The kind of a name; nil where there is no schema for it, or where the schema is so broken that it cannot be used.
  package mutating func kind(named name: String) -> Kind? {
    let path = Self.path(ofKind: name)
    guard let schema = compiled(path) else { return nil }
    return Kind.read(name: name, schemaPath: path, schema: schema)
  }

  /// What a stock document, or a definition of it, describes, as a kind that no record has.
  package mutating func form(of path: Path, definition: String? = nil) -> Kind? {
    need(path)
    guard trees[path] != nil else { return nil }
    let uri = Self.base + path.string + (definition.map { "#/$defs/" + $0 } ?? "")
    return library.compile(uri: uri, options: Self.options).schema.map { Kind.read(name: "", schemaPath: path, schema: $0) }
  }

  /// The document that a `$ref` of another one leads to, and the pointer within it; nil for an address of the network.
  package static func target(of reference: String, in path: Path) -> (path: Path, pointer: String)? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let file = parts.first, !file.contains(":") else { return nil }
    return (file.isEmpty ? path : resolve(String(file), from: path), parts.count > 1 ? String(parts[1]) : "")
  }

  /// A compiled document by its path; its faults are found once.
  package mutating func compiled(_ path: Path) -> CompiledSchema? {
    need(path)
    guard trees[path] != nil else { return nil }
    let compilation = library.compile(uri: Self.base + path.string, options: Self.options)
    note(compilation.findings)
    return compilation.schema
  }

  /// Checks the catalogue's own documents: against their meta-schema, and their annotations.
  package mutating func checkOwn() {
    guard !own.isEmpty else { return }
    for document in SchemaDocuments.metaschemas() { library.add(uri: document.uri, tree: document.tree) }
    let annotations = compiled(Self.path(ofKind: "x-vitrine"))
    for path in own.keys.sorted() {
      guard let tree = trees[path], let root = tree.roots.first, let text = own[path] else { continue }
      note(library.validateSchema(uri: Self.base + path.string))
      if let annotations {
        var evaluator = Evaluator(annotations)
        findings += text.located(evaluator.evaluate(tree, root: root).map(Self.asAnnotationFault))
      }
      if let name = Self.kindName(ofPath: path), !Self.reserved.contains(name), let kind = kind(named: name) {
        let others = Set(kind.references.map(\.kind) + [kind.parent].compactMap { $0 }).subtracting([name]).sorted()
        let check = AnnotatedFields(kind, others: others.compactMap { self.kind(named: $0) })
        findings += text.located(check.findings(in: tree))
      } else {
        _ = compiled(path)
      }
    }
  }

  /// Checks a file of the catalogue that is no record against the stock schema made for it; gives located findings.
  package mutating func check(_ tree: Tree, of text: SourceText, against name: String) -> [Finding] {
    guard let root = tree.roots.first, let schema = compiled(Self.path(ofKind: name)) else { return [] }
    var evaluator = Evaluator(schema)
    return text.located(evaluator.evaluate(tree, root: root))
  }

  /// The texts of the catalogue's own that a kind is made of, by path: its schema and all that this refers to, if it could be told; else all
  /// that there are. Shape: the kind was asked for before.
  package func ownSources(ofKind name: String) -> [Path: [UInt8]] { sources(ofKind: name).mapValues(\.bytes) }

  /// What the texts of `ownSources` say, as JSON: comments and layout do not count, and a text that cannot be read says nothing.
  func ownContent(ofKind name: String) -> [Path: [UInt8]] {
    var content: [Path: [UInt8]] = [:]
    for path in sources(ofKind: name).keys {
      guard let tree = trees[path] else {
        content[path] = []
        continue
      }
      do throws(TreeJSON.TooLarge) {
        content[path] = try TreeJSON.text(of: tree, nonFinite: .string)
      } catch {
        content[path] = tree.bytes
      }
    }
    return content
  }

  private func sources(ofKind name: String) -> [Path: SourceText] {
    let start = Self.path(ofKind: name)
    var reached: Set<Path> = [start]
    var waiting = [start]
    while let path = waiting.popLast() {
      guard let tree = trees[path] else { continue }
      guard SchemaDocuments.namesOnlyFiles(tree) else { return own }
      for reference in SchemaDocuments.relativeReferences(in: tree) {
        let next = Self.resolve(reference, from: path)
        if reached.insert(next).inserted { waiting.append(next) }
      }
    }
    return own.filter { reached.contains($0.key) }
  }

  /// The documents that one is made of: itself, and all that it refers to by relative references, sorted. What is not there is left out.
  package mutating func documents(of path: Path) -> [Path] {
    need(path)
    var reached: Set<Path> = [path]
    var waiting = [path]
    while let path = waiting.popLast() {
      guard let tree = trees[path] else { continue }
      for reference in SchemaDocuments.relativeReferences(in: tree) {
        let next = Self.resolve(reference, from: path)
        if reached.insert(next).inserted { waiting.append(next) }
      }
    }
    return reached.filter { trees[$0] != nil }.sorted()
  }

  /// What a schema file is called where one is asked for: `NAME` for that of a kind, `vocabulary/NAME` for others.
  package static func shortName(of path: Path) -> String {
    let name = path.rest(below: folder) ?? path.slice
    return name.dropping(suffix: [kindSuffix, ".yaml"].first { name.hasSuffix($0) } ?? "").string
  }

  /// Adds a stock document and all that it refers to, where the catalogue has none of its own.
  private mutating func need(_ path: Path) {
    guard !known.contains(path) || (own[path] != nil && !followed.contains(path)) else { return }
    if own[path] == nil {
      guard let bytes = Stock.file(named: path) else { return }
      let tree = YAML.parse(bytes).tree
      known.insert(path)
      trees[path] = tree
      library.add(
        uri: Self.base + path.string, tree: tree,
        addition: "make the list yours with 'vitrine schema add \(SchemaStore.shortName(of: path))' and add it there")
    } else {
      followed.insert(path)
    }
    guard let tree = trees[path] else { return }
    for reference in SchemaDocuments.relativeReferences(in: tree) { need(Self.resolve(reference, from: path)) }
  }

  private static func resolve(_ reference: String, from path: Path) -> Path {
    var parts = Array(path.parts.dropLast())
    for part in Path(reference).parts {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    return Path(parts: parts)
  }

  /// Keeps the findings about the catalogue's own documents.
  private mutating func note(_ found: [SchemaFinding]) {
    for item in found {
      guard item.uri.hasPrefix(Self.base), let text = own[Path(Substring(item.uri.utf8.dropFirst(Self.base.utf8.count)))] else {
        continue
      }
      var finding = item.finding
      finding.message = Self.withoutBase(finding.message)
      let located = text.located([finding])
      for finding in located where !findings.contains(finding) { findings.append(finding) }
    }
  }

  /// A message with paths of the catalogue where it has addresses.
  private static func withoutBase(_ message: String) -> String {
    var rest = message[...]
    var result = ""
    while let index = rest.indices.first(where: { rest[$0...].hasPrefix(base) }) {
      result += rest[..<index]
      rest = rest[index...].dropFirst(base.count)
    }
    return result + rest
  }

  private static func asAnnotationFault(_ finding: Finding) -> Finding {
    var result = finding
    result.rule = SchemaRules.annotationInvalid
    result.severity = SchemaRules.annotationInvalid.severity
    return result
  }
}
