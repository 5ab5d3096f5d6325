// Schemas and what they judge, both of any bytes: no trap, no endless run, the same verdict twice, and findings with words and places.

import FuzzShared
import VitrineCatalog
import VitrineModel
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: a schema, a NUL byte, an instance. Without a NUL the schema judges itself.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzSchema(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  let cut = bytes.firstIndex(of: 0)
  let schema = parsed(Array(bytes[..<(cut ?? bytes.endIndex)]))
  let instance = cut.map { parsed(Array(bytes[($0 + 1)...])) } ?? schema
  let path = SchemaStore.folder + "a" + SchemaStore.kindSuffix
  let uri = SchemaStore.base + path
  var library = MetaSchemas.library
  library.add(uri: uri, tree: schema.tree)
  checkDocument(schema.tree)
  // The library compiles the meta-schema anew each time, so that only some inputs, always the same, take the way through it.
  if bytes.reduce(0, &+) % 16 == 0 { Sound.check(library.validateSchema(uri: uri).map(\.finding), schema.tree.bytes.count) }
  for options in [CompileOptions(), CompileOptions(assertFormats: true, annotations: true)] {
    let compilation = library.compile(uri: uri, options: options)
    Sound.check(compilation.findings.filter { $0.uri == uri }.map(\.finding), schema.tree.bytes.count)
    guard let compiled = compilation.schema else { continue }
    _ = Kind.read(name: "a", schemaPath: path, schema: compiled)
    var evaluator = Evaluator(compiled)
    for root in instance.tree.roots.prefix(1) { judge(&evaluator, instance.tree, root) }
  }
  return 0
}

private func parsed(_ bytes: [UInt8]) -> ParsedText {
  bytes.first == UInt8(ascii: "{") ? JSON.parse(bytes) : YAML.parse(bytes)
}

/// A schema document against the two meta-schemas and the schema of annotations.
private func checkDocument(_ tree: Tree) {
  guard let root = tree.roots.first else { return }
  for schema in MetaSchemas.compiled {
    var evaluator = Evaluator(schema)
    judge(&evaluator, tree, root)
  }
}

/// A tree against a schema, twice with the same memory.
private func judge(_ evaluator: inout Evaluator, _ tree: Tree, _ root: NodeID) {
  // So many steps are done in a second, sanitizers and all: what takes 20 of them does not count its steps.
  let options = EvaluateOptions(steps: 100_000)
  let isValid = tree.withReader { evaluator.isValid($0, root, options) }
  let findings = evaluator.evaluate(tree, root: root, options)
  Sound.check(findings, tree.bytes.count)
  Sound.demand(isValid == findings.isEmpty, "valid: \(isValid), but found \(findings.map(\.message))")
  Sound.demand(findings.count <= Limits.findings + 1, "\(findings.count) findings")
  Sound.demand(findings == evaluator.evaluate(tree, root: root, options), "found otherwise the second time")
}

/// What all inputs share: the meta-schemas, and what is compiled of them once.
private enum MetaSchemas {
  static let library = {
    var library = SchemaLibrary()
    for document in SchemaDocuments.metaschemas() { library.add(uri: document.uri, tree: document.tree) }
    return library
  }()

  static let compiled: [CompiledSchema] = {
    var store = SchemaStore()
    let annotations = store.compiled(SchemaStore.folder + "x-vitrine" + SchemaStore.kindSuffix)
    let addresses = ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema"]
    return addresses.compactMap { library.compile(uri: $0).schema } + [annotations].compactMap(\.self)
  }()
}
