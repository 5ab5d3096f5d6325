// The code quality report of GitLab.

import VitrineSource

/// Shape: one JSON array; each finding an object with `description`, `check_name`, `fingerprint` (unique, and stable while lines move),
/// `severity` (`major`, `minor`, `info`) and `location`.
///
/// Source: GitLab Docs, "Code Quality", custom tools.
enum GitLabReport: ReportFormat {
  static var name: String { "gitlab" }
  static var summary: String { "a code quality report for GitLab" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    var json = JSONWriter(indent: 2)
    var fingerprints = Fingerprints()
    json.array { json in
      for finding in report.findings {
        json.object { json in
          json.field("description", finding.sentence)
          json.field("check_name", "\(finding.rule.slug) \(finding.rule.code)")
          json.field("fingerprint", fingerprints.next(finding))
          json.field("severity", word(finding.severity))
          json.object("location") { json in
            json.field("path", finding.reportedPath)
            json.object("lines") { json in
              json.field("begin", finding.span.start.line)
              json.field("end", finding.span.lastLine)
            }
          }
        }
        json.drain(into: &sink)
      }
    }
    json.lineBreak()
    json.drain(into: &sink)
  }

  private static func word(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
