// Which records a command is about: those of names, or those that a query finds.

import VitrineAnswers
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
package import VitrineSource

/// The records that words of a command line select.
package struct RecordSelection {
  /// A record: its kind's place among the catalogue's, and its path.
  package struct Member {
    /// The place of its kind.
    package var kind: Int
    /// Its file's path from the root.
    package var path: Path
  }

  /// The records, in the order of the words or of the answer, each once.
  package let members: [Member]
  /// Their paths.
  package var paths: [Path] { members.map(\.path) }
  /// True where nothing but the kind was said, so that all of its records are meant.
  package let isBroad: Bool
  /// What is to be said besides, such as that the words found nothing; nil where nothing is. Costs a look at all values where nothing was found.
  package var remark: String? { found.flatMap { $0.query.remark(on: $0.answer) } }
  /// The kind that all records of the query are of, even where it found none; nil for names, and where there may be several.
  package let onlyKind: Int?

  /// What cannot be read, so that nobody knows whether the query means it; none for names. Shape: as for `LoadedCatalogue.unreadRecords`.
  package let unread: [Path]

  /// The query and its answer; nil for names.
  private let found: (query: RecordQuery, answer: Answer)?

  /// What the words say: each the name of a record, in the forms of `RecordResolver`, or all together a query, which may begin with a kind.
  ///
  /// - Parameter isSorted: false where the order does not matter; sorting takes longer than finding.
  ///
  /// Errors: a word is the name of several records, or alone, and of none; the query cannot be understood.
  package init(_ words: [String], in open: OpenCatalogue, folder: String, isSorted: Bool = true) throws {
    let resolver = RecordResolver(open, standingIn: folder)
    // A plural is the whole of a kind, even where a record is called so.
    let isKind = Kind.index(calledBy: words.first, among: open.kinds) != nil
    let found = isKind ? [] : words.map { resolver.named($0) }
    if !found.isEmpty, found.allSatisfy({ !$0.isEmpty }) {
      var members: [Member] = []
      var seen: Set<[UInt8]> = []
      for (name, matches) in zip(words, found) {
        let path = try resolver.only(matches, named: name)
        guard seen.insert(Array(path.utf8)).inserted, let record = open.catalogue.record(at: path) else { continue }
        members.append(Member(kind: record.kind, path: path))
      }
      self.members = members
      isBroad = false
      onlyKind = nil
      self.found = nil
      unread = []
      return
    }
    let query: RecordQuery
    do throws(QueryError) {
      query = try RecordQuery(words, in: open)
    } catch {
      if words.count == 1 { try resolver.refuse(words[0]) }
      throw error
    }
    let answer = query.answer(isSorted: isSorted)
    let parsed = try QueryParser.parse(QueryArguments.text(of: Array(words.dropFirst(isKind ? 1 : 0))))
    if answer.rows.isEmpty, words.count == 1, !isKind { try resolver.refuse(words[0]) }
    self.found = (query, answer)
    members = answer.rows.map { Member(kind: $0.table, path: open.index.path(of: $0)) }
    if case .all([]) = parsed.condition { isBroad = true } else { isBroad = false }
    onlyKind = query.onlyKind
    unread = open.catalogue.unreadRecords(ofKinds: query.onlyKind.map { [$0] } ?? Array(open.kinds.indices))
  }
}
