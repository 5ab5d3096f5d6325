// Which records references lead to.

import VitrineModel
import VitrineText

/// What a reference leads to.
package enum Resolution: Sendable, Hashable {
  /// The slot of the one record of the wanted kind.
  case record(Int)
  /// A record of another kind has this name; its slot.
  case wrongKind(Int)
  /// Several records of the wanted kind have this last part: the slots of the first three, in byte order of their paths, and how many there are.
  case ambiguous(first: [Int], count: Int)
  /// Nothing has this name.
  case dangling
}

/// The references of all records. Nothing is kept while nobody refers to anything.
struct ReferenceLinks: Sendable {
  /// A reference that leads nowhere or astray.
  struct Fault: Sendable, Hashable {
    /// Its place in the record's list.
    var position: Int
    /// Where it leads.
    var resolution: Resolution
  }

  /// A word of references to a kind.
  private struct Word: Hashable, Sendable {
    var kind: String
    var text: String
  }

  /// A word that names nothing, with what it might mean.
  private struct Dangler: Sendable {
    var nearest: String?
    var knewAny = false
    var isNew = true
    var users: Set<Int> = []
  }

  private let kindNumbers: [String: Int]
  private var names = RecordNames()
  private var mentions: Mentions?
  /// Whether any record refers to another.
  private(set) var isOn = false
  private var faults: [Int: [Fault]] = [:]
  private var danglers: [String: [String: Dangler]] = [:]
  /// The dangling words of each record that has any.
  private var used: [Int: [Word]] = [:]
  /// The records whose references are to be followed anew.
  private var pending: Set<Int> = []
  /// By how much each name that suggestions may use is there more often than before, by kind.
  private var nameChanges: [String: [String: Int]] = [:]

