// The values of reference fields by the records they name: `gold-trim` and `recipes/gold-trim` are one, where both name the same record.

import VitrineAlgorithms
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

/// What the values of reference fields name: the text and the place in order of each.
///
/// A value that names a record goes by the shortest name that no other record shares; one that names none, by its own text.
struct RecordValues {
  /// A value's name, and a number that orders names as texts are ordered. What names the same has the same number.
  struct Name {
    /// The name.
    var text = ""
    /// The number.
    var rank: UInt64 = 0
  }

  /// A column of an index.
  private struct Place: Hashable {
    var table: Int
    var column: Int
  }

  private var names: [Place: [Name]] = [:]

  /// The names of all values of some fields; nil where one of them is no reference.
  init?(_ readers: [JoinPathReader]) {
    guard let index = readers.first?.index else { return nil }
    var shortNames = ShortNames(index)
    var entries: [Entry] = []
    for reader in readers {
      guard let pool = reader.pool, case .reference(let kind) = pool.meaning else { return nil }
      let place = Place(table: reader.lastTable, column: reader.path.column)
      guard names[place] == nil else { continue }
      names[place] = Array(repeating: Name(), count: pool.count)
      for value in 0..<pool.count where ValueID(value) > .map {
        let target = pool.target(ValueID(value))
        let text = target.map { shortNames.name(of: $0, among: kind == nil ? nil : $0.table) } ?? pool.text(ValueID(value))
        entries.append(Entry(place: place, value: value, target: target, text: text, folded: Folding.fold(text)))
      }
    }
    entries.sort { $0.isBefore($1) }
    var rank: UInt64 = 1
    for (place, entry) in entries.enumerated() {
      if place > 0, entries[place - 1].isBefore(entry) { rank += 1 }
      names[entry.place]?[entry.value] = Name(text: entry.text, rank: rank)
    }
  }

  /// The names of a field's values, by their numbers in its pool.
  func names(_ reader: JoinPathReader) -> [Name] { names[Place(table: reader.lastTable, column: reader.path.column)] ?? [] }

  private struct Entry {
    let place: Place
    let value: Int
    let target: RowID?
    let text: String
    let folded: [UInt8]

    /// By the folded text, then the text, then the record: what is neither before nor after names the same.
    func isBefore(_ other: Entry) -> Bool {
      if folded != other.folded { return folded.lexicographicallyPrecedes(other.folded) }
      if text != other.text { return text.isBefore(other.text) }
      return (target?.table ?? -1, target?.row ?? -1) < (other.target?.table ?? -1, other.target?.row ?? -1)
    }
  }
}

/// The shortest names of records: the last part of the id, where that names no other record, else the whole id. Spellings that Unicode
/// calls the same are one name: nobody can tell them apart.
private struct ShortNames {
  private let index: RecordIndex
  /// How many records of a table have each last part, as far as anybody asked.
  private var uses: [Int: [Path.Canonical: Int]] = [:]
  private lazy var ids = Identifiers(index)

  init(_ index: RecordIndex) { self.index = index }

  /// The name of a record among those of a table; among all, where `table` is nil.
  mutating func name(of id: RowID, among table: Int?) -> String {
    let path = index.path(of: id)
    let part = path.stem.name
    let tables = table.map { $0..<$0 + 1 } ?? index.tables.indices
    if tables.reduce(0, { $0 + count(part, $1) }) == 1, !ids.outermost.contains(part.canonical) { return part.string }
    let whole = path.stem
    return ids.doubled.contains(whole) ? path.string : whole.string
  }

  private mutating func count(_ part: Path.Slice, _ table: Int) -> Int {
    if let known = uses[table] { return known[part.canonical] ?? 0 }
    var counts: [Path.Canonical: Int] = [:]
    index.tables[table].forEachPath { counts[$0.stem.name.canonical, default: 0] += 1 }
    uses[table] = counts
    return counts[part.canonical] ?? 0
  }
}

/// Ids that a short name must not be taken for.
private struct Identifiers {
  /// Those of records that lie in no folder: as references they come before all last parts.
  var outermost: Set<Path.Canonical> = []
  /// Those of two files that differ in the suffix alone.
  var doubled: Set<Path.Slice> = []

  init(_ index: RecordIndex) {
    let suffix = Path.recordSuffixes[0]
    var others: Set<Path.Slice> = []
    for table in index.tables {
      table.forEachPath { path in
        if !path.utf8.contains(0x2F) { outermost.insert(path.stem.canonical) }
        if !path.hasSuffix(suffix) { others.insert(path.stem) }
      }
    }
    guard !others.isEmpty else { return }
    for table in index.tables {
      table.forEachPath { path in
        if path.hasSuffix(suffix), others.contains(path.stem) { doubled.insert(path.stem) }
      }
    }
  }
}

extension RecordTable {
  /// Calls `body` with the path of every record.
  fileprivate func forEachPath(_ body: (Path) -> Void) {
    for row in 0..<rowCount where isLive(row) { body(path(ofRow: row)) }
  }
}
