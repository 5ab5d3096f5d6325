// Records of one kind whose identities may be meant as one.

import VitrineModel

/// Who is like which earlier record. Compared are records that share what those do that are alike.
struct LikenessLinks: Sendable {
  /// The shortest name that is compared: short names are alike by chance.
  private static let shortest = 6
  /// The largest group of records that is compared by every pair.
  private static let largestGroup = 400

  private let likeness: Likeness
  private var groups: SlotGroups
  /// For each record that is nearly the same as an earlier one the first of these.
  private var nearest: [Int: Int] = [:]
  /// The records that have another as the nearest.
  private var followers: [Int: Set<Int>] = [:]
  /// The groups that are too large.
  private var large: Set<UInt64> = []
  /// The groups that have changed, each with the records to look at anew.
  private var touched: [UInt64: Set<Int>] = [:]
  /// True until everything was compared for the first time.
  private var isNew = true

  /// No records, with room for so many.
  init(_ likeness: Likeness, slots: Int) {
    self.likeness = likeness
    groups = SlotGroups(slots: slots)
  }

  /// The first earlier record that is nearly the same.
  func earlier(than slot: Int) -> Int? { nearest.isEmpty ? nil : nearest[slot] }

  /// Adds a record whose identity has several parts.
  mutating func add(_ slot: Int, _ identity: Identity, kind: Int) {
    guard likeness != .slips || identity.leadCount >= Self.shortest else { return }
    let hash = likeness.shared(identity).withUnsafeBytes { SlotHash.bytes($0, in: kind) }
    groups.add(slot, hash: hash)
    if !isNew { touched[hash, default: []].insert(slot) }
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int) {
    guard groups.contains(slot) else { return }
    let hash = groups.hash(of: slot)
    groups.remove(slot)
    unlink(slot)
    touched[hash, default: []].remove(slot)
    for follower in followers.removeValue(forKey: slot) ?? [] {
      nearest[follower] = nil
      touched[hash, default: []].insert(follower)
    }
  }

  /// Compares what has changed; records that are near to another one now than before are dirty.
  mutating func settle(_ records: [RecordFacts], _ dirty: inout Set<Int>) {
    if isNew { for hash in groups.sharedHashes { touched[hash] = [] } }
    var keys = KeyRun()
    for (hash, changed) in touched {
      let members = groups.members(hash, most: Self.largestGroup + 1)
      if members.count > Self.largestGroup {
        if large.insert(hash).inserted { forget(groups.members(hash), &dirty) }
      } else if large.remove(hash) != nil || isNew || changed.count * 4 > members.count {
        compareAll(members, records, &keys, &dirty)
      } else {
        for slot in changed where groups.contains(slot) { compare(slot, members, records, &dirty) }
      }
    }
    touched = [:]
    isNew = false
  }

  private mutating func forget(_ members: [Int], _ dirty: inout Set<Int>) {
    for member in members { link(member, to: nil, &dirty) }
  }

  /// Every pair of a group.
  private mutating func compareAll(
    _ members: [Int], _ records: [RecordFacts], _ keys: inout KeyRun, _ dirty: inout Set<Int>
  ) {
    let sorted = isNew ? members.reversed() : members.sorted { records[$0].path < records[$1].path }
    keys.removeAll()
    for slot in sorted { if let identity = records[slot].identity { keys.append(identity, of: slot) } }
    keys.forEach(by: likeness) { slot, earlier in link(slot, to: earlier, &dirty) }
  }

  /// One record with all others of its group.
  private mutating func compare(_ slot: Int, _ members: [Int], _ records: [RecordFacts], _ dirty: inout Set<Int>) {
    guard let identity = records[slot].identity else { return }
    var first: Int?
    for member in members where member != slot {
      guard let other = records[member].identity, likeness.isNear(identity, other) else { continue }
      if records[member].path < records[slot].path {
        if first.map({ records[member].path < records[$0].path }) ?? true { first = member }
      } else if nearest[member].map({ records[slot].path < records[$0].path }) ?? true {
        link(member, to: slot, &dirty)
      }
    }
    link(slot, to: first, &dirty)
  }

  private mutating func link(_ slot: Int, to earlier: Int?, _ dirty: inout Set<Int>) {
    if earlier == nil, nearest.isEmpty { return }
    guard nearest[slot] != earlier else { return }
    unlink(slot)
    nearest[slot] = earlier
    if let earlier { followers[earlier, default: []].insert(slot) }
    if !isNew { dirty.insert(slot) }
  }

  private mutating func unlink(_ slot: Int) {
    guard let before = nearest.removeValue(forKey: slot) else { return }
    followers[before]?.remove(slot)
    if followers[before]?.isEmpty == true { followers[before] = nil }
  }
}
