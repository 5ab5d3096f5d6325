// From the words of a reference to the record it names.

/// The records by the names that references may use.
package struct ReferenceTable: Sendable {
  /// What a reference leads to.
  package enum Resolution: Sendable, Hashable {
    /// The index of the one record of the wanted kind.
    case record(Int)
    /// A record of another kind has this name; its index.
    case wrongKind(Int)
    /// Several records of the wanted kind have this last part; their indices.
    case ambiguous([Int])
    /// Nothing has this name.
    case dangling
  }

  private let records: [RecordFacts]
  private let kinds: [Kind]
  private var byID: [String: Int] = [:]
  private var byLastPart: [String: [Int]] = [:]

  /// A table of the given records.
  package init(_ records: [RecordFacts], kinds: [Kind]) {
    self.records = records
    self.kinds = kinds
    byID.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      byID[RecordID.id(ofPath: record.path)] = index
      byLastPart[RecordID.lastPart(ofPath: record.path), default: []].append(index)
    }
  }

  /// Where a reference leads. A suffix `.yaml` in it is allowed for.
  package func resolve(_ reference: Reference) -> Resolution {
    let name = RecordID.id(ofPath: reference.target)
    if let exact = byID[name] {
      return isWanted(exact, reference) ? .record(exact) : .wrongKind(exact)
    }
    let sharing = byLastPart[name] ?? []
    let wanted = sharing.filter { isWanted($0, reference) }
    switch wanted.count {
    case 1: return .record(wanted[0])
    case 0: return sharing.first.map { .wrongKind($0) } ?? .dangling
    default: return .ambiguous(wanted)
    }
  }

  /// The names a reference of this kind could use, shortest form first: for suggestions.
  package func names(ofKind kind: String) -> [String] {
    records.indices.filter { kinds[records[$0].kind].name == kind }.map { shortName(of: $0) }
  }

  /// The last part where that is unique among records of its kind, else the id.
  package func shortName(of index: Int) -> String {
    let last = RecordID.lastPart(ofPath: records[index].path)
    let sharing = (byLastPart[last] ?? []).filter { records[$0].kind == records[index].kind }
    return sharing.count == 1 ? last : RecordID.id(ofPath: records[index].path)
  }

  private func isWanted(_ index: Int, _ reference: Reference) -> Bool {
    kinds[records[index].kind].name == reference.wantedKind
  }
}
