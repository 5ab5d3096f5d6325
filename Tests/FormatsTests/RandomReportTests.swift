// Reports nobody would make: random bytes, ranges, places and words.

import Testing
import VitrineFormats
import VitrineSource
import VitrineTesting

@Suite struct RandomReportTests {
  @Test(
    "no report traps, JSON is always JSON, SARIF is always SARIF, and no control character but the line feed gets out",
    arguments: 0..<40)
  func anything(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let texts = (0..<4).map { _ in bytes(&random, random.below(300)) }
    let report = Report(
      findings: (0..<30).map { _ in finding(&random, texts) }.sorted(by: Finding.reportOrder),
      counts: .init(records: random.below(40), photos: random.below(5), files: random.below(40)),
      seconds: [nil, 0.5, -1, .nan, .infinity, 1e300][random.below(6)], version: word(&random),
      texts: { path in path.utf8.last.flatMap { $0 % 5 < 4 ? texts[Int($0 % 5)] : nil } })
    for format in Report.formats {
      for look in [Look.plain, Look(color: false, width: random.below(200) - 10), Look(color: true, width: 80)] {
        let output = String(decoding: format.bytes(report, look: look), as: UTF8.self)
        let allowed: Set<UInt32> = look.color && format.name == "human" ? [0x0A, 0x1B] : [0x0A]
        #expect(output.unicodeScalars.allSatisfy { !isControl($0) || allowed.contains($0.value) }, "\(format.name)")
        switch format.name {
        case "json", "sarif", "gitlab": #expect(isJSON(output), "\(format.name)")
        case "ndjson": #expect(output.split(separator: "\n").allSatisfy { isJSON($0) })
        default: break
        }
      }
    }
    let faults = try SARIFSchema.faults(text("sarif", report))
    #expect(faults == [])
  }

  @Test("no table traps, and lines fit wherever the columns can be cut", arguments: 0..<40)
  func tables(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let columns = (0..<random.below(6)).map { _ in Table.Column(word(&random), random.below(2) == 0 ? .left : .right) }
    let rows = (0..<random.below(12)).map { _ in
      Table.Row(path: Path(word(&random)), (0..<random.below(8)).map { _ in cell(&random) })
    }
    let table = Table(columns: columns, rows: rows)
    let width = random.below(120)
    for format in Table.formats {
      let output = String(decoding: format.bytes(table), as: UTF8.self)
      _ = format.bytes(table, look: Look(color: true, width: width))
      if format.name == "json" { #expect(isJSON(output)) }
      if format.name == "ndjson" { #expect(output.split(separator: "\n").allSatisfy { isJSON($0) }) }
      if format.name == "table" {
        #expect(output.unicodeScalars.allSatisfy { !isControl($0) || $0 == "\n" })
        if columns.allSatisfy({ $0.alignment == .left }), width >= columns.count * 8 {
          let lines = String(decoding: format.bytes(table, look: Look(color: false, width: width)), as: UTF8.self).split(
            separator: "\n")
          #expect(lines.allSatisfy { cells(String($0)) <= width })
        }
      }
    }
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
  }

  private func bytes(_ random: inout SplitMix, _ count: Int) -> [UInt8] {
    let pieces: [[UInt8]] = [
      "a", " ", "\t", "\n", "\r\n", "\r", "伝", "🎮", "e\u{301}", "\u{1B}[2J", "\u{200D}", "\u{202E}", "<&\"'%",
    ].map { Array($0.utf8) }
    return (0..<count).flatMap { _ in random.below(5) == 0 ? [UInt8(random.below(256))] : pieces[random.below(pieces.count)] }
  }

  private func word(_ random: inout SplitMix) -> String {
    String(decoding: bytes(&random, random.below(12)), as: UTF8.self)
  }

  private func finding(_ random: inout SplitMix, _ texts: [[UInt8]]) -> Finding {
    let rule = Rule("V\(random.below(4))", "rule", Severity.allCases[random.below(3)], word(&random), help: word(&random))
    var finding = Finding(
      rule, at: range(&random), pointer: word(&random), word(&random), label: word(&random), note: word(&random))
    finding.fixes = (0..<random.below(3)).map { _ in
      Fix(
        word(&random), (0..<random.below(3)).map { _ in TextEdit(range(&random), bytes(&random, 3)) },
        isSafe: random.below(2) == 0)
    }
    finding.related = (0..<random.below(3)).map { _ in
      RelatedPlace(path: random.below(2) == 0 ? "" : Path(word(&random)), range(&random), span: span(&random), word(&random))
    }
    let place = random.below(texts.count)
    if random.below(3) > 0 {
      return SourceText(path: "f/\(word(&random))\(place)", bytes: texts[place]).located([finding])[0]
    }
    finding.path = Path(word(&random))
    finding.span = span(&random)
    return finding
  }

  private func range(_ random: inout SplitMix) -> ByteRange {
    let start = random.below(400)
    return random.below(20) == 0 ? ByteRange(random.below(1 << 32), Int(UInt32.max)) : ByteRange(start, start + random.below(60))
  }

  private func span(_ random: inout SplitMix) -> Span {
    func position(_ random: inout SplitMix) -> Position {
      Position(line: random.below(30), column: random.below(90), utf16Column: random.below(90))
    }
    let (start, end) = (position(&random), position(&random))
    return Span(start: start, end: end)
  }

  private func cell(_ random: inout SplitMix, depth: Int = 0) -> Cell {
    switch random.below(depth < 2 ? 7 : 5) {
    case 0: .null
    case 1: .text(word(&random))
    case 2: .number(random.below(2) == 0 ? String(random.below(1000)) : word(&random))
    case 3: .shown(word(&random), written: .text(word(&random)))
    case 4: .boolean(random.below(2) == 0)
    case 5: .list((0..<random.below(4)).map { _ in cell(&random, depth: depth + 1) })
    default: .map([.init(word(&random), cell(&random, depth: depth + 1), isNamed: random.below(2) == 0)])
    }
  }
}
