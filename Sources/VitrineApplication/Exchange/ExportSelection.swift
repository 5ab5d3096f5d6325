// Which records an export is about: those of a query, one by its name, all; and what they hold and refer to.

import VitrineAnswers
package import VitrineCatalog
import VitrineExchange
import VitrineIndex
import VitrineModel
package import VitrineQuery
import VitrineRules

/// Records to be exported.
package struct ExportSelection {
  /// A record: its kind's place among the catalogue's, and its path.
  package struct Member {
    /// The place of its kind.
    package var kind: Int
    /// Its file's path from the root.
    package var path: String
  }

  /// The catalogue.
  package let catalogue: LoadedCatalogue
  /// The records: by the names of their kinds, then by their ids, both in byte order.
  package private(set) var members: [Member]
  /// The kinds that are written even where there is no record of them.
  package private(set) var namedKinds: Set<Int> = []

  /// What is told where the words found nothing; nil where they did.
  package private(set) var nothingFound: String?

  /// All records of a catalogue.
  package init(allOf catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    members = catalogue.book.withWriter { $0.facts }.records.map { Member(kind: $0.kind, path: $0.path) }
    sort()
  }

  /// The records that some words mean: that of a name, an id, a path, or of the folder that a record stands for, where there is one word; else those
  /// that a query finds. Relative paths start in `folder`.
  ///
  /// Errors: the query cannot be understood.
  package init(_ words: [String], in open: OpenCatalogue, folder: String) throws(QueryError) {
    catalogue = open.catalogue
    if words.count == 1, let one = Self.record(words[0], in: open, folder: folder) {
      members = [one]
    } else {
      let query = try RecordQuery(words, in: open)
      let answer = query.answer()
      members = answer.rows.map { Member(kind: $0.table, path: open.index.path(of: $0)) }
      if let only = query.onlyKind { namedKinds = [only] }
      if members.isEmpty { nothingFound = RecordQuery.nothingFound(query.meantKind) }
    }
    sort()
  }

  /// The kinds that are written, by their places.
  package var kinds: Set<Int> { namedKinds.union(members.map(\.kind)) }

  /// Adds the records that stand below those that are here, and those that any of them refers to, and so on.
  package mutating func follow() {
    let facts = catalogue.book.withWriter { $0.facts }
    let kinds = catalogue.kinds
    var kindOf: [String: Int] = [:]
    var children: [String: [String]] = [:]
    for record in facts.records {
      kindOf[record.path] = record.kind
      guard kinds[record.kind].parent != nil else { continue }
      let parent = catalogue.book.withWriter { $0.ties(ofRecordAt: record.path).parent }
      if let parent { children[parent, default: []].append(record.path) }
    }
    var seen = Set(members.map(\.path))
    var next = members.map(\.path)
    while let path = next.popLast() {
      let targets = catalogue.book.withWriter { $0.ties(ofRecordAt: path).targets }
      for other in targets + (children[path] ?? []) where seen.insert(other).inserted {
        guard let kind = kindOf[other] else { continue }
        members.append(Member(kind: kind, path: other))
        next.append(other)
      }
    }
    sort()
  }

  private mutating func sort() {
    let kinds = catalogue.kinds
    let keyed = members.map { (name: kinds[$0.kind].name, id: RecordID.id(ofPath: $0.path), member: $0) }
    members = keyed.sorted { left, right in
      if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
      return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }.map(\.member)
  }

  // MARK: one record

  /// The record that a word names, after its kind and a colon or alone; nil where it names none, or several.
  private static func record(_ word: String, in open: OpenCatalogue, folder: String) -> Member? {
    var name = word[...]
    var kind: Int?
    if let colon = word.firstIndex(of: ":"), let named = Kind.index(calledBy: String(word[..<colon]), among: open.kinds) {
      kind = named
      name = word[word.index(after: colon)...]
    }
    let parents = Set(open.kinds.compactMap(\.parent))
    while name.hasSuffix("/") { name.removeLast() }
    let wanted = RecordID.id(ofPath: String(name))
    guard !wanted.isEmpty else { return nil }
    let relative = Path.relative(Path.absolute(wanted, from: folder), to: Path.real(open.catalogue.root))
    var exact: [Member] = []
    var last: [Member] = []
    for (table, records) in open.index.tables.enumerated() where kind == nil || kind == table {
      let isParent = parents.contains(open.kinds[table].name)
      for row in 0..<records.rowCount where records.isLive(row) {
        let path = records.path(ofRow: row)
        let id = RecordID.id(ofPath: path)
        let folder = isParent ? String(RecordID.folder(ofPath: path)) : nil
        if [id, folder].contains(wanted) || (relative != nil && [id, folder].contains(relative)) {
          exact.append(Member(kind: table, path: path))
        } else if [id, folder].contains(where: { $0?.hasSuffix("/" + wanted) == true }) {
          last.append(Member(kind: table, path: path))
        }
      }
    }
    if exact.count == 1 { return exact[0] }
    return exact.isEmpty && last.count == 1 ? last[0] : nil
  }
}
