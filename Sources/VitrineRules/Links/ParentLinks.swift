// Which record lies above which.

import VitrineModel
import VitrineSource

/// The records that may be parents, by folder. Nothing is kept where no kind has a parent.
struct ParentLinks: Sendable {
  /// A folder with records in it or below.
  private struct Folder: Sendable {
    var records: Set<Int> = []
    var children: Set<Path> = []
    var isEmpty: Bool { records.isEmpty && children.isEmpty }
  }

  /// For each kind that of its parents.
  private let wanted: [Int?]
  private let isParent: [Bool]
  /// Whether any kind has a parent.
  let isOn: Bool
  /// The records of parents' kinds in each folder, in byte order of their paths.
  private var candidates: [Path: [Int]] = [:]
  /// All folders with records; nil until changes are looked for.
  private var folders: [Path: Folder]?

  /// No records yet, of these kinds.
  init(_ kinds: [Kind]) {
    wanted = kinds.map { kind in kinds.firstIndex { $0.name == kind.parent } }
    isOn = kinds.contains { $0.parent != nil }
    isParent = kinds.indices.map { [wanted] in wanted.contains($0) }
  }

  /// Begins to keep what lies in which folder.
  mutating func prepare(_ records: [RecordFacts]) {
    guard isOn, folders == nil else { return }
    folders = [:]
    for slot in records.indices where !records[slot].path.isEmpty { enter(slot, records[slot].path) }
  }

  /// Adds a record; those who may have another parent now are dirty.
  mutating func add(_ slot: Int, _ records: [RecordFacts], _ dirty: inout Set<Int>) {
    guard isOn else { return }
    enter(slot, records[slot].path)
    guard isParent[records[slot].kind] else { return }
    let folder = Path(records[slot].path.folder)
    var list = candidates.removeValue(forKey: folder) ?? []
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if records[list[middle]].path < records[slot].path { low = middle + 1 } else { high = middle }
    }
    list.insert(slot, at: low)
    candidates[folder] = list
    visit(folder, records[slot].kind, records, &dirty, isTop: true)
  }

  /// Takes a record out; those who may have another parent now are dirty.
  mutating func remove(_ slot: Int, _ records: [RecordFacts], _ dirty: inout Set<Int>) {
    guard isOn else { return }
    let folder = Path(records[slot].path.folder)
    leave(slot, folder)
    guard isParent[records[slot].kind] else { return }
    candidates[folder]?.removeAll { $0 == slot }
    if candidates[folder]?.isEmpty == true { candidates[folder] = nil }
    visit(folder, records[slot].kind, records, &dirty, isTop: true)
  }

  /// The parent of a record: the first one of the wanted kind in its folder, or the nearest above.
  func parent(of slot: Int, _ records: [RecordFacts]) -> Int? {
    guard isOn, let kind = wanted[records[slot].kind] else { return nil }
    var folder: Path.Slice? = records[slot].path.folder
    while let here = folder {
      if let found = candidates[Path(here)]?.first(where: { $0 != slot && records[$0].kind == kind }) { return found }
      folder = here.parent
    }
    return nil
  }

  /// The records that may have a given one as their parent.
  func candidates(below slot: Int, _ records: [RecordFacts]) -> Set<Int> {
    guard isOn, isParent[records[slot].kind] else { return [] }
    guard folders != nil else { return Set(records.indices.filter { wanted[records[$0].kind] == records[slot].kind }) }
    var result: Set<Int> = []
    visit(Path(records[slot].path.folder), records[slot].kind, records, &result, isTop: true)
    return result
  }

  /// Goes down as far as no other record of the kind stands in between.
  private func visit(_ path: Path, _ kind: Int, _ records: [RecordFacts], _ found: inout Set<Int>, isTop: Bool) {
    guard let folder = folders?[path] else { return }
    let between = isTop ? [] : (candidates[path] ?? []).filter { records[$0].kind == kind }
    if between.isEmpty {
      for slot in folder.records where wanted[records[slot].kind] == kind { found.insert(slot) }
      for child in folder.children { visit(child, kind, records, &found, isTop: false) }
    } else if between.count == 1, wanted[kind] == kind {
      // No record is its own parent: the only one here looks further up.
      found.insert(between[0])
    }
  }

  private mutating func enter(_ slot: Int, _ path: Path) {
    guard folders != nil else { return }
    var folder = path.folder
    var isKnown = folders?[Path(folder)] != nil
    folders?[Path(folder), default: Folder()].records.insert(slot)
    while !isKnown, let above = folder.parent {
      isKnown = folders?[Path(above)] != nil
      folders?[Path(above), default: Folder()].children.insert(Path(folder))
      folder = above
    }
  }

  private mutating func leave(_ slot: Int, _ path: Path) {
    folders?[path]?.records.remove(slot)
    var folder = path
    while folders?[folder]?.isEmpty == true {
      folders?[folder] = nil
      guard let above = folder.slice.parent else { return }
      folders?[Path(above)]?.children.remove(folder)
      folder = Path(above)
    }
  }
}
