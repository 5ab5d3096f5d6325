// A report of awkward findings that every format is tried on.

import VitrineFormats
import VitrineSource
import VitrineSyntax
import VitrineText

/// The texts and findings of the sample report.
enum Samples {
  /// The files of the sample catalogue.
  static let texts: [String: String] = [
    "games/hades.yaml":
      "title: Hades\nrelease: 20200917\nstatus: library\ndeveloper: Supergiant\nplatforms:\n    - system: Nintendo Swich\n",
    "games/tabs.yaml": "title:\tHades\tII\n",
    "games/wide.yaml": "title: 伝説 ❤️ e\u{301}té\n",
    "games/crlf.yaml": "title: x\r\nstatus:\r\nnotes: |\r\n  one\r\n  two\r\nyear: 1\r\n",
    "games/open.yaml": "title: y",
    "games/evil.yaml": "title: a\u{1B}[31mb\u{7}c\n",
    "games/zelda: 50%, a.yaml": "title: Zelda\n",
    "games/zelda.yaml": "\ntitle: Zelda\n",
  ]

  private static let system = Rule("V112", "enum", .error, "a value that is not in the list", help: "use a value of the list")
  private static let type = Rule("V110", "type", .warning, "a value of the wrong type", help: "write a value of the right type")
  private static let duplicate = Rule(
    "V201", "duplicate-key", .error, "two records with one identity", help: "remove or change one of the two")
  private static let note = Rule("V190", "note", .info, "something worth knowing", help: "nothing to do")

  /// The sample report, in report order.
  static var report: Report {
    let findings: [Finding] = [
      finding(
        type, "games/crlf.yaml", at: "status:", edge: .end, "'status' has no value", label: "expected 'library' or 'wishlist'"),
      finding(type, "games/crlf.yaml", at: "|\r\n  one\r\n  two\r\n", "notes of several lines"),
      finding(
        type, "games/evil.yaml", at: "\u{1B}[31mb\u{7}", "control \u{1B}[2J characters & <marks>", label: "\u{9B}here\nthere"),
      finding(
        system, "games/hades.yaml", at: "Nintendo Swich", pointer: "/platforms/0/system",
        "'Nintendo Swich' is not a known system",
        label: "did you mean 'Nintendo Switch'?",
        help: "use one of the 48 systems in schemas/vocabulary/system.yaml, or add it there"
      ) {
        $0.record = "Hades"
        $0.fixes = [Fix("replace with 'Nintendo Switch'", [TextEdit($0.range, "Nintendo Switch")], isSafe: true)]
      },
      finding(type, "games/open.yaml", at: "title: y", edge: .end, "the file ends without a line break"),
      finding(note, "games/tabs.yaml", at: "II", "two parts"),
      finding(type, "games/wide.yaml", at: "❤️ e\u{301}t", "wide and combined characters", label: "[here](1) and {0}"),
      finding(duplicate, "games/zelda: 50%, a.yaml", at: "Zelda", "'Zelda' is there twice") {
        $0.note = "identity is the title"
        $0.related = [
          place("games/zelda.yaml", "Zelda", "first given here"), RelatedPlace(path: "gone.yaml", ByteRange(0, 1), "and here"),
        ]
      },
    ]
    return Report(
      findings: findings, counts: .init(records: 83, photos: 25, files: 120), seconds: 0.0123, version: "1.2.3",
      texts: { texts[$0.string].map { Array($0.utf8) } })
  }

  /// The bytes of a sample file.
  static func bytes(_ path: String) -> [UInt8] { Array((texts[path] ?? "").utf8) }

  private enum Edge { case end }

  private static func finding(
    _ rule: Rule, _ path: String, at marked: String, edge: Edge? = nil, pointer: String = "", _ message: String,
    label: String = "",
    help: String? = nil, with change: (inout Finding) -> Void = { _ in }
  ) -> Finding {
    var range = range(of: marked, path)
    if edge == .end { range = ByteRange(at: range.end) }
    var finding = Finding(rule, at: range, pointer: pointer, message, label: label, help: help)
    change(&finding)
    return SourceText(path: Path(path), bytes: bytes(path)).located([finding])[0]
  }

  private static func place(_ path: String, _ marked: String, _ message: String) -> RelatedPlace {
    let range = range(of: marked, path)
    return RelatedPlace(path: Path(path), range, span: LineTable(bytes(path)).span(of: range), message)
  }

  private static func range(of marked: String, _ path: String) -> ByteRange {
    let (text, part) = (bytes(path), Array(marked.utf8))
    for start in 0...max(text.count - part.count, 0) where text[start...].starts(with: part) {
      return ByteRange(start, start + part.count)
    }
    return ByteRange(at: 0)
  }
}

/// A report of the given findings without texts.
func report(_ findings: [Finding], records: Int = 10, seconds: Double? = nil) -> Report {
  Report(
    findings: findings, counts: .init(records: records, photos: 1, files: 12), seconds: seconds, version: "1", texts: { _ in nil }
  )
}

/// Text written by a report format.
func text(_ name: String, _ report: Report, _ look: Look = .plain) -> String {
  String(decoding: Report.format(named: name)?.bytes(report, look: look) ?? [], as: UTF8.self)
}

/// Text written by a row format.
func text(_ name: String, _ table: Table, _ look: Look = .plain) -> String {
  String(decoding: Table.format(named: name)?.bytes(table, look: look) ?? [], as: UTF8.self)
}

/// True where a text is one JSON document without a fault.
func isJSON(_ text: some StringProtocol) -> Bool {
  let result = JSON.parse(Array(text.utf8))
  return result.findings.isEmpty && result.isComplete
}

/// The cells a text takes.
func cells(_ text: String) -> Int { DisplayWidth.width(of: text) }
