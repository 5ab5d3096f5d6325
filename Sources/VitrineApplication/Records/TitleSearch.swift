// The records whose titles have a word in them, the likeliest first, while somebody types it.

import VitrineAnswers
package import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

/// A search among titles that finds what a bare word of a query finds there. Each matching title is looked at once, and only the best are kept.
package enum TitleSearch {
  /// The longest word that is looked for. Units: bytes, folded.
  private static let longest = 200

  /// A record that has the word in its title.
  private struct Match {
    /// 0 where a word of the title begins with it; 1 where it stands within one. More by 2 where a word before it is not in the title.
    var rank: Int
    /// The title, folded.
    var title: ArraySlice<UInt8>
    /// The bytes of its path.
    var path: ArraySlice<UInt8>
    var row: RowID

    /// The likelier first, then by title; of one title by path.
    func isBefore(_ other: Match) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if !title.elementsEqual(other.title) { return title.lexicographicallyPrecedes(other.title) }
      return path.lexicographicallyPrecedes(other.path)
    }
  }

  /// The records that have a word in their titles, at most so many: those of `kind` first where there is one, then those of the others; among them those that
  /// have the words `before` it, too, then those with a word that begins so, then by title.
  package static func records(
    titled word: String, after before: [String] = [], first kind: Int? = nil, in index: RecordIndex, limit: Int
  ) -> [RowID] {
    let folded = Folding.fold(word)
    guard !folded.isEmpty, folded.count <= longest, limit > 0 else { return [] }
    let others = before.map { Folding.fold($0) }.filter { !$0.isEmpty && $0.count <= longest }
    var found: [Match] = []
    if let kind, index.tables.indices.contains(kind) {
      found = matches(folded, others, kind, index.tables[kind], limit)
      if found.count >= limit { return found.map(\.row) }
    }
    var rest: [Match] = []
    for (number, table) in index.tables.enumerated() where number != kind {
      rest += matches(folded, others, number, table, limit)
    }
    rest.sort { $0.isBefore($1) }
    return (found + rest).prefix(limit).map(\.row)
  }

  /// The best matches of a table, in order.
  private static func matches(
    _ word: [UInt8], _ others: [[UInt8]], _ number: Int, _ table: RecordTable, _ limit: Int
  ) -> [Match] {
    let display = table.kind.display.flatMap { table.layout.column(at: $0) }
    let paths = table.layout.builtIns.path
    let column = display ?? paths
    let pool = table.pools[column]
    var values = pool.values(containing: word)
    // Where no field is a title, the last part of the id is.
    if display == nil { values = values.filter { contains(word, in: name(of: pool.folded($0))) } }
    var best: [Match] = []
    for row in table.rows(column, among: values) {
      guard let value = table.firstValue(row, column), let path = table.firstValue(row, paths) else { continue }
      let title = display == nil ? name(of: pool.folded(value)) : pool.folded(value)
      let rank = (begins(word, aWordOf: title) ? 0 : 1) + (others.allSatisfy { contains($0, in: title) } ? 0 : 2)
      let match = Match(
        rank: rank, title: title, path: table.pools[paths].bytes(path), row: RowID(table: number, row: row))
      if best.count == limit, let last = best.last {
        guard match.isBefore(last) else { continue }
        best.removeLast()
      }
      best.insert(match, at: best.firstIndex { match.isBefore($0) } ?? best.endIndex)
    }
    return best
  }

  private static let suffixes = Path.recordSuffixes.map { Array($0.utf8) }

  /// The last part of a path without the suffix of a record.
  private static func name(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path
    for suffix in suffixes where name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix) {
      return name.dropLast(suffix.count)
    }
    return name
  }

  private static func contains(_ part: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
    guard part.count <= text.count else { return false }
    return (text.startIndex...text.endIndex - part.count).contains { text[$0...].starts(with: part) }
  }

  /// Whether a word of a text begins with a part.
  private static func begins(_ part: [UInt8], aWordOf text: ArraySlice<UInt8>) -> Bool {
    guard part.count <= text.count else { return false }
    return (text.startIndex...text.endIndex - part.count).contains { place in
      (place == text.startIndex || isSign(text[place - 1])) && text[place...].starts(with: part)
    }
  }

  /// Whether a byte stands between words: ASCII that is no letter and no digit.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
  }
}
