// The records that a reference may name, while somebody types it.

import VitrineAnswers
package import VitrineIndex
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
    var found: [(rank: Int, table: RecordTable, row: Int, path: Path)] = []
    var isAbridged = false
    for (number, table) in open.index.tables.enumerated() where kind == nil || kind == number {
      let rows = Self.rows(folded, table, limit: limit)
      isAbridged = isAbridged || rows.isAbridged
      for row in rows.rows {
        let path = table.path(ofRow: row)
        let names = [Folding.fold(table.title(ofRow: row)), Folding.fold(path.stem.name.string)]
        let rank = names.contains { $0.starts(with: folded) } ? 0 : names.contains { $0.contains(folded) } ? 1 : 2
        found.append((rank, table, row, path))
      }
    }
    found.sort { ($0.rank, $0.path) < ($1.rank, $1.path) }
    candidates = found.prefix(limit).map { Self.candidate($0.table, $0.row, $0.path) }
    self.isAbridged = isAbridged || found.count > limit
  }

  private static func candidate(_ table: RecordTable, _ row: Int, _ path: Path) -> Candidate {
    let last = path.stem.name.string
    let isOnly = (table.rows(maybeNamed: Folding.fold(last))?.filter { table.isLive($0) }.count ?? 2) == 1
    return Candidate(
      path: path, title: table.title(ofRow: row), name: isOnly ? last : path.stem.string, kind: table.kind.name)
  }

  /// The rows of a table whose path or title has a text; four times as many as are wanted, since those that begin with it go first.
  private static func rows(_ folded: [UInt8], _ table: RecordTable, limit: Int) -> (rows: [Int], isAbridged: Bool) {
    if folded.isEmpty {
      let rows = (0..<table.rowCount).lazy.filter { table.isLive($0) }.prefix(limit + 1)
      return (Array(rows.prefix(limit)), rows.count > limit)
    }
    let rows = rows(with: folded, of: table, limit: 4 * limit + 1)
    return (Array(rows.prefix(4 * limit)), rows.count > 4 * limit)
  }

  /// The rows of a table whose path or title has a folded text, which is not empty; at most so many, ascending.
  package static func rows(with folded: [UInt8], of table: RecordTable, limit: Int = .max) -> [Int] {
    let path = table.layout.builtIns.path
    let byPath = table.rows(path, among: table.pools[path].values(containing: folded))
    var byTitle: [Int] = []
    if let display = table.kind.display.flatMap({ table.layout.column(at: $0) }) {
      byTitle = table.rows(display, among: table.pools[display].values(containing: folded))
    }
    return first(limit, of: byPath, and: byTitle)
  }

  /// The first numbers of two ascending lists, each once.
  private static func first(_ maximum: Int, of left: [Int], and right: [Int]) -> [Int] {
    var found: [Int] = []
    var (nextLeft, nextRight) = (0, 0)
    while found.count < maximum, nextLeft < left.count || nextRight < right.count {
      let least = min(nextLeft < left.count ? left[nextLeft] : .max, nextRight < right.count ? right[nextRight] : .max)
      if nextLeft < left.count, left[nextLeft] == least { nextLeft += 1 }
      if nextRight < right.count, right[nextRight] == least { nextRight += 1 }
      found.append(least)
    }
    return found
  }
}

extension [UInt8] {
  /// Whether a stretch of it is the same as another text.
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard other.count <= count else { return false }
    return (0...(count - other.count)).contains { self[$0...].starts(with: other) }
  }
}
