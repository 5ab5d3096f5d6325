// Which records references lead to, and back.

import VitrineAlgorithms
import VitrineModel
import VitrineSource
import VitrineText

/// The references of all records. A name that is written in many of them stands here once, with the record that it means and all that use it:
/// so a record's references and its backlinks are both at hand. Nothing is kept while nobody refers to anything.
///
/// Invariants, after `settle`: every name has users; its resolution is what `resolve` gives; each of a record's references is one of `uses`.
struct ReferenceLinks: Sendable {
  /// A reference that leads nowhere or astray.
  struct Fault: Sendable, Hashable {
    /// Its index in the record's list.
    var position: Int
    /// Where it leads.
    var resolution: Resolution
  }

  /// A text in references to one kind.
  private struct Name: Sendable {
    /// As it is written.
    var text: String
    /// The kind that is wanted; nil where the catalogue has none of that name.
    var kind: Int?
    /// The slots of the records that use it, ascending.
    var users: [UInt32] = []
    var resolution = Resolution.dangling
    /// What is said of it while it means nothing; nil while it means something.
    var suggestion: Suggestion?
  }

  private struct Suggestion: Sendable, Equatable {
    /// Held as a path: names that Unicode calls the same are two.
    var nearest: Path?
    var knewAny = false
  }

  private let kindNumbers: [String: Int]
  private var records = RecordNames()
  /// Whether any record refers to another.
  private(set) var isOn = false

  private var names: [Name] = []
  /// The names by what they may be the id or the last part of.
  private var byText = SlotGroups()
  private var freeNames: [Int] = []
  /// For each slot the numbers of its references' names.
  private var uses: [[UInt32]] = []
  /// The names that mean nothing, by the kind that is wanted.
  private var dangling: [Int?: Set<Int>] = [:]

  /// The names that may mean another record than before, or that are used anew.
  private var pending: Set<Int> = []
  /// By how much each name that suggestions may use is there more often than before, by kind.
  private var nameChanges: [Int: [Path: Int]] = [:]
  /// The names that suggestions may use, by kind: from when one is first wanted on.
  private var suggestible: [Int: NearestWordIndex] = [:]

