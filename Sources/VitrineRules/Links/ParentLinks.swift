// Which record lies above which.

import VitrineAlgorithms
package import VitrineModel
package import VitrineSource

/// The records that may be parents, by folder, and those that may have one. Nothing is kept where no kind has a parent.
///
/// Shape: who keeps it numbers the records; the rules by their slots, the index by its rows.
package struct ParentLinks: Sendable {
  private struct Candidate: Sendable {
    let record: Int
    let kind: Int
    let path: Path
  }

  /// A folder that has children in it or below. A child is a record whose kind has a parent.
  private struct Folder: Sendable {
    /// The kinds of the children in it.
    var children: [Int: Int] = [:]
    var folders: Set<Path> = []
    var isEmpty: Bool { children.isEmpty && folders.isEmpty }
  }

  /// For each kind that of its parents.
  private let wanted: [Int?]
  private let isParent: [Bool]
  /// The records of parents' kinds in each folder, in byte order of their paths.
  private var candidates: [Path: [Candidate]] = [:]
  /// All folders with children; nil until `keepChildren`.
  private var folders: [Path: Folder]?

  /// No records yet, of these kinds.
  package init(_ kinds: [Kind]) {
    wanted = kinds.map { kind in kinds.firstIndex { $0.name == kind.parent } }
    isParent = kinds.indices.map { [wanted] in wanted.contains($0) }
  }

  /// Whether any kind has a parent.
  package var isOn: Bool { isParent.contains(true) }

  /// Whether records of a kind have a parent.
  package func hasParent(_ kind: Int) -> Bool { wanted[kind] != nil }

  /// Whether records of a kind are the parents of those of another.
  package func isParent(_ kind: Int, of other: Int) -> Bool { wanted[other] == kind }

  /// Whether records of a kind are parents, or have one.
  package func concerns(_ kind: Int) -> Bool { wanted[kind] != nil || isParent[kind] }

  /// Begins to keep which children lie in which folder, for changes. Shape: those that are there already, as `enter` takes them.
  package mutating func keepChildren(_ enter: (_ enter: (_ record: Int, _ kind: Int, _ path: Path) -> Void) -> Void) {
    guard isOn, folders == nil else { return }
    folders = [:]
    enter { self.enter($0, $1, $2) }
  }

  /// Adds a record.
  package mutating func add(_ record: Int, kind: Int, _ path: Path) {
    guard concerns(kind) else { return }
    enter(record, kind, path)
    guard isParent[kind] else { return }
    let folder = Path(path.folder)
    var list = candidates.removeValue(forKey: folder) ?? []
    let place = list.partitioningIndex { path < $0.path }
    list.insert(Candidate(record: record, kind: kind, path: path), at: place)
    candidates[folder] = list
  }

  /// Takes a record out.
  package mutating func remove(_ record: Int, kind: Int, _ path: Path) {
    guard concerns(kind) else { return }
    let folder = Path(path.folder)
    leave(record, folder)
    guard isParent[kind] else { return }
    candidates[folder]?.removeAll { $0.record == record }
    if candidates[folder]?.isEmpty == true { candidates[folder] = nil }
  }

  /// The parent of a record: the first one of the wanted kind in its folder, or the nearest above, but never the record itself.
  package func parent(of record: Int, kind: Int, _ path: Path) -> Int? {
    guard let kind = wanted[kind], !candidates.isEmpty else { return nil }
    var folder: Path.Slice? = path.folder
    while let here = folder {
      if let found = candidates[Path(here)]?.first(where: { $0.record != record && $0.kind == kind }) { return found.record }
      folder = here.parent
    }
    return nil
  }

  /// The records that may have one of a kind as their parent which is at a path, or was; nil where these are not kept.
  package func children(below path: Path, kind: Int) -> Set<Int>? {
    guard isParent[kind] else { return [] }
    guard folders != nil else { return nil }
    var result: Set<Int> = []
    visit(Path(path.folder), kind, &result, isTop: true)
    return result
  }

  /// Goes down as far as no other record of the kind stands in between.
  private func visit(_ path: Path, _ kind: Int, _ found: inout Set<Int>, isTop: Bool) {
    guard let folder = folders?[path] else { return }
    let between = isTop ? [] : (candidates[path] ?? []).filter { $0.kind == kind }
    if between.isEmpty {
      for (record, own) in folder.children where wanted[own] == kind { found.insert(record) }
      for child in folder.folders { visit(child, kind, &found, isTop: false) }
    } else if between.count == 1, wanted[kind] == kind {
      // No record is its own parent: the only one here looks further up.
      found.insert(between[0].record)
    }
  }

  private mutating func enter(_ record: Int, _ kind: Int, _ path: Path) {
    guard folders != nil, wanted[kind] != nil else { return }
    var folder = path.folder
    var isKnown = folders?[Path(folder)] != nil
    folders?[Path(folder), default: Folder()].children[record] = kind
    while !isKnown, let above = folder.parent {
      isKnown = folders?[Path(above)] != nil
      folders?[Path(above), default: Folder()].folders.insert(Path(folder))
      folder = above
    }
  }

  private mutating func leave(_ record: Int, _ path: Path) {
    folders?[path]?.children[record] = nil
    var folder = path
    while folders?[folder]?.isEmpty == true {
      folders?[folder] = nil
      guard let above = folder.slice.parent else { return }
      folders?[Path(above)]?.folders.remove(folder)
      folder = Path(above)
    }
  }
}
