// The official JSON Schema test suite as the tests use it.

import FoundationEssentials
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// The suite's files, and the library its references lead to.
enum Suite {
  static let root = "json-schema-test-suite/"

  /// What tests need that run it.
  static let need = Need.corpus("json-schema-test-suite")

  /// The files of a folder below `tests`, without those of folders in it.
  static func files(_ folder: String) throws -> [String] {
    try TestData.files(root + "tests/" + folder).filter { $0.hasSuffix(".json") && !$0.contains("/") }
  }

  /// The official meta-schemas.
  static func metaSchemas() throws -> SchemaLibrary {
    var library = SchemaLibrary()
    let folder = TestData.checkout + "/Sources/CStock/metaschemas/"
    func add(_ uri: String, _ path: String, _ draft: Draft) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + path)))
      library.add(uri: uri, tree: JSON.parse(bytes).tree, draft: draft)
    }
    try add("http://json-schema.org/draft-07/schema", "draft-07/schema.json", .draft7)
    try add("https://json-schema.org/draft/2020-12/schema", "draft2020-12/schema.json", .draft2020)
    for name in [
      "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "format-assertion", "content",
    ] {
      try add("https://json-schema.org/draft/2020-12/meta/" + name, "draft2020-12/meta/\(name).json", .draft2020)
    }
    return library
  }

  /// The meta-schemas and the suite's `remotes`, for a draft.
  static func library(_ draft: Draft) throws -> SchemaLibrary {
    var library = try metaSchemas()
    guard need.isMet else { return library }
    for path in try TestData.files(root + "remotes") where path.hasSuffix(".json") {
      let draft: Draft = path.hasPrefix("draft7/") ? .draft7 : path.hasPrefix("draft2020-12/") ? .draft2020 : draft
      if path.hasPrefix("draft3/") || path.hasPrefix("draft4/") || path.hasPrefix("draft6/") || path.hasPrefix("v1/") { continue }
      let tree = JSON.parse(try TestData.bytes(root + "remotes/" + path)).tree
      library.add(uri: "http://localhost:1234/" + path, tree: tree, draft: draft)
    }
    return library
  }

  /// What one file of the suite comes to.
  struct Outcome {
    var passed = 0
    var failed: [String] = []
    /// Invalid values without a finding, valid ones with, or findings that break a rule of findings.
    var faults: [String] = []
  }

  /// Runs all tests of a file.
  static func run(
    _ path: String, _ draft: Draft, _ library: SchemaLibrary, _ options: CompileOptions = CompileOptions()
  ) throws -> Outcome {
    run(try TestData.bytes(root + "tests/" + path), draft, library, options)
  }

  /// Runs all tests of a text in the suite's form.
  static func run(
    _ bytes: [UInt8], _ draft: Draft, _ library: SchemaLibrary, _ options: CompileOptions = CompileOptions()
  ) -> Outcome {
    let tree = JSON.parse(bytes).tree
    var outcome = Outcome()
    for group in members(tree) {
      let title = text(group, "description")
      var library = library
      library.add(uri: "test:///schema.json", tree: member(group, "schema"), draft: draft)
      guard let schema = library.compile(uri: "test:///schema.json", options: options).schema else {
        outcome.failed.append(title + ": not compiled")
        continue
      }
      var evaluator = Evaluator(schema)
      for test in members(member(group, "tests")) {
        let data = member(test, "data")
        let expected = text(test, "valid") == "true"
        let findings = evaluator.evaluate(data, root: data.roots[0])
        let name = title + " | " + text(test, "description")
        let isValid = data.withReader { evaluator.isValid($0, data.roots[0]) }
        if isValid == expected { outcome.passed += 1 } else { outcome.failed.append(name + ": should be \(expected)") }
        if isValid != findings.isEmpty { outcome.faults.append(name + ": \(findings.count) findings") }
        for finding in findings where finding.message.isEmpty || finding.help.isEmpty || Int(finding.range.end) > data.bytes.count
        {
          outcome.faults.append(name + ": \(finding)")
        }
      }
    }
    return outcome
  }

  /// The items of a list, each as a tree of its own.
  static func members(_ tree: Tree) -> [Tree] {
    tree.withReader { reader in
      reader.items(tree.roots[0]).map { JSON.parse(Array(tree.bytes[reader.node($0).range.indices])).tree }
    }
  }

  /// The member of a map as a tree of its own.
  static func member(_ tree: Tree, _ name: String) -> Tree {
    tree.withReader { reader in
      guard let node = reader.value(tree.roots[0], named: name) else { return JSON.parse(Array("null".utf8)).tree }
      return JSON.parse(Array(tree.bytes[reader.node(node).range.indices])).tree
    }
  }

  /// The member of a map as text.
  static func text(_ tree: Tree, _ name: String) -> String {
    tree.withReader { reader in reader.value(tree.roots[0], named: name).map { reader.text($0) } ?? "" }
  }
}