  /// No records yet, of these kinds.
  init(_ kinds: [Kind]) {
    kindNumbers = Dictionary(kinds.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
  }

  // MARK: changes

  /// Begins to keep names, because somebody refers to them. Shape: all records there are, each not yet added.
  mutating func begin(_ records: [RecordFacts]) {
    guard !isOn else { return }
    isOn = true
    self.records = RecordNames(slots: records.count)
    uses = Array(repeating: [], count: records.count)
    for slot in records.indices where !records[slot].path.isEmpty {
      self.records.add(slot, kind: records[slot].kind, records[slot].path)
    }
    for slot in records.indices where !records[slot].references.isEmpty { use(slot, records[slot]) { _ in } }
    pending = Set(names.indices)
  }

  /// Adds a record's name.
  mutating func addName(_ slot: Int, _ records: [RecordFacts]) {
    guard isOn else { return }
    self.records.add(slot, kind: records[slot].kind, records[slot].path)
    nameChanged(slot, by: 1, records)
  }

  /// Takes a record's name out.
  mutating func removeName(_ slot: Int, _ records: [RecordFacts]) {
    guard isOn else { return }
    self.records.remove(slot, kind: records[slot].kind)
    nameChanged(slot, by: -1, records)
  }

  /// Adds what a record refers to.
  mutating func addReferences(_ slot: Int, _ record: RecordFacts) {
    guard !record.references.isEmpty else { return }
    var changed: [Int] = []
    use(slot, record) { changed.append($0) }
    pending.formUnion(changed)
  }

  /// Notes the names that a record uses, and calls `body` with each.
  private mutating func use(_ slot: Int, _ record: RecordFacts, _ body: (Int) -> Void) {
    while uses.count <= slot { uses.append([]) }
    for reference in record.references {
      let number = number(of: reference.target, kind: kindNumbers[reference.wantedKind])
      uses[slot].append(UInt32(truncatingIfNeeded: number))
      let user = UInt32(truncatingIfNeeded: slot)
      let index = names[number].users.firstIndex(notBefore: user)
      if index == names[number].users.count || names[number].users[index] != user { names[number].users.insert(user, at: index) }
      body(number)
    }
  }

  /// Takes out what a record refers to.
  mutating func removeReferences(_ slot: Int) {
    guard slot < uses.count else { return }
    let user = UInt32(truncatingIfNeeded: slot)
    for number in uses[slot].map({ Int($0) }) {
      let index = names[number].users.firstIndex(notBefore: user)
      if index < names[number].users.count, names[number].users[index] == user { names[number].users.remove(at: index) }
      pending.insert(number)
    }
    uses[slot] = []
  }

  /// The number of a name, which is new where nobody used it before.
  private mutating func number(of text: String, kind: Int?) -> Int {
    if let known = knownNumber(of: text, kind: kind) { return known }
    let name = Name(text: text, kind: kind)
    let number = freeNames.popLast() ?? names.count
    if number == names.count { names.append(name) } else { names[number] = name }
    byText.add(number, hash: RecordNames.hash(ofName: Path(text)))
    return number
  }

  private func knownNumber(of text: String, kind: Int?) -> Int? {
    var next = byText.first(RecordNames.hash(ofName: Path(text)))
    while let number = next {
      if names[number].kind == kind, names[number].text.utf8.elementsEqual(text.utf8) { return number }
      next = byText.next(number)
    }
    return nil
  }

  /// The names that may mean the record at a path.
  private func candidates(for path: Path) -> [Int] {
    RecordNames.hashes(ofNamesOf: path).flatMap { byText.members($0) }
  }

  private mutating func nameChanged(_ slot: Int, by step: Int, _ records: [RecordFacts]) {
    let path = records[slot].path
    pending.formUnion(candidates(for: path))
    let kind = records[slot].kind
    guard dangling[kind]?.isEmpty == false || suggestible[kind] != nil else { return }
    // The name is the last part where no other has that; who was or becomes the only other one changes its own.
    let others = self.records.sharing(slot, records, maximum: 2)
    var changes = nameChanges[kind, default: [:]]
    let last = Path(path.stem.name)
    changes[others.isEmpty ? last : Path(path.stem), default: 0] += step
    if others.count == 1 {
      changes[last, default: 0] -= step
      changes[Path(records[others[0]].path.stem), default: 0] += step
    }
    nameChanges[kind] = changes
  }

  // MARK: what follows

  /// Finds what names mean that may mean something else now; records about whose references there is another thing to say are dirty.
  mutating func settle(_ records: [RecordFacts], _ dirty: inout Set<Int>) {
    var looked: [Int] = []
    for number in pending.sorted() {
      guard !names[number].users.isEmpty else {
        forget(number)
        continue
      }
      looked.append(number)
      let before = names[number].resolution
      let after = resolve(names[number].text, kind: names[number].kind, records)
      if after == .dangling { dangling[names[number].kind, default: []].insert(number) }
      guard before != after else { continue }
      names[number].resolution = after
      if before == .dangling { stopDangling(number) }
      if before.record == nil || after.record == nil { dirty.formUnion(names[number].users.lazy.map { Int($0) }) }
    }
    for (kind, changes) in nameChanges {
      for (name, times) in changes where times != 0 { suggestible[kind]?.add(name.string, times: times) }
    }
    suggest(looked, records, &dirty)
    pending = []
    nameChanges = [:]
    Invariants.check(suggestible.allSatisfy { knowsNames($0.key, $0.value, records) }, "suggestions know the names of their kind")
  }

  private mutating func forget(_ number: Int) {
    stopDangling(number)
    byText.remove(number)
    names[number] = Name(text: "", kind: nil)
    freeNames.append(number)
  }

  private mutating func stopDangling(_ number: Int) {
    let kind = names[number].kind
    names[number].suggestion = nil
    dangling[kind]?.remove(number)
    if dangling[kind]?.isEmpty == true { dangling[kind] = nil }
  }

  /// Keeps the suggestions for dangling names right.
  private mutating func suggest(_ looked: [Int], _ records: [RecordFacts], _ dirty: inout Set<Int>) {
    var wanted = Set(looked.filter { names[$0].resolution == .dangling })
    for kind in nameChanges.keys { wanted.formUnion(dangling[kind] ?? []) }
    for number in wanted {
      let before = names[number].suggestion
      names[number].suggestion = suggestion(for: names[number], records)
      if before != names[number].suggestion { dirty.formUnion(names[number].users.lazy.map { Int($0) }) }
    }
  }

  /// The same for one name.
  private mutating func suggestion(for name: Name, _ records: [RecordFacts]) -> Suggestion {
    guard let kind = name.kind else { return Suggestion() }
    let changes = nameChanges[kind] ?? [:]
    var nearest = name.suggestion?.nearest
    if name.suggestion == nil || nearest.map({ changes[$0, default: 0] < 0 }) == true || changes.count > 1000 {
      nearest = names(ofKind: kind, records).nearest(to: name.text).map { Path($0) }
    } else if !changes.isEmpty {
      let come = changes.lazy.filter { $0.value > 0 }.map(\.key)
      nearest = NearestWord.nearest(to: name.text, in: (come + [nearest].compactMap { $0 }).map(\.string)).map { Path($0) }
    }
    return Suggestion(nearest: nearest, knewAny: self.records.count(ofKind: kind) > 0)
  }

  /// The names of a kind that suggestions may use.
  private mutating func names(ofKind kind: Int, _ records: [RecordFacts]) -> NearestWordIndex {
    if let known = suggestible[kind] { return known }
    let made = NearestWordIndex(self.records.all(ofKind: kind, records).lazy.map(\.string))
    suggestible[kind] = made
    return made
  }

  /// Whether an index has the names that there are. For small catalogues only: all names are looked at.
  private func knowsNames(_ kind: Int, _ index: NearestWordIndex, _ records: [RecordFacts]) -> Bool {
    self.records.count(ofKind: kind) > 500 || index.words == self.records.all(ofKind: kind, records).sorted().map(\.string)
  }

  // MARK: questions

  /// The records of any kind whose id, or the last part of it, Unicode calls the same as a text's id.
  func records(named text: Path, _ kinds: Range<Int>, _ all: [RecordFacts]) -> [Int] {
    if isOn { return records.records(named: text, kinds, all) }
    let id = text.stem
    return all.indices.filter { slot in
      let own = all[slot].path.stem
      return !own.isEmpty && (own.isCanonicallyEqual(to: id) || own.name.isCanonicallyEqual(to: id))
    }
  }

  /// The records with references that would mean the one at a path, were there no other; in byte order of their paths.
  func users(ofNamesOf path: Path, _ all: [RecordFacts]) -> [Int] {
    guard isOn else { return [] }
    let users = Set(candidates(for: path).flatMap { names[$0].users })
    return users.map { Int($0) }.sorted { all[$0].path < all[$1].path }
  }

  /// The references of a record that lead nowhere or astray.
  func faults(of slot: Int) -> [Fault] {
    guard slot < uses.count else { return [] }
    var faults: [Fault] = []
    for (position, number) in uses[slot].enumerated() where names[Int(number)].resolution.record == nil {
      faults.append(Fault(position: position, resolution: names[Int(number)].resolution))
    }
    return faults
  }

  /// What a dangling reference might mean, and whether there is any record of the wanted kind.
  func suggestion(for reference: Reference) -> (nearest: String?, knowsAny: Bool) {
    let number = knownNumber(of: reference.target, kind: kindNumbers[reference.wantedKind])
    guard let suggestion = number.flatMap({ names[$0].suggestion }) else { return (nil, false) }
    return (suggestion.nearest?.string, suggestion.knewAny)
  }

  /// Where a reference leads.
  func resolve(_ reference: Reference, _ records: [RecordFacts]) -> Resolution {
    resolve(reference.target, kind: kindNumbers[reference.wantedKind], records)
  }

  /// Where a name leads in references to a kind: what `RecordNames.resolve` says; where that finds nothing, to a record of another kind that has it as
  /// its last part.
  func resolve(_ text: String, kind wanted: Int?, _ all: [RecordFacts]) -> Resolution {
    let name = Path(text)
    let found = records.resolve(name, kind: wanted, all)
    guard found == .dangling else { return found }
    let others = kindNumbers.values.flatMap { records.records(withLastPart: name.stem, ofKind: $0, all) }
    return RecordNames.first(of: others, all).map { .wrongKind($0) } ?? .dangling
  }

  /// The records that refer to another, in byte order of their paths. Costs what the record has, and others that share its last part.
  func backlinks(of slot: Int, _ records: [RecordFacts]) -> [Int] {
    guard isOn else { return [] }
    var users: Set<UInt32> = []
    for number in candidates(for: records[slot].path) where names[number].resolution == .record(slot) {
      users.formUnion(names[number].users)
    }
    return users.map { Int($0) }.sorted { records[$0].path < records[$1].path }
  }
}

extension [UInt32] {
  /// The index of the first number that is no less than another. Shape: ascending.
  fileprivate func firstIndex(notBefore number: UInt32) -> Int {
    if let last, last < number { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
