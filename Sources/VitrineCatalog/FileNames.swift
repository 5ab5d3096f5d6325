// The names of a catalogue's files as disks see them that do not tell capitals from small letters.

import VitrineModel
import VitrineText

/// The paths of all files that play a part, by what is left of them without capitals, accents' composition and so on.
struct FileNames: Sendable {
  /// The path of each folded name, where only one file has it.
  private var single: [Int: String] = [:]
  /// The paths of those that several files have, or whose numbers happen to be alike; in byte order.
  private var several: [Int: [String]] = [:]

  /// The names of the given files, each path once.
  init(_ paths: some Collection<String>) {
    single.reserveCapacity(paths.count)
    for path in paths { insert(path) }
  }

  /// Takes in a file; false where it was there.
  @discardableResult
  mutating func insert(_ path: String) -> Bool {
    let hash = Self.hash(path)
    if var group = several[hash] {
      let place = group.firstIndex { !$0.utf8.lexicographicallyPrecedes(path.utf8) } ?? group.count
      if place < group.count, Self.isSame(group[place], path) { return false }
      several[hash] = nil
      group.insert(path, at: place)
      several[hash] = group
      return true
    }
    guard let other = single[hash] else {
      single[hash] = path
      return true
    }
    if Self.isSame(other, path) { return false }
    single[hash] = nil
    several[hash] = other.utf8.lexicographicallyPrecedes(path.utf8) ? [other, path] : [path, other]
    return true
  }

  /// Takes out a file; false where there was none.
  @discardableResult
  mutating func remove(_ path: String) -> Bool {
    let hash = Self.hash(path)
    if var group = several[hash] {
      guard let place = group.firstIndex(where: { Self.isSame($0, path) }) else { return false }
      group.remove(at: place)
      several[hash] = group.count > 1 ? group : nil
      if group.count == 1 { single[hash] = group[0] }
      return true
    }
    guard let other = single[hash], Self.isSame(other, path) else { return false }
    single[hash] = nil
    return true
  }

  /// Whether a file is there.
  func contains(_ path: String) -> Bool {
    let hash = Self.hash(path)
    return single[hash].map { Self.isSame($0, path) } ?? several[hash]?.contains { Self.isSame($0, path) } ?? false
  }

  /// The files whose names may be like that of `path`, each with the first file that it differs from only in case; nil where there is none.
  func likes(of path: String) -> [(path: String, first: String?)] {
    guard let group = several[Self.hash(path)], let first = group.first else { return [] }
    let folded = Folding.vocabulary(first)
    return group.map { ($0, !Self.isSame($0, first) && Folding.vocabulary($0) == folded ? first : nil) }
  }

  /// The one file left whose name may be like that of `path`.
  func onlyOne(like path: String) -> String? { single[Self.hash(path)] }

  /// Paths are bytes: texts that are only composed otherwise are names of two files.
  private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

  private static func hash(_ path: String) -> Int {
    var path = path
    return path.withUTF8 { SortedFiles.foldedHash($0) }
  }
}
