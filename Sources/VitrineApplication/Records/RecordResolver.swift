// What a person types for a record, and the records that it may mean: the same forms in every command and endpoint.

import VitrineAnswers
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
package import VitrineSource
import VitrineSyntax
import VitrineText

/// The search for records by what a person calls them, in the columns: a text is made of no name that is not meant.
///
/// The forms, the first that any record answers to deciding:
///
/// 1. a path: from where the person stands, then from the catalogue's root; with or without the suffix;
/// 2. the folder of a record that others belong to;
/// 3. the last part of an id, or its last parts, `ultramarines/captain`; then those of such a folder;
/// 4. `KIND:NAME`, any of these, or a title, among the records of one kind;
/// 5. a title, written exactly so, else regardless of case and marks;
/// 6. a query that one record meets.
///
/// Within a form a name is compared by its bytes first, then in all spellings that Unicode calls the same (NFC). Several that answer alike are
/// an error that names them.
package struct RecordResolver {
  /// The forms, as the help of a command that wants one record says them.
  package static let forms = "a path, an id or its last part, KIND:NAME, a title, or a query that one record meets"
  /// The same for a command that takes several.
  package static let selection =
    "the records: names of them (paths, ids, last parts, KIND:NAME, titles), or a query as for 'vitrine list'"
  /// The forms at length, as a manual says them.
  package static let manual =
    "A RECORD is looked for by its path from the current folder or from the root, by its id (the path without the suffix), by the last part of the id, by KIND:NAME (such as 'game:chrono-trigger'), by title (regardless of case and marks), and then as a query: 'zelda' is the one record that is found by it. A name that fits several records is refused, and up to ten of them are named."

  /// The most records that are named where a word may mean several.
  private static let maximumNamed = 10

  private let open: OpenCatalogue
  /// The folder that the person stands in, absolute.
  private let folder: String
  private var index: RecordIndex { open.index }

  /// A search in a catalogue, for a person who stands in a folder. Shape: the folder is absolute.
  package init(_ open: OpenCatalogue, standingIn folder: String) {
    self.open = open
    self.folder = folder
  }

  /// The path of the one record that a word means; where a kind is expected, a record of it comes before all others.
  ///
  /// Errors: it means none, with the nearest name; or several. `QueryError`: what looks like a query is none.
  package func path(of word: String, expecting kind: Int? = nil) throws -> Path {
    var matches: [Path] = []
    if let kind, !word.isEmpty {
      matches = paths(named: word, kind: kind)
      if matches.isEmpty { matches = paths(titled: word, kind: kind) }
    }
    if matches.isEmpty { matches = named(word) }
    if !matches.isEmpty || word.isEmpty { return try only(matches, named: word) }
    return try only(try found(word), named: word)
  }

  /// The paths of the records that a word is a name of, in byte order; none where it may be a query.
  package func named(_ word: String) -> [Path] {
    guard !word.isEmpty else { return [] }
    let byName = paths(named: word, kind: nil)
    if !byName.isEmpty { return byName }
    if let (kind, name) = split(word) {
      let ofKind = paths(named: name, kind: kind)
      if !ofKind.isEmpty { return ofKind }
      let titled = paths(titled: name, kind: kind)
      if !titled.isEmpty { return titled }
    }
    return paths(titled: word, kind: nil)
  }

  /// The only one of some paths that a name was found to mean.
  ///
  /// Errors: there is none, with the nearest name; or there are several.
  package func only(_ matches: [Path], named name: String) throws -> Path {
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      var names = matches.map { Path($0.stem) }
      let areIDs = Set(names).count == names.count
      if !areIDs { names = matches }
      var shown = names.prefix(Self.maximumNamed).map(\.string)
      if names.count > shown.count { shown.append("\(names.count - shown.count) others") }
      let last = shown.removeLast()
      throw RequestError(
        "'\(name)' may be \(shown.joined(separator: ", ")) or \(last); write the whole \(areIDs ? "id" : "path")")
    }
    throw nothing(named: name)
  }

  /// Refuses a word that no record is called by and no query finds anything with, unless it can only have been meant as a query.
  ///
  /// Errors: there is none, with the nearest name.
  package func refuse(_ word: String) throws {
    if !word.contains(":") || split(word) != nil { throw nothing(named: word) }
  }

  /// What is said of a name that no record has.
  private func nothing(named name: String) -> RequestError {
    let (kind, text) = split(name).map { ($0.kind, $0.name) } ?? (nil, name)
    let noun = kind.map { open.kinds[$0].name } ?? "record"
    let nearest = NearestWord.nearest(to: text, in: names(ofKind: kind)).map { "; did you mean '\($0)'?" }
    return RequestError("there is no \(noun) '\(text)'\(nearest ?? "; 'vitrine list' lists all")")
  }

  /// The records that a word finds as a query, in the query's order.
  ///
  /// Errors: `QueryError`, what looks like a query is none; there is nothing of that name of a kind.
  private func found(_ word: String) throws -> [Path] {
    do throws(QueryError) {
      return try open.ask([word]).answer.rows.map { index.path(of: $0) }
    } catch {
      try refuse(word)
      throw error
    }
  }

  /// A kind's name or plural, and what stands after the colon; nil where a word does not begin so.
  private func split(_ word: String) -> (kind: Int, name: String)? {
    guard let colon = word.firstIndex(of: ":"), case let name = word[word.index(after: colon)...], !name.isEmpty,
      let kind = Kind.index(calledBy: String(word[..<colon]), among: open.kinds)
    else { return nil }
    return (kind, String(name))
  }

  // MARK: names

  /// The paths of the records, of one kind or all, that a name means by path, id, folder or last parts.
  private func paths(named name: String, kind: Int?) -> [Path] {
    let relative = Path.relative(Path.absolute(name, from: folder), to: Path.real(open.catalogue.root))
    let wanted = WantedName(name, fromRoot: relative)
    let parents = Set(open.kinds.compactMap(\.parent))
    var best = Int.max
    var found: [Path] = []
    for (number, table) in index.tables.enumerated() where kind == nil || kind == number {
      let isParent = parents.contains(table.kind.name)
      let column = table.layout.builtIns.path
      func rank(_ value: ValueID) -> Int? {
        wanted.rank(of: table.pools[column].bytes(value), isParent: isParent, below: best)
      }
      func add(_ row: Int, _ rank: Int?) {
        guard let rank, rank <= best else { return }
        if rank < best { found = [] }
        best = rank
        found.append(table.path(ofRow: row))
      }
      if let rows = table.rows(maybeNamed: wanted.common) {
        for row in rows { add(row, table.firstValue(row, column).flatMap(rank)) }
        continue
      }
      var values: [ValueID: Int] = [:]
      for value in table.pools[column].values(containing: wanted.common) { values[value] = rank(value) }
      // A value may be left of a record that went.
      for row in table.rows(column, among: values.keys) { add(row, table.firstValue(row, column).flatMap { values[$0] }) }
    }
    return sorted(found)
  }

  /// The paths of the records, of one kind or all, with a title: written exactly so, else in the same characters, else regardless of case and
  /// marks.
  private func paths(titled title: String, kind: Int?) -> [Path] {
    let folded = Folding.fold(title)
    var best = Int.max
    var found: [Path] = []
    func add(_ row: Int, _ table: RecordTable) {
      let own = table.title(ofRow: row)
      let rank = own.utf8.elementsEqual(title.utf8) ? 0 : own == title ? 1 : 2
      if rank < best { found = [] }
      if rank <= best { found.append(table.path(ofRow: row)) }
      best = min(best, rank)
    }
    for (number, table) in index.tables.enumerated() where kind == nil || kind == number {
      if let rows = table.rows(maybeTitled: folded) {
        for row in rows where Folding.fold(table.title(ofRow: row)) == folded { add(row, table) }
        continue
      }
      let column = table.kind.display.flatMap { table.layout.column(at: $0) }
      guard let column else {
        let rows = (0..<table.rowCount).filter { table.isLive($0) && Folding.fold(table.title(ofRow: $0)) == folded }
        for row in rows { add(row, table) }
        continue
      }
      let pool = table.pools[column]
      let values = pool.values(containing: folded).filter { !pool.bytes($0).isEmpty && pool.folded($0).elementsEqual(folded) }
      for row in table.rows(column, among: values) { add(row, table) }
      // A record without a title is called by the last part of its id.
      let untitled = [.null, .map] + pool.emptyValues
      for row in table.rows(column, among: untitled) where Folding.fold(table.title(ofRow: row)) == folded { add(row, table) }
    }
    return sorted(found)
  }

  /// The last parts and titles of the records of one kind, or of all.
  private func names(ofKind kind: Int?) -> some Sequence<String> {
    let rows = index.tables.indices.filter { kind == nil || kind == $0 }.flatMap { table in
      (0..<index.tables[table].rowCount).filter { index.tables[table].isLive($0) }.map { RowID(table: table, row: $0) }
    }
    return rows.lazy.flatMap { [index.path(of: $0).stem.name.string, index.title(of: $0)] }
  }

  private func sorted(_ paths: [Path]) -> [Path] { paths.sorted() }
}

