// Mounts that come and go below a watched folder: no event of a folder tells of them. Decision 0047 says why.

import Glibc
import VitrineSystem

/// Watches the table of mounts.
///
/// A mount covers a folder, and its end uncovers it, without anything in the folder becoming different; of a file system that goes, inotify tells, but not where it was
/// only bound to a second place, or is still in use. The table says all of it.
///
/// Source: proc(5), `/proc/self/mountinfo`: poll(2) marks it with POLLPRI after a change, once for each who has it open.
final class MountWatch {
  /// The table, open for whoever sleeps until it changes; -1 where there is none.
  let waking: Int32
  private let own: Int32
  /// The mounts at each path, the topmost last, by their numbers.
  private var known: [[UInt8]: [[UInt8]]] = [:]
  /// True where folders came or moved since the table was read, and mounts may have moved with them.
  var mayHaveMoved = false
  /// The paths from the root to the mounts below it; nil where they are not known for this table.
  private var below: Set<[UInt8]>?

  /// Watches from now on.
  init() {
    waking = Self.open()
    own = Self.open()
    if own >= 0 {
      _ = Self.isChanged(own)
      known = Self.table(own) ?? [:]
    }
  }

  deinit {
    for descriptor in [waking, own] where descriptor >= 0 { close(descriptor) }
  }

  /// The paths at which mounts came or went since the last call, sorted.
  func changes() -> [[UInt8]] {
    guard own >= 0, Self.isChanged(own), let table = Self.table(own) else { return [] }
    defer { (known, below) = (table, nil) }
    let paths = Set(known.keys).union(table.keys)
    return paths.filter { known[$0] != table[$0] }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Learns where mounts are that moved with the folders above them: poll(2) says nothing of that, and once they end, their old paths lead nowhere.
  func followMoves() {
    guard mayHaveMoved, own >= 0 else { return }
    mayHaveMoved = false
    // Where mounts came or went as well, `changes` says so.
    guard let table = Self.table(own), table != known, Set(table.values.joined()) == Set(known.values.joined()) else { return }
    (known, below) = (table, nil)
  }

  /// The paths from a folder to the mounts below it. Shape: always the same folder.
  func places(below root: @autoclosure () -> [UInt8]?) -> Set<[UInt8]> {
    if let below { return below }
    let root = root()
    let found = Set(known.keys.compactMap { path in root.flatMap { Self.rest(of: path, below: $0) } })
    below = found
    return found
  }

  /// The path from one folder to another below it; nil where it is not below.
  static func rest(of path: [UInt8], below folder: [UInt8]) -> [UInt8]? {
    let start = folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")]
    return path.starts(with: start) && path.count > start.count ? Array(path[start.count...]) : nil
  }

  /// Whether the table changed since this descriptor was asked last.
  static func isChanged(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  private static func open() -> Int32 { SystemCall.open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }

  private static func table(_ descriptor: Int32) -> [[UInt8]: [[UInt8]]]? {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      text += buffer[..<count]
    }
    var table: [[UInt8]: [[UInt8]]] = [:]
    for line in text.split(separator: 0x0A) {
      let words = line.split(separator: 0x20, maxSplits: 5)
      guard words.count > 5 else { continue }
      table[unescaped(words[4]), default: []].append(Array(words[0]))
    }
    return table
  }

  /// Blanks, line feeds and backslashes are written as three octal digits after a backslash.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
        bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension TreeWatcher {
  /// What to poll(2) for POLLPRI: the table of mounts; -1 where there is none.
  package var mountDescriptor: Int32 { mounts.waking }

  /// The paths of mounts below the root.
  var mountPlaces: Set<[UInt8]> { mounts.places(below: rootFolder.realPath) }

  /// True for a file that is bound over a name: what is written through the name that it is bound from brings no event here.
  func isBound(_ name: [UInt8], in number: Int32) -> Bool {
    guard !mountPlaces.isEmpty, let folder = tree.path(of: number) else { return false }
    return mountPlaces.contains(folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name)
  }

  /// Marks the places at which mounts came or went.
  func readMounts() {
    let changes = mounts.changes()
    guard !changes.isEmpty, let root = rootFolder.realPath else { return }
    var isBelow = false
    for path in changes {
      guard let rest = MountWatch.rest(of: path, below: root) else {
        // A mount at the root, or above it, may have put another folder in its place.
        if MountWatch.rest(of: root, below: path) != nil || path == root { phase.suspectRoot() }
        continue
      }
      isBelow = true
      markMount(rest)
    }
    // A folder on the way may have been moved since.
    if isBelow { markEverything() }
  }

  /// Has a place looked at, and what is believed to be there; or the nearest place above it of which anything is known.
  private func markMount(_ path: [UInt8]) {
    if let number = tree.folder(at: path) { queue.mark(number) }
    var path = path[...]
    while true {
      let slash = path.lastIndex(of: UInt8(ascii: "/"))
      let name = Array(path[(slash.map { $0 + 1 } ?? path.startIndex)...])
      let above = slash.map { path[..<$0] } ?? []
      if let number = tree.folder(at: Array(above)) { return queue.mark(name, in: number, mayDiffer: true) }
      path = above
    }
  }
}
