// Which records an export is about: those of a query, one by its name, all; and what they hold and refer to.

import VitrineAnswers
import VitrineCatalog
import VitrineExchange
import VitrineIndex
import VitrineModel
import VitrineRules

/// Records to be exported.
struct ExportSelection {
  /// A record: its kind's place among the catalogue's, and its path.
  struct Member {
    /// The place of its kind.
    var kind: Int
    /// Its file's path from the root.
    var path: String
  }

  /// The catalogue.
  let catalogue: LoadedCatalogue
  /// The records: by the names of their kinds, then by their ids, both in byte order.
  private(set) var members: [Member]
  /// The kinds that are written even where there is no record of them.
  private(set) var namedKinds: Set<Int> = []

  /// The records that the words of a command line mean: all without words; that of a name, an id, a path, or of the folder that a record stands
  /// for, where there is one word; else those that a query finds.
  ///
  /// Errors: there is no catalogue; the query cannot be understood.
  init(_ words: [String], in session: Session) throws {
    if words.isEmpty {
      catalogue = try session.loadRecords(CatalogueLoader.Options())
      members = catalogue.book.withWriter { $0.facts }.records.map { Member(kind: $0.kind, path: $0.path) }
    } else {
      let open = try session.openCatalogue()
      catalogue = open.catalogue
      if words.count == 1, let one = Self.record(words[0], in: open, session) {
        members = [one]
      } else {
        let query = try RecordQuery(words, in: open)
        let answer = query.answer()
        members = answer.rows.map { Member(kind: $0.table, path: open.index.path(of: $0)) }
        if let only = query.onlyKind { namedKinds = [only] }
        if members.isEmpty { session.note(RecordQuery.nothingFound(query.meantKind)) }
      }
    }
    sort()
  }

  /// The kinds that are written, by their places.
  var kinds: Set<Int> { namedKinds.union(members.map(\.kind)) }

  /// Adds the records that stand below those that are here, and those that any of them refers to, and so on.
  mutating func follow() {
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
  private static func record(_ word: String, in open: OpenCatalogue, _ session: Session) -> Member? {
    var name = word[...]
    var kind: Int?
    if let colon = word.firstIndex(of: ":"), let named = open.kinds.firstIndex(calledBy: String(word[..<colon])) {
      kind = named
      name = word[word.index(after: colon)...]
    }
    let parents = Set(open.kinds.compactMap(\.parent))
    while name.hasSuffix("/") { name.removeLast() }
    let wanted = RecordID.id(ofPath: String(name))
    guard !wanted.isEmpty else { return nil }
    let relative = Path.relative(Path.absolute(wanted, from: session.folder), to: Path.real(open.catalogue.root))
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
