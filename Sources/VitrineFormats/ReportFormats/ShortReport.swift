// One line a finding, as compilers write it and editors read it.

import VitrineSource

/// Shape: `path:line:column: severity[rule]: message`; columns count code points from 1. Control characters are shown by their pictures.
enum ShortReport: ReportFormat {
  static var name: String { "short" }
  static var summary: String { "one line a finding: path:line:column: severity[rule]: message" }

  static func render(_ report: Report, _ look: Look, to sink: inout ByteSink) {
    for finding in report.findings {
      sink.write(shown(look.pathBase.written(finding.reportedPath)))
      sink.write(0x3A)
      sink.write(decimal: finding.span.start.line)
      sink.write(0x3A)
      sink.write(decimal: finding.span.start.column)
      sink.write(": ")
      sink.write(finding.severity.word)
      sink.write(0x5B)
      sink.write(finding.rule.slug)
      sink.write("]: ")
      sink.write(shown(finding.sentence))
      sink.write(0x0A)
    }
  }
}
