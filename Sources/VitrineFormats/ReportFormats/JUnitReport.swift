// The XML of JUnit, which every build server reads.

import VitrineSource

/// Shape: one test case for each file with findings, and one more that stands for all other files. A file with errors is a `failure` whose text
/// has a line for each finding; warnings and the rest alone are its `system-out`, and the case passes.
enum JUnitReport: ReportFormat {
  static var name: String { "junit" }
  static var summary: String { "JUnit XML: a test case for each file" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    var files = 0
    var failures = 0
    report.forEachFile { _, findings in
      files += 1
      if findings.contains(where: { $0.severity == .error }) { failures += 1 }
    }
    var totals = [("tests", String(files + 1)), ("failures", String(failures)), ("errors", "0")]
    if let seconds = report.seconds { totals.append(("time", seconds.fixed(3))) }

    var xml = XMLWriter()
    xml.element("testsuites", [("name", "vitrine")] + totals) { xml in
      xml.element("testsuite", [("name", "vitrine check"), ("skipped", "0")] + totals) { xml in
        report.forEachFile { path, findings in
          write(path, findings, to: &xml)
          xml.drain(into: &sink)
        }
        let others = counted(max(report.counts.files - files, 0), files == 0 ? "file" : "other file")
        xml.element("testcase", [("classname", "vitrine"), ("name", "\(others) without findings")])
      }
    }
    xml.drain(into: &sink)
  }

  private static func write(_ path: Path, _ findings: ArraySlice<Finding>, to xml: inout XMLWriter) {
    let counts = SeverityCounts(findings)
    xml.element("testcase", [("classname", "vitrine"), ("name", path.isEmpty ? "vitrine.yaml" : path.string)]) { xml in
      let text = findings.map(line).joined(separator: "\n")
      if counts.errors > 0 {
        let rule = findings.first { $0.severity == .error }?.rule.slug ?? ""
        xml.element("failure", [("type", rule), ("message", counts.words)], text: text)
      } else {
        xml.element("system-out", text: text)
      }
    }
  }

  private static func line(_ finding: Finding) -> String {
    let start = finding.span.start
    return shown("\(start.line):\(start.column): \(finding.severity.word)[\(finding.rule.slug)]: \(finding.sentence)")
  }
}
