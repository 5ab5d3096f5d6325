// What the kernel says of folders, as a call for somebody who sleeps: which files were closed or moved in. Decision 0054 says why it is no more than that.

import Glibc
package import VitrineSource

/// Waits for files of some folders to be finished.
///
/// It may miss anything, and says so where it knows: on file systems that other machines write to, no event comes at all. Source: inotify(7).
package final class FolderEvents {
  /// What came.
  package struct News: Sendable {
    /// Files that a writer has closed, or that were moved in. Shape: absolute.
    package var finished: Set<Path> = []
    /// True where something may have been missed.
    package var isIncomplete = false
  }

  private let descriptor: Int32
  private var folders: [Int32: Path] = [:]
  private var watches: [Path: Int32] = [:]

  /// Watches nothing yet; where the system refuses it, it only sleeps.
  package init() { descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches exactly these folders from now on. Shape: absolute.
  package func watch(_ wanted: [Path]) {
    guard descriptor >= 0 else { return }
    for path in Set(watches.keys).subtracting(wanted) {
      guard let watch = watches.removeValue(forKey: path) else { continue }
      folders[watch] = nil
      inotify_rm_watch(descriptor, watch)
    }
    let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ONLYDIR)
    for path in wanted where watches[path] == nil {
      let watch = inotify_add_watch(descriptor, path.string, mask)
      guard watch >= 0 else { continue }
      watches[path] = watch
      folders[watch] = path
    }
  }

  /// Waits for news, at most so long. Units: milliseconds.
  package func wait(atMost milliseconds: Int) -> News {
    guard descriptor >= 0 else {
      MonotonicClock.sleep(milliseconds: milliseconds)
      return News()
    }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(clamping: milliseconds)) > 0 else { return News() }
    var news = News()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return news }
      buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count]), &news) }
    }
  }

  /// Source: inotify(7), `struct inotify_event`: the watch, the mask, the cookie, the length of the name, the name with zeros behind it.
  private func take(_ bytes: UnsafeRawBufferPointer, _ news: inout News) {
    var start = 0
    while start + 16 <= bytes.count {
      let watch = bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
      let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
      guard start + 16 + length <= bytes.count else { return }
      let name = bytes[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
      start += 16 + length
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { news.isIncomplete = true }
      if mask & UInt32(IN_IGNORED) != 0, let path = folders.removeValue(forKey: watch) { watches[path] = nil }
      if mask & (UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)) != 0, let folder = folders[watch] {
        news.finished.insert(folder.appending(Path(bytes: Array(name))))
      }
    }
  }
}
