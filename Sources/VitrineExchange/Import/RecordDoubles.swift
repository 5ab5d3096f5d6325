// What can be found of all records of a text before the first of them is matched: which are the same, and which would have the same path.

/// Which records of a text are the same thing as an earlier one.
package struct RecordDoubles: Sendable {
  /// Their places, each with that of the first one, in the order of the text.
  let later: [(index: Int, first: Int)]

  /// Those of a text whose records are of kinds below `kindCount`.
  package init(_ records: [ForeignRecord], _ checked: [CheckedRecord], kindCount: Int) {
    // Of each kind the identities, and the first record of each.
    var found = (0..<kindCount).map { _ in (keys: RecordKeySet(), first: [Int]()) }
    var later: [(index: Int, first: Int)] = []
    for index in records.indices {
      guard let identity = checked[index].identity else { continue }
      let place = records[index].kind
      let (number, isFirst) = found[place].keys.insert(identity)
      if isFirst { found[place].first.append(index) } else { later.append((index, found[place].first[number])) }
    }
    self.later = later
  }
}

/// The paths where the records of a text would go, numbered.
package struct HomeNumbers: Sendable {
  /// The paths, as file systems know them that take no notice of case.
  var keys = RecordKeySet()
  /// Of each record the number of its path.
  let numbers: [UInt32]

  /// Those of the records of a text.
  package init(_ checked: [CheckedRecord]) {
    var keys = RecordKeySet()
    keys.reserveCapacity(checked.count)
    numbers = checked.map { UInt32(keys.insert($0.homeKey).number) }
    self.keys = keys
  }
}
