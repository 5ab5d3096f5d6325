// The records that a reference may name, while somebody types it.

import VitrineAnswers
import VitrineIndex
import VitrineModel
package import VitrineSource
import VitrineText

/// A search for records by a part of their names or titles.
package struct ReferenceSearch {
  /// A record that may be meant.
  package struct Candidate: Sendable, Hashable {
    /// The path of its file.
    package var path: Path
    /// Its title.
    package var title: String
    /// The shortest name that means it: the last part of its id, or all of it where others have the same last part.
    package var name: String
    /// The name of its kind.
    package var kind: String
  }

  /// The candidates, the likeliest first.
  package let candidates: [Candidate]
  /// True where there are more.
  package let isAbridged: Bool

  /// The records of a kind, of all where that is nil, that have a text in the last part of their id or in their title, regardless of case and marks: first those that begin
  /// with it. At most so many are given.
  package init(_ typed: String, kind: Int?, in open: OpenCatalogue, limit: Int) {
    let folded = Folding.fold(typed)
    var found: [(rank: Int, candidate: Candidate)] = []
    var isAbridged = false
    for (number, table) in open.index.tables.enumerated() where kind == nil || kind == number {
      let rows = Self.rows(folded, table, limit: limit)
      isAbridged = isAbridged || rows.isAbridged
      for row in rows.rows {
        let path = table.path(ofRow: row)
        let (title, last) = (table.title(ofRow: row), path.stem.name.string)
        let names = [Folding.fold(title), Folding.fold(last)]
        let rank = names.contains { $0.starts(with: folded) } ? 0 : names.contains { $0.contains(folded) } ? 1 : 2
        let isOnly = (table.rows(maybeNamed: Folding.fold(last))?.filter { table.isLive($0) }.count ?? 2) == 1
        let name = isOnly ? last : path.stem.string
        found.append((rank, Candidate(path: path, title: title, name: name, kind: table.kind.name)))
      }
    }
    found.sort { ($0.rank, $0.candidate.path) < ($1.rank, $1.candidate.path) }
    candidates = found.prefix(limit).map(\.candidate)
    self.isAbridged = isAbridged || found.count > limit
  }

  /// The rows of a table whose path or title has a text; twice as many as are wanted, where only the half may be any good.
  private static func rows(_ folded: [UInt8], _ table: RecordTable, limit: Int) -> (rows: [Int], isAbridged: Bool) {
    if folded.isEmpty {
      let rows = (0..<table.rowCount).lazy.filter { table.isLive($0) }.prefix(limit + 1)
      return (Array(rows.prefix(limit)), rows.count > limit)
    }
    let path = table.layout.builtIns.path
    var rows = Set(table.rows(path, among: table.pools[path].values(containing: folded)))
    if let display = table.kind.display.flatMap({ table.layout.column(at: $0) }) {
      rows.formUnion(table.rows(display, among: table.pools[display].values(containing: folded)))
    }
    let live = rows.filter { table.isLive($0) }
    guard live.count > 4 * limit else { return (live.sorted(), false) }
    return (Array(live.sorted().prefix(4 * limit)), true)
  }
}

extension [UInt8] {
  /// Whether a stretch of it is the same as another text.
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard other.count <= count else { return false }
    return (0...(count - other.count)).contains { self[$0...].starts(with: other) }
  }
}
