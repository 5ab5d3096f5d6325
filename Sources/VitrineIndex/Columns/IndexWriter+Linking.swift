// What a change of one record means for the others: references that lead elsewhere now, children that have another parent, users.

import VitrineRules
import VitrineSource

extension IndexWriter {
  /// Makes a new record known to all others, once its row is written.
  mutating func place(_ id: RowID, _ path: Path) {
    names.add(id, path)
    let called = index.tables[id.table].nameHashes(ofRow: id.row)
    index.tables[id.table].names?.add(id.row, called)
    parents.add(id.number, kind: id.table, path)
    resolveAgain(path)
    if parents.hasParent(id.table) { findParent(of: id) }
    findParentsOfChildren(of: id.table, below: path)
  }

  /// Takes a record out of its row, and out of what others say.
  mutating func remove(_ id: RowID, _ path: Path) {
    touchTargets(of: id)
    gone[id] = path
    names.remove(id)
    let called = index.tables[id.table].nameHashes(ofRow: id.row)
    index.tables[id.table].names?.remove(id.row, called)
    parents.remove(id.number, kind: id.table, path)
    for column in index.tables[id.table].columns.indices {
      setRow(id, column, [], index.tables[id.table].columns[column].lists.map { _ in [] })
    }
    index.tables[id.table].chunks[id.row / RowChunk.size].live[id.row % RowChunk.size / 64] &= ~(1 << UInt64(id.row % 64))
    index.tables[id.table].liveCount -= 1
    freeRows[id.table].append(id.row)
    hiddenParents[id] = nil
    resolveAgain(path)
    findParentsOfChildren(of: id.table, below: path)
  }

  /// Notes all records that a record refers to now.
  mutating func touchTargets(of id: RowID) {
    for target in targets(of: id) { touched.insert(Usage(target: target, user: id)) }
  }

  /// The records that a record refers to, its parent among them.
  private func targets(of id: RowID) -> [RowID] {
    let table = index.tables[id.table]
    var found: [RowID] = []
    for reference in references where reference.table == id.table {
      for value in table.values(id.row, reference.column) {
        if let target = table.pools[reference.column].target(value) { found.append(target) }
      }
    }
    if let column = table.layout.builtIns.parent, let value = table.firstValue(id.row, column) {
      if let target = table.pools[column].target(value) { found.append(target) }
    }
    if let parent = hiddenParents[id] { found.append(parent) }
    return found
  }

  /// Whether the records of a table have a parent by place that no column says, since a field of the schema is called like it.
  func hidesParents(_ table: Int) -> Bool { parents.hasParent(table) && index.tables[table].layout.builtIns.parent == nil }

  /// Finds the records of all values anew that may mean the record at `path`, which has come or gone.
  private mutating func resolveAgain(_ path: Path) {
    let hashes = RecordNames.hashes(ofNamesOf: path)
    for (number, reference) in references.enumerated() {
      for value in hashes.flatMap({ referenceNames[number].members($0) }).map({ ValueID($0) }) {
        let pool = index.tables[reference.table].pools[reference.column]
        let target = names.resolve(Path(pool.text(value)), wanted: reference.wanted, in: index)
        let before = pool.target(value)
        guard target != before else { continue }
        index.tables[reference.table].pools[reference.column].setTarget(target, of: value)
        for row in columns[reference.table][reference.column].users[Int(value)] {
          let user = RowID(table: reference.table, row: Int(row))
          for end in [before, target] { if let end { touched.insert(Usage(target: end, user: user)) } }
        }
      }
    }
    let found = names.row(ofPath: path, in: index)
    for table in index.tables.indices {
      let builtIns = index.tables[table].layout.builtIns
      for column in [builtIns.parent, builtIns.usedBy].compactMap({ $0 }) {
        let pool = index.tables[table].pools[column]
        guard let value = columns[table][column].find(Array(path.utf8), in: pool), pool.target(value) != found else { continue }
        index.tables[table].pools[column].setTarget(found, of: value)
      }
    }
  }

  /// Finds the parents of all records anew that may have one of a kind as their parent which is at a path, or was.
  private mutating func findParentsOfChildren(of kind: Int, below path: Path) {
    for child in parents.children(below: path, kind: kind) ?? [] { findParent(of: RowID(number: child)) }
  }

  /// Finds the parent of a record anew.
  private mutating func findParent(of id: RowID) {
    touchTargets(of: id)
    let parent = parents.parent(of: id.number, kind: id.table, index.path(of: id)).map { RowID(number: $0) }
    if let parent { touched.insert(Usage(target: parent, user: id)) }
    guard let column = index.tables[id.table].layout.builtIns.parent else {
      hiddenParents[id] = parent
      return
    }
    setRow(id, column, parent.map { [intern($0, path: index.path(of: $0), column, id.table)] } ?? [], [])
  }

  /// Brings the users of all records that were touched up to date.
  mutating func settle() {
    defer { gone = [:] }
    guard !touched.isEmpty else { return }
    var users: [RowID: [RowID]] = [:]
    for usage in touched { users[usage.target, default: []].append(usage.user) }
    touched = []
    for (target, users) in users.sorted(by: { ($0.key.table, $0.key.row) < ($1.key.table, $1.key.row) }) {
      guard let column = index.tables[target.table].layout.builtIns.usedBy, index.tables[target.table].isLive(target.row) else {
        continue
      }
      settle(users, of: target, column)
    }
  }

  /// Takes users that refer to a record no more out of its list, and puts those that do now in: in byte order of their paths.
  private mutating func settle(_ users: [RowID], of target: RowID, _ column: Int) {
    var list = index.tables[target.table].values(target.row, column)
    // From the last path to the first, so that places found stay right; of very many users the list is made in one go.
    var changes = users.map { (path: gone[$0] ?? index.path(of: $0), user: $0) }
    changes.sort { $1.path < $0.path }
    var new: [(place: Int, value: ValueID?)] = []
    for (path, user) in changes {
      let (place, isListed) = place(of: path, in: list, index.tables[target.table].pools[column])
      let isUser = gone[user] == nil && targets(of: user).contains(target)
      if isUser && !isListed { new.append((place, intern(user, path: path, column, target.table))) }
      if !isUser && isListed { new.append((place, nil)) }
    }
    guard !new.isEmpty else { return }
    if new.count < 16 {
      for (place, value) in new {
        if let value { list.insert(value, at: place) } else { list.remove(at: place) }
      }
    } else {
      list = changed(list, by: new.reversed())
    }
    setRow(target, column, list, [])
  }

  /// The place of a path in a list of paths in byte order, and whether it is there.
  private func place(of path: Path, in list: [ValueID], _ pool: ValuePool) -> (place: Int, isListed: Bool) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if pool.bytes(list[middle]).lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
    }
    return (low, low < list.count && pool.bytes(list[low]).elementsEqual(path.utf8))
  }

  /// A list with values put in before, or taken out at, the given ascending places.
  private func changed(_ list: [ValueID], by changes: [(place: Int, value: ValueID?)]) -> [ValueID] {
    var result: [ValueID] = []
    result.reserveCapacity(list.count + changes.count)
    var next = 0
    for (place, value) in changes {
      result += list[next..<place]
      next = place
      if let value { result.append(value) } else { next += 1 }
    }
    return result + list[next...]
  }
}
