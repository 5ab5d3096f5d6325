// One JSON object a line: for pipes, and for readers that do not want to wait for the end.

import VitrineSource

/// Shape: a line for each finding, as `JSONWriter.finding(_:)` writes it, and nothing else; no finding, no line.
enum NDJSONReport: ReportFormat {
  static var name: String { "ndjson" }
  static var summary: String { "one JSON object a line, one line a finding" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    var json = JSONWriter()
    for finding in report.findings {
      json.finding(finding)
      json.lineBreak()
      json.drain(into: &sink)
    }
  }
}
