// A report for people of many findings shows each cause, and how often it is there.

import Testing
import VitrineFormats
import VitrineSource

@Suite struct FindingCauseTests {
  private static let missing = Rule("V101", "required", .error, "a field is missing", help: "add it")
  private static let value = Rule("V112", "enum", .error, "a value is not among the allowed ones", help: "use one of them")

  /// Records with a missing field each, and a value of a list that no two have in common.
  private static func report(_ count: Int) -> Report {
    var findings: [Finding] = []
    for number in 0..<count {
      var first = Finding(missing, at: ByteRange(0, 1), "'release' is missing")
      var second = Finding(
        value, at: ByteRange(0, 1), pointer: "/platforms/\(number % 7)/system", "'s\(number)' is not a known system")
      first.path = Path("games/\(1000 + number).yaml")
      second.path = first.path
      findings += [first, second]
    }
    return Report(findings: findings, counts: Report.Counts(records: count, photos: 0, files: count), version: "1") { _ in nil }
  }

  private static func text(_ report: Report, width: Int?, _ extent: Look.Extent = .someOrAll) -> String {
    var look = Look(color: false, width: width)
    look.extent = extent
    return String(decoding: Report.standardFormat.bytes(report, look: look), as: UTF8.self)
  }

  @Test("a terminal shows one finding of each cause, with the count of the others")
  func terminal() {
    #expect(
      Self.text(Self.report(365), width: 100) == """
        games/1000.yaml:1:1: error[required V101]: 'release' is missing
          = help: add it
          = more: 364 like this, in 365 files together; --all shows them

        games/1000.yaml:1:1: error[enum V112]: 's0' is not a known system
          = help: use one of them
          = more: 364 like this, in 365 files together; --all shows them

        730 errors in 365 of 365 records

        """)
  }

  @Test("values that are numbers are as little causes of their own as values in quotes")
  func numbers() {
    let findings = (0..<100).map { number in
      var finding = Finding(Self.value, at: ByteRange(0, 1), pointer: "/release", "\(1950 + number) is not a date")
      finding.path = Path("games/\(number).yaml")
      return finding
    }
    let report = Report(findings: findings, counts: Report.Counts(records: 100, photos: 0, files: 100), version: "1") { _ in nil }
    #expect(Self.text(report, width: 100).split(separator: "\n").count { $0.hasPrefix("games/") } == 1)
  }

  @Test("few findings are shown one by one, and all are with --all")
  func whole() {
    for (report, extent) in [(Self.report(25), Look.Extent.someOrAll), (Self.report(365), .all)] {
      let text = Self.text(report, width: 100, extent)
      #expect(!text.contains("more:"))
      #expect(text.split(separator: "\n").count { $0.hasPrefix("games/") } == report.findings.count)
    }
  }

  @Test("a pipe shows five hundred of each cause; where there is no --all, none is named")
  func pipe() {
    let text = Self.text(Self.report(800), width: nil, .some)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("games/") } == 1_000)
    #expect(text.contains("\n  = more: 300 like this, in 800 files together\n"))
    #expect(!text.contains("--all"))
  }

  @Test("messages that differ in what they quote are causes of their own while they are few")
  func wordings() {
    func report(_ names: [String]) -> Report {
      let findings = (0..<120).map { number in
        let name = names[number % names.count]
        return Finding(Self.value, at: ByteRange(number, number), pointer: "/\(name)", "unknown field '\(name)'")
      }
      return Report(findings: findings, counts: Report.Counts(files: 1), version: "1") { _ in nil }
    }
    #expect(Self.text(report(["a", "b"]), width: 80).split(separator: "\n").count { $0.contains("more: 59 like this;") } == 2)
    let many = (0..<120).map { "f\($0)" }
    #expect(Self.text(report(many), width: 80).contains("more: 119 like this;"))
  }
}
