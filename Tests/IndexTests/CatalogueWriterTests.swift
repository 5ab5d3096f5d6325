// The writer of what is known across files: after any changes it says what one says that begins with the result.

import Testing
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSyntax

@Suite("Catalogue writer")
struct CatalogueWriterTests {
  @Test(
    "after every batch of any storm the report, photos and surroundings are those of a fresh writer",
    arguments: 1...24 as ClosedRange<UInt64>)
  func storms(seed: UInt64) {
    var storms = RandomStorms(seed: seed, kinds: StormKinds.all())
    var compared = WriterStorm.Compared()
    for number in 0..<4 {
      let storm = storms.storm(batches: 12)
      guard storm.fault(&compared) != nil else { continue }
      let small = storm.reduced()
      let fault = small.fault(&compared) ?? "nothing"
      Issue.record("seed \(seed), storm \(number): \(fault)\n\(small.script)")
      return
    }
    #expect(compared.batches == 48 && compared.findings > 500 && compared.records > 500)
    #expect(compared.rules.count > 12, "\(compared.rules.sorted())")
  }

  @Test(
    "a group of look-alikes that grows beyond what is compared, and shrinks again, is compared as a fresh writer does",
    arguments: 1...3 as ClosedRange<UInt64>)
  func largeGroups(seed: UInt64) {
    var storms = RandomStorms(seed: seed, kinds: StormKinds.all())
    var compared = WriterStorm.Compared()
    let storm = storms.lookAlikes(397, batches: 10)
    #expect(storm.fault(&compared) == nil)
    #expect(compared.rules.contains("near-duplicate"))
  }

  /// A hostile file may hold as many as fit into it: to look through all for each of them would take minutes.
  @Test("of 60,000 comments with nothing to silence each is reported, and all go with its fix but those that name several rules")
  func comments() {
    let text = (0..<30_000).map { _ in "# vitrine: ignore enum\n# vitrine: ignore range,pattern\n" }.joined()
    let bytes = Array(text.utf8)
    var writer = CatalogueWriter(CatalogueFacts(), fileFindings: []) { _ in bytes }
    writer.setFile(Manifest.fileName, findings: [], suppressions: Suppression.all(in: YAML.parse(bytes).tree))
    let findings = writer.settle { _ in bytes }.findings[Manifest.fileName] ?? []
    #expect(findings.count == 90_000)
    #expect(findings.count { !$0.fixes.isEmpty } == 30_000)
  }
}
