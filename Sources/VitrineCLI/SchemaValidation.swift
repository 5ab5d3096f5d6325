// `vitrine schema validate`: any file against any schema.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The command that checks files against a schema of any origin.
enum SchemaValidation {
  private static let format = SharedOptions.reportFormat
  private static let maps = Option.texts(
    "map", "URI=DIR", completes: .directory, "take documents below URI from the folder DIR")
  private static let formats = Option.flag("assert-formats", "treat 'format' as a rule, not as an annotation")
  private static let schema = Positional.one("SCHEMA", completes: .file, "the schema: a YAML or JSON file")
  private static let files = Positional.some("FILE", completes: .file, "the files to check: YAML or JSON")

  /// The command.
  static let command = Command<Session>(
    name: "validate", summary: "check any YAML or JSON files against any schema", options: [format, maps, formats],
    positionals: [schema, files],
    manual: Manual(
      examples: [
        ("vitrine schema validate person.schema.json people/*.yaml", "checks files against a schema"),
        ("vitrine schema validate s.json --map https://example.org/=schemas data.yaml", "takes remote references from a folder"),
      ],
      description: [
        "JSON Schema 2020-12 and, where '$schema' says so, draft-07. References lead to files beside the schema, into folders given by --map, and to the meta-schemas; never to the network."
      ],
      exitStatuses: [
        (.well, "all files are valid"), (.findings, "at least one error"),
        (.usage, "the schema itself is bad; the findings lie in it"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ])
  ) { session, arguments in
    let start = session.clock()
    var run = try ValidationRun(session, schema: arguments[schema], maps: arguments[maps], assertsFormats: arguments[formats])
    let isUsable = run.compile()
    if isUsable { for file in arguments[files] { run.check(file) } }
    let report = Report(
      findings: run.findings.sorted(by: Finding.reportOrder),
      counts: Report.Counts(files: isUsable ? arguments[files].count - run.unreadable : 1),
      seconds: session.clock() - start, version: Version.number
    ) { [texts = run.texts] in texts[$0] }
    session.withSink { (arguments[format] ?? Report.standardFormat).write(report, look: session.look, to: &$0) }
    guard isUsable else { return .usage }
    guard run.unreadable == 0 else { return .inputOutput }
    return run.findings.contains { $0.severity == .error } ? .findings : .well
  }
}

/// One schema and the files checked against it.
private struct ValidationRun {
  private let session: Session
  private let schemaName: String
  private let uri: String
  private let assertsFormats: Bool
  private var library = SchemaLibrary()
  private var names: [String: String] = [:]
  private var compiled: CompiledSchema?
  /// How many files could not be read.
  private(set) var unreadable = 0
  /// What was found, located.
  private(set) var findings: [Finding] = []
  /// The texts of all files, by the name they were given by.
  private(set) var texts: [String: [UInt8]] = [:]

  init(_ session: Session, schema: String, maps: [String], assertsFormats: Bool) throws {
    self.session = session
    self.assertsFormats = assertsFormats
    schemaName = schema
    uri = "file://" + Path.absolute(schema, from: session.folder)
    for document in SchemaDocuments.metaschemas() { library.add(uri: document.uri, tree: document.tree) }
    try add(schema, uri: uri)
    for map in maps { try addMapped(map) }
  }

  /// Adds a document and all files it refers to beside it.
  private mutating func add(_ name: String, uri: String) throws {
    let bytes = try session.read(name)
    texts[name] = bytes
    names[uri] = name
    let parsed = name.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes)
    findings += SourceText(path: name, bytes: bytes).located(parsed.findings)
    library.add(uri: uri, tree: parsed.tree)
    for reference in SchemaDocuments.relativeReferences(in: parsed.tree) {
      let folder = String(name.prefix(upTo: name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex))
      let path = Path.absolute(folder + reference, from: session.folder)
      let target = "file://" + path
      guard names[target] == nil, Path.exists(path), !Path.isFolder(path) else { continue }
      try add(folder + reference, uri: target)
    }
  }

  private mutating func addMapped(_ map: String) throws {
    guard let equals = map.lastIndex(of: "=") else { throw CommandError("option '--map' needs URI=DIR, not '\(map)'") }
    let prefix = map[..<equals].hasSuffix("/") ? String(map[..<equals]) : map[..<equals] + "/"
    let folder = String(map[map.index(after: equals)...])
    let listing = try FileTree.list(root: Path.absolute(folder, from: session.folder))
    for file in listing.files where listing.hasSuffix(file, ".json") || listing.hasSuffix(file, ".yaml") {
      let path = listing.path(of: file)
      let bytes = try FileReader.read(path: listing.root + "/" + path)
      let parsed = path.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes)
      names[prefix + path] = folder + "/" + path
      texts[folder + "/" + path] = bytes
      library.add(uri: prefix + path, tree: parsed.tree)
    }
  }

  /// Compiles the schema; false where it cannot be used.
  mutating func compile() -> Bool {
    guard !findings.contains(where: { $0.severity == .error }) else { return false }
    let options = CompileOptions(assertFormats: assertsFormats)
    let compilation = library.compile(uri: uri, options: options)
    var found: [Finding] = []
    for item in library.validateSchema(uri: uri) + compilation.findings {
      guard let name = names[item.uri], let bytes = texts[name] else { continue }
      found += SourceText(path: name, bytes: bytes).located([item.finding])
    }
    // The meta-schema and the compiler may both see one fault: what stands at the same place is told once.
    for finding in found where !findings.contains(where: { $0.path == finding.path && $0.range == finding.range }) {
      findings.append(finding)
    }
    compiled = compilation.schema
    return compiled != nil && !findings.contains { $0.severity == .error }
  }

  /// Checks one file, every document of it.
  mutating func check(_ name: String) {
    guard let compiled else { return }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try session.read(name)
    } catch {
      // One file that cannot be read does not keep the others from being checked; the exit status tells.
      session.tell("vitrine: \(error)")
      unreadable += 1
      return
    }
    texts[name] = bytes
    let parsed = name.hasSuffix(".json") ? JSON.parse(bytes) : YAML.parse(bytes, for: .stream)
    var found = parsed.findings
    if parsed.isComplete {
      var evaluator = Evaluator(compiled)
      for root in parsed.tree.roots { found += evaluator.evaluate(parsed.tree, root: root) }
    }
    findings += SourceText(path: name, bytes: bytes).located(found)
  }
}
