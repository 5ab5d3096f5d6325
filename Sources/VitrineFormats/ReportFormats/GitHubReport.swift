// Annotations on a pull request.

import VitrineSource

/// Shape: one workflow command a finding, `::error file=…,line=…,title=rule code::message`; percent signs and line breaks in a value are
/// percent-encoded, in a property `:` and `,` too. Columns are given only for a range within one line, as the service wants it.
///
/// The service shows the first ten of each severity in a step; the rest is in the log.
///
/// Source: GitHub Docs, "Workflow commands for GitHub Actions", and the escapes of actions/toolkit.
enum GitHubReport: ReportFormat {
  static var name: String { "github" }
  static var summary: String { "annotations for GitHub Actions" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    for finding in report.findings { write(finding, to: &sink) }
  }

  private static func write(_ finding: Finding, to sink: inout ByteSink) {
    sink.write("::" + word(finding.severity) + " ")
    let (start, end) = (finding.span.start, finding.span.end)
    sink.write("file=" + escaped(finding.reportedPath, isProperty: true) + ",line=\(start.line)")
    if end.line == start.line {
      // Columns are whole characters, the end included.
      sink.write(",col=\(start.column),endColumn=\(max(end.column - 1, start.column))")
    } else {
      sink.write(",endLine=\(finding.span.lastLine)")
    }
    sink.write(",title=" + escaped("\(finding.rule.slug) \(finding.rule.code)", isProperty: true))
    sink.write(
      "::" + escaped(finding.sentence, isProperty: false) + "%0A" + escaped("help: " + finding.help, isProperty: false) + "\n")
  }

  private static func word(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result: [UInt8] = []
    // Line breaks are pictures after `shown`: no value can end its command early.
    for byte in shown(text).utf8 {
      switch byte {
      case 0x25: result.append(contentsOf: "%25".utf8)
      case 0x3A where isProperty: result.append(contentsOf: "%3A".utf8)
      case 0x2C where isProperty: result.append(contentsOf: "%2C".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
