// Places beside a target for what is being written: found again, and cleaned, by the next run where one was killed.

import Glibc
import VitrineSource

/// Names for a file or a folder that is being written, in the folder of its target. Whoever writes there holds a lock on it, which ends with the
/// process however that ends; so what stands there without one was left behind, and is taken away.
enum TemporaryPlace {
  /// The most places that may be taken by other runs.
  private static let most = 100
  /// The most bytes of a target's name that are told, so that the name fits.
  private static let mostBytes = 180
  /// How deep a folder that was left behind is looked into.
  private static let deepest = 64

  /// Makes something at the first place beside `path` that no other run holds: `make` answers a descriptor that can be locked, or minus the number of an
  /// error.
  ///
  /// Errors: what the system said.
  static func take(
    beside path: String, _ make: (_ place: String) -> Int32
  ) throws(FileError) -> (place: String, descriptor: Int32) {
    let start = path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) } ?? path.startIndex
    var name = String(path[start...])
    while name.utf8.count > mostBytes { name.removeLast() }
    var number = 1
    while true {
      let place = "\(path[..<start]).vitrine-\(name)-\(number).tmp"
      let descriptor = make(place)
      if descriptor == -EEXIST {
        if isCleared(place) { continue }
        number += 1
        guard number <= most else { throw FileError(.create, Path(path), errno: EEXIST) }
        continue
      }
      guard descriptor >= 0 else { throw FileError(.create, Path(path), errno: -descriptor) }
      let locked = SystemCall.lock(descriptor)
      // Some file systems have no locks; there nothing is ever taken for left behind.
      if locked != -EWOULDBLOCK, stands(descriptor, at: place) { return (place, descriptor) }
      // Another run took it for left behind, just then.
      close(descriptor)
    }
  }

  /// Takes away what another run of this user left at a place. False where it is in use, or somebody else's.
  private static func isCleared(_ place: String) -> Bool {
    let descriptor = SystemCall.open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return descriptor == -ENOENT }
    defer { close(descriptor) }
    var status = stat()
    guard SystemCall.lock(descriptor) == 0, stands(descriptor, at: place), fstat(descriptor, &status) == 0,
      status.st_uid == geteuid()
    else { return false }
    switch FileKind(mode: UInt32(status.st_mode)) {
    case .regular: return unlink(place) == 0
    case .folder: return remove(place)
    case .link, .pipe, .socket, .device, .unknown: return false
    }
  }

  /// Removes a folder and all below it, links not followed. False where something stays.
  static func remove(_ folder: String) -> Bool {
    let descriptor = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return descriptor == -ENOENT }
    return isEmptied(descriptor, depth: 0) && rmdir(folder) == 0
  }

  /// Removes all in a folder, whose descriptor it closes.
  private static func isEmptied(_ descriptor: Int32, depth: Int) -> Bool {
    guard depth < deepest, let folder = fdopendir(descriptor) else {
      close(descriptor)
      return false
    }
    defer { closedir(folder) }
    var isWhole = true
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { [UInt8](UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
      }
      guard name != [0x2E, 0], name != [0x2E, 0x2E, 0] else { continue }
      let path = name.map { CChar(bitPattern: $0) }
      if unlinkat(descriptor, path, 0) == 0 { continue }
      let below = SystemCall.openFolder(descriptor, name)
      isWhole = below >= 0 && isEmptied(below, depth: depth + 1) && unlinkat(descriptor, path, AT_REMOVEDIR) == 0 && isWhole
    }
    return isWhole
  }

  /// Where what is open stands now: its place, or where the folder went that it is in; nil where it stands nowhere. The name stays the same.
  static func present(_ place: String, of descriptor: Int32) -> String? {
    if stands(descriptor, at: place) { return place }
    let moved = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String in
      guard let start = buffer.baseAddress else { return "" }
      let count = readlink("/proc/self/fd/\(descriptor)", start, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return Path(moved).name == Path(place).name && stands(descriptor, at: moved) ? moved : nil
  }

  /// Whether what is open still stands at its place.
  private static func stands(_ descriptor: Int32, at place: String) -> Bool {
    var (open, there) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(place, &there) == 0 && open.st_ino == there.st_ino
      && open.st_dev == there.st_dev
  }
}
