// What waits for the server: messages in their order, and word that files changed. Several threads put it in, one takes it out.

import Glibc
import Synchronization
import VitrineEditing
import VitrineSource
import VitrineSystem

/// What the server has to do next.
enum ServerEvent: Sendable {
  /// A message of the client.
  case message(Message)
  /// A request that the client did not want any more before anybody looked at it.
  case cancelled(RequestID)
  /// Files changed.
  case changed
  /// The client says nothing any more.
  case ended
}

/// A queue of events.
final class MessageInbox: Sendable {
  /// So much waits at most before no more is read. Units: bytes of messages.
  private static let maximumBytes = 64 << 20

  private struct Shared: Sendable {
    var events: [(event: ServerEvent, bytes: Int)] = []
    var taken = 0
    var bytes = 0
    /// Where requests stand that wait, counted from the first event there ever was.
    var requests: [RequestID: Int] = [:]
    var removed = 0
    var isChanged = false
    var isReaderWaiting = false
  }

  private let shared = Mutex(Shared())
  private let arrival: WakePipe
  private let space: WakePipe

  /// An empty queue.
  ///
  /// Errors: the system gives no pipe.
  init() throws(FileError) {
    arrival = try WakePipe(waits: true)
    space = try WakePipe(waits: true)
  }

  /// Puts a message in; what cancels a request that still waits takes its place. Waits while too much is in it.
  func add(_ message: Message, bytes: Int) {
    if case .notification("$/cancelRequest", let params) = message {
      if let id = RequestID(params["id"]) { cancel(id) }
      return
    }
    let waits = shared.withLock { shared in
      if case .request(let id, _, _) = message { shared.requests[id] = shared.removed + shared.events.count }
      shared.events.append((.message(message), bytes))
      shared.bytes += bytes
      if shared.bytes > Self.maximumBytes { shared.isReaderWaiting = true }
      return shared.isReaderWaiting
    }
    arrival.call()
    if waits { _ = space.wait() }
  }

  /// Says that the client has ended.
  func end() {
    shared.withLock { $0.events.append((.ended, 0)) }
    arrival.call()
  }

  /// Says that files changed.
  func tellChange() {
    let isNew = shared.withLock { shared in
      defer { shared.isChanged = true }
      return !shared.isChanged
    }
    if isNew { arrival.call() }
  }

  private func cancel(_ id: RequestID) {
    shared.withLock { shared in
      guard let number = shared.requests.removeValue(forKey: id) else { return }
      shared.events[number - shared.removed].event = .cancelled(id)
    }
  }

  /// The next event; nil where none waits.
  func take() -> ServerEvent? {
    let (event, wakes) = shared.withLock { shared -> (ServerEvent?, Bool) in
      guard shared.taken < shared.events.count else {
        shared.removed += shared.events.count
        shared.events.removeAll(keepingCapacity: shared.events.count < 1024)
        shared.taken = 0
        guard shared.isChanged else { return (nil, false) }
        shared.isChanged = false
        return (.changed, false)
      }
      let (event, bytes) = shared.events[shared.taken]
      shared.events[shared.taken] = (.changed, 0)
      shared.taken += 1
      shared.bytes -= bytes
      // Where more always waits, the list is never empty; what was taken goes all the same.
      if shared.taken >= 1024, shared.taken * 2 >= shared.events.count {
        shared.events.removeFirst(shared.taken)
        shared.removed += shared.taken
        shared.taken = 0
      }
      if case .message(.request(let id, _, _)) = event { shared.requests[id] = nil }
      let wakes = shared.isReaderWaiting && shared.bytes <= Self.maximumBytes / 2
      if wakes { shared.isReaderWaiting = false }
      return (event, wakes)
    }
    if wakes { space.call() }
    return event
  }

  /// Waits until something is there, or a time has come. Units: nanoseconds of `MonotonicClock`. Source: poll(2).
  func wait(until deadline: Int64? = nil) {
    if let deadline {
      let left = Int32(clamping: max(0, (deadline - MonotonicClock.now + 999_999) / 1_000_000))
      var polled = pollfd(fd: arrival.reading, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, left) > 0 else { return }
    }
    _ = arrival.wait()
  }
}
