// The last steps of an index while a catalogue is loaded: freezing on all cores, and what only the finished report knows.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSystem

/// All records of a catalogue, and how they hang together.
struct SettledRecords: Sendable {
  /// The records.
  let loaded: LoadedRecords
  /// What is known of single records, and the report.
  let book: RecordBook
}

/// The index of a catalogue that is being loaded.
enum IndexLoading {
  /// What is made at the same time.
  private enum Made: Sendable {
    case records(SettledRecords)
    case column(FrozenColumn)
  }

  /// Makes the index of what the workers gathered, and settles the records. Shape: putting records together and finding out how they hang together is
  /// one core's work, so that the others freeze columns meanwhile; the calling one as soon as it is through with `first`.
  static func finish(
    _ builder: IndexBuilder, _ parts: [IndexPart], first: () -> Void, settle: @escaping @Sendable () -> SettledRecords
  ) -> (index: RecordIndex, records: SettledRecords) {
    let gathered = builder.gathered(parts)
    let made = Parallel.map(gathered.unitCount + 1, inlineBelow: 2, chunk: 1, first: first) {
      0
    } _: { _, unit -> Made in
      unit == 0 ? .records(settle()) : .column(gathered.frozen(unit - 1))
    }
    var columns: [FrozenColumn] = []
    columns.reserveCapacity(made.count)
    var settled: SettledRecords?
    for part in made {
      switch part {
      case .records(let records): settled = records
      case .column(let column): columns.append(column)
      }
    }
    guard let settled else { preconditionFailure("the first unit is the records") }
    let contexts = settled.book.withWriter { $0.contexts() }
    let index = gathered.finished(columns) { record in
      contexts[record].map { RecordContext(findings: $0.findings, photos: $0.photos) }
    }
    return (index, settled)
  }
}
