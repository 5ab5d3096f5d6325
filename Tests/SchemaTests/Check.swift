// How the tests of findings speak: schema, record and findings as text.

import VitrineSchema
import VitrineSource
import VitrineSyntax

/// The findings of a record in YAML against a schema in YAML, one a line:
/// `line:column-column code slug pointer: message`, then label, note and fixes where there are any.
func check(
  _ schema: String, _ record: String, _ options: CompileOptions = CompileOptions(assertFormats: true, annotations: true),
  others: [String: String] = [:]
) -> String {
  var library = SchemaLibrary()
  for (uri, text) in others.sorted(by: { $0.key < $1.key }) { library.add(uri: uri, tree: YAML.parse(Array(text.utf8)).tree) }
  library.add(uri: "schemas/test.yaml", tree: YAML.parse(Array(schema.utf8)).tree)
  let compilation = library.compile(uri: "schemas/test.yaml", options: options)
  guard compilation.findings.isEmpty else {
    return compilation.findings.map { $0.uri + " " + describe($0.finding, schema) }.joined(separator: "\n")
  }
  guard let compiled = compilation.schema else { return "no schema" }
  var evaluator = Evaluator(compiled)
  let tree = YAML.parse(Array(record.utf8)).tree
  guard let root = tree.roots.first else { return "no record" }
  return evaluator.evaluate(tree, root: root).map { describe($0, record) }.joined(separator: "\n")
}

/// A finding as a line.
func describe(_ finding: Finding, _ text: String) -> String {
  let located = SourceText(path: "x", bytes: Array(text.utf8)).located([finding])[0]
  let (start, end) = (located.span.start, located.span.end)
  var line = "\(start.line):\(start.column)-" + (start.line == end.line ? "" : "\(end.line):") + "\(end.column)"
  line += " \(finding.rule.code) \(finding.pointer.isEmpty ? "·" : finding.pointer) \(finding.message)"
  if !finding.label.isEmpty { line += " | \(finding.label)" }
  line += " | \(finding.help)"
  if !finding.note.isEmpty { line += " | note: \(finding.note)" }
  for place in located.related { line += " | \(place.span.start.line):\(place.span.start.column) \(place.message)" }
  for fix in finding.fixes {
    let edits = fix.edits.map { String(decoding: $0.replacement, as: UTF8.self) }.joined(separator: " + ")
    line += " | \(fix.isSafe ? "safe" : "unsafe"): \(edits)"
  }
  return line
}
