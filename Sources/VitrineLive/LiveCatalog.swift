// A catalogue that stays true while its files change: one thread watches, applies what it sees, and publishes the next state.

import Glibc
import Synchronization
import VitrineCatalog
package import VitrineFiles
import VitrineSource
import VitrineWatch

/// A live catalogue. Any thread may ask for its state; one thread of its own changes it.
package final class LiveCatalog: Sendable {
  /// What to begin with.
  package struct Options: Sendable {
    /// How far the clock on the wall is ahead of UTC, for the times of files.
    package var offset: @Sendable (Int64) -> Int = { _ in 0 }
    /// The clock on the wall. Units: nanoseconds since 1970-01-01T00:00:00Z.
    package var now: @Sendable () -> Int64 = { 0 }
    /// The greatest part of the records that may go within one batch before the catalogue freezes. Units: 0 to 1.
    package var lossLimit = 0.2
    /// The number of records below which nothing freezes.
    package var lossFloor = 10
    /// Where events come from.
    package var events = EventSource.library
    /// False where a record whose file breaks shows in queries as it is, with little or nothing.
    package var keepsLastGood = true

    /// The usual options.
    package init() {}
  }

  /// Where a live catalogue's events come from.
  package enum EventSource: Sendable, Hashable {
    /// The library, which serves one catalogue in a process; where it cannot begin, the system's own calls.
    case library
    /// The system's own calls.
    case system
  }

  /// What its thread is asked to do.
  private enum Request: Sendable {
    case barrier(@Sendable (LiveState) -> Void)
    case reload
    case accept
    case stop
  }

  private struct Subscriber: Sendable {
    let id: UInt64
    let body: @Sendable (ReportDelta) -> Void
  }

  private struct Shared: Sendable {
    var state: LiveState
    var requests: [Request] = []
    var subscribers: [Subscriber] = []
    var lastSubscriber: UInt64 = 0
    var isStopped = false
  }

  /// The root as it was given.
  package let root: String
  private let shared: Mutex<Shared>
  private let wakeup: Wakeup
  private let options: Options

  /// Reads the catalogue in `root`, and follows it from then on.
  ///
  /// Errors: as for `CatalogueLoader.load`; the system gives no descriptor.
  package init(root: String, options: Options = Options()) throws(FileError) {
    self.root = root
    self.options = options
    wakeup = try Wakeup(root)
    let watcher = try TreeWatcher(root: root, backend: Self.backend(options.events), now: Self.monotonic())
    let catalogue = try Self.load(root, options)
    shared = Mutex(Shared(state: LiveState(generation: 1, catalogue: catalogue, status: Self.status(watcher, LiveStatus()))))
    let owner = Owned(watcher)
    Thread.start { [self] in run(owner.take()) }
  }

  /// The state now.
  package var state: LiveState { shared.withLock { $0.state } }

  /// Calls `done`, once, on the catalogue's thread, with a state that has everything in it that was written before this call. After `stop`, with
  /// the last state.
  package func barrier(_ done: @escaping @Sendable (LiveState) -> Void) { ask(.barrier(done)) }

  /// Calls `body` on the catalogue's thread with every generation from now on, until the number given here is handed to `unsubscribe`. It should
  /// not take long.
  package func subscribe(_ body: @escaping @Sendable (ReportDelta) -> Void) -> UInt64 {
    shared.withLock { shared in
      shared.lastSubscriber += 1
      shared.subscribers.append(Subscriber(id: shared.lastSubscriber, body: body))
      return shared.lastSubscriber
    }
  }

  /// Ends a subscription; a call that is under way may still end after this.
  package func unsubscribe(_ id: UInt64) { shared.withLock { $0.subscribers.removeAll { $0.id == id } } }

  /// Reads everything again.
  package func reload() { ask(.reload) }

  /// Takes what is on the disk for true after a freeze.
  package func accept() { ask(.accept) }

  /// Ends the thread, after what was asked before.
  package func stop() { ask(.stop) }

  private func ask(_ request: Request) {
    let last = shared.withLock { shared -> LiveState? in
      if shared.isStopped { return shared.state }
      shared.requests.append(request)
      return nil
    }
    if let last, case .barrier(let done) = request { return done(last) }
    wakeup.call()
  }
}

extension LiveCatalog {
  private static func load(_ root: String, _ options: Options) throws(FileError) -> LoadedCatalogue {
    try CatalogueLoader.load(root: root, options: CatalogueLoader.Options(indexes: true, offset: options.offset))
  }

  private static func backend(_ source: EventSource) -> any WatchBackend {
    switch source {
    case .library: InotifyTools() ?? RawInotify()
    case .system: RawInotify()
    }
  }

  private static func status(_ watcher: TreeWatcher, _ before: LiveStatus) -> LiveStatus {
    var status = before
    status.watchedFolders = watcher.watchCount
    status.polled = watcher.state.polled.map { LiveStatus.Polled(path: $0.path, folders: $0.folders, reason: $0.reason.words) }
    return status
  }

  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The catalogue's thread.
  private func run(_ watcher: TreeWatcher) {
    var waiting: [WatchCookie: [@Sendable (LiveState) -> Void]] = [:]
    while true {
      wait(watcher)
      var isReload = false
      for request in takeRequests() {
        switch request {
        case .barrier(let done): waiting[watcher.placeCookie(), default: []].append(done)
        case .reload, .accept: isReload = true
        case .stop:
          let state = shared.withLock { shared -> LiveState in
            shared.isStopped = true
            return shared.state
          }
          for done in waiting.values.joined() { done(state) }
          return
        }
      }
      let batch = watcher.drain(now: Self.monotonic())
      if isReload || !batch.changes.isEmpty || batch.stateChanged || batch.problemsChanged || batch.overflowed {
        publish(batch, watcher)
      }
      let state = self.state
      for cookie in batch.cookies { for done in waiting.removeValue(forKey: cookie) ?? [] { done(state) } }
    }
  }

  private func publish(_ batch: WatchBatch, _ watcher: TreeWatcher) {
    let before = state
    var next = before
    next.generation += 1
    next.status = Self.status(watcher, before.status)
    do throws(FileError) { next.catalogue = try Self.load(root, options) } catch { next.status.freeze = .rootGone }
    let old = Set(before.catalogue.findings)
    let new = Set(next.catalogue.findings)
    let delta = ReportDelta(
      state: next, appeared: next.catalogue.findings.filter { !old.contains($0) },
      fixed: before.catalogue.findings.filter { !new.contains($0) }, changedPaths: batch.changes.map(\.path), time: options.now())
    let subscribers = shared.withLock { [next] shared in
      shared.state = next
      return shared.subscribers
    }
    for subscriber in subscribers { subscriber.body(delta) }
  }

  private func takeRequests() -> [Request] {
    wakeup.answer()
    return shared.withLock { shared in
      defer { shared.requests = [] }
      return shared.requests
    }
  }

  private func wait(_ watcher: TreeWatcher) {
    var polled = [
      pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    var timeout: Int32 = -1
    if let deadline = watcher.nextDeadline {
      timeout = Int32(clamping: max(0, (deadline - Self.monotonic() + 999_999) / 1_000_000))
    }
    _ = poll(&polled, 2, timeout)
  }
}

/// Hands a watcher from the thread that made it to the one that owns it.
private final class Owned: @unchecked Sendable {
  private var watcher: TreeWatcher?

  init(_ watcher: TreeWatcher) { self.watcher = watcher }

  func take() -> TreeWatcher {
    defer { watcher = nil }
    guard let watcher else { preconditionFailure("a watcher is taken once") }
    return watcher
  }
}
