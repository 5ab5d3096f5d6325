// The shelf of report formats: adding one is a file beside this one and its line here; a test compares the two.

/// All formats a report can be written in.
package enum ReportFormats {
  /// The formats, the default first.
  package static var all: [ReportFormat] {
    [
      HumanReport.format, ShortReport.format, JSONReport.format, NDJSONReport.format, SARIFReport.format, GitHubReport.format,
      GitLabReport.format, CheckstyleReport.format, JUnitReport.format,
    ]
  }

  /// The format of a name, or nil.
  package static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }
}
