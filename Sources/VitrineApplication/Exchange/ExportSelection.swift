// Which records an export is about: those of a query, one by its name, all; and what they hold and refer to.

import VitrineAnswers
package import VitrineCatalog
import VitrineChanges
import VitrineExchange
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource

/// Records to be exported.
package struct ExportSelection {
  /// A record: its kind's place among the catalogue's, and its path.
  package struct Member {
    /// The place of its kind.
    package var kind: Int
    /// Its file's path from the root.
    package var path: Path
  }

  /// The catalogue.
  package let catalogue: LoadedCatalogue
  /// The records: by the names of their kinds, then by their ids, both in byte order.
  package private(set) var members: [Member]
  /// The kinds that are written even where there is no record of them.
  package private(set) var namedKinds: Set<Int> = []

  /// What cannot be read, so that nobody knows whether it is meant; for names, only what would have been followed. Shape: as for `LoadedCatalogue.unreadRecords`.
  package private(set) var unread: [Path]
  /// What is to be said besides, such as that the words found nothing; nil where nothing is.
  package private(set) var remark: String?

  /// All records of a catalogue.
  package init(allOf catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    members = catalogue.book.withWriter { $0.facts }.records.map { Member(kind: $0.kind, path: $0.path) }
    unread = catalogue.unreadRecords(ofKinds: Array(catalogue.kinds.indices))
    sort()
  }

  /// The records of paths, each once; nil where one of them is no record's.
  package init?(of paths: [Path], in catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    var members: [Member] = []
    var seen: Set<[UInt8]> = []
    for path in paths where seen.insert(Array(path.utf8)).inserted {
      guard let record = catalogue.record(at: path) else { return nil }
      members.append(Member(kind: record.kind, path: path))
    }
    self.members = members
    unread = []
    sort()
  }

  /// The records that the words of a request select, as for every command. Relative paths start in `folder`.
  ///
  /// Errors: as for `RecordSelection`.
  package init(_ words: [String], in open: OpenCatalogue, folder: String) throws {
    catalogue = open.catalogue
    let selection = try RecordSelection(words, in: open, folder: folder)
    members = open.catalogue.book.withWriter { writer in
      selection.paths.compactMap { path in writer.facts(ofRecordAt: path).map { Member(kind: $0.kind, path: path) } }
    }
    if let only = selection.onlyKind { namedKinds = [only] }
    remark = selection.remark
    unread = selection.unread
    sort()
  }

  /// The kinds that are written, by their places.
  package var kinds: Set<Int> { namedKinds.union(members.map(\.kind)) }

  /// Adds the records that stand below those that are here, the one that each stands below, and those that any of them refers to, and so on.
  package mutating func follow() {
    let facts = catalogue.book.withWriter { $0.facts }
    let kinds = catalogue.kinds
    var kindOf: [Path: Int] = [:]
    var children: [Path: [Path]] = [:]
    var parents: [Path: Path] = [:]
    for record in facts.records {
      kindOf[record.path] = record.kind
      guard kinds[record.kind].parent != nil else { continue }
      guard let parent = catalogue.book.withWriter({ $0.links(ofRecordAt: record.path).parent }) else { continue }
      children[parent, default: []].append(record.path)
      parents[record.path] = parent
    }
    var seen = Set(members.map(\.path))
    var next = members.map(\.path)
    var missing = UnreadLinks(catalogue)
    func add(_ path: Path) -> Bool {
      guard seen.insert(path).inserted, let kind = kindOf[path] else { return false }
      members.append(Member(kind: kind, path: path))
      missing.note(path)
      return true
    }
    func targets(of path: Path) -> [Path] { catalogue.book.withWriter { $0.links(ofRecordAt: path).targets } }
    for path in next { missing.note(path) }
    var above = 0
    while true {
      if let path = next.popLast() {
        next += (targets(of: path) + (children[path] ?? [])).filter(add)
      } else if above < members.count {
        // What a record stands below comes along, without all else that stands there.
        if let parent = parents[members[above].path], add(parent) { next += targets(of: parent).filter(add) }
        above += 1
      } else {
        break
      }
    }
    unread = Set(unread).union(missing.found).sorted()
    sort()
  }

  private mutating func sort() {
    let kinds = catalogue.kinds
    let keyed = members.map { (name: kinds[$0.kind].name, id: $0.path.stem, member: $0) }
    members = keyed.sorted { left, right in
      if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
      return left.id < right.id
    }.map(\.member)
  }
}
