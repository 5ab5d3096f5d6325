// A fault of the syntax is told once, and what follows from it is not: also where a hostile file has very many of them.

import Testing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("What was not read as it was meant") struct MisreadTests {
  /// Lists of tags without a meaning, each tag on a line of its own or all on one: looking each up among all would take minutes.
  @Test("of 30,000 tags without a meaning each is told once, and nothing that follows from it", arguments: ["\n  - ", ", "])
  func tags(separator: String) {
    let items = (0..<30_000).map { "!t\($0) x" }.joined(separator: separator)
    let text = separator == ", " ? "title: t\nlike: [\(items)]\n" : "title: t\nlike:\n  - \(items)\n"
    var check = RecordCheck(kinds: SampleKinds.all())
    let outcome = check.check(Array(text.utf8), path: "a.yaml", kind: 1)
    #expect(outcome.findings.count == 30_000)
    #expect(outcome.findings.allSatisfy { $0.rule == SyntaxRules.unknownTag })
    #expect(outcome.facts.references.isEmpty)
  }

  /// Else another record would be told to write a name as nobody does, or how often others do would be wrong.
  @Test(
    "names that were misread are not counted among the spellings",
    arguments: [
      "title: t\nmakers: [Sega, !x sega]\n", "title: t\nmakers: [Sega]\nyear: [1\nmakers: [sega, SEGA]\n",
      "makers: [Sega, 'sega]\n",
    ])
  func spellings(text: String) {
    var check = RecordCheck(kinds: StormKinds.all())
    let outcome = check.check(Array(text.utf8), path: "a.yaml", kind: 0)
    #expect(!outcome.findings.isEmpty)
    var counts = Array(repeating: 0, count: check.terms.terms.count)
    for occurrence in outcome.facts.terms { counts[Int(occurrence.term)] += 1 }
    #expect(check.terms.counts == counts)
  }
}
