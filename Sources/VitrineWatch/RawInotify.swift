// The system's own calls: what the library is compared with, and what is left where the library cannot begin.

import Glibc

/// Events by inotify(7) itself.
package final class RawInotify: WatchBackend {
  package private(set) var descriptor: Int32 = -1
  package let isWorn = false
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
  private var next = 0
  private var end = 0

  /// A source without watches; where the system refuses it, a later `reset` may succeed.
  package init() { _ = reset() }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  package func add(folder: Int32, events: WatchEvents) -> Int32 {
    // The folder is named by its descriptor, whatever its path leads to by now.
    let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", events.union(.flags).rawValue)
    return watch < 0 ? -errno : watch
  }

  package func add(file: Int32, events: WatchEvents) -> Int32 {
    let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(file)", events.union(.added).rawValue)
    return watch < 0 ? -errno : watch
  }

  package func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

  package func next(_ event: inout WatchEvent) -> Bool {
    if next >= end {
      next = 0
      end = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    guard next < end, let start = buffer.baseAddress?.advanced(by: next) else { return false }
    let length = WatchEventBytes.read(start, into: &event)
    next += length
    return true
  }

  package func reset() -> Int32 {
    if descriptor >= 0 { close(descriptor) }
    (next, end) = (0, 0)
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    return descriptor < 0 ? errno : 0
  }
}

/// The layout of an `inotify_event`.
enum WatchEventBytes {
  /// Takes an event from memory and answers its length. Units: bytes.
  static func read(_ start: UnsafeRawPointer, into event: inout WatchEvent) -> Int {
    event.watch = start.load(as: Int32.self)
    event.events = WatchEvents(rawValue: start.load(fromByteOffset: 4, as: UInt32.self))
    event.cookie = start.load(fromByteOffset: 8, as: UInt32.self)
    let space = Int(start.load(fromByteOffset: 12, as: UInt32.self))
    let name = UnsafeRawBufferPointer(start: start + 16, count: space)
    event.name.removeAll(keepingCapacity: true)
    for byte in name {
      if byte == 0 { break }
      event.name.append(byte)
    }
    return 16 + space
  }
}
