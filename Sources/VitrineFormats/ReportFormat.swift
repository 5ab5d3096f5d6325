// A format of reports: a name and a function.

/// A way to write a report. Each is one file of the shelf `ReportFormats`; `contrib/generate` writes the list.
package protocol ReportFormat: Sendable {
  /// The word given to `--format`.
  static var name: String { get }
  /// A few words for help and completion.
  static var summary: String { get }
  /// Writes a report; the sink is finished by the caller.
  static func render(_ report: Report, _ look: Look, to sink: inout ByteSink)
}

extension ReportFormat {
  /// Writes a report and finishes the sink.
  package static func write(_ report: Report, look: Look = .plain, to sink: inout ByteSink) {
    render(report, look, to: &sink)
    sink.finish()
  }

  /// A report as bytes in one piece.
  package static func bytes(_ report: Report, look: Look = .plain) -> [UInt8] {
    var sink = ByteSink()
    write(report, look: look, to: &sink)
    return sink.bytes
  }
}

extension Report {
  /// All formats a report can be written in.
  package static var formats: [any ReportFormat.Type] { ReportFormats.all }

  /// The format for people: what is used where none is named.
  package static var standardFormat: any ReportFormat.Type { HumanReport.self }

  /// The format of a name, or nil.
  package static func format(named name: String) -> (any ReportFormat.Type)? {
    formats.first { $0.name == name }
  }
}
