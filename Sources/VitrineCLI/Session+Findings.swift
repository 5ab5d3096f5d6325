// Findings reported on standard error, beside a command's proper output.

import VitrineApplication
import VitrineFormats
import VitrineSource

extension Session {
  /// Reports findings about one text on standard error, in the human format without its summary. The text has the name that the person gave it.
  /// `unlistedErrors` are counted besides them.
  func complain(_ findings: [Finding], unlistedErrors: Int = 0, text: [UInt8], extent: Look.Extent = .some) {
    complain(findings, unlistedErrors, from: .root, extent) { _ in text }
  }

  /// The same for findings in files of the catalogue, whose texts are given by their paths.
  func complain(_ findings: [Finding], texts: @escaping (_ path: Path) -> [UInt8]?) {
    complain(findings, 0, from: pathBase, .some, texts)
  }

  private func complain(
    _ findings: [Finding], _ unlistedErrors: Int, from base: PathBase, _ extent: Look.Extent,
    _ texts: @escaping (_ path: Path) -> [UInt8]?
  ) {
    guard !findings.isEmpty else { return }
    var report = Report(findings: findings, counts: Report.Counts(files: 1), version: Version.number, texts: texts)
    report.seconds = nil
    report.unlistedErrors = unlistedErrors
    let errorOutput = self.errorOutput
    var sink = ByteSink { errorOutput($0) }
    var look = self.look
    look.pathBase = base
    look.extent = extent
    Report.standardFormat.write(report, look: look, to: &sink)
  }
}
