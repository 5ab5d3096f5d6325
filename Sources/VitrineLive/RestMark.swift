// The mark that the catalogue's thread sets while it rests: it lets others see, without waking it, that nothing can be new.

import Glibc
import Synchronization

/// Tells whether everything that happened is in the state already.
///
/// The system puts an event into the watcher's queue before the call that wrote, renamed or closed returns. So where the queue is found empty, every
/// earlier event was read; and where the thread rested all the while, what came of those is done.
final class RestMark: Sendable {
  /// The number of the rest above the descriptor; 0 while there is something to do. Two looks that find the same see the same rest.
  private let word = Atomic<UInt64>(0)
  private let rests = Atomic<UInt32>(0)
  /// The table of mounts, which no event on the descriptor tells of; -1 where there is none.
  private let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
  /// Whether the table was seen changed in this rest: the system says so only once.
  private let isRemounted = Atomic<Bool>(false)

  /// Nothing is done yet.
  init() {}

  deinit {
    if mounts >= 0 { close(mounts) }
  }

  /// Begins a rest: all that is known is done, and more is to be known by events on `descriptor` alone. Only for the catalogue's thread.
  func begin(on descriptor: Int32) {
    isRemounted.store(false, ordering: .sequentiallyConsistent)
    let number = rests.add(1, ordering: .relaxed).newValue
    word.store(UInt64(number) << 32 | UInt64(UInt32(bitPattern: descriptor)) + 1, ordering: .sequentiallyConsistent)
  }

  /// Ends a rest. Only for the catalogue's thread, before it reads the first event.
  func end() { word.store(0, ordering: .sequentiallyConsistent) }

  /// True where nothing that happened before this call is still to be read or done. From any thread. Source: poll(2), inotify(7).
  var isUndisturbed: Bool {
    let rest = word.load(ordering: .sequentiallyConsistent)
    guard rest != 0 else { return false }
    let descriptor = Int32(truncatingIfNeeded: rest & 0xFFFF_FFFF) - 1
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
    ]
    let isQuiet = poll(&polled, 2, 0) == 0
    if polled[1].revents != 0 { isRemounted.store(true, ordering: .sequentiallyConsistent) }
    // Should the thread have ended the rest meanwhile, the descriptor may be another's by now: then the words differ.
    return isQuiet && !isRemounted.load(ordering: .sequentiallyConsistent)
      && word.load(ordering: .sequentiallyConsistent) == rest
  }
}
