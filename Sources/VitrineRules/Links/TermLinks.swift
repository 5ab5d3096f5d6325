// The spellings of one name.

import VitrineAlgorithms
import VitrineModel
import VitrineText

/// A spelling that another one is preferred to.
package struct Variant: Sendable, Hashable {
  /// The preferred spelling of the name: the most used, then the first in byte order; where Unicode calls several the same, of these again.
  package var better: UInt32
  /// How often that is used.
  package var uses: Int
  /// Whether that is more often than this one is.
  package var isClear: Bool
}

/// The spellings of folded vocabularies, by what they fold to.
struct TermLinks: Sendable {
  private var groups = SlotGroups()
  private var variants: [UInt32: Variant] = [:]
  /// For each spelling the records that have it; some that had it stand there too, and some twice. Nil until changes are looked for.
  private var postings: [[UInt32]]?
  private var touched: Set<UInt32> = []

  /// The spellings of a table, all of them to be looked at.
  init(_ table: TermTable) {
    groups = SlotGroups(slots: table.terms.count, groups: table.terms.count)
    for term in table.terms.indices where table.counts[term] > 0 { enter(term, table) }
    for hash in groups.sharedHashes { if let first = groups.first(hash) { touched.insert(UInt32(first)) } }
  }

  /// Begins to keep which records have which spelling.
  mutating func prepare(_ records: [RecordFacts], _ table: TermTable) {
    guard postings == nil else { return }
    var all = Array(repeating: [UInt32](), count: table.terms.count)
    for slot in records.indices {
      for occurrence in records[slot].terms { all[Int(occurrence.term)].append(UInt32(slot)) }
    }
    postings = all
  }

  /// Adds the spellings of a record; they are counted in the table already.
  mutating func add(_ slot: Int, _ record: RecordFacts, _ table: TermTable) {
    for occurrence in record.terms {
      let term = Int(occurrence.term)
      if !groups.contains(term) { enter(term, table) }
      touched.insert(occurrence.term)
      guard postings != nil else { continue }
      while postings?.count ?? 0 <= term { postings?.append([]) }
      postings?[term].append(UInt32(slot))
    }
  }

  /// Takes the spellings of a record out; they are not counted in the table any more.
  mutating func remove(_ record: RecordFacts) {
    for occurrence in record.terms { touched.insert(occurrence.term) }
  }

  /// Finds the preferred spellings anew; records with another thing to say about a spelling are dirty. Spellings that nobody uses go.
  mutating func settle(_ records: [RecordFacts], _ table: inout TermTable, _ dirty: inout Set<Int>) {
    var seen: Set<UInt64> = []
    for term in touched where groups.contains(Int(term)) {
      let hash = groups.hash(of: Int(term))
      if groups.isShared(Int(term)) || variants[term] != nil, seen.insert(hash).inserted { compare(hash, table, records, &dirty) }
    }
    for term in touched where groups.contains(Int(term)) && table.counts[Int(term)] == 0 {
      groups.remove(Int(term))
      variants[term] = nil
      if Int(term) < postings?.count ?? 0 { postings?[Int(term)] = [] }
      table.recycle(term)
    }
    // Each change of a record adds it to the list of each of its spellings: what is twice as long as need be is made anew.
    for term in touched.lazy.map(Int.init) where term < postings?.count ?? 0 {
      if let list = postings?[term], list.count > 2 * table.counts[term] + 8 { _ = users(of: term, table, records) }
    }
    touched = []
  }

  /// Stops the program where a spelling is counted wrongly, or something else is known of it than the records say. Of very many records that would take longer
  /// than settling.
  func checkInvariants(_ records: [RecordFacts], _ table: TermTable) {
    if records.count > 1000 { return }
    var counts = Array(repeating: 0, count: table.terms.count)
    for record in records { for occurrence in record.terms { counts[Int(occurrence.term)] += 1 } }
    Invariants.check(counts == table.counts, "a spelling is counted wrongly")
    var fresh = TermLinks(table)
    var all = table
    var dirty: Set<Int> = []
    fresh.settle(records, &all, &dirty)
    Invariants.check(fresh.variants == variants, "another spelling is preferred than the most used one")
    guard let postings else { return }
    for slot in records.indices {
      for occurrence in records[slot].terms {
        Invariants.check(postings[Int(occurrence.term)].contains(UInt32(slot)), "a record is not found by its spelling")
      }
    }
  }

  /// The spelling to use in the place of one; nil where there is no better one.
  func variant(of term: UInt32) -> Variant? { variants.isEmpty ? nil : variants[term] }

  /// Whether there is any better spelling of anything.
  var hasVariants: Bool { !variants.isEmpty }

  private mutating func enter(_ term: Int, _ table: TermTable) {
    let folded = Folding.vocabulary(table.terms[term].spelling)
    let field = SlotHash.text(table.terms[term].field)
    groups.add(term, hash: folded.withUnsafeBytes { SlotHash.bytes($0, in: Int(truncatingIfNeeded: field)) })
  }

  private mutating func compare(_ hash: UInt64, _ table: TermTable, _ records: [RecordFacts], _ dirty: inout Set<Int>) {
    let members = groups.members(hash)
    func isBefore(_ left: Int, _ right: Int, _ leftUses: Int, _ rightUses: Int) -> Bool {
      if leftUses != rightUses { return leftUses > rightUses }
      return table.terms[left].spelling.utf8.lexicographicallyPrecedes(table.terms[right].spelling.utf8)
    }
    // What Unicode calls the same is one spelling: nobody sees a difference. `String` compares so.
    let used = Dictionary(grouping: members.filter { table.counts[$0] > 0 }) { table.terms[$0].spelling }
    let spellings = used.mapValues { forms in
      (
        first: forms.min { isBefore($0, $1, table.counts[$0], table.counts[$1]) } ?? 0,
        uses: forms.reduce(0) { $0 + table.counts[$1] }
      )
    }
    let best = spellings.values.min { isBefore($0.first, $1.first, $0.uses, $1.uses) }
    for term in members {
      var after: Variant?
      if let best, let own = spellings[table.terms[term].spelling], own.first != best.first, table.counts[term] > 0 {
        after = Variant(better: UInt32(best.first), uses: best.uses, isClear: best.uses > own.uses)
      }
      guard variants[UInt32(term)] != after else { continue }
      variants[UInt32(term)] = after
      dirty.formUnion(users(of: term, table, records))
    }
  }

  /// The records with a spelling.
  private mutating func users(of term: Int, _ table: TermTable, _ records: [RecordFacts]) -> Set<Int> {
    guard let list = postings, term < list.count else { return [] }
    let users = Set(list[term].lazy.map(Int.init).filter { slot in records[slot].terms.contains { $0.term == UInt32(term) } })
    if list[term].count > 2 * users.count + 8 { postings?[term] = users.map { UInt32($0) } }
    return users
  }
}
