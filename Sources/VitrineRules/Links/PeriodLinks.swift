// Records of one kind and one name of which one has a year or a month, and another a day in it.

import VitrineModel

/// Who may be the same as which earlier record, by dates that are known to different precision.
///
/// Where all dates are days nothing is compared: the records are only gathered once one has a period.
struct PeriodLinks: Sendable {
  /// For each kind whether its identity has a date that may be a period.
  private let areConcerned: [Bool]
  private var links: LikenessLinks
  private var isGathered: Bool

  /// The links of the records of a catalogue, none of which is added yet.
  init(_ kinds: [Kind], _ records: [RecordFacts]) {
    let areConcerned = kinds.map { kind in
      kind.identity.dropFirst().contains { kind.field($0.field).map { $0.precision != .day } ?? false }
    }
    self.areConcerned = areConcerned
    isGathered = records.contains { areConcerned[$0.kind] && $0.identity.map(Likeness.hasPeriod) ?? false }
    links = LikenessLinks(.periods, slots: isGathered ? records.count : 0)
  }

  /// The first earlier record that may be the same.
  func earlier(than slot: Int) -> Int? { links.earlier(than: slot) }

  /// Adds a record of the catalogue. All that were added before are among `records`.
  mutating func add(_ slot: Int, _ identity: Identity, _ records: [RecordFacts]) {
    let kind = records[slot].kind
    guard areConcerned[kind] else { return }
    if !isGathered, Likeness.hasPeriod(identity) {
      isGathered = true
      for other in records.indices where other != slot && areConcerned[records[other].kind] {
        if let known = records[other].identity { links.add(other, known, kind: records[other].kind) }
      }
    }
    if isGathered { links.add(slot, identity, kind: kind) }
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int) { links.remove(slot) }

  /// Compares what has changed; records that have another one before them now are dirty.
  mutating func settle(_ records: [RecordFacts], _ dirty: inout Set<Int>) { links.settle(records, &dirty) }
}
