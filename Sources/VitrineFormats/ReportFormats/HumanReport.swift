// The report for people: what is wrong, where, and what to do, with the line itself.

import VitrineSource

/// Shape:
///
///     games/hades.yaml:6:15: error[enum V112]: 'Nintendo Swich' is not a known system
///       |
///     6 |     - system: Nintendo Swich
///       |               ^^^^^^^^^^^^^^ did you mean 'Nintendo Switch'?
///       = help: use one of the 48 systems in schemas/vocabulary/system.yaml, or add it there
///       = fix (safe): replace with 'Nintendo Switch'
///
/// Related places follow with their own line, under ` --> path:line:column` where they are in another file. Lines wider than the terminal
/// (or 120 cells) are cut around the range. A range of several lines is shown by its first, with its last line's number. Where many findings
/// have one cause, the last of them that is shown has `  = more: 364 like this, in 365 files together; --all shows them`.
enum HumanReport: ReportFormat {
  static var name: String { "human" }
  static var summary: String { "for people: each finding with its line, help and fixes, and a summary" }

  static func render(_ report: Report, _ look: Look, to sink: inout ByteSink) {
    var lines = RecentLines(report)
    let most = mostOfOneCause(report, look)
    guard report.findings.count > most else {
      for finding in report.findings { write(finding, look, &lines, to: &sink) }
      writeSummary(report, look, to: &sink)
      return
    }
    let causes = FindingCauses(report.findings)
    var shown = [Int](repeating: 0, count: causes.counts.count)
    for (finding, cause) in zip(report.findings, causes.causes) where cause < mostCauses && shown[cause] < most {
      shown[cause] += 1
      let more = causes.counts[cause] - shown[cause]
      let isCut = shown[cause] == most && more > 0
      write(finding, look, &lines, more: isCut ? words(more, files: causes.files[cause]) + hint(more, look) : "", to: &sink)
    }
    let others = causes.counts.dropFirst(mostCauses)
    if !others.isEmpty {
      let total = others.reduce(0, +)
      sink.write("… and \(counted(total, "finding")) of \(counted(others.count, "other cause"))\(hint(total, look))\n\n")
    }
    writeSummary(report, look, to: &sink)
  }

  /// A terminal shows so many findings one by one; of more, one of each cause.
  private static let mostOnTerminal = 50
  /// So many of one cause are shown elsewhere.
  private static let mostElsewhere = 500
  /// So many causes are shown.
  private static let mostCauses = 200

  /// How many findings of one cause are shown.
  private static func mostOfOneCause(_ report: Report, _ look: Look) -> Int {
    if look.extent == .all { return .max }
    guard look.isTerminal else { return mostElsewhere }
    return report.findings.count > mostOnTerminal ? 1 : mostOnTerminal
  }

  private static func words(_ more: Int, files: Int) -> String {
    "\(more) like this\(files > 1 ? ", in \(files) files together" : "")"
  }

  private static func hint(_ count: Int, _ look: Look) -> String {
    look.extent == .someOrAll ? "; --all shows \(count == 1 ? "it" : "them")" : ""
  }

  private static func write(
    _ finding: Finding, _ look: Look, _ lines: inout RecentLines, more: String = "", to sink: inout ByteSink
  ) {
    HumanFinding(finding, look, &lines).write(more: more, to: &sink)
    sink.write(0x0A)
  }

  private static func writeSummary(_ report: Report, _ look: Look, to sink: inout ByteSink) {
    if report.unlistedErrors > 0 {
      sink.write("… and \(counted(report.unlistedErrors, "error")) further on\(hint(report.unlistedErrors, look))\n\n")
    }
    look.write(report.summary, .title, to: &sink)
    sink.write(0x0A)
  }
}

/// One finding on its way to the page.
private struct HumanFinding {
  private let finding: Finding
  private let look: Look
  private let main: Excerpt?
  private let related: [(place: RelatedPlace, path: Path, excerpt: Excerpt?)]
  /// The width of the line numbers.
  private let gutter: Int

