// The names of a catalogue's files as disks see them that do not tell capitals from small letters.

import VitrineModel
import VitrineSource
import VitrineText

/// The paths of all files that play a part, by what is left of them without capitals, accents' composition and so on.
struct FileNames: Sendable {
  /// The path of each folded name, where only one file has it.
  private var single: [Int: Path] = [:]
  /// The paths of those that several files have, or whose numbers happen to be alike; in byte order.
  private var several: [Int: [Path]] = [:]

  /// The names of the given files, each path once.
  init(_ paths: some Collection<Path>) {
    single.reserveCapacity(paths.count)
    for path in paths { insert(path) }
  }

  /// Takes in a file; false where it was there.
  @discardableResult
  mutating func insert(_ path: Path) -> Bool {
    let hash = Self.hash(path)
    if var group = several[hash] {
      let place = group.firstIndex { $0 >= path } ?? group.count
      if place < group.count, group[place] == path { return false }
      several[hash] = nil
      group.insert(path, at: place)
      several[hash] = group
      return true
    }
    guard let other = single[hash] else {
      single[hash] = path
      return true
    }
    if other == path { return false }
    single[hash] = nil
    several[hash] = other < path ? [other, path] : [path, other]
    return true
  }

  /// Takes out a file; false where there was none.
  @discardableResult
  mutating func remove(_ path: Path) -> Bool {
    let hash = Self.hash(path)
    if var group = several[hash] {
      guard let place = group.firstIndex(where: { $0 == path }) else { return false }
      group.remove(at: place)
      several[hash] = group.count > 1 ? group : nil
      if group.count == 1 { single[hash] = group[0] }
      return true
    }
    guard let other = single[hash], other == path else { return false }
    single[hash] = nil
    return true
  }

  /// Whether a file is there.
  func contains(_ path: Path) -> Bool {
    let hash = Self.hash(path)
    return single[hash].map { $0 == path } ?? several[hash]?.contains { $0 == path } ?? false
  }

  /// The files whose names may be like that of `path`, each with the first file that it differs from only in case; nil where there is none.
  func likes(of path: Path) -> [(path: Path, first: Path?)] {
    guard let group = several[Self.hash(path)], let first = group.first else { return [] }
    let folded = Folding.vocabulary(first.string)
    return group.map { ($0, $0 != first && Folding.vocabulary($0.string) == folded ? first : nil) }
  }

  /// The one file left whose name may be like that of `path`.
  func onlyOne(like path: Path) -> Path? { single[Self.hash(path)] }

  private static func hash(_ path: Path) -> Int {
    path.withUTF8 { SortedFiles.foldedHash($0) }
  }
}
