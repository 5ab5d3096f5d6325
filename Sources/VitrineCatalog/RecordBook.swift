// The writer of a catalogue, where many may ask it about single records while one changes it.

import Synchronization
package import VitrineIndex
package import VitrineRules
package import VitrineSource

/// Answers questions about single records; its one owner changes it.
package final class RecordBook: Sendable {
  private let writer: Mutex<CatalogueWriter>

  /// The book of a writer.
  package init(_ writer: consuming sending CatalogueWriter) { self.writer = Mutex(writer) }

  /// Does something with the writer while nobody else can.
  package func withWriter<Result, Failure: Error>(
    _ body: (inout sending CatalogueWriter) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try writer.withLock(body)
  }

  /// How many records and images there are at paths that meet a condition.
  package func counts(where isWanted: (Path) -> Bool) -> (records: Int, photos: Int) {
    writer.withLock { $0.counts(where: isWanted) }
  }

  /// What is known of the record at a path; nil where there is none.
  package func surroundings(ofRecordAt path: Path) -> RecordSurroundings? {
    writer.withLock { $0.surroundings(ofRecordAt: path) }
  }
}
