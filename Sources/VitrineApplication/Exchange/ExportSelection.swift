// Which records an export is about: those of a query, one by its name, all; and what they hold and refer to.

import VitrineAlgorithms
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
  package typealias Member = RecordSelection.Member

  /// The catalogue.
  package let catalogue: LoadedCatalogue
  /// The records, in no order: most of what is asked of them needs none.
  private var members: [Member]
  /// The kinds that are written even where there is no record of them.
  package private(set) var namedKinds: Set<Int> = []

  /// What cannot be read, so that nobody knows whether it is meant; for names, only what would have been followed. Shape: as for `LoadedCatalogue.unreadRecords`.
  package private(set) var unread: [Path]
  /// What is to be said besides, as by `RecordSelection`.
  package var remark: String? { selection?.remark }
  /// What the words of a request select.
  private var selection: RecordSelection?

  /// All records of a catalogue.
  package init(allOf catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    members = catalogue.book.withWriter { $0.facts }.records.map { Member(kind: $0.kind, path: $0.path) }
    unread = catalogue.unreadRecords(ofKinds: Array(catalogue.kinds.indices))
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
  }

  /// The records that the words of a request select, as for every command. Relative paths start in `folder`.
  ///
  /// Errors: as for `RecordSelection`.
  package init(_ words: [String], in open: OpenCatalogue, folder: String) throws {
    catalogue = open.catalogue
    let selection = try RecordSelection(words, in: open, folder: folder, isSorted: false)
    members = selection.members
    if let only = selection.onlyKind { namedKinds = [only] }
    self.selection = selection
    unread = selection.unread
  }

  /// How many records there are.
  package var count: Int { members.count }

  /// The kinds that are written, by their places.
  package var kinds: Set<Int> {
    var isWritten = catalogue.kinds.indices.map { namedKinds.contains($0) }
    for member in members { isWritten[member.kind] = true }
    return Set(isWritten.indices.filter { isWritten[$0] })
  }

  /// What a record is exported by: its kind's place in the order of their names, and its id; both in byte order.
  private struct Key: Comparable {
    var rank: Int
    var id: Path.Slice

    static func < (left: Key, right: Key) -> Bool { left.rank == right.rank ? left.id < right.id : left.rank < right.rank }
  }

  private var keyed: some Collection<(key: Key, member: Member)> {
    let names = catalogue.kinds.indices.sorted { catalogue.kinds[$0].name.isBefore(catalogue.kinds[$1].name) }
    var ranks = Array(names.indices)
    for (rank, kind) in names.enumerated() { ranks[kind] = rank }
    return members.lazy.map { [ranks] in (Key(rank: ranks[$0.kind], id: $0.path.stem), $0) }
  }

  /// The records in the order that they are exported in.
  package var sorted: [Member] { keyed.sorted { $0.key < $1.key }.map(\.member) }

  /// The first of `sorted`, found without sorting the others.
  package func first(_ count: Int) -> [Member] {
    var first: [(key: Key, member: Member)] = []
    for entry in keyed {
      if first.count == count {
        guard let last = first.last, entry.key < last.key else { continue }
        first.removeLast()
      }
      first.insert(entry, at: first.partitioningIndex { entry.key < $0.key })
    }
    return first.map(\.member)
  }

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
  }
}
