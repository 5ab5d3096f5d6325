// The last line of a report for people.

package import VitrineSource

/// How many findings there are of each severity.
package struct SeverityCounts: Sendable, Hashable {
  /// Errors.
  package private(set) var errors = 0
  /// Warnings.
  package private(set) var warnings = 0
  /// Findings worth knowing.
  package private(set) var infos = 0

  /// Counts findings, and errors besides them.
  package init(_ findings: some Sequence<Finding>, unlistedErrors: Int = 0) {
    errors = unlistedErrors
    for finding in findings {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .info: infos += 1
      }
    }
  }

  /// The counts in words, those of zero left out: "2 errors, 1 warning"; "" where there is nothing.
  package var words: String {
    [(errors, "error"), (warnings, "warning"), (infos, "info")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
      .joined(separator: ", ")
  }
}

extension Report {
  /// One line on the whole report, without a line break.
  ///
  /// Shape: `2 errors, 1 warning in 2 of 83 records (0.012 s)`; `83 records, 25 photos: no findings (0.012 s)`; where findings are in more
  /// files than there are records, `1 error in 1 file (0.012 s)`; of files that are no records, `3 files: no findings (0.012 s)`.
  package var summary: String {
    let time = seconds.map { " (" + $0.fixed($0 < 10 ? 3 : 1) + " s)" } ?? ""
    if findings.isEmpty {
      if counts.isOfFiles { return counted(counts.files, "file") + ": no findings" + time }
      return counted(counts.records, "record") + ", " + counted(counts.photos, "photo") + ": no findings" + time
    }
    var affected = 0
    forEachFile { _, _ in affected += 1 }
    let all = counts.isOfFiles ? (counts.files, "file") : (counts.records, "record")
    let place = affected <= all.0 ? "\(affected) of \(counted(all.0, all.1))" : counted(affected, "file")
    return SeverityCounts(findings, unlistedErrors: unlistedErrors).words + " in " + place + time
  }
}

/// A count with its noun: "1 record", "2 records".
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
