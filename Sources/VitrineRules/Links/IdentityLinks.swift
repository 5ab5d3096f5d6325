// Records of one kind with the same identity.

import VitrineModel
import VitrineSource

/// Who is the first to have an identity.
struct IdentityLinks: Sendable {
  private var groups: SlotGroups
  /// The first record, in byte order of the paths, of each group of several.
  private var firsts: [UInt64: Int] = [:]
  private var touched: Set<UInt64> = []

  /// No records, with room for so many.
  init(slots: Int) { groups = SlotGroups(slots: slots, groups: slots) }

  /// Adds a record.
  mutating func add(_ slot: Int, _ identity: Identity, kind: Int) {
    let hash = identity.key.withUnsafeBytes { SlotHash.bytes($0, in: kind) }
    if groups.add(slot, hash: hash) { touched.insert(hash) }
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int) {
    guard groups.contains(slot) else { return }
    if groups.isShared(slot) { touched.insert(groups.hash(of: slot)) }
    groups.remove(slot)
  }

  /// Finds the firsts anew; those who have another one now are dirty.
  mutating func settle(_ records: [RecordFacts], _ dirty: inout Set<Int>) {
    for hash in touched {
      let members = groups.members(hash)
      if members.count < 2 {
        if firsts.removeValue(forKey: hash) != nil { dirty.formUnion(members) }
        continue
      }
      guard let first = members.min(by: { Path.isFirst(records[$0].path, before: records[$1].path) }) else { continue }
      guard firsts[hash] != first else { continue }
      firsts[hash] = first
      dirty.formUnion(members)
    }
    touched = []
  }

  /// The first record with the identity of another; nil where that is the other itself.
  func first(for slot: Int, _ records: [RecordFacts]) -> Int? {
    guard !firsts.isEmpty, groups.isShared(slot) else { return nil }
    let hash = groups.hash(of: slot)
    guard var first = firsts[hash] else { return nil }
    if !isSame(first, slot, records) {
      // Two identities of one hash.
      let same = groups.members(hash).filter { isSame($0, slot, records) }
      first = same.min { Path.isFirst(records[$0].path, before: records[$1].path) } ?? slot
    }
    return first == slot ? nil : first
  }

  /// The records of a kind with an identity of these bytes.
  func records(withKey key: [UInt8], ofKind kind: Int, _ records: [RecordFacts]) -> [Int] {
    groups.members(key.withUnsafeBytes { SlotHash.bytes($0, in: kind) }).filter {
      records[$0].kind == kind && records[$0].identity?.key == key
    }
  }

  private func isSame(_ left: Int, _ right: Int, _ records: [RecordFacts]) -> Bool {
    records[left].kind == records[right].kind && records[left].identity?.key == records[right].identity?.key
  }
}
