// From a word on the command line to the one record it means.

import VitrineAnswers
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSyntax
import VitrineText

/// The search for a record by name, in the columns: a text is made of no name that is not meant.
package struct RecordLookup {
  /// The most records that are named where a word may mean several.
  private static let mostNamed = 10

  private let open: OpenCatalogue
  private let folder: String
  private var index: RecordIndex { open.index }

  /// A search in a catalogue, for somebody who stands in `folder`.
  package init(_ open: OpenCatalogue, folder: String) {
    self.open = open
    self.folder = folder
  }

  /// The path of the record of an id, a path, a last part or a title; of a query that only one record meets, where nothing has such a name.
  ///
  /// Errors: none, with the nearest; or several. `QueryError`: what looks like a query is none.
  package func path(ofRecordNamed name: String) throws -> String {
    var matches = named(name)
    if matches.isEmpty, !name.isEmpty { matches = try found(name) }
    return try only(matches, named: name)
  }

  /// The paths of the records that have a name: the one of an id or a path, else those of a last part, else those of a title.
  package func named(_ name: String) -> [String] {
    let id = RecordName(RecordID.id(ofPath: name))
    if let exact = paths(where: { id.isMeant(by: RecordName.id($0)) }).first { return [exact] }
    if let relative = Path.relative(Path.absolute(name, from: folder), to: Path.real(open.catalogue.root)) {
      let place = RecordName(relative)
      let exact = paths(where: { place.isMeant(by: $0) || place.isMeant(by: RecordName.id($0)) }).first
      if let exact { return [exact] }
      let keepers = keepers(ofFolder: relative)
      if !keepers.isEmpty { return keepers }
    }
    let matches = paths(where: { id.isMeant(by: RecordName.lastPart($0)) })
    return matches.isEmpty ? paths(ofTitle: Folding.fold(name)) : matches
  }

  /// The only one of some paths that a name was found to mean.
  ///
  /// Errors: there is none, with the nearest name; or there are several.
  package func only(_ matches: [String], named name: String) throws -> String {
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      var ids = matches.prefix(Self.mostNamed).map { RecordID.id(ofPath: $0) }
      if matches.count > ids.count { ids.append("\(matches.count - ids.count) others") }
      let last = ids.removeLast()
      throw RequestError("'\(name)' may be \(ids.joined(separator: ", ")) or \(last); write the whole id")
    }
    let nearest = NearestWord.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; 'vitrine list' lists all"
    throw RequestError("there is no record '\(name)'\(nearest)")
  }

  /// The records in a folder to which others in it, or below, belong.
  private func keepers(ofFolder folder: String) -> [String] {
    guard !folder.isEmpty else { return [] }
    let parents = Set(index.tables.compactMap(\.kind.parent))
    return sorted(
      index.tables.filter { parents.contains($0.kind.name) }.flatMap { table in
        (0..<table.rowCount).filter { table.isLive($0) }.map { table.path(ofRow: $0) }.filter {
          RecordID.folder(ofPath: $0) == folder
        }
      })
  }

  /// The last parts and titles of all records.
  private var names: some Sequence<String> {
    let rows = index.tables.indices.flatMap { table in
      (0..<index.tables[table].rowCount).filter { index.tables[table].isLive($0) }.map { RowID(table: table, row: $0) }
    }
    return rows.lazy.flatMap { [RecordID.lastPart(ofPath: index.path(of: $0)), index.title(of: $0)] }
  }

  /// The paths that meet a condition, in byte order.
  private func paths(where isMeant: (ArraySlice<UInt8>) -> Bool) -> [String] {
    sorted(
      index.tables.flatMap { table in
        let column = table.layout.builtIns.path
        return table.rows(column, table.values(of: column) { isMeant(table.pools[column].bytes($0)) }).map {
          table.path(ofRow: $0)
        }
      })
  }

  /// The paths of the records with a folded title, in byte order.
  private func paths(ofTitle title: [UInt8]) -> [String] {
    sorted(
      index.tables.flatMap { table in
        var rows: [Int] = []
        let column = table.kind.display.flatMap { table.layout.column(at: $0) }
        if let column {
          let pool = table.pools[column]
          let values = table.values(of: column) { $0 > .map && !pool.bytes($0).isEmpty && pool.folded($0).elementsEqual(title) }
          rows = table.rows(column, values)
        }
        // A record without a title is called by the last part of its id.
        for row in 0..<table.rowCount where table.isLive(row) {
          if let column, let value = table.firstValue(row, column), value > .map, !table.pools[column].bytes(value).isEmpty {
            continue
          }
          if Folding.fold(table.title(ofRow: row)) == title { rows.append(row) }
        }
        return rows.map { table.path(ofRow: $0) }
      })
  }

  private func sorted(_ paths: [String]) -> [String] { paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// The records that a word finds as a query, in the query's order.
  private func found(_ word: String) throws(QueryError) -> [String] {
    do throws(QueryError) {
      return try open.ask([word]).answer.rows.map { index.path(of: $0) }
    } catch {
      // What has no colon was not meant as a query.
      if word.contains(":") { throw error }
      return []
    }
  }
}

extension RecordTable {
  /// The values of a column that meet a condition, whether or not a record has them still.
  fileprivate func values(of column: Int, where isMeant: (ValueID) -> Bool) -> Set<ValueID> {
    var values: Set<ValueID> = []
    for value in 0..<ValueID(pools[column].count) where isMeant(value) { values.insert(value) }
    return values
  }

  /// The rows whose first value in a column is one of some.
  fileprivate func rows(_ column: Int, _ values: Set<ValueID>) -> [Int] {
    values.isEmpty ? [] : (0..<rowCount).filter { isLive($0) && firstValue($0, column).map(values.contains) == true }
  }
}

/// A name as a person writes it, compared with many as they are stored.
private struct RecordName {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether it stands for a stored name: byte for byte, or in other code points for the same characters.
  func isMeant(by stored: ArraySlice<UInt8>) -> Bool {
    if stored.count == bytes.count, stored.elementsEqual(bytes) { return true }
    guard !isASCII, stored.contains(where: { $0 >= 0x80 }) else { return false }
    return String(decoding: stored, as: UTF8.self) == text
  }

  /// The id of the record at a path.
  static func id(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for suffix in RecordID.suffixes
    where path.count >= suffix.utf8.count && path.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      return path.dropLast(suffix.utf8.count)
    }
    return path
  }

  /// The last part of the id of the record at a path.
  static func lastPart(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let id = id(path)
    return id.lastIndex(of: 0x2F).map { id[($0 + 1)...] } ?? id
  }
}
