// The last steps of an index while a catalogue is loaded: sealing on all cores, and what only the finished report knows.

import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineSource

/// The index of a catalogue that is being loaded.
enum IndexLoading {
  /// What is made at the same time.
  private enum Made: Sendable {
    case book(RecordBook)
    case column(SealedColumn)
  }

  /// Makes the index of what the workers gathered, and the book. Shape: finding out how records hang together is one core's work, so that the
  /// others seal columns meanwhile.
  static func finish(
    _ builder: IndexBuilder, _ parts: [IndexPart], book: @escaping @Sendable () -> RecordBook
  ) -> (index: RecordIndex, book: RecordBook) {
    let gathered = builder.gathered(parts)
    let made = Parallel.map(gathered.unitCount + 1, inlineBelow: 2, chunk: 1) {
      0
    } _: { _, unit -> Made in
      unit == 0 ? .book(book()) : .column(gathered.sealed(unit - 1))
    }
    var columns: [SealedColumn] = []
    columns.reserveCapacity(made.count)
    var finished: RecordBook?
    for part in made {
      switch part {
      case .book(let book): finished = book
      case .column(let column): columns.append(column)
      }
    }
    guard let finished else { preconditionFailure("the first unit is the book") }
    let contexts = finished.withWriter { $0.contexts() }
    let index = gathered.finished(columns) { record in
      contexts[record].map { RecordContext(findings: $0.findings, photos: $0.photos) }
    }
    return (index, finished)
  }
}