  /// No records yet, of these kinds.
  init(_ kinds: [Kind]) {
    kindNumbers = Dictionary(kinds.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
  }

  // MARK: changes

  /// Begins to keep names, because somebody refers to them. Shape: all records there are, each not yet added.
  mutating func begin(_ records: [RecordFacts]) {
    guard !isOn else { return }
    isOn = true
    names = RecordNames(slots: records.count)
    for slot in records.indices where !records[slot].path.isEmpty { names.add(slot, records[slot]) }
  }

  /// Begins to keep who refers to what, so that changes find them.
  mutating func prepare(_ records: [RecordFacts]) {
    guard isOn, mentions == nil else { return }
    var mentions = Mentions()
    for slot in records.indices where !records[slot].references.isEmpty { mentions.add(slot, records[slot]) }
    self.mentions = mentions
  }

  /// Says that the references of a record must be followed.
  mutating func follow(_ slot: Int) { pending.insert(slot) }

  /// Adds a record's name.
  mutating func addName(_ slot: Int, _ records: [RecordFacts], _ kinds: [Kind]) {
    guard isOn else { return }
    names.add(slot, records[slot])
    nameChanged(slot, by: 1, records, kinds)
  }

  /// Takes a record's name out.
  mutating func removeName(_ slot: Int, _ records: [RecordFacts], _ kinds: [Kind]) {
    guard isOn else { return }
    names.remove(slot, records[slot])
    nameChanged(slot, by: -1, records, kinds)
  }

  /// Adds what a record refers to.
  mutating func addMentions(_ slot: Int, _ record: RecordFacts) {
    guard !record.references.isEmpty else { return }
    mentions?.add(slot, record)
    pending.insert(slot)
  }

  /// Takes out what a record refers to.
  mutating func removeMentions(_ slot: Int) {
    mentions?.remove(slot)
    pending.insert(slot)
  }

  private mutating func nameChanged(_ slot: Int, by step: Int, _ records: [RecordFacts], _ kinds: [Kind]) {
    let path = records[slot].path
    if let mentions { pending.formUnion(mentions.users(of: path)) }
    let kind = kinds[records[slot].kind].name
    guard danglers[kind] != nil else { return }
    // The name is the last part where no other has that; who was or becomes the only other one changes its own.
    let others = names.sharing(slot, records, most: 2)
    var changes = nameChanges[kind, default: [:]]
    let last = String(RecordID.lastStem(ofPath: path))
    changes[others.isEmpty ? last : String(RecordID.stem(ofPath: path)), default: 0] += step
    if others.count == 1 {
      changes[last, default: 0] -= step
      changes[String(RecordID.stem(ofPath: records[others[0]].path)), default: 0] += step
    }
    nameChanges[kind] = changes
  }

  // MARK: what follows

  /// Follows what must be followed; records about whose references there is another thing to say are dirty.
  mutating func settle(_ records: [RecordFacts], _ dirty: inout Set<Int>) {
    for slot in pending {
      let before = faults[slot] ?? []
      let after = records[slot].references.isEmpty ? [] : self.faults(of: records[slot], records)
      guard !before.isEmpty || !after.isEmpty else { continue }
      faults[slot] = after.isEmpty ? nil : after
      dirty.insert(slot)
    }
    suggest(records, &dirty)
    pending = []
    nameChanges = [:]
  }

  private func faults(of record: RecordFacts, _ records: [RecordFacts]) -> [Fault] {
    var result: [Fault] = []
    for (position, reference) in record.references.enumerated() {
      let resolution = resolve(reference, records)
      if case .record = resolution { continue }
      result.append(Fault(position: position, resolution: resolution))
    }
    return result
  }

  /// Keeps the suggestions for dangling words right.
  private mutating func suggest(_ records: [RecordFacts], _ dirty: inout Set<Int>) {
    var words: Set<Word> = []
    for slot in pending {
      for word in used.removeValue(forKey: slot) ?? [] {
        danglers[word.kind]?[word.text]?.users.remove(slot)
        words.insert(word)
      }
    }
    for slot in pending {
      for fault in faults[slot] ?? [] where fault.resolution == .dangling {
        let reference = records[slot].references[fault.position]
        let word = Word(kind: reference.wantedKind, text: reference.target)
        danglers[word.kind, default: [:]][word.text, default: Dangler()].users.insert(slot)
        used[slot, default: []].append(word)
        words.insert(word)
      }
    }
    for kind in nameChanges.keys {
      for text in danglers[kind, default: [:]].keys { words.insert(Word(kind: kind, text: text)) }
    }
    var known: [String: [String]] = [:]
    for word in words { suggest(word, records, &known, &dirty) }
  }

  /// The same for one word. `known` are the names of the kinds that were asked for.
  private mutating func suggest(
    _ word: Word, _ records: [RecordFacts], _ known: inout [String: [String]], _ dirty: inout Set<Int>
  ) {
    guard var dangler = danglers[word.kind]?[word.text] else { return }
    guard !dangler.users.isEmpty else {
      danglers[word.kind]?[word.text] = nil
      if danglers[word.kind]?.isEmpty == true { danglers[word.kind] = nil }
      return
    }
    let before = dangler
    let number = kindNumbers[word.kind]
    let changes = nameChanges[word.kind] ?? [:]
    if dangler.isNew || dangler.nearest.map({ changes[$0, default: 0] < 0 }) == true || changes.count > 1000 {
      let all = known[word.kind] ?? number.map { names.all(ofKind: $0, records) } ?? []
      known[word.kind] = all
      dangler.nearest = NearestWord.nearest(to: word.text, in: all)
    } else if !changes.isEmpty {
      let come = changes.filter { $0.value > 0 }.map(\.key)
      dangler.nearest = NearestWord.nearest(to: word.text, in: come + [dangler.nearest].compactMap { $0 })
    }
    dangler.isNew = false
    dangler.knewAny = number.map { names.count(ofKind: $0) > 0 } ?? false
    danglers[word.kind]?[word.text] = dangler
    if dangler.nearest != before.nearest || dangler.knewAny != before.knewAny { dirty.formUnion(dangler.users) }
  }

  // MARK: questions

  /// The references of a record that lead nowhere or astray.
  func faults(of slot: Int) -> [Fault] { faults.isEmpty ? [] : faults[slot] ?? [] }

  /// What a dangling reference might mean, and whether there is any record of the wanted kind.
  func suggestion(for reference: Reference) -> (nearest: String?, knowsAny: Bool) {
    guard let dangler = danglers[reference.wantedKind]?[reference.target] else { return (nil, false) }
    return (dangler.nearest, dangler.knewAny)
  }

  /// Where a reference leads. A suffix `.yaml` in it is allowed for.
  func resolve(_ reference: Reference, _ records: [RecordFacts]) -> Resolution {
    let name = RecordID.stem(ofPath: reference.target)
    let wanted = kindNumbers[reference.wantedKind]
    if let exact = names.record(withID: name, records) {
      return records[exact].kind == wanted ? .record(exact) : .wrongKind(exact)
    }
    let sharing = wanted.map { names.records(withLastPart: name, ofKind: $0, records) } ?? []
    if sharing.count == 1 { return .record(sharing[0]) }
    func earlier(_ left: Int, _ right: Int) -> Bool { records[left].path.isBefore(records[right].path) }
    if sharing.count > 1 {
      var first: [Int] = []
      for slot in sharing {
        guard first.count < 3 || earlier(slot, first[2]) else { continue }
        first.insert(slot, at: first.firstIndex { earlier(slot, $0) } ?? first.count)
        if first.count > 3 { first.removeLast() }
      }
      return .ambiguous(first: first, count: sharing.count)
    }
    let others = kindNumbers.values.flatMap { names.records(withLastPart: name, ofKind: $0, records) }
    return others.min(by: earlier).map { .wrongKind($0) } ?? .dangling
  }

  /// The records that refer to another, in byte order of their paths.
  func users(of slot: Int, _ records: [RecordFacts]) -> [Int] {
    guard isOn else { return [] }
    let named = mentions?.users(of: records[slot].path) ?? records.indices.filter { !records[$0].references.isEmpty }
    let candidates = Set(named).filter { user in
      records[user].references.contains { resolve($0, records) == .record(slot) }
    }
    return candidates.sorted { records[$0].path.isBefore(records[$1].path) }
  }
}
