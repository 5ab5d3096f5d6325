// Every page that `vitrine explain` prints is true: its examples are checked by the real checker.

import Glibc
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineRules
import VitrineSource
import VitrineTesting

@Suite("The pages of rules")
struct RulePageTests {
  static let pages: [RulePageTest] = Stock.names(under: "explain/").map { name in
    RulePageTest(name: String(name.dropFirst(8).dropLast(3)), text: String(decoding: Stock.file(named: name) ?? [], as: UTF8.self))
  }

  @Test("every rule has a page, and every page a rule (W8.4)")
  func complete() {
    #expect(Set(Self.pages.map(\.name)) == Set(RuleBook.all.map { "\($0.code)-\($0.slug)" }))
  }

  @Test("a page begins with the rule's own words", arguments: RulePageTests.pages)
  func words(_ page: RulePageTest) throws {
    let rule = try #require(RuleBook.rule(named: page.slug))
    #expect(page.title == "\(rule.slug) (\(rule.code))")
    #expect(page.statement == "\(rule.severity.word): \(rule.summary)")
    #expect(!rule.help.isEmpty)
  }

  @Test("the examples have exactly the findings they promise", arguments: RulePageTests.pages)
  func examples(_ page: RulePageTest) throws {
    for example in page.examples {
      let folder = try TemporaryFolder()
      for file in example.files { try folder.write(file) }
      let catalogue = try CatalogueLoader.load(root: folder.path)
      let found = catalogue.snapshot.findings.map { finding in
        RulePageTest.Expected(path: finding.path, line: finding.span.start.line, column: finding.span.start.column, slug: finding.rule.slug)
      }
      let expected = example.files.flatMap(\.expected).sorted()
      let shown = found.sorted()
      let agrees =
        shown.count == expected.count
        && zip(shown, expected).allSatisfy { $0.path == $1.path && $0.line == $1.line && $0.slug == $1.slug && ($1.column == nil || $0.column == $1.column) }
      #expect(agrees, "\(page.name), \(example.heading): expected \(expected), found \(catalogue.snapshot.findings.map { "\($0.path):\($0.span.start.line):\($0.span.start.column) \($0.rule.slug): \($0.message)" })")
      if example.heading.hasPrefix("Bad") { #expect(found.contains { $0.slug == page.slug }, "\(page.name), \(example.heading)") }
      if example.isGood { #expect(expected.isEmpty) }
      for finding in catalogue.snapshot.findings { #expect(!finding.help.isEmpty && !finding.message.isEmpty) }
    }
  }
}

extension TemporaryFolder {
  /// Writes a file of a page.
  func write(_ file: RulePageTest.File) throws {
    switch file.content {
    case .bytes(let bytes): try write(bytes, to: file.path)
    case .link(let target):
      try makeParent(of: file.path)
      #expect(symlink(target, path + "/" + file.path) == 0)
    case .fifo:
      try makeParent(of: file.path)
      #expect(mkfifo(path + "/" + file.path, 0o600) == 0)
    }
  }
}