/// A name as a person writes it, to be compared with paths as they are stored.
private struct WantedName {
  /// A text in the forms that it is compared in.
  private struct Text {
    let text: String
    let bytes: [UInt8]
    let isASCII: Bool
    let partCount: Int

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
      isASCII = bytes.allSatisfy { $0 < 0x80 }
      partCount = bytes.count { $0 == 0x2F } + 1
    }

    /// 0 where the bytes are the same, 1 where the characters are, else nil.
    func likeness(to stored: ArraySlice<UInt8>) -> Int? {
      if stored.count == bytes.count, stored.elementsEqual(bytes) { return 0 }
      // Of two that differ, one at least is beyond ASCII; the other may be within: K is also the sign for kelvin.
      guard !isASCII || stored.contains(where: { $0 >= 0x80 }) else { return nil }
      return String(decoding: stored, as: UTF8.self) == text ? 1 : nil
    }

    /// The same for the last parts of a stored name, as many as there are here.
    func likeness(toEndOf stored: ArraySlice<UInt8>) -> Int? {
      var start = stored.endIndex
      for _ in 0..<partCount {
        guard start >= stored.startIndex else { return nil }
        start = stored[..<start].lastIndex(of: 0x2F) ?? stored.startIndex - 1
      }
      return likeness(to: stored[(start + 1)...])
    }
  }

  /// From the root, for a person who stands elsewhere; then as typed.
  private let whole: [(path: Text, id: Text)]
  /// As typed, to be compared with the last parts of paths and folders.
  private let parts: Text
  /// The same without a suffix.
  private let idParts: Text
  /// The last part of the name, folded, as the path of each record that is meant has it: as the last part of its id or of its folder.
  let common: [UInt8]

  init(_ name: String, fromRoot relative: String?) {
    var name = name[...]
    while name.utf8.count > 1, name.hasSuffix("/") { name.removeLast() }
    let typed = String(name)
    var wholes = [relative, typed].compactMap { $0 }
    if wholes.count == 2, wholes[0].utf8.elementsEqual(wholes[1].utf8) { wholes.removeLast() }
    whole = wholes.filter { !$0.isEmpty }.map { (Text($0), Text(Path($0).stem.string)) }
    parts = Text(typed)
    idParts = Text(Path(typed).stem.string)
    let last = Path(typed).stem.name.string
    // Those lead elsewhere: only the path from the root says where.
    common = Folding.fold([".", ".."].contains(last) ? Path(relative ?? "").stem.name.string : last)
  }

  /// How near a stored path is to the name, 0 being the nearest; nil where it is not meant, or is not as near as `limit`.
  func rank(of path: ArraySlice<UInt8>, isParent: Bool, below limit: Int) -> Int? {
    let id = Self.id(path)
    var rank = 0
    for (text, stem) in whole {
      if let likeness = Self.likeness(text.likeness(to: path), stem.likeness(to: id)) { return rank + likeness }
      rank += 3
    }
    let folder = isParent ? path.lastIndex(of: 0x2F).map { path[..<$0] } : nil
    for (text, _) in whole {
      if let folder, let likeness = text.likeness(to: folder) { return rank + likeness }
      rank += 2
    }
    guard rank <= limit else { return nil }
    if let likeness = Self.likeness(parts.likeness(toEndOf: path), idParts.likeness(toEndOf: id)) { return rank + likeness }
    if let folder, let likeness = parts.likeness(toEndOf: folder) { return rank + 3 + likeness }
    return nil
  }

  /// 0 where the bytes of a path are the same, 1 where those of the id are, 2 where the characters of the id are, as references are read; else nil.
  private static func likeness(_ path: Int?, _ id: Int?) -> Int? { path == 0 ? 0 : id.map { $0 + 1 } }

  /// The id of the record at a path.
  private static func id(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for suffix in Path.recordSuffixes
    where path.count >= suffix.utf8.count && path.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      return path.dropLast(suffix.utf8.count)
    }
    return path
  }
}
