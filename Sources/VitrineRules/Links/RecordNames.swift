// The records by the names that references may use, and which record a name means: said here, for the links, the index and what is planned.

package import VitrineModel
package import VitrineSource

/// What a reference leads to.
package enum Resolution: Sendable, Hashable {
  /// The slot of the one record of the wanted kind.
  case record(Int)
  /// A record of another kind has this name; its slot.
  case wrongKind(Int)
  /// Several records have this id or, of the wanted kind, this last part: the slots of the first three, in byte order of their paths, and how
  /// many there are.
  case ambiguous(first: [Int], count: Int)
  /// Nothing has this name.
  case dangling

  /// The record that is meant; nil where none is, or not only one.
  package var record: Int? { if case .record(let slot) = self { slot } else { nil } }
}

/// The records whose names are kept, each under a number that its owner gives it: its slot.
package protocol NamedSlots {
  /// The path of the record in a slot.
  func path(ofSlot slot: Int) -> Path
  /// The index of its kind.
  func kind(ofSlot slot: Int) -> Int
}

/// Records by id, and by kind and last part of the id. Only hashes are kept here: paths and kinds stay with the owner of the records, who hands them in
/// with each question.
///
/// A name means the records whose path or id has its very bytes; where none has, those whose id Unicode calls the same (NFC); where there is none,
/// those of a kind whose last part is so called, in the same two steps.
package struct RecordNames: Sendable {
  private var byID: SlotGroups
  private var byLastPart: SlotGroups
  private var counts: [Int: Int] = [:]

  /// No records, with room for so many.
  package init(slots: Int = 0) {
    byID = SlotGroups(slots: slots, groups: slots)
    byLastPart = SlotGroups(slots: slots, groups: slots)
  }

  /// Adds a record of a kind.
  package mutating func add(_ slot: Int, kind: Int, _ path: Path) {
    byID.add(slot, hash: SlotHash.text(path.stem))
    byLastPart.add(slot, hash: SlotHash.text(path.stem.name, in: kind))
    counts[kind, default: 0] += 1
  }

  /// Takes a record of a kind out.
  package mutating func remove(_ slot: Int, kind: Int) {
    byID.remove(slot)
    byLastPart.remove(slot)
    counts[kind, default: 0] -= 1
  }

  /// How many records of a kind there are.
  func count(ofKind kind: Int) -> Int { counts[kind] ?? 0 }

  /// The hash under which a text that is used as a name is found among others.
  package static func hash(ofName text: Path) -> UInt64 { SlotHash.text(text.stem) }

  /// The hashes of all texts that may mean the record at a path.
  package static func hashes(ofNamesOf path: Path) -> [UInt64] {
    let (id, last) = (path.stem, path.stem.name)
    return (id.utf8.count == last.utf8.count ? [id] : [id, last]).map { SlotHash.text($0) }
  }

  // MARK: what a name means

  /// Where a name leads in references to a kind: by the id first, with or without the suffix, whatever kind has it; then by the last part
  /// among the records of the kind; nil for `wanted` is a kind that there is not.
  ///
  /// Of the last parts in other kinds nothing is known here: such a name is dangling.
  package func resolve(_ name: Path, kind wanted: Int?, _ records: some NamedSlots) -> Resolution {
    let named = self.records(withID: name, records)
    let own = named.filter { records.kind(ofSlot: $0) == wanted }
    if let meant = only(own, records) { return meant }
    if let other = Self.first(of: named, records) { return .wrongKind(other) }
    let sharing = wanted.map { self.records(withLastPart: name.stem, ofKind: $0, records) } ?? []
    return only(sharing, records) ?? .dangling
  }

  private func only(_ slots: [Int], _ records: some NamedSlots) -> Resolution? {
    if slots.count < 2 { return slots.first.map { .record($0) } }
    let paths = slots.map { (path: records.path(ofSlot: $0), slot: $0) }
    var first: [(path: Path, slot: Int)] = []
    for named in paths where first.count < 3 || named.path < first[2].path {
      first.insert(named, at: first.firstIndex { named.path < $0.path } ?? first.count)
      if first.count > 3 { first.removeLast() }
    }
    return .ambiguous(first: first.map(\.slot), count: slots.count)
  }

  /// The first of some records, in byte order of their paths.
  static func first(of slots: [Int], _ records: some NamedSlots) -> Int? {
    slots.count < 2 ? slots.first : slots.map { (path: records.path(ofSlot: $0), slot: $0) }.min { $0.path < $1.path }?.slot
  }

  /// The record at a path.
  package func record(at path: Path, _ records: some NamedSlots) -> Int? {
    var slot = byID.first(SlotHash.text(path.stem))
    while let member = slot {
      if records.path(ofSlot: member) == path { return member }
      slot = byID.next(member)
    }
    return nil
  }

  /// The records, of any kinds, that a text is the path or the id of.
  private func records(withID text: Path, _ records: some NamedSlots) -> [Int] {
    let id = text.stem
    var exact: [Int] = []
    var alike: [Int] = []
    var slot = byID.first(SlotHash.text(id))
    while let member = slot {
      slot = byID.next(member)
      let path = records.path(ofSlot: member)
      if path == text { return [member] }
      if path.stem == id { exact.append(member) } else if path.stem.isCanonicallyEqual(to: id) { alike.append(member) }
    }
    return exact.isEmpty ? alike : exact
  }

  /// The records of a kind that a text is the last part of.
  func records(withLastPart last: Path.Slice, ofKind kind: Int, _ records: some NamedSlots) -> [Int] {
    var exact: [Int] = []
    var alike: [Int] = []
    var slot = byLastPart.first(SlotHash.text(last, in: kind))
    while let member = slot {
      slot = byLastPart.next(member)
      guard records.kind(ofSlot: member) == kind else { continue }
      let own = records.path(ofSlot: member).stem.name
      if own == last { exact.append(member) } else if own.isCanonicallyEqual(to: last) { alike.append(member) }
    }
    return exact.isEmpty ? alike : exact
  }

  // MARK: who is called alike

  /// The records of any kind whose id, or the last part of it, Unicode calls the same as a text's id.
  func records(named text: Path, _ kinds: Range<Int>, _ records: some NamedSlots) -> [Int] {
    let id = text.stem
    let whole = byID.members(SlotHash.text(id)).filter { records.path(ofSlot: $0).stem.isCanonicallyEqual(to: id) }
    let last = kinds.flatMap { kind in
      byLastPart.members(SlotHash.text(id, in: kind)).filter {
        records.kind(ofSlot: $0) == kind && records.path(ofSlot: $0).stem.name.isCanonicallyEqual(to: id)
      }
    }
    return whole + last.filter { !whole.contains($0) }
  }

  /// Other records of its kind that have the last part of a record's, which may itself be there or not; no more than `maximum`.
  func sharing(_ slot: Int, _ records: some NamedSlots, maximum: Int) -> [Int] {
    let last = records.path(ofSlot: slot).stem.name
    let kind = records.kind(ofSlot: slot)
    var found: [Int] = []
    var next = byLastPart.first(SlotHash.text(last, in: kind))
    while let member = next, found.count < maximum {
      next = byLastPart.next(member)
      guard member != slot, records.kind(ofSlot: member) == kind else { continue }
      if records.path(ofSlot: member).stem.name == last { found.append(member) }
    }
    return found
  }

  /// The names of the records of a kind, each in its shortest form: for suggestions.
  func all(ofKind kind: Int, _ records: [RecordFacts]) -> [Path] {
    records.indices.filter { byID.contains($0) && records[$0].kind == kind }.map { slot in
      let path = records[slot].path
      let isAlone = sharing(slot, records, maximum: 1).isEmpty
      return Path(isAlone ? path.stem.name : path.stem)
    }
  }
}

