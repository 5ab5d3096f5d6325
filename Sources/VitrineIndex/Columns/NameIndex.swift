// The rows of a table by what people call their records: how a name is looked up among many without a look at each of them.

import VitrineModel
import VitrineSource
import VitrineText

/// The rows of one table by the last parts of their ids, by the folders of those that are parents, and by their titles, all folded.
///
/// A hash table in pieces, so that a change copies one piece and who holds an earlier index keeps what it has. It holds hashes, no names: what it
/// finds is to be compared.
struct NameIndex: Sendable {
  /// What a name is.
  private enum Sort: UInt64 { case name, title }

  /// How many entries a piece has, about: its number is doubled where it has twice as many.
  private static let pieceSize = 512

  /// A hash above a row in each entry, in any order; the piece is that of the lowest bits of the hash. A power of two of them.
  private var pieces: [[UInt64]]
  private var count = 0
  /// True where records of another kind lie below those of this one, and are named by their folder.
  private let isParent: Bool

  /// The names of all records of a table.
  init(_ table: RecordTable, isParent: Bool) {
    self.isParent = isParent
    pieces = Array(repeating: [], count: 1)
    grow(to: table.liveCount * (isParent ? 3 : 2))
    for row in 0..<table.rowCount where table.isLive(row) { add(row, hashes(ofRow: row, of: table)) }
  }

  /// The hashes of all that a row of the table is called.
  func hashes(ofRow row: Int, of table: RecordTable) -> [UInt32] {
    let path = table.path(ofRow: row)
    var hashes = [
      Self.hash(Folding.fold(path.stem.name.string), .name), Self.hash(table.foldedTitle(ofRow: row), .title),
    ]
    if isParent, !path.folder.isEmpty {
      let folder = Self.hash(Folding.fold(path.folder.stem.name.string), .name)
      if folder != hashes[0] { hashes.append(folder) }
    }
    return hashes
  }

  /// Adds a row that is called so.
  mutating func add(_ row: Int, _ hashes: [UInt32]) { for hash in hashes { insert(hash, row) } }

  /// Takes out a row that was called so.
  mutating func remove(_ row: Int, _ hashes: [UInt32]) { for hash in hashes { remove(hash, row) } }

  /// Notes that a row has another title.
  mutating func setTitle(of row: Int, from old: [UInt8], to new: [UInt8]) {
    guard old != new else { return }
    remove(Self.hash(old, .title), row)
    insert(Self.hash(new, .title), row)
  }

  /// The rows whose last part or folder may be a folded name, ascending.
  func rows(named folded: [UInt8]) -> [Int] { rows(Self.hash(folded, .name)) }

  /// The rows whose title may be a folded text, ascending.
  func rows(titled folded: [UInt8]) -> [Int] { rows(Self.hash(folded, .title)) }

  private static func hash(_ folded: [UInt8], _ sort: Sort) -> UInt32 {
    folded.withUnsafeBufferPointer { HashSlots.hash($0, sort.rawValue) }
  }

  private func rows(_ hash: UInt32) -> [Int] {
    pieces[Int(hash) & (pieces.count - 1)].lazy.filter { UInt32(truncatingIfNeeded: $0 >> 32) == hash }
      .map { Int(UInt32(truncatingIfNeeded: $0)) }.sorted()
  }

  private mutating func insert(_ hash: UInt32, _ row: Int) {
    if count >= pieces.count * Self.pieceSize * 2 { grow(to: count * 2) }
    pieces[Int(hash) & (pieces.count - 1)].append(Self.entry(hash, row))
    count += 1
  }

  private mutating func remove(_ hash: UInt32, _ row: Int) {
    let piece = Int(hash) & (pieces.count - 1)
    guard let place = pieces[piece].firstIndex(of: Self.entry(hash, row)) else { return }
    pieces[piece].swapAt(place, pieces[piece].count - 1)
    pieces[piece].removeLast()
    count -= 1
  }

  private static func entry(_ hash: UInt32, _ row: Int) -> UInt64 { UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: row)) }

  /// Makes room for so many entries.
  private mutating func grow(to most: Int) {
    var size = pieces.count
    while size * Self.pieceSize < most { size *= 2 }
    guard size > pieces.count else { return }
    let old = pieces
    pieces = Array(repeating: [], count: size)
    for piece in old { for entry in piece { pieces[Int(entry >> 32) & (size - 1)].append(entry) } }
  }
}

extension RecordIndex {
  /// True where records can be looked up by name without a look at each.
  package var keepsNames: Bool { tables.allSatisfy { $0.names != nil } }

  /// Begins to keep the names of records.
  mutating func keepNames() {
    let parents = Set(tables.compactMap(\.kind.parent))
    for table in tables.indices {
      tables[table].names = NameIndex(tables[table], isParent: parents.contains(tables[table].kind.name))
    }
  }
}

extension RecordTable {
  /// The rows among which all are whose id has a folded text as its last part, suffixes left out, or which lie as parents in a folder of that name;
  /// ascending. Nil where no names are kept: then each row is to be looked at.
  package func rows(maybeNamed folded: [UInt8]) -> [Int]? { names?.rows(named: folded) }

  /// The rows among which all are whose title is a text when both are folded, ascending. Nil where no names are kept.
  package func rows(maybeTitled folded: [UInt8]) -> [Int]? { names?.rows(titled: folded) }

  /// The hashes of all that a row is called; none where no names are kept.
  func nameHashes(ofRow row: Int) -> [UInt32] { names?.hashes(ofRow: row, of: self) ?? [] }

  /// The title of a row (`title(ofRow:)`), folded.
  func foldedTitle(ofRow row: Int) -> [UInt8] {
    if let display = kind.display, let column = layout.column(at: display), let value = firstValue(row, column), value != .map,
      !pools[column].bytes(value).isEmpty
    {
      return Array(pools[column].folded(value))
    }
    return Folding.fold(path(ofRow: row).stem.name.string)
  }
}
