// The writer of what is known across files: after any changes it says what one says that begins with the result.

import Testing
import VitrineIndex
import VitrineModel

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
}
