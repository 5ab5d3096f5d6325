// The XML of Checkstyle, which many servers and editors read.

import VitrineSource

/// Shape: `<checkstyle><file name="…"><error line column severity message source="vitrine.rule"/></file></checkstyle>`; columns count code
/// points from 1. What XML cannot hold is replaced by a picture.
enum CheckstyleReport: ReportFormat {
  static var name: String { "checkstyle" }
  static var summary: String { "Checkstyle XML" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    var xml = XMLWriter()
    xml.element("checkstyle", [("version", "10.0")]) { xml in
      report.forEachFile { path, findings in
        xml.element("file", [("name", path.isEmpty ? "vitrine.yaml" : path.string)]) { xml in
          for finding in findings {
            xml.element(
              "error",
              [
                ("line", String(finding.span.start.line)), ("column", String(finding.span.start.column)),
                ("severity", finding.severity.word), ("message", finding.sentence), ("source", "vitrine.\(finding.rule.slug)"),
              ])
            xml.drain(into: &sink)
          }
        }
      }
    }
    xml.drain(into: &sink)
  }
}
