// What is kept depends on what is there, not on how often it changed.

import Testing
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

/// Catalogues that change for a long time and stay as large as they are.
@Suite struct GrowthTests {
  @Test("how records hang together takes no more room after 4,000 changes than after 1,000")
  func links() {
    var facts = CatalogueFacts()
    facts.kinds = StormKinds.all()
    var links = Links(facts)
    var rounds = 0
    func run(until end: Int) {
      while rounds < end {
        Self.change(&links, round: rounds)
        rounds += 4
      }
    }
    run(until: 1_000)
    let before = Footprint.size(of: links)
    run(until: 4_000)
    let after = Footprint.size(of: links)
    #expect(before > 500)
    #expect(after < before + before / 2, "\(after) values and places in the place of \(before)")
  }

  /// Four changes of a catalogue of forty records and twenty images, all of whose words are new but for those that all share.
  private static func change(_ links: inout Links, round: Int) {
    let number = round / 4
    var check = RecordCheck(kinds: links.kinds)
    func put(_ path: String, _ kind: Int, _ text: String) {
      links.put(check.check(Array(text.utf8), path: Path(path), kind: kind).facts, terms: check.terms)
    }
    put(
      "a/\(number % 20).yaml", 0,
      """
      title: Silver Wing \(number)
      year: \(2000 + number % 7)
      makers: [Blue Forge, Maker \(number), maker \(number)]
      cycle: nothing-\(number)
      like: [also-\(number), \(number % 20)]
      pictures: [{file: lost-\(number).jpg}, {file: photo-\(number - 1).jpg}]

      """)
    links.removeRecord(at: "b/\(number - 20)/box.yaml")
    put("b/\(number)/box.yaml", 2, "label: Box \(number)\nmakers: [Blue Forge]\n")
    links.removePhoto(at: "a/photo-\(number - 20).jpg")
    links.put(PhotoFacts(path: "a/photo-\(number).jpg", format: "jpeg", byteCount: 10))
    _ = links.settle()
  }

  @Test("the values of an index are no more after 20,000 changes than a bound that its records set")
  func values() {
    let kinds = SampleKinds.all()
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: []))
    var most = 0
    for number in 0..<20_000 {
      let text = "title: t\(number)\ntags: [x\(number), y\(number), always]\nlike: [n\(number)]\n"
      writer.remove(path: "r\(number - 50).yaml")
      writer.put(SampleKinds.record("r\(number).yaml", 1, text))
      if writer.isWasteful { writer.compact() }
      if number % 1000 == 999 { most = max(most, writer.index.tables.flatMap(\.pools).map(\.count).max() ?? 0) }
    }
    #expect(writer.index.count == 50)
    #expect(most < 8192 + 2 * 150, "\(most) values of 50 records")
    #expect(writer.index.tables.allSatisfy { $0.rowCount <= 64 })
  }
}

/// How much a value holds.
private enum Footprint {
  /// The number of all that is in a value, in its members and in theirs, and of the places in the arrays among them.
  static func size(of value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(1) { $0 + size(of: $1.value) }
  }
}
