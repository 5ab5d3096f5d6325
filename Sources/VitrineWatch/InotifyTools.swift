// The door to libinotifytools: registry of watches and reader of events. Recursion, names and moves are the tree watcher's own.
// Decisions 0014 and 0034 say why.

import CInotifyTools
import Glibc
import Synchronization

/// Events by libinotifytools.
///
/// All of the library's state is static: there is one of these in a process at a time, used by one thread at a time. Its descriptor has
/// to be below 1024, because the library waits with select(2): it should be made before many files are open.
///
/// Every watch is registered with the library, those of the first look at many folders too: while other threads open and list folders, the one that
/// this belongs to adds their watches (`TreeWatcher.attachFirst`, decision 0034). What goes past the library's table is removing a watch, and that is safe:
/// the watcher knows folders by the numbers of their watches and never by the table's paths, an inotify instance gives a number again only after all others, and
/// the entries that stay behind are counted until `reset` frees them.
///
/// Source: inotifytools.h, inotify(7); what it does beyond those pages was found out, see `contrib/decisions`.
package final class InotifyTools: WatchBackend {
  private static let isTaken = Mutex(false)
  /// Entries of dead watches that the library never lets go (some 340 bytes each) before a `reset` is due.
  private static let mostDead = 10_000

  /// Where this process's open files are; by its number, which leads there sooner than the link `self`.
  private static let openFiles = "/proc/\(getpid())/fd/"

  package private(set) var descriptor: Int32 = -1
  private var spellings: UInt32 = 0
  private var dead = 0
  /// False where another one lives: an object that is given up while it is made is still torn down.
  private var isOwner = false

  /// A source without watches; nil while another one lives. Where the system refuses it, a later `reset` may succeed.
  package init?() {
    guard Self.isTaken.withLock({ isTaken in !exchange(&isTaken, with: true) }) else { return nil }
    isOwner = true
    _ = reset()
  }

  deinit {
    guard isOwner else { return }
    inotifytools_cleanup()
    Self.isTaken.withLock { $0 = false }
  }

  package var isWorn: Bool { dead > Self.mostDead && dead * 2 > registeredCount }

  /// How many watches are registered, dead ones with them.
  package var registeredCount: Int { Int(inotifytools_get_num_watches()) }

  /// `inotifytools_watch_file`, then `inotifytools_wd_from_filename`.
  package func add(folder: Int32, events: WatchEvents) -> Int32 {
    guard descriptor >= 0 else { return -EBADF }
    // The library finds the number of a watch by the path, and of equal paths the first one ever watched. So each watch has a path of
    // its own: the digits of a running number, written as "./" and "/", which all lead nowhere else.
    var path = "\(Self.openFiles)\(folder)/"
    var number = spellings
    while number > 0 {
      path += number & 1 == 1 ? "./" : "/"
      number >>= 1
    }
    guard inotifytools_watch_file(path, Int32(bitPattern: events.union(.flags).rawValue)) != 0 else {
      return -max(inotifytools_error(), 1)
    }
    spellings += 1
    let watch = inotifytools_wd_from_filename(path)
    return watch < 0 ? -EINVAL : watch
  }

  /// inotify_add_watch(2) on the library's instance: its table is for folders, and reading an event does not ask it.
  package func add(file: Int32, events: WatchEvents) -> Int32 {
    guard descriptor >= 0 else { return -EBADF }
    let watch = inotify_add_watch(descriptor, Self.openFiles + "\(file)", events.union(.added).rawValue)
    return watch < 0 ? -errno : watch
  }

  /// inotify_rm_watch(2). `inotifytools_remove_watch_by_wd` would write to standard error for each watch whose folder is gone already,
  /// and the library keeps an entry of those in either case.
  package func remove(_ watch: Int32) {
    if descriptor >= 0 { _ = inotify_rm_watch(descriptor, watch) }
  }

  /// `inotifytools_next_events`: 0 and 1 are the only values with which it neither waits nor spins.
  package func next(_ event: inout WatchEvent) -> Bool {
    guard descriptor >= 0, let found = inotifytools_next_events(0, 1) else { return false }
    _ = WatchEventBytes.read(UnsafeRawPointer(found), into: &event)
    if event.events.contains(.ignored), inotifytools_filename_from_wd(event.watch) != nil { dead += 1 }
    return true
  }

  /// `inotifytools_cleanup`, then `inotifytools_initialize`.
  package func reset() -> Int32 {
    inotifytools_cleanup()
    (descriptor, spellings, dead) = (-1, 0, 0)
    // The descriptor is static as well. It is the one that is new among those that stay open on exec: other threads, which may open and close
    // theirs meanwhile, have none that do.
    let before = Self.descriptors()
    guard inotifytools_initialize() != 0 else { return max(inotifytools_error(), 1) }
    guard let found = Self.descriptors().subtracting(before).first, found < FD_SETSIZE else {
      inotifytools_cleanup()
      return EMFILE
    }
    descriptor = found
    _ = fcntl(found, F_SETFD, FD_CLOEXEC)
    return 0
  }

  /// The descriptors of inotify instances that this process has open and that stay open on exec.
  private static func descriptors() -> Set<Int32> {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    let wanted = "anon_inode:inotify"
    var found: Set<Int32> = []
    var target = [UInt8](repeating: 0, count: 64)
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let number = Int32(name) else { continue }
      let count = target.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink("/proc/self/fd/" + name, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
      }
      let isInotify = count == wanted.utf8.count && target.prefix(count).elementsEqual(wanted.utf8)
      if isInotify, fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { found.insert(number) }
    }
    return found
  }
}
