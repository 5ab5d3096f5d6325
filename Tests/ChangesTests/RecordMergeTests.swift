// Two branches' texts of one record: what becomes of them.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSyntax
import VitrineTesting

@Suite("Merging what two branches made of a record")
struct RecordMergeTests {
  /// One case: three texts, and the text that must come of them.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var base: String
    var ours: String
    var theirs: String
    var result: String
    var conflicts: [String]

    init(_ name: String, _ base: String, _ ours: String, _ theirs: String, _ result: String, conflicts: [String] = []) {
      testDescription = name
      (self.base, self.ours, self.theirs, self.result, self.conflicts) = (base, ours, theirs, result, conflicts)
    }
  }

  private static func merge(_ base: String, _ ours: String, _ theirs: String, _ kind: Kind? = nil) -> RecordMerge {
    RecordMerge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), RecordMerge.Options(kind: kind))
  }

  @Test(
    "what can be decided is merged, with the fewest bytes of our side changed (GF1)",
    arguments: [
      Case("nothing", "a: 1\n", "a: 1\n", "a: 1\n", "a: 1\n"),
      Case("only ours", "a: 1\n", "a: 2\n", "a: 1\n", "a: 2\n"),
      Case("only theirs", "a: 1\n", "a: 1\n", "a: 2 # two\n", "a: 2 # two\n"),
      Case("both the same", "a: 1\n", "a: 2\n", "a: 2\n", "a: 2\n"),
      Case(
        "lines far apart, with the comments of both", "a: 1\nb: 1\nc: 1\n", "a: 2 # ours\nb: 1\nc: 1\n",
        "a: 1\nb: 1\nc: 3 # theirs\n",
        "a: 2 # ours\nb: 1\nc: 3 # theirs\n"),
      Case("neighbouring lines", "a: 1\nb: 1\n", "a: 2   # mine\nb: 1\n", "a: 1\nb: 3\n", "a: 2   # mine\nb: 3\n"),
      Case("items of one line", "l: [x]\n", "l: [x, y]\n", "l: [z, x]\n", "l: [x, y, z]\n"),
      Case("the same item on both sides", "l: [x]\n", "l: [x, y]\n", "l: [x, y, z]\n", "l: [x, y, z]\n"),
      Case("an item taken away", "l: [x, y]\n", "l: [x, y, z]\n", "l: [y]\n", "l: [y, z]\n"),
      Case("an item in place of another", "l: [x, y]\n", "l: [x, y, z]\n", "l: [w, y]\n", "l: [w, y, z]\n"),
      Case("a key taken away beside a change", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\n", "a: 2\n"),
      Case("new keys at the end", "a: 1\n", "a: 1\nb: 2\n", "a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3\n"),
      Case("the same key added at two places", "a: 1\nz: 1\n", "a: 1\nb: 2\nz: 1\n", "b: 2\na: 1\nz: 1\n", "a: 1\nb: 2\nz: 1\n"),
      Case("within a map on one line", "m: {a: 1, b: 1}\n", "m: {a: 2, b: 1}\n", "m: {a: 1, b: 3}\n", "m: {a: 2, b: 3}\n"),
      Case("made on both sides", "", "a: 1\n", "a: 1\nb: 2\n", "a: 1\nb: 2\n"),
      Case("a list that the other side wrote anew", "l: [x]\n", "l: [x, y]\n", "l:\n  - x\n", "l:\n  - x\n  - 'y'\n"),
      Case("quotes that the other side set", "a: b\n", "a: c\n", "a: 'b'\n", "a: 'c'\n"),
      Case(
        "line ends that the other side changed", "a: 1\nl: [x]\n", "a: 1\nl: [x, y]\n", "a: 1\r\nl: [x]\r\n",
        "a: 1\r\nl: [x, 'y']\r\n"),
      Case(
        "a comment of the other side beside a value of ours", "l: [x]\n", "l: [x, y]\n", "l: [x] # why\n", "l: [x, 'y'] # why\n"),
      Case("line ends stay", "l: [x]\r\n", "l: [x, y]\r\n", "l: [x, z]\r\n", "l: [x, y, z]\r\n"),
    ])
  func clean(_ row: Case) {
    let merge = Self.merge(row.base, row.ours, row.theirs)
    #expect(String(decoding: merge.text, as: UTF8.self) == row.result)
    #expect(merge.isClean)
  }

  @Test(
    "what nobody can decide is marked (GF1)",
    arguments: [
      Case(
        "two values", "a: 1\n", "a: 2\n", "a: 3\n", "<<<<<<< ours\na: 2\n=======\na: 3\n>>>>>>> theirs\n", conflicts: ["a"]),
      Case(
        "a value and none", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "b: 1\n",
        "<<<<<<< ours\na: 2\n=======\n>>>>>>> theirs\nb: 1\n", conflicts: ["a"]),
      Case(
        "a comment that would be lost", "l: [x]\n", "l: [x, y]\n", "l: [x, z] # why\n",
        "<<<<<<< ours\nl: [x, y]\n=======\nl: [x, z] # why\n>>>>>>> theirs\n"),
      Case(
        "another order", "l: [x, y]\n", "l: [x, y, z]\n", "l: [y, x]\n",
        "<<<<<<< ours\nl: [x, y, z]\n=======\nl: [y, x]\n>>>>>>> theirs\n", conflicts: ["l"]),
      Case(
        "a text that is no record", "a: 1\n", "a: 2\n", "a: [\n", "<<<<<<< ours\na: 2\n=======\na: [\n>>>>>>> theirs\n"),
      Case(
        "no line feed at the end", "a: 1", "a: 2", "a: 3", "<<<<<<< ours\na: 2\n=======\na: 3\n>>>>>>> theirs\n",
        conflicts: ["a"]),
      Case(
        "one key at two places", "z: 1\ny: 1\nx: 1\n", "a: 1\nz: 1\ny: 1\nx: 1\n", "z: 1\ny: 1\nx: 1\na: 2\n",
        "a: 1\nz: 1\ny: 1\nx: 1\na: 2\n", conflicts: ["a"]),
    ])
  func conflicts(_ row: Case) {
    let merge = Self.merge(row.base, row.ours, row.theirs)
    #expect(String(decoding: merge.text, as: UTF8.self) == row.result)
    #expect(!merge.isClean)
    #expect(merge.conflicts == row.conflicts)
  }

  @Test("random changes on two sides: each side's change is there, or there is a conflict; nothing else changed (GF1)")
  func random() {
    var random = Random(state: 7)
    var merged = 0
    for round in 0..<1_500 {
      let base = Self.record(&random)
      var (ours, theirs) = (base, base)
      for _ in 0...random.below(2) { Self.change(&ours, &random) }
      for _ in 0...random.below(2) { Self.change(&theirs, &random) }
      let merge = Self.merge(Self.text(base), Self.text(ours), Self.text(theirs))
      guard merge.isClean else { continue }
      merged += 1
      let parsed = YAML.parse(merge.text)
      let value = parsed.tree.withReader { reader in parsed.tree.roots.first.map { reader.dataValue($0) } }
      for key in Set(base.keys).union(ours.keys).union(theirs.keys) {
        let (old, mine, other) = (base[key], ours[key], theirs[key])
        let found = value?[key]?.items?.compactMap(\.text)
        if mine == other || other == old {
          #expect(found == mine, "round \(round): \(key)")
        } else if mine == old {
          #expect(found == other, "round \(round): \(key)")
        } else {
          // Both changed the list: what either added is there, and what either took away is not.
          let (first, second, third) = (Set(old ?? []), Set(mine ?? []), Set(other ?? []))
          let wanted = first.intersection(second).intersection(third).union(second.subtracting(first)).union(
            third.subtracting(first))
          #expect(Set(found ?? []) == wanted, "round \(round): \(key)")
        }
      }
    }
    #expect(merged > 500)
  }

  private static func record(_ random: inout Random) -> [String: [String]] {
    var record: [String: [String]] = [:]
    for key in ["a", "b", "c", "d"] where random.below(4) > 0 { record[key] = (0..<random.below(4)).map { "i\($0)" } }
    record["z"] = ["end"]
    return record
  }

  private static func change(_ record: inout [String: [String]], _ random: inout Random) {
    let key = ["a", "b", "c", "d", "e"][random.below(5)]
    switch random.below(4) {
    case 0: record[key] = nil
    case 1: record[key, default: []].append("n\(random.below(50))")
    case 2: if let list = record[key], !list.isEmpty { record[key]?.remove(at: random.below(list.count)) }
    default: if let list = record[key], !list.isEmpty { record[key]?[random.below(list.count)] = "n\(random.below(50))" }
    }
  }

  private static func text(_ record: [String: [String]]) -> String {
    record.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value.joined(separator: ", "))]\n" }.joined()
  }
}
