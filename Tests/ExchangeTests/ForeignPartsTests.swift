// A long document read in parts, which must be what one reading gives; and texts of files straight from its tree.

import Testing
import VitrineEditing
import VitrineExchange
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

@Suite("Long JSON documents") struct ForeignPartsTests {
  private static let kinds = RoundTripTests.kinds

  /// What reading in parts gives; nil where it gives up.
  private static func inParts(
    _ text: [UInt8], kind: Int?, size: Int, by reader: ForeignReader? = nil, most: Int = .max
  ) -> (text: ForeignText, checked: [CheckedRecord])? {
    let reader = reader ?? ForeignReader(kinds, kind: kind, mapping: nil)
    guard var parts = ForeignParts(reader, text, partSize: size) else { return nil }
    while let count = parts.count {
      var worker = ForeignParts.Worker(ImportCheck(kinds))
      let budget = FindingBudget(most: most, parts: count)
      // In any order.
      var read: [ForeignParts.Part] = []
      for index in (0..<count).reversed() { read.append(parts.read(index, &worker, budget)) }
      read.reverse()
      guard parts.take(read) else { return nil }
    }
    return parts.document()
  }

  /// Says in lines what was read, so that two readings can be compared.
  private static func said(_ text: ForeignText, _ checked: [CheckedRecord]) -> [String] {
    var lines = text.findings.map { "\($0.range) \($0.pointer) \($0.message)" } + ["\(text.kinds.sorted())"]
    for (record, checked) in zip(text.records, checked) {
      lines.append(
        "\(record.kind) \(record.range) \(record.pointer) \(record.path?.text ?? "-") \(checked.title) \(checked.place)")
      lines.append("\(checked.identity.map { Array($0.bytes) } ?? []) \(checked.home.string)")
      lines += checked.findings.map { record.relocated($0) }.map { "\($0.range) \($0.pointer) \($0.message)" }
      lines.append("\(record.value(kinds[record.kind].shape))")
    }
    return lines
  }

  private static func whole(_ text: [UInt8], kind: Int?) -> [String] {
    var reader = ForeignReader(kinds, kind: kind, mapping: nil)
    let foreign = reader.read(text, .json)
    var check = ImportCheck(kinds)
    return said(foreign, foreign.records.map { check.check($0) })
  }

  private static func exported(_ random: inout RandomRecord, _ wanted: [Int], _ count: Int) -> [UInt8] {
    let records = wanted.flatMap { kind in
      (0..<count).compactMap { number in
        ExportedRecord(kind: kinds[kind], path: "a/\(number).yaml", value: random.record(kinds[kind].shape))
      }
    }
    return RoundTripTests.text(records, ExportFormatChoice.standard)
  }

