// Which of several spellings a facet shows, where Unicode calls them the same text.

import VitrineAlgorithms
import VitrineIndex
import VitrineQuery

/// Spellings of one text that differ in their Unicode form alone (`é` as one code point or as two) and are counted together.
///
/// A pool keeps values in the order in which it met them, and such as no row has any more. What is shown depends on neither: of those that rows have it is
/// the shortest, of these the first by its bytes.
struct FacetSpellings {
  /// A spelling that shares its bucket with others, and the bucket.
  private var candidates: [Answer.Source: (bucket: Int, text: String)] = [:]

  /// Whether no two spellings share a bucket, as almost always.
  var isEmpty: Bool { candidates.isEmpty }

  /// Adds a spelling of a bucket.
  mutating func add(_ text: String, _ source: Answer.Source, bucket: Int) { candidates[source] = (bucket, text) }

  /// What each bucket with several spellings shows, of those that rows of the readers' tables have.
  func shown(by readers: some Sequence<JoinPathReader>) -> [(bucket: Int, text: String, source: Answer.Source)] {
    var shown: [Int: (text: String, source: Answer.Source)] = [:]
    for reader in readers {
      for value in reader.valuesInUse() {
        let source = Answer.Source(table: reader.lastTable, column: reader.path.column, values: [value])
        guard let (bucket, text) = candidates[source] else { continue }
        if let other = shown[bucket]?.text, !Self.isShown(text, before: other) { continue }
        shown[bucket] = (text, source)
      }
    }
    return shown.map { ($0.key, $0.value.text, $0.value.source) }
  }

  private static func isShown(_ text: String, before other: String) -> Bool {
    let (length, otherLength) = (text.utf8.count, other.utf8.count)
    return length == otherLength ? text.isBefore(other) : length < otherLength
  }
}

extension JoinPathReader {
  /// The values that some record of the table has.
  func valuesInUse() -> Set<UInt32> {
    var used: Set<UInt32> = []
    var cursor = JoinPathCursor(self)
    let rows = index.tables[table]
    for row in 0..<rows.rowCount where rows.isLive(row) { cursor.forEach(row) { used.insert($0) } }
    used.remove(JoinPathReader.missing)
    return used
  }
}
