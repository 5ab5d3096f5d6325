// The report for people, as a person sees it.

import Testing
import VitrineFormats
import VitrineSource

@Suite struct HumanReportTests {
  @Test("every finding shows its line, marks its range by display width and says what to do")
  func sample() {
    #expect(
      text("human", Samples.report) == """
        games/crlf.yaml:2:8: warning[type V110]: 'status' has no value
          |
        2 | status:
          |        ^ expected 'library' or 'wishlist'
          = help: write a value of the right type

        games/crlf.yaml:3:8: warning[type V110]: notes of several lines
          |
        3 | notes: |
          |        ^… to line 5
          = help: write a value of the right type

        games/evil.yaml:1:9: warning[type V110]: control ␛[2J characters & <marks>
          |
        1 | title: a␛[31mb␇c
          |         ^^^^^^^ \\u{9b}here␊there
          = help: write a value of the right type

        games/hades.yaml:6:15: error[enum V112]: 'Nintendo Swich' is not a known system
          |
        6 |     - system: Nintendo Swich
          |               ^^^^^^^^^^^^^^ did you mean 'Nintendo Switch'?
          = help: use one of the 48 systems in schemas/vocabulary/system.yaml, or add it there
          = fix (safe): replace with 'Nintendo Switch'

        games/open.yaml:1:9: warning[type V110]: the file ends without a line break
          |
        1 | title: y
          |         ^
          = help: write a value of the right type

        games/tabs.yaml:1:14: info[note V190]: two parts
          |
        1 | title:    Hades    II
          |                    ^^
          = help: nothing to do

        games/wide.yaml:1:11: warning[type V110]: wide and combined characters
          |
        1 | title: 伝説 ❤️ e\u{301}té
          |             ^^^^^ [here](1) and {0}
          = help: write a value of the right type

        games/zelda: 50%, a.yaml:1:8: error[duplicate-key V201]: 'Zelda' is there twice
          |
        1 | title: Zelda
          |        ^^^^^
         --> games/zelda.yaml:2:8
          |
        2 | title: Zelda
          |        ----- first given here
          = note: and here: gone.yaml:1:1
          = help: remove or change one of the two
          = note: identity is the title

        2 errors, 5 warnings, 1 info in 7 of 83 records (0.012 s)

        """)
  }

  @Test("related lines of the same file share a gutter as wide as the greatest line number")
  func gutter() {
    let source = SourceText(path: "a.yaml", bytes: Array((1...12).map { "k\($0): 1\n" }.joined().utf8))
    let lines = LineTable(source.bytes)
    let range = ByteRange(lines.starts[1], lines.starts[1] + 2)
    var finding = Finding(rule, at: ByteRange(lines.starts[10], lines.starts[10] + 3), "given twice", label: "again")
    finding.related = [RelatedPlace(range, "first given here")]
    let report = Report(
      findings: source.located([finding]), counts: .init(records: 1, photos: 0, files: 1), version: "1",
      texts: { _ in source.bytes })
    #expect(
      text("human", report) == """
        a.yaml:11:1: error[test V999]: given twice
           |
        11 | k11: 1
           | ^^^ again
           |
         2 | k2: 1
           | -- first given here
           = help: help

        1 error in 1 of 1 record

        """)
  }

  @Test("a line wider than the terminal is cut around the range", arguments: [40, 60, 80, 200])
  func window(width: Int) throws {
    let bytes = Array((String(repeating: "あb ", count: 200) + "HERE" + String(repeating: " cñ", count: 200)).utf8)
    let source = SourceText(path: "long.yaml", bytes: bytes)
    let finding = Finding(rule, at: ByteRange(1000, 1004), "in the middle", label: "this")
    let report = Report(
      findings: source.located([finding]), counts: .init(records: 1, photos: 0, files: 1), version: "1", texts: { _ in bytes })
    let lines = text("human", report, Look(color: false, width: width)).split(separator: "\n").map(String.init)
    try #require(lines.count > 3)
    #expect(lines[2].hasPrefix("1 | …") && lines[2].hasSuffix("…"))
    #expect(cells(lines[2]) <= width)
    let mark = cells(String(lines[2].prefix { $0 != "H" }))
    #expect(lines[3] == "  |" + String(repeating: " ", count: mark - 3) + "^^^^ this")
  }

  @Test("a range longer than the terminal is cut at its end")
  func longRange() throws {
    let bytes = Array(("key: " + String(repeating: "x", count: 100_000)).utf8)
    let source = SourceText(path: "long.yaml", bytes: bytes)
    let report = Report(
      findings: source.located([Finding(rule, at: ByteRange(5, 100_005), "too long", label: "this")]),
      counts: .init(records: 1, photos: 0, files: 1), version: "1", texts: { _ in bytes })
    let lines = text("human", report, Look(color: false, width: 50)).split(separator: "\n").map(String.init)
    #expect(lines[2] == "1 | key: " + String(repeating: "x", count: 34) + "…")
    #expect(lines[3] == "  |      " + String(repeating: "^", count: 35) + " this")
  }

  @Test("colours are 16-colour sequences that are always closed, and never in a pipe")
  func colours() {
    let colored = text("human", Samples.report, Look(color: true, width: 80))
    #expect(
      colored.hasPrefix("\u{1B}[1mgames/crlf.yaml:2:8:\u{1B}[0m \u{1B}[1;33mwarning[type V110]\u{1B}[0m: \u{1B}[1m'status'"))
    #expect(colored.contains("\u{1B}[1;31m^^^^^^^^^^^^^^ did you mean 'Nintendo Switch'?\u{1B}[0m\n"))
    var plain = ""
    var isOpen = false
    for (index, part) in colored.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "m") else {
        plain += part
        continue
      }
      let closes = part[..<end] == "[0"
      #expect(closes == isOpen)
      isOpen.toggle()
      plain += part[part.index(after: end)...]
    }
    #expect(!isOpen)
    #expect(plain == text("human", Samples.report, Look(color: false, width: 80)))
    #expect(!text("human", Samples.report).contains("\u{1B}"))
  }

  @Test("a label whose text cannot be shown becomes a note")
  func noText() {
    let finding = SourceText(path: "a.jpg", bytes: []).located([
      Finding(rule, at: ByteRange(0, 0), "cut short", label: "at its end")
    ])
    #expect(
      text("human", report(finding)) == """
        a.jpg:1:1: error[test V999]: cut short
          = note: at its end
          = help: help

        1 error in 1 of 10 records

        """)
  }

  @Test(
    "the summary counts in the singular and the plural",
    arguments: [
      ([], 83, 0.0123, "83 records, 1 photo: no findings (0.012 s)"),
      ([], 1, nil, "1 record, 1 photo: no findings"),
      ([.error], 1, 12.34, "1 error in 1 of 1 record (12.3 s)"),
      ([.error, .error, .warning], 83, nil, "2 errors, 1 warning in 3 of 83 records"),
      ([.info, .info], 1, 0.9999, "2 infos in 2 files (1.000 s)"),
      ([.warning], 0, 0, "1 warning in 1 file (0.000 s)"),
    ] as [([Severity], Int, Double?, String)])
  func summary(_ severities: [Severity], _ records: Int, _ seconds: Double?, _ expected: String) {
    let findings = severities.enumerated().map { index, severity in
      var finding = Finding(rule, at: ByteRange(0, 0), "m")
      finding.path = "\(index).yaml"
      finding.severity = severity
      return finding
    }
    #expect(report(findings, records: records, seconds: seconds).summary == expected)
  }

  private let rule = Rule("V999", "test", .error, "summary", help: "help")
}
