// Requests that only read, as programs make them: each is answered by bytes in a format.

import VitrineCatalog
import VitrineFormats
import VitrineQuery
import VitrineSource
import VitrineSystem

/// What can be asked of a catalogue without changing it.
package enum ReadRequest: Sendable, Hashable {
  /// Rows of records, in a row format.
  case rows(RowsRequest, format: String)
  /// One record.
  case record(RecordRequest)
  /// The report on the files and folders at these paths, on all where there are none, in a report format.
  case report(paths: [String], format: String)
  /// Counts of records, in a row format.
  case statistics(StatisticsRequest, format: String)
  /// All rules.
  case rules
  /// What a rule is about.
  case rule(String)
}

/// The answer to a request that only reads.
package struct ReadAnswer: Sendable, Hashable {
  /// The answer in its format.
  package var bytes: [UInt8]
  /// True where it is a report with errors.
  package var hasErrors = false

  /// An answer of these bytes.
  package init(_ bytes: [UInt8], hasErrors: Bool = false) {
    self.bytes = bytes
    self.hasErrors = hasErrors
  }
}

extension ReadRequest {
  /// The answer of a catalogue that is at hand with its columns. Relative paths start at its root; no terminal reads along. `seconds` is asked how long it took.
  ///
  /// Errors: what cannot be had, and why. `RequestError.message` may have several lines.
  package func answer(_ open: OpenCatalogue, seconds: () -> Double) throws(RequestError) -> ReadAnswer {
    do {
      return try bytes(open, seconds)
    } catch let error as RequestError {
      throw error
    } catch let error as QueryError {
      let text = QueryErrorText.text(error)
      throw RequestError(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    } catch let error as FileError {
      throw RequestError("\(error)", error.isConflict ? .conflict : .unavailable)
    } catch {
      throw RequestError("\(error)", .unavailable)
    }
  }

  private func bytes(_ open: OpenCatalogue, _ seconds: () -> Double) throws -> ReadAnswer {
    let root = open.catalogue.root
    var sink = ByteSink()
    switch self {
    case .rows(let request, let name):
      let format = Table.format(named: name)
      (format ?? Table.standardFormat).write(
        try request.rows(in: open).table(for: format, isQuiet: false), look: .plain, to: &sink)
    case .record(let request):
      switch try request.record(in: open, folder: root, .plain) {
      case .text(let text): sink.write(text)
      case .file(let bytes): sink.write(bytes)
      }
    case .report(let paths, let name):
      let context = RequestContext(workingFolder: root, folder: root, environment: { _ in nil })
      if let first = paths.first { _ = try context.root(for: first) }
      let report = ReportScope(try context.relativePaths(paths, in: Path.real(root))).report(
        on: open.catalogue, seconds: seconds())
      (Report.format(named: name) ?? Report.standardFormat).write(report, look: .plain, to: &sink)
      return ReadAnswer(sink.bytes, hasErrors: report.findings.contains { $0.severity == .error })
    case .statistics(let request, let name):
      let format = Table.format(named: name) ?? Table.standardFormat
      format.write(try request.counts(in: open).table(for: format, .plain), look: .plain, to: &sink)
    case .rules: Table.standardFormat.write(RulePages.table, look: .plain, to: &sink)
    case .rule(let name): sink.write(try RulePages.page(named: name))
    }
    return ReadAnswer(sink.bytes)
  }
}
