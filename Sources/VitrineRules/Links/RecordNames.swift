// The records by the names that references may use.

import VitrineModel

/// Records by id, and by kind and last part of the id.
struct RecordNames: Sendable {
  private var byID: SlotGroups
  private var byLastPart: SlotGroups
  private var counts: [Int: Int] = [:]

  /// No records, with room for so many.
  init(slots: Int = 0) {
    byID = SlotGroups(slots: slots, groups: slots)
    byLastPart = SlotGroups(slots: slots, groups: slots)
  }

  /// Adds a record.
  mutating func add(_ slot: Int, _ record: RecordFacts) {
    byID.add(slot, hash: SlotHash.text(RecordID.stem(ofPath: record.path)))
    byLastPart.add(slot, hash: SlotHash.text(RecordID.lastStem(ofPath: record.path), in: record.kind))
    counts[record.kind, default: 0] += 1
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int, _ record: RecordFacts) {
    byID.remove(slot)
    byLastPart.remove(slot)
    counts[record.kind, default: 0] -= 1
  }

  /// How many records of a kind there are.
  func count(ofKind kind: Int) -> Int { counts[kind] ?? 0 }

  /// The record with an id; of several, whose suffixes differ, the last one in byte order of the paths.
  func record(withID id: Substring, _ records: [RecordFacts]) -> Int? {
    var found: Int?
    var slot = byID.first(SlotHash.text(id))
    while let member = slot {
      if RecordID.stem(ofPath: records[member].path) == id,
        found.map({ records[$0].path.isBefore(records[member].path) }) ?? true
      {
        found = member
      }
      slot = byID.next(member)
    }
    return found
  }

  /// The records of a kind with a last part.
  func records(withLastPart last: Substring, ofKind kind: Int, _ records: [RecordFacts], most: Int = .max) -> [Int] {
    var result: [Int] = []
    var slot = byLastPart.first(SlotHash.text(last, in: kind))
    while let member = slot, result.count < most {
      if records[member].kind == kind, RecordID.lastStem(ofPath: records[member].path) == last { result.append(member) }
      slot = byLastPart.next(member)
    }
    return result
  }

  /// Other records of its kind that have the last part of a record's, which may itself be there or not; no more than `most`.
  func sharing(_ slot: Int, _ records: [RecordFacts], most: Int) -> [Int] {
    let last = RecordID.lastStem(ofPath: records[slot].path)
    return Array(
      self.records(withLastPart: last, ofKind: records[slot].kind, records, most: most + 1).filter { $0 != slot }.prefix(most))
  }

  /// The names of the records of a kind, each in its shortest form: for suggestions.
  func all(ofKind kind: Int, _ records: [RecordFacts]) -> [String] {
    records.indices.filter { byID.contains($0) && records[$0].kind == kind }.map { slot in
      let path = records[slot].path
      let isAlone = sharing(slot, records, most: 1).isEmpty
      return String(isAlone ? RecordID.lastStem(ofPath: path) : RecordID.stem(ofPath: path))
    }
  }
}

/// Who refers to which name.
struct Mentions: Sendable {
  private static let none = UInt32.max
  /// The references, each with a number, by the name in it.
  private var groups = SlotGroups()
  private var owners: [UInt32] = []
  /// The next reference of the same record.
  private var nexts: [UInt32] = []
  private var free: [UInt32] = []
  private var firsts: [UInt32] = []

  /// Adds the references of a record.
  mutating func add(_ slot: Int, _ record: RecordFacts) {
    while firsts.count <= slot { firsts.append(Self.none) }
    for reference in record.references {
      let number: UInt32
      if let known = free.popLast() {
        number = known
      } else {
        number = UInt32(owners.count)
        owners.append(0)
        nexts.append(Self.none)
      }
      owners[Int(number)] = UInt32(slot)
      nexts[Int(number)] = firsts[slot]
      firsts[slot] = number
      groups.add(Int(number), hash: SlotHash.text(RecordID.stem(ofPath: reference.target)))
    }
  }

  /// Takes all references of a record out.
  mutating func remove(_ slot: Int) {
    guard slot < firsts.count else { return }
    var next = firsts[slot]
    firsts[slot] = Self.none
    while next != Self.none {
      groups.remove(Int(next))
      free.append(next)
      next = nexts[Int(next)]
    }
  }

  /// The records with a reference that may be to the record at a path; one may be named several times.
  func users(of path: String) -> [Int] {
    let (id, last) = (RecordID.stem(ofPath: path), RecordID.lastStem(ofPath: path))
    let names = id.utf8.count == last.utf8.count ? [id] : [id, last]
    return names.flatMap { groups.members(SlotHash.text($0)).map { Int(owners[$0]) } }
  }
}
