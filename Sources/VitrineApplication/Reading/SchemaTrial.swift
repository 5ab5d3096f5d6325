// Any files against any schema: what `vitrine schema validate` asks for.

import VitrineCatalog
import VitrineFiles
import VitrineSchema
package import VitrineSource
import VitrineSyntax
package import VitrineSystem

/// One schema and the files checked against it.
package struct SchemaTrial {
  private let context: RequestContext
  private let read: (_ name: String) throws(FileError) -> [UInt8]
  private let schemaName: String
  private let uri: String
  private let assertsFormats: Bool
  private var library = SchemaLibrary()
  private var names: [String: String] = [:]
  private var compiled: CompiledSchema?
  /// How many files could not be read.
  package private(set) var unreadable = 0
  /// What was found, located.
  package private(set) var findings: [Finding] = []
  /// The texts of all files, by the name they were given by.
  package private(set) var texts: [String: [UInt8]] = [:]

  /// A trial of files against a schema, with folders of other documents. `read` gives the bytes of a file by the name it was given.
  ///
  /// Errors: the schema, or what it refers to, cannot be read.
  package init(
    schema: String, maps: [String], assertsFormats: Bool, in context: RequestContext,
    read: @escaping (_ name: String) throws(FileError) -> [UInt8]
  ) throws {
    self.context = context
    self.read = read
    self.assertsFormats = assertsFormats
    schemaName = schema
    uri = "file://" + Path.absolute(schema, from: context.folder)
    for document in SchemaDocuments.metaschemas() { library.add(uri: document.uri, tree: document.tree) }
    try add(schema, uri: uri)
    for map in maps { try addMapped(map) }
  }

  /// Adds a document and all files it refers to beside it.
  private mutating func add(_ name: String, uri: String) throws {
    let bytes = try read(name)
    texts[name] = bytes
    names[uri] = name
    let parsed = name.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes)
    findings += SourceText(path: Path(name), bytes: bytes).located(parsed.findings)
    library.add(uri: uri, tree: parsed.tree)
    for reference in SchemaDocuments.relativeReferences(in: parsed.tree) {
      let folder = String(name.prefix(upTo: name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex))
      let path = Path.absolute(folder + reference, from: context.folder)
      let target = "file://" + path
      guard names[target] == nil, Path.exists(path), !Path.isFolder(path) else { continue }
      try add(folder + reference, uri: target)
    }
  }

  private mutating func addMapped(_ map: String) throws {
    guard let equals = map.lastIndex(of: "=") else { throw RequestError("option '--map' needs URI=DIR, not '\(map)'") }
    let prefix = map[..<equals].hasSuffix("/") ? String(map[..<equals]) : map[..<equals] + "/"
    let folder = String(map[map.index(after: equals)...])
    let listing = try FileTree.list(root: Path.absolute(folder, from: context.folder))
    for file in listing.files where listing.hasSuffix(file, ".json") || listing.hasSuffix(file, ".yaml") {
      let path = listing.path(of: file)
      let bytes = try FileReader.read(path: Path(listing.root).appending(path))
      let parsed = path.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes)
      names[prefix + path.string] = folder + "/" + path.string
      texts[folder + "/" + path.string] = bytes
      library.add(uri: prefix + path.string, tree: parsed.tree)
    }
  }

  /// Compiles the schema; false where it cannot be used.
  package mutating func compile() -> Bool {
    guard !findings.contains(where: { $0.severity == .error }) else { return false }
    let options = CompileOptions(assertFormats: assertsFormats)
    let compilation = library.compile(uri: uri, options: options)
    var found: [Finding] = []
    for item in library.validateSchema(uri: uri) + compilation.findings {
      guard let name = names[item.uri], let bytes = texts[name] else { continue }
      found += SourceText(path: Path(name), bytes: bytes).located([item.finding])
    }
    // The meta-schema and the compiler may both see one fault: what stands at the same place is reported once.
    for finding in found where !findings.contains(where: { $0.path == finding.path && $0.range == finding.range }) {
      findings.append(finding)
    }
    compiled = compilation.schema
    return compiled != nil && !findings.contains { $0.severity == .error }
  }

  /// Checks one file, every document of it; gives why it cannot be read.
  package mutating func check(_ name: String) -> FileError? {
    guard let compiled else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try read(name)
    } catch {
      unreadable += 1
      return error
    }
    texts[name] = bytes
    let parsed = name.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes, for: .stream)
    var found = parsed.findings
    if parsed.isComplete {
      var evaluator = Evaluator(compiled)
      for root in parsed.tree.roots { found += evaluator.evaluate(parsed.tree, root: root) }
    }
    findings += SourceText(path: Path(name), bytes: bytes).located(found)
    return nil
  }
}