// MARK: records at hand

/// A record as names find it.
package protocol Named {
  /// The path of its file.
  var path: Path { get }
  /// The index of its kind.
  var kind: Int { get }
}

extension RecordFacts: Named {}

extension Array: NamedSlots where Element: Named {
  /// The path of the record at an index.
  package func path(ofSlot slot: Int) -> Path { self[slot].path }

  /// The kind of the record at an index.
  package func kind(ofSlot slot: Int) -> Int { self[slot].kind }
}

/// A record that is not there yet, such as one of a plan.
package struct NamedRecord: Named, Sendable, Hashable {
  /// The path of its file.
  package var path: Path
  /// The index of its kind.
  package var kind: Int

  /// A record of the given path and kind.
  package init(path: Path, kind: Int) {
    self.path = path
    self.kind = kind
  }
}

extension RecordNames {
  /// The one record of a kind that a name means among a few; nil where it means none, several, or one of another kind.
  ///
  /// Shape: `records` has all whose id, or whose last part of it, Unicode calls the same as the name's; others do no harm.
  package static func only(_ name: Path, kind: Int, among records: some Collection<NamedRecord>) -> Path? {
    let records = Array(records)
    var names = RecordNames(slots: records.count)
    for (slot, record) in records.enumerated() { names.add(slot, kind: record.kind, record.path) }
    return names.resolve(name, kind: kind, records).record.map { records[$0].path }
  }
}
