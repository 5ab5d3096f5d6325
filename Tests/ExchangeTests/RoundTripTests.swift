// What is exported is read back as it was, in every format and of every stock kind.

import Testing
import VitrineCatalog
import VitrineEditing
import VitrineExchange
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Export, then import") struct RoundTripTests {
  /// The stock kinds as they are exchanged.
  static let kinds: [ExchangeKind] = {
    var store = SchemaStore()
    let names = store.kindNames
    return ExchangeKind.all(names.compactMap { store.kind(named: $0) }, paths: false)
  }()

  /// The formats that are read back.
  static let formats: [(writes: any ExportFormat.Type, reads: ForeignFormat)] = ForeignFormat.allCases.compactMap { form in
    ExportFormatChoice.format(named: form.rawValue).map { ($0, form) }
  }

  /// Writes records in a format.
  static func text(
    _ records: [ExportedRecord], _ format: any ExportFormat.Type, escapesFormulas: Bool = false
  ) -> [UInt8] {
    var kinds: [ExchangeKind] = []
    for record in records where !kinds.contains(where: { $0.kind.name == record.kind.kind.name }) { kinds.append(record.kind) }
    let outline = ExportOutline(kinds, escapesFormulas: escapesFormulas)
    var writer = format.writer(outline)
    var sink = ByteSink()
    for kind in outline.kinds {
      writer.begin(kind, to: &sink)
      for var record in records where record.kind.kind.name == kind.kind.name {
        record.escapesFormulas = escapesFormulas
        writer.add(format.piece(of: record), to: &sink)
      }
    }
    writer.end(to: &sink)
    return sink.bytes
  }

  @Test("every form that is read is a format that is written")
  func formatsMatch() { #expect(Self.formats.count == ForeignFormat.allCases.count) }

  @Test("every stock kind in every format, with strings that formats trip over (G7.12, M8.1, M8.5)", arguments: kinds.indices)
  func isTheIdentity(_ kind: Int) throws {
    let exchanged = Self.kinds[kind]
    var random = RandomRecord(random: SplitMix(state: UInt64(7 + kind)))
    for round in 0..<120 {
      var records: [ExportedRecord] = []
      for number in 0..<3 {
        let value = random.record(exchanged.shape)
        let photo = ExportedPhoto(path: "p \(number).jpg", digest: nil, size: 7, taken: "2026-11-20")
        let record = ExportedRecord(
          kind: exchanged, path: "\(round % 2 == 0 ? "'=" : "")some where/\(number), \(round).yaml", value: value,
          photos: number == 1 ? [photo] : [])
        records.append(try #require(record))
      }
      for (number, (format, form)) in (Self.formats + Self.formats).enumerated() {
        let text = Self.text(records, format, escapesFormulas: number >= Self.formats.count)
        var reader = ForeignReader(Self.kinds, kind: kind, mapping: nil)
        let foreign = reader.read(text, form)
        let shown = "\(exchanged.kind.name) as \(format.name), round \(round):\n\(String(decoding: text, as: UTF8.self))"
        #expect(foreign.findings.map(\.message) == [], "\(shown)")
        #expect(foreign.records.count == records.count, "\(shown)")
        for (record, read) in zip(records, foreign.records) {
          #expect(read.kind == kind)
          let value = read.saidValue(exchanged.shape)
          #expect(value == DataValue.map(record.entries).allNormalized, "\(shown)")
          #expect(read.path?.text == (exchanged.writesPath ? record.path.string : nil))
        }
      }
    }
  }

  @Test(
    "a day of a field of numbers is taken from a table as ISO 8601 writes it, and as the number",
    arguments: [
      ("2001-05-06", "20010506"), ("2001-05", "200105"), ("2001", "2001"), ("20010506", "20010506"), ("2001-13", "\"2001-13\""),
    ])
  func days(_ written: String, _ read: String) throws {
    let kind = try #require(Self.kinds.firstIndex { $0.kind.name == "game" })
    var reader = ForeignReader(Self.kinds, kind: kind, mapping: nil)
    let foreign = reader.read(Array("title,release\nHades,\(written)\n".utf8), .csv)
    #expect(foreign.findings.map(\.message) == [])
    #expect(ForeignFileTests.json(foreign).first?.contains("\"release\":\(read)") == true, "\(ForeignFileTests.json(foreign))")
  }

  @Test("texts that are broken anywhere are told, and never more than that (GR2)")
  func brokenTexts() throws {
    let kind = try #require(Self.kinds.first)
    var random = RandomRecord(random: SplitMix(state: 99))
    let records = (0..<3).compactMap { ExportedRecord(kind: kind, path: "a/\($0).yaml", value: random.record(kind.shape)) }
    for (format, form) in Self.formats {
      let text = Self.text(records, format)
      for _ in 0..<400 {
        var broken = text
        for _ in 0..<Int.random(in: 1...3, using: &random.random) {
          let place = Int.random(in: 0..<broken.count, using: &random.random)
          switch Int.random(in: 0..<3, using: &random.random) {
          case 0: broken.remove(at: place)
          case 1: broken[place] = UInt8.random(in: 0...255, using: &random.random)
          default: broken = Array(broken[..<max(place, 1)])
          }
        }
        var reader = ForeignReader(Self.kinds, kind: 0, mapping: nil)
        let foreign = reader.read(broken, form)
        var check = ImportCheck(Self.kinds)
        for record in foreign.records {
          for finding in check.check(record).findings { #expect(Int(finding.range.end) <= broken.count + 1) }
        }
        for finding in foreign.findings { #expect(Int(finding.range.start) <= broken.count) }
      }
    }
  }
}
