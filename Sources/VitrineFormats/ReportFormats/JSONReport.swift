// The whole report as one JSON document.

import VitrineSource

/// Shape: an object with its keys in this order; each finding on a line of its own, as `JSONWriter.finding(_:)` writes it.
///
///     {
///       "format": 1,
///       "tool": {"name": "vitrine", "version": "1.0"},
///       "summary": {"errors": 2, "warnings": 1, "infos": 0, "records": 83, "photos": 25, "files": 120, "seconds": 0.012},
///       "findings": [
///         {"code": …}
///       ]
///     }
///
/// `format` grows when a key changes its meaning or goes; new keys may come without that. `seconds` is null where the time is not told.
enum JSONReport: ReportFormat {
  static var name: String { "json" }
  static var summary: String { "one JSON document with counts and all findings" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.field("format", 1)
      json.key("tool")
      json.onOneLine { json in
        json.object { json in
          json.field("name", "vitrine")
          json.field("version", report.version)
        }
      }
      json.key("summary")
      json.onOneLine { $0.summary(of: report) }
      json.array("findings") { json in
        for finding in report.findings {
          json.onOneLine { $0.finding(finding) }
          json.drain(into: &sink)
        }
      }
    }
    json.lineBreak()
    json.drain(into: &sink)
  }
}

extension JSONWriter {
  /// Writes the counts of a report as one object.
  fileprivate mutating func summary(of report: Report) {
    let found = SeverityCounts(report.findings)
    object { json in
      json.field("errors", found.errors)
      json.field("warnings", found.warnings)
      json.field("infos", found.infos)
      json.field("records", report.counts.records)
      json.field("photos", report.counts.photos)
      json.field("files", report.counts.files)
      json.key("seconds")
      if let seconds = report.seconds { json.raw(seconds.fixed(6).utf8) } else { json.null() }
    }
  }
}
