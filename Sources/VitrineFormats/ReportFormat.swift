// A format of reports: a name and a function.

/// A way to write a report. Each is one file of the shelf `ReportFormats`.
package struct ReportFormat: Sendable {
  /// The word given to `--format`.
  package let name: String
  /// A few words for help and completion.
  package let summary: String
  private let render: @Sendable (Report, Look, inout ByteSink) -> Void

  /// Declares a format by its function.
  init(_ name: String, _ summary: String, _ render: @escaping @Sendable (Report, Look, inout ByteSink) -> Void) {
    self.name = name
    self.summary = summary
    self.render = render
  }

  /// Writes a report and finishes the sink.
  package func write(_ report: Report, look: Look = .plain, to sink: inout ByteSink) {
    render(report, look, &sink)
    sink.finish()
  }

  /// A report as bytes in one piece.
  package func bytes(_ report: Report, look: Look = .plain) -> [UInt8] {
    var sink = ByteSink()
    write(report, look: look, to: &sink)
    return sink.bytes
  }
}
