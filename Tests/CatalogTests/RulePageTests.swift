// Every page that `vitrine explain` prints is true: its examples are checked by the real checker.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineRules
import VitrineSource
import VitrineTesting

/// A page with its name.
struct RulePage: Sendable, CustomTestStringConvertible {
  let name: String
  let page: ExplainPage

  var testDescription: String { name }

  static let all: [RulePage] = Stock.names(under: "explain/").map { name in
    RulePage(
      name: String(name.dropFirst("explain/".count).dropLast(".md".count)),
      page: ExplainPage(String(decoding: Stock.file(named: Path(name)) ?? [], as: UTF8.self)))
  }

  /// The manifest of an example that brings none.
  static let manifest = ExplainPage.manifest
}

@Suite("The pages of rules")
struct RulePageTests {
  @Test("every rule has a page, and every page a rule (W8.4)")
  func complete() {
    #expect(Set(RulePage.all.map(\.name)) == Set(RuleBook.all.map { "\($0.code)-\($0.slug)" }))
    for rule in RuleBook.all { #expect(!rule.help.isEmpty && !rule.summary.isEmpty) }
  }

  @Test("the examples have exactly the findings they promise", arguments: RulePage.all)
  func examples(_ rule: RulePage) throws {
    for example in rule.page.examples where !example.files.isEmpty {
      let folder = try TemporaryFolder()
      let manifest = ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(RulePage.manifest.utf8))
      for file in rule.page.files(of: example, default: [manifest]) { try folder.write(file) }
      let findings = try CatalogueLoader.load(root: folder.path).snapshot.findings
      var left = findings
      var missing: [String] = []
      for mark in example.findings {
        let index = left.firstIndex {
          $0.path == Path(mark.path) && $0.span.start.line == mark.line && $0.rule.slug == mark.slug
            && (mark.column == nil || mark.column == $0.span.start.column)
        }
        if let index { left.remove(at: index) } else { missing.append("\(mark.path):\(mark.line) \(mark.slug)") }
      }
      let surplus = left.map { "\($0.path.string):\($0.span.start.line):\($0.span.start.column) \($0.rule.slug): \($0.message)" }
      #expect(missing.isEmpty && surplus.isEmpty, "\(rule.name), \(example.heading): missing \(missing), too many \(surplus)")
      for finding in findings { #expect(!finding.help.isEmpty && !finding.message.isEmpty) }
    }
  }
}