  init(_ finding: Finding, _ look: Look, _ lines: inout RecentLines) {
    self.finding = finding
    self.look = look
    let limit = max((look.width ?? 120) - 10, 20)
    main = lines.lines(of: finding.path).map { Excerpt($0, finding.range, finding.span, limit: limit) }
    var related: [(RelatedPlace, Path, Excerpt?)] = []
    for place in finding.related {
      let path = place.path.isEmpty ? finding.path : place.path
      related.append((place, path, lines.lines(of: path).map { Excerpt($0, place.range, place.span, limit: limit) }))
    }
    self.related = related
    let greatest = max(main?.line ?? 0, related.lazy.compactMap { $0.2?.line }.max() ?? 0)
    gutter = String(greatest).utf8.count
  }

  /// Writes it; `more` says how many others there are like it, or nothing.
  func write(more: String, to sink: inout ByteSink) {
    writeHeader(&sink)
    if let main {
      write(main, 0x5E, finding.label, severityInk, &sink)
    } else if !finding.label.isEmpty {
      write("note", finding.label, .help, &sink)
    }
    for (place, path, excerpt) in related {
      let position = "\(shown(look.pathBase.written(path.string))):\(place.span.start.line):\(place.span.start.column)"
      guard let excerpt else {
        write("note", "\(place.message): \(position)", .help, &sink)
        continue
      }
      if path != finding.path {
        sink.write(0x20, times: gutter)
        look.write("--> ", .gutter, to: &sink)
        sink.write(position)
        sink.write(0x0A)
      }
      write(excerpt, 0x2D, place.message, .gutter, &sink)
    }
    write("help", finding.help, .help, &sink)
    if !finding.note.isEmpty { write("note", finding.note, .help, &sink) }
    for fix in finding.fixes { write(fix.isSafe ? "fix (safe)" : "fix (unsafe)", fix.title, .fix, &sink) }
    if !more.isEmpty { write("more", more, .help, &sink) }
  }

  private var severityInk: TextStyle {
    switch finding.severity {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }

  private func writeHeader(_ sink: inout ByteSink) {
    let start = finding.span.start
    look.write("\(shown(look.pathBase.written(finding.reportedPath))):\(start.line):\(start.column):", .place, to: &sink)
    sink.write(0x20)
    look.write("\(finding.severity.word)[\(finding.rule.slug) \(finding.rule.code)]", severityInk, to: &sink)
    sink.write(": ")
    look.write(shown(finding.message), .title, to: &sink)
    sink.write(0x0A)
  }

  /// The gutter, the line, and the marks with their label.
  private func write(_ excerpt: Excerpt, _ mark: UInt8, _ label: String, _ style: TextStyle, _ sink: inout ByteSink) {
    writeGutter("", &sink)
    sink.write(0x0A)

    writeGutter(String(excerpt.line), &sink)
    if excerpt.before.width + excerpt.marked.width + excerpt.after.width > 0 {
      sink.write(0x20)
      sink.write(excerpt.before.bytes)
      sink.write(excerpt.marked.bytes)
      sink.write(excerpt.after.bytes)
    }
    sink.write(0x0A)

    writeGutter("", &sink)
    sink.write(0x20, times: 1 + excerpt.before.width)
    look.begin(style, &sink)
    sink.write(mark, times: excerpt.caretCount)
    if let last = excerpt.lastLine { sink.write("… to line \(last)") }
    if !label.isEmpty { sink.write(" " + shown(label)) }
    look.end(&sink)
    sink.write(0x0A)
  }

  private func writeGutter(_ number: String, _ sink: inout ByteSink) {
    look.begin(.gutter, &sink)
    sink.write(0x20, times: gutter - number.utf8.count)
    sink.write(number)
    sink.write(" |")
    look.end(&sink)
  }

  /// A line of the foot: `= help: …`.
  private func write(_ word: String, _ text: String, _ style: TextStyle, _ sink: inout ByteSink) {
    sink.write(0x20, times: gutter + 1)
    look.write("= \(word):", style, to: &sink)
    sink.write(0x20)
    sink.write(shown(text))
    sink.write(0x0A)
  }
}
