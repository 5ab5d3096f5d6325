// A fix does what it says: the finding goes, none comes, and no other byte changes.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineSource
import VitrineTesting

/// A broken catalogue that a test makes.
struct BrokenCatalogue: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Fills a folder with it.
  let make: @Sendable (TemporaryFolder) throws -> Void

  /// The broken example, and every bad example of a rule's page.
  static let all: [BrokenCatalogue] = {
    let pages = RulePage.all.flatMap { rule in
      rule.page.examples.enumerated().filter { $1.isBad && !$1.files.isEmpty }.map { index, example in
        BrokenCatalogue(testDescription: "\(rule.name), example \(index + 1)") { folder in
          let manifest = ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(RulePage.manifest.utf8))
          for file in rule.page.files(of: example, default: [manifest]) { try folder.write(file) }
        }
      }
    }
    let example = BrokenCatalogue(testDescription: "examples/broken") { try $0.copy(TestData.checkout + "/examples/broken") }
    return [example] + pages
  }()
}

@Suite("Fixes")
struct FixTests {
  @Test("a safe fix takes its finding away and brings none", arguments: BrokenCatalogue.all)
  func safe(_ catalogue: BrokenCatalogue) throws {
    let folder = try TemporaryFolder()
    try catalogue.make(folder)
    let before = try CatalogueLoader.load(root: folder.path).snapshot.findings
    for (index, finding) in before.enumerated() {
      for fix in finding.fixes where fix.isSafe {
        let bytes = try folder.read(finding.path.string)
        try folder.write(fix.edits.applied(to: bytes), to: finding.path.string)
        let after = try CatalogueLoader.load(root: folder.path).snapshot.findings
        try folder.write(bytes, to: finding.path.string)
        var expected = before.map(\.identity)
        expected.remove(at: index)
        let left = subtract(expected, from: after.map(\.identity))
        let gone = subtract(after.map(\.identity), from: expected)
        #expect(left == [] && gone == [], "\(finding.identity): '\(fix.title)' brings \(left), and takes away \(gone)")
      }
    }
  }

  @Test("an unsafe fix takes its finding away, and the file can still be read", arguments: BrokenCatalogue.all)
  func unsafe(_ catalogue: BrokenCatalogue) throws {
    let folder = try TemporaryFolder()
    try catalogue.make(folder)
    let before = try CatalogueLoader.load(root: folder.path).snapshot.findings
    for finding in before {
      for fix in finding.fixes where !fix.isSafe && fix.newPath == nil {
        let bytes = try folder.read(finding.path.string)
        try folder.write(fix.edits.applied(to: bytes), to: finding.path.string)
        let after = try CatalogueLoader.load(root: folder.path).snapshot.findings.filter { $0.path == finding.path }
        try folder.write(bytes, to: finding.path.string)
        #expect(!after.map(\.identity).contains(finding.identity), "\(finding.identity): '\(fix.title)' changes nothing")
        let broken = after.filter { $0.rule.code < "V011" && !before.map(\.rule.code).contains($0.rule.code) }
        #expect(broken.map(\.identity) == [], "\(finding.identity): '\(fix.title)' breaks the file")
      }
    }
  }

  @Test("all safe fixes at once leave no safe fix", arguments: BrokenCatalogue.all)
  func together(_ catalogue: BrokenCatalogue) throws {
    let folder = try TemporaryFolder()
    try catalogue.make(folder)
    var findings = try CatalogueLoader.load(root: folder.path).snapshot.findings
    let count = findings.count
    var rounds = 0
    while rounds < 5 {
      let fixes = SafeFixes(findings) { path in try? folder.read(path.string) }
      guard !fixes.plan.edits.isEmpty else { break }
      for edit in fixes.plan.edits {
        let bytes = try #require(edit.result(on: try folder.read(edit.path.string)))
        try folder.write(bytes, to: edit.path.string)
      }
      let after = try CatalogueLoader.load(root: folder.path).snapshot.findings
      #expect(after.count <= findings.count - fixes.fixed, "\(subtract(findings.map(\.identity), from: after.map(\.identity)))")
      findings = after
      rounds += 1
    }
    #expect(rounds < 5)
    #expect(findings.allSatisfy { finding in !finding.fixes.contains(where: \.isSafe) })
    #expect(findings.count <= count)
  }

  /// What is in `all` more often than in `some`.
  private func subtract(_ some: [String], from all: [String]) -> [String] {
    var left = all
    for item in some { if let index = left.firstIndex(of: item) { left.remove(at: index) } }
    return left
  }
}

extension Finding {
  /// What makes a finding the same one in a text whose lines have moved.
  fileprivate var identity: String { "\(path.string) \(rule.slug): \(message)" }
}
