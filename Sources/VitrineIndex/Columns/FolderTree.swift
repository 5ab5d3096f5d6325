// Parents by place: the folders of a catalogue, with the records that are parents and those that want one.

import VitrineModel

/// The folders that have records of kinds with a parent, or of kinds that are one. Empty where no kind has a parent.
struct FolderTree: Sendable {
  private struct Folder: Sendable {
    let parent: Int?
    var children: [Int] = []
    /// The records here that may be parents, by their tables, each list in byte order of their paths.
    var candidates: [Int: [Candidate]] = [:]
    /// The records here that want a parent.
    var dependents: Set<RowID> = []
  }

  private struct Candidate: Sendable {
    let id: RowID
    let path: [UInt8]
  }

  /// The table of the kind that each table's records have as parent.
  let wanted: [Int?]
  private let isHolder: [Bool]
  private var folders: [Folder] = []
  private var places: [ArraySlice<UInt8>: Int] = [:]

  /// A tree without records, for the given kinds.
  init(_ layouts: [TableLayout]) {
    let kinds = Dictionary(layouts.enumerated().map { ($0.element.kind.name, $0.offset) }) { first, _ in first }
    wanted = layouts.map { $0.kind.parent.flatMap { kinds[$0] } }
    var isHolder = Array(repeating: false, count: layouts.count)
    for table in wanted { if let table { isHolder[table] = true } }
    self.isHolder = isHolder
  }

  /// Whether records of a table have a place in the tree.
  func concerns(_ table: Int) -> Bool { wanted[table] != nil || isHolder[table] }

  /// Whether records of a table are parents of others.
  func holds(_ table: Int) -> Bool { isHolder[table] }

  /// Adds a record.
  mutating func add(_ id: RowID, path: [UInt8]) {
    guard concerns(id.table) else { return }
    let folder = folder(NameBytes.folder(path))
    if wanted[id.table] != nil { folders[folder].dependents.insert(id) }
    guard isHolder[id.table] else { return }
    let place = place(of: path, in: folder, id.table)
    folders[folder].candidates[id.table, default: []].insert(Candidate(id: id, path: path), at: place)
  }

  /// Takes a record out.
  mutating func remove(_ id: RowID, path: [UInt8]) {
    guard concerns(id.table), let folder = places[NameBytes.folder(path)] else { return }
    folders[folder].dependents.remove(id)
    guard isHolder[id.table] else { return }
    let place = place(of: path, in: folder, id.table)
    if let candidates = folders[folder].candidates[id.table], place < candidates.count, candidates[place].id == id {
      folders[folder].candidates[id.table]?.remove(at: place)
    }
  }

  /// The parent of a record: of the wanted kind, in the same folder or the nearest above; of several the first by path, never itself.
  func parent(of id: RowID, path: [UInt8]) -> RowID? {
    guard let wanted = wanted[id.table] else { return nil }
    var current = places[NameBytes.folder(path)]
    while let folder = current {
      if let found = folders[folder].candidates[wanted]?.first(where: { $0.id != id }) { return found.id }
      current = folders[folder].parent
    }
    return nil
  }

  /// The records in the folder of a path and below that want a parent.
  func dependents(below path: [UInt8]) -> [RowID] {
    guard let top = places[NameBytes.folder(path)] else { return [] }
    var open = [top]
    var found: [RowID] = []
    while let folder = open.popLast() {
      found += folders[folder].dependents
      open += folders[folder].children
    }
    return found
  }

  /// The place of a path among the candidates of a table in a folder.
  private func place(of path: [UInt8], in folder: Int, _ table: Int) -> Int {
    guard let candidates = folders[folder].candidates[table] else { return 0 }
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle].path.lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of a folder, which is made, with those above it, where it is new.
  private mutating func folder(_ path: ArraySlice<UInt8>) -> Int {
    if let known = places[path] { return known }
    var missing: [ArraySlice<UInt8>] = []
    var current = path
    var above: Int?
    while true {
      if let known = places[current] {
        above = known
        break
      }
      missing.append(current)
      if current.isEmpty { break }
      current = current.lastIndex(of: UInt8(ascii: "/")).map { current[..<$0] } ?? []
    }
    for path in missing.reversed() {
      folders.append(Folder(parent: above))
      if let above { folders[above].children.append(folders.count - 1) }
      above = folders.count - 1
      // A copy of its own, so that the table keeps no record's whole path.
      places[Array(path)[...]] = folders.count - 1
    }
    return folders.count - 1
  }
}
