// The writer of a catalogue, where many may ask it about single records while one changes it.

import Synchronization
package import VitrineIndex
package import VitrineRules
package import VitrineSource

/// Answers questions about single records; its one owner changes it.
package final class RecordBook: Sendable {
  /// What a writer is kept in that several books have in common.
  private final class Shared: Sendable {
    let writer: Mutex<CatalogueWriter>

    init(_ writer: consuming sending CatalogueWriter) { self.writer = Mutex(writer) }
  }

  /// A change that is in force while this book is asked, and at no other time.
  struct Supposition: Sendable {
    /// The change.
    let trial: CatalogueWriter.Trial
    /// The texts with it.
    let after: @Sendable (Path) -> [UInt8]?
    /// The texts without it.
    let before: @Sendable (Path) -> [UInt8]?
  }

  private let shared: Shared
  private let supposition: Supposition?

  /// The book of a writer.
  package init(_ writer: consuming sending CatalogueWriter) {
    shared = Shared(writer)
    supposition = nil
  }

  /// The book of another's writer, which answers as if a change had been made.
  init(_ other: RecordBook, supposing supposition: Supposition) {
    shared = other.shared
    self.supposition = supposition
  }

  /// Does something with the writer while nobody else can.
  package func withWriter<Result, Failure: Error>(
    _ body: (inout sending CatalogueWriter) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    guard let supposition else { return try shared.writer.withLock(body) }
    return try shared.writer.withLock { writer throws(Failure) in
      let begun = writer.begin(supposition.trial, reading: supposition.after)
      defer { writer.end(begun, reading: supposition.before) }
      return try body(&writer)
    }
  }

  /// How many records and images there are at paths that meet a condition.
  package func counts(where isWanted: (Path) -> Bool) -> (records: Int, photos: Int) {
    withWriter { $0.counts(where: isWanted) }
  }

  /// What is known of the record at a path; nil where there is none.
  package func surroundings(ofRecordAt path: Path) -> RecordSurroundings? {
    withWriter { $0.surroundings(ofRecordAt: path) }
  }
}
