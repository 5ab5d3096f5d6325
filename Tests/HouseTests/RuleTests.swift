// Every rule is declared once, helps, and has a page that says so.

import Testing
import VitrineTesting

/// The rules as the sources declare them, against their pages.
@Suite struct RuleTests {
  /// A declaration `Rule("Vnnn", "slug", .severity, "summary", help: "…")`.
  private struct Declaration {
    let place: String
    let code: String
    let slug: String
    let severity: String
    let summary: String
    let hasHelp: Bool
  }

  private static let declarations: [Declaration] = Checkout.sources.flatMap { file in
    // A declaration is laid out over at most five lines; only those are searched.
    file.text.linesOfCode(holding: "Rule(").flatMap { index in
      let text = file.text.lines[index..<min(index + 5, file.text.lines.count)].joined(separator: "\n")
      let call = /\bRule\(\s*"([^"]*)",\s*"([^"]*)",\s*\.(\w+),\s*"((?:[^"\\]|\\.)*)"(,\s*help:\s*"[^"])?/
      return text.firstMatch(of: call).map { match in
        [
          Declaration(
            place: file.path, code: String(match.output.1), slug: String(match.output.2), severity: String(match.output.3),
            summary: String(match.output.4), hasHelp: match.output.5 != nil)
        ]
      } ?? []
    }
  }

  private static let pages: [(path: String, page: ExplainPage)] = Checkout.names(in: "Sources/CStock/explain")
    .filter { $0 != "README.md" }
    .compactMap { name in Checkout.text("Sources/CStock/explain/" + name).map { (name, ExplainPage($0)) } }

  private var declarations: [Declaration] { Self.declarations }
  private var pages: [(path: String, page: ExplainPage)] { Self.pages }

  @Test("rules are found, with codes and slugs of their own, and help")
  func declarationsAreSound() {
    #expect(declarations.count >= 12)
    var faults: [String] = []
    for rule in declarations {
      if rule.code.wholeMatch(of: /V[0-9]{3}/) == nil { faults.append("\(rule.place): '\(rule.code)' is no code") }
      if rule.slug.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) == nil { faults.append("\(rule.place): '\(rule.slug)' is no slug") }
      if !rule.hasHelp { faults.append("\(rule.place): \(rule.slug) has no help") }
      if rule.summary.hasSuffix(".") { faults.append("\(rule.place): the summary of \(rule.slug) ends in a full stop") }
    }
    for (word, group) in Dictionary(grouping: declarations, by: \.code) where group.count > 1 {
      faults.append("\(word) is \(group.map(\.slug).joined(separator: " and "))")
    }
    for (word, group) in Dictionary(grouping: declarations, by: \.slug) where group.count > 1 {
      faults.append("\(word) is \(group.map(\.code).joined(separator: " and "))")
    }
    #expect(faults.sorted() == [])
  }

  @Test("every rule has a page, and every page a rule")
  func pagesAndRulesMatch() {
    let wanted = Set(declarations.map { "\($0.code)-\($0.slug).md" })
    let present = Set(pages.map(\.path))
    #expect(wanted.subtracting(present).sorted() == [])
    #expect(present.subtracting(wanted).sorted() == [])
  }

  @Test("a page begins with what the rule's declaration says")
  func pagesQuoteTheirRules() {
    var faults: [String] = []
    for rule in declarations {
      guard let page = pages.first(where: { $0.path == "\(rule.code)-\(rule.slug).md" })?.page else { continue }
      if page.code != rule.code || page.slug != rule.slug {
        faults.append("\(rule.code): the title is not '\(rule.slug) (\(rule.code))'")
      }
      if page.severity != rule.severity || page.summary != rule.summary {
        faults.append("\(rule.code): the second line is not '\(rule.severity): \(rule.summary)'")
      }
    }
    #expect(faults == [])
  }

  @Test("a page has its sections in order, and examples that can be run")
  func pagesHaveTheirShape() {
    let order = ["What it finds", "Why it matters", "Catalogue", "Bad", "Good", "How to fix", "How to silence"]
    let slugs = Set(declarations.map(\.slug))
    var faults: [String] = []
    for (path, page) in pages {
      faults += page.faults.map { "\(path): \($0)" }
      let places = page.headings.map { order.firstIndex(of: $0) ?? -1 }
      if places.contains(-1) || places != places.sorted() { faults.append("\(path): the headings are \(page.headings)") }
      for heading in order where !["Catalogue", "Good"].contains(heading) && !page.headings.contains(heading) {
        faults.append("\(path): there is no '\(heading)'")
      }
      for example in page.examples {
        faults += problems(of: example, slug: page.slug, known: slugs).map { "\(path): \(example.heading): \($0)" }
      }
    }
    #expect(faults == [])
  }

  private func problems(of example: ExplainPage.Example, slug: String, known: Set<String>) -> [String] {
    var problems: [String] = []
    if example.files.isEmpty { return [] }
    if Set(example.files.map(\.path)).count < example.files.count { problems.append("a path stands twice") }
    if example.isBad, !example.findings.contains(where: { $0.slug == slug }) { problems.append("nothing is marked '\(slug)'") }
    if !example.isBad, !example.findings.isEmpty { problems.append("there is a mark") }
    problems += example.findings.filter { !known.contains($0.slug) }.map { "there is no rule '\($0.slug)'" }
    return problems
  }
}

/// The reading of pages itself.
@Suite struct ExplainPageTests {
  @Test("marks are taken away with the blanks before them, and give line, column and slug")
  func marks() {
    let page = ExplainPage(
      """
      # some-rule (V999)

      error: a fault

      ## Catalogue

      ```yaml path=vitrine.yaml
      vitrine: 1
      ```

      ## Bad: two of them

      ```yaml path=a.yaml pictures open
      ␉a: 1  # finding: some-rule@2 other-rule
      b: # a comment stays
      ```
      ```hex path=b.bin finding=some-rule@1:3
      61 62ff # comment
      ```
      """)
    #expect(page.faults == [])
    #expect([page.slug, page.code, page.severity, page.summary] == ["some-rule", "V999", "error", "a fault"])
    #expect(page.headings == ["Catalogue", "Bad"])
    let example = page.examples[0]
    #expect(example.files.map(\.bytes) == [Array("\ta: 1\nb: # a comment stays".utf8), [0x61, 0x62, 0xFF]])
    #expect(
      example.findings == [
        .init(path: "a.yaml", line: 1, column: 2, slug: "some-rule"),
        .init(path: "a.yaml", line: 1, column: nil, slug: "other-rule"),
        .init(path: "b.bin", line: 1, column: 3, slug: "some-rule"),
      ])
    #expect(
      page.files(of: example, default: [.init(path: "vitrine.yaml", bytes: [])]).map(\.path) == [
        "a.yaml", "b.bin", "vitrine.yaml",
      ])
  }

  @Test(
    "a fault in a page is told, with its line",
    arguments: [
      ("# Wrong title", "line 1"), ("# a (V001)\n## Bad\n```yaml path=x odd\n```", "'odd'"),
      ("## Bad\n```yaml path=x", "not closed"),
      ("```yaml path=x\n```", "outside of the sections"), ("## Bad\n```hex path=x\n6\n```", "odd number"),
      ("## What it finds\na # finding: b", "outside of a block"),
      ("## Bad\n```yaml path=x\na # finding: b@c\n```", "SLUG@COLUMN"),
    ])
  func faults(text: String, expected: String) {
    #expect(ExplainPage(text).faults.contains { $0.contains(expected) })
  }
}