  @Test("of many records with errors the findings of the first are kept, and the errors of all are counted")
  func firstFindings() throws {
    // A game has neither a title nor anything else that it must have.
    let kind = try #require(Self.kinds.first { $0.kind.name == "game" }).kind
    let records = (0..<300).map { #"{"x-number": \#($0)}"# }.joined(separator: ",")
    let text = Array(#"{"schemaVersion": \#(kind.version), "\#(kind.plural)": [\#(records)]}"#.utf8)
    let all = try #require(Self.inParts(text, kind: nil, size: 512)).checked
    let some = try #require(Self.inParts(text, kind: nil, size: 512, most: 20)).checked
    #expect(all.allSatisfy { $0.errorCount > 0 && $0.keptFindings > 0 })
    #expect(some.map(\.errorCount) == all.map(\.errorCount))
    #expect(some.allSatisfy { !$0.isSound && !$0.isClean })
    let kept = some.reduce(0) { $0 + $1.keptFindings }
    #expect(kept < all.reduce(0) { $0 + $1.keptFindings })
    let first = 20 / all[0].keptFindings
    #expect(some[..<first].map(\.keptFindings) == all[..<first].map(\.keptFindings))
  }

  @Test("a document of an older version is read in one piece and brought up; its values keep their places (G7.5)")
  func older() throws {
    let kind = try #require(Self.kinds.first { $0.kind.version == 1 && $0.kind.display?.names.count == 1 }).kind
    let display = try #require(kind.display?.names.first)
    let records = (0..<200).map { #"{"called": "Thing \#($0)", "a": [1, {"x": "y"}]}"# }.joined(separator: ",\n")
    for version in [0, 1] {
      var reader = ForeignReader(Self.kinds, kind: nil, mapping: nil)
      reader.schemaText = { _ in
        Array("x-vitrine: {migrations: [{to: 1, steps: [{rename: [called, \(display)]}, {move: [a, b.c]}]}]}".utf8)
      }
      let text = Array(#"{"schemaVersion": \#(version), "\#(kind.plural)": [\#(records)]}"#.utf8)
      #expect((Self.inParts(text, kind: nil, size: 2_000, by: reader) == nil) == (version == 0))
      let read = reader.read(text, .json)
      #expect(read.findings.isEmpty && read.records.count == 200)
      #expect(read.migrated.values.reduce(0, +) == (version == 0 ? 200 : 0))
      guard version == 0 else { continue }
      let record = read.records[7]
      let value = record.withReader { $0.dataValue($1) }
      let moved = DataValue.list([.number("1"), .map([.init("x", .string("y"))])])
      #expect(value == .map([.init(display, .string("Thing 7")), .init("b", .map([.init("c", moved)]))]))
      for (pointer, written) in [("/\(display)", #""Thing 7""#), ("/b/c/1/x", #""y""#), ("/b", "{")] {
        let finding = record.relocated(Finding(ImportRules.form, at: ByteRange(at: 0), pointer: pointer, "x"))
        #expect(String(decoding: text[Int(finding.range.start)...].prefix(written.utf8.count), as: UTF8.self) == written)
      }
    }
  }

  @Test("a record of an older version with a hundred thousand parts is brought up, and each part keeps its place (G7.5, G7.6)")
  func olderWithManyParts() throws {
    let kind = try #require(Self.kinds.first { $0.kind.version == 1 }).kind
    var reader = ForeignReader(Self.kinds, kind: nil, mapping: nil)
    reader.schemaText = { _ in
      Array(
        "x-vitrine: {migrations: [{to: 1, steps: [{rename: [parts.size, parts.length]}, {set: {parts.unit: mm}}, {remove: [x]}]}]}"
          .utf8)
    }
    let parts = (0..<100_000).map { #"{"size": \#($0)}"# }.joined(separator: ", ")
    let text = Array(#"{"schemaVersion": 0, "\#(kind.plural)": [{"x": 0, "parts": [\#(parts)]}]}"#.utf8)
    let read = reader.read(text, .json)
    let record = try #require(read.records.first)
    #expect(read.findings.isEmpty)
    for (pointer, written) in [
      ("/parts/99999/length", "99999}"), ("/parts/7/length", "7}"), ("/parts/8/unit", #"{"size": 8}"#),
      ("/parts/9", #"{"size": 9}"#),
    ] {
      let finding = record.relocated(Finding(ImportRules.form, at: ByteRange(at: 0), pointer: pointer, "x"))
      #expect(String(decoding: text[Int(finding.range.start)...].prefix(written.utf8.count), as: UTF8.self) == written)
    }
  }

  @Test("documents of one kind and of several, in parts of any size, are what one reading gives (G7.2, G7.6)")
  func isTheSame() throws {
    var random = RandomRecord(random: SplitMix(state: 5))
    var proved = 0
    for round in 0..<200 {
      let one = round % Self.kinds.count
      let wanted = round % 3 == 0 ? [one, (one + 1) % Self.kinds.count] : [one]
      var text = Self.exported(&random, wanted.sorted(), 1 + round % 9)
      if round % 4 == 1 { text = text.filter { $0 != 0x0A } }
      if round % 5 == 4 { text = Array("\u{FEFF}".utf8) + text }
      let expected = Self.whole(text, kind: nil)
      guard let read = Self.inParts(text, kind: nil, size: [40, 150, 700, 5_000][round % 4]) else { continue }
      proved += 1
      #expect(Self.said(read.text, read.checked) == expected, "\(round): \(String(decoding: text, as: UTF8.self))")
    }
    #expect(proved > 120)
  }

  @Test("a list alone, compact lists, records within records that look like records")
  func forms() throws {
    let game = try #require(Self.kinds.firstIndex { $0.kind.name == "game" })
    let record = #"{"title":"A","release":20200101,"x-a":[{"title":"in","x":[1,{"title":"},{"}]}]}"#
    let many = [String](repeating: record, count: 40).joined(separator: ",")
    for text in ["[\(many)]", " [ \(many) ] ", "{\"games\":[\(many)],\"schemaVersion\":1}"] {
      let bytes = Array(text.utf8)
      let expected = Self.whole(bytes, kind: game)
      for size in [30, 200, 100_000] {
        guard let read = Self.inParts(bytes, kind: game, size: size) else { continue }
        #expect(Self.said(read.text, read.checked) == expected)
      }
      #expect(Self.inParts(bytes, kind: game, size: 100_000) != nil)
    }
  }

  @Test("a list where none may stand is looked at once, and given up")
  func misplacedList() throws {
    let kind = try #require(Self.kinds.first).kind
    let records = (0..<40).map { #"{"title": "A\#($0)"}"# }.joined(separator: ",")
    let name = #""\#(kind.plural)""#
    for lists in [
      "\(name) [\(records)]", "\(name): [\(records)] [\(records)]", "\(name): [\(records)], \(name) [\(records)]",
      "\(name): [\(records)] \(name) [\(records)]",
    ] {
      #expect(
        Self.inParts(Array(#"{"schemaVersion": \#(kind.version), \#(lists)}"#.utf8), kind: nil, size: 120) == nil, "\(lists)")
    }
  }

  @Test("what is broken is never taken: it is given up, or reads as in one piece")
  func broken() throws {
    var random = RandomRecord(random: SplitMix(state: 6))
    for round in 0..<300 {
      var text = Self.exported(&random, [round % Self.kinds.count], 6)
      for _ in 0..<Int.random(in: 1...2, using: &random.random) {
        let place = Int.random(in: 0..<text.count, using: &random.random)
        switch Int.random(in: 0..<4, using: &random.random) {
        case 0: text.remove(at: place)
        case 1: text[place] = UInt8.random(in: 0...255, using: &random.random)
        case 2:
          text.insert(contentsOf: Array("{\"a\": [\"".utf8).randomElement(using: &random.random).map { [$0] } ?? [], at: place)
        default: text = Array(text[..<max(place, 1)])
        }
      }
      guard let read = Self.inParts(text, kind: nil, size: 120) else { continue }
      #expect(Self.said(read.text, read.checked) == Self.whole(text, kind: nil), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("the text of a new file straight from the tree is that of its value")
  func documents() {
    var random = RandomRecord(random: SplitMix(state: 8))
    for (kind, exchanged) in Self.kinds.enumerated() {
      for _ in 0..<40 {
        let text = Self.exported(&random, [kind], 3)
        var reader = ForeignReader(Self.kinds, kind: nil, mapping: nil)
        for record in reader.read(text, .json).records {
          #expect(
            String(decoding: record.document(exchanged.shape), as: UTF8.self)
              == String(decoding: YAMLDocument.text(record.value(exchanged.shape)), as: UTF8.self))
        }
      }
    }
  }
}
