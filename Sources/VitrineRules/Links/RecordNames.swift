// The records by the names that references may use.

import VitrineModel
import VitrineSource

/// Records by id, and by kind and last part of the id.
///
/// A name means the records whose path or id has its very bytes; where none has, those whose id Unicode calls the same (NFC); where there is none,
/// those of a kind whose last part is so called, in the same two steps.
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
    byID.add(slot, hash: SlotHash.text(record.path.stem))
    byLastPart.add(slot, hash: SlotHash.text(record.path.stem.name, in: record.kind))
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

  /// The records, of any kinds, that a text is the path or the id of.
  func records(withID text: Path, _ records: [RecordFacts]) -> [Int] {
    let id = text.stem
    var exact: [Int] = []
    var alike: [Int] = []
    var slot = byID.first(SlotHash.text(id))
    while let member = slot {
      slot = byID.next(member)
      if records[member].path == text { return [member] }
      let own = records[member].path.stem
      if own == id { exact.append(member) } else if own.isCanonicallyEqual(to: id) { alike.append(member) }
    }
    return exact.isEmpty ? alike : exact
  }

  /// The records of a kind that a text is the last part of.
  func records(withLastPart last: Path.Slice, ofKind kind: Int, _ records: [RecordFacts], maximum: Int = .max) -> [Int] {
    var exact: [Int] = []
    var alike: [Int] = []
    var slot = byLastPart.first(SlotHash.text(last, in: kind))
    while let member = slot, exact.count < maximum {
      slot = byLastPart.next(member)
      guard records[member].kind == kind else { continue }
      let own = records[member].path.stem.name
      if own == last { exact.append(member) } else if own.isCanonicallyEqual(to: last) { alike.append(member) }
    }
    return exact.isEmpty ? Array(alike.prefix(maximum)) : exact
  }

  /// The records of any kind whose id, or the last part of it, Unicode calls the same as a text's id.
  func records(named text: Path, _ kinds: Range<Int>, _ records: [RecordFacts]) -> [Int] {
    let id = text.stem
    let whole = byID.members(SlotHash.text(id)).filter { records[$0].path.stem.isCanonicallyEqual(to: id) }
    let last = kinds.flatMap { kind in
      byLastPart.members(SlotHash.text(id, in: kind)).filter {
        records[$0].kind == kind && records[$0].path.stem.name.isCanonicallyEqual(to: id)
      }
    }
    return whole + last.filter { !whole.contains($0) }
  }

  /// Other records of its kind that have the last part of a record's, which may itself be there or not; no more than `maximum`.
  func sharing(_ slot: Int, _ records: [RecordFacts], maximum: Int) -> [Int] {
    let last = records[slot].path.stem.name
    var found: [Int] = []
    var next = byLastPart.first(SlotHash.text(last, in: records[slot].kind))
    while let member = next, found.count < maximum {
      next = byLastPart.next(member)
      guard member != slot, records[member].kind == records[slot].kind else { continue }
      if records[member].path.stem.name == last { found.append(member) }
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
