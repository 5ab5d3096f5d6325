// The standard's demands on a SARIF file, as a schema that our own validator reads.

import FoundationEssentials
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// The schema beside this file.
enum SARIFSchema {
  /// The address the schema is given in a library.
  static let uri = "test:///sarif-2.1.0.schema.json"

  /// The schema's text as a tree.
  ///
  /// Errors: throws what reading throws.
  static func tree() throws -> Tree {
    let path = TestData.checkout + "/Tests/FormatsTests/sarif-2.1.0.schema.json"
    return JSON.parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).tree
  }

  /// The schema ready for use, `format` a rule of it, with the findings in the schema itself.
  private static let compilation = Result {
    var library = SchemaLibrary()
    library.add(uri: uri, tree: try tree())
    return library.compile(uri: uri, options: CompileOptions(assertFormats: true))
  }

  /// What is wrong with a text as SARIF; nothing where it is valid.
  ///
  /// Shape: `/runs/0/results/2/level enum`: where, and which rule says so; what is no JSON is only `syntax`.
  ///
  /// Errors: throws what reading the schema throws.
  static func faults(_ text: String) throws -> [String] {
    let compilation = try compilation.get()
    guard let schema = compilation.schema, compilation.findings.isEmpty else {
      return compilation.findings.map { "schema: " + $0.finding.message }
    }
    let parsed = JSON.parse(Array(text.utf8))
    guard parsed.isComplete, parsed.findings.isEmpty, let root = parsed.tree.roots.first else { return ["syntax"] }
    var evaluator = Evaluator(schema)
    return evaluator.evaluate(parsed.tree, root: root).map { $0.pointer + " " + $0.rule.slug }
  }
}
