// A catalogue that stays true while its files change: one thread watches, applies what it sees, and publishes the next state.
// Decision 0029 says why.

import Glibc
import Synchronization
package import VitrineCatalog
package import VitrineFiles
package import VitrineSource
package import VitrineSystem
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
    /// What is read; `reread` says that a text over a file is different.
    package var source = FileSource.folder
    /// Called on the catalogue's thread where whoever asked had to wait for a file that is being written: with the file and how long, in nanoseconds.
    package var onDelay: @Sendable (Path, Int64) -> Void = { _, _ in }

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
    case reread([Path], @Sendable (LiveState) -> Void)
    case folders(@Sendable ([LiveFolder]) -> Void)
    case lay(LaidTexts, @Sendable ((state: LiveState, paths: Set<Path>)?) -> Void)
    case reload
    case accept
    case giveBackMemory
    case stop
  }

  private struct Subscriber: Sendable {
    let id: UInt64
    let isEarly: @Sendable (ReportDelta) -> Bool
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
  /// Held while a generation is published and its state is not there yet.
  private let telling = Mutex(())
  private let wakeup: WakePipe
  private let rest = RestMark()
  private let options: Options

  /// Reads the catalogue in `root`, and follows it from then on.
  ///
  /// Errors: as for `CatalogueLoader.load`; the system gives no descriptor.
  package init(root: String, options: Options = Options()) throws(FileError) {
    self.root = root
    self.options = options
    FreeMemory.givesBackLargePieces
    wakeup = try WakePipe()
    let engine = try LiveEngine(root: root, options: options) { MonotonicClock.now }
    let state = engine.state
    shared = Mutex(Shared(state: state))
    let handover = Handover(engine)
    Thread.start { [self] in run(handover.take()) }
  }

  /// The state now: at least that of the last generation told. Who is notified early must not ask for it meanwhile.
  package var state: LiveState {
    telling.withLock { _ in }
    return toldState
  }

  /// The same, but for the generation that is being told just now: for those who are told early.
  package var toldState: LiveState { shared.withLock { $0.state } }

  /// The state, if it has everything in it that was written before this call; nil where that is not known without the catalogue's thread, so that
  /// `barrier` is to be asked. Most of the time nothing happens, and then this costs no thread a wake.
  package var settledState: LiveState? {
    // What was asked for before is to be seen, too: it is taken before a rest begins, and waits here until then.
    guard shared.withLock({ $0.requests.isEmpty && !$0.isStopped }), rest.isUndisturbed else { return nil }
    return state
  }

  /// Calls `done`, once, on the catalogue's thread, with a state that has everything in it that was written before this call. After `stop`, with
  /// the last state.
  package func barrier(_ done: @escaping @Sendable (LiveState) -> Void) { ask(.barrier(done)) }

  /// Calls `body` on the catalogue's thread with every generation from now on, until the number given here is handed to `unsubscribe`. It should
  /// not take long. The deltas that `isEarly` picks are told as soon as the report is right, before the state is there.
  package func subscribe(
    early isEarly: @escaping @Sendable (ReportDelta) -> Bool = { _ in false }, _ body: @escaping @Sendable (ReportDelta) -> Void
  ) -> UInt64 {
    shared.withLock { shared in
      shared.lastSubscriber += 1
      shared.subscribers.append(Subscriber(id: shared.lastSubscriber, isEarly: isEarly, body: body))
      return shared.lastSubscriber
    }
  }

  /// Ends a subscription; a call that is under way may still end after this.
  package func unsubscribe(_ id: UInt64) { shared.withLock { $0.subscribers.removeAll { $0.id == id } } }

  /// Calls `done`, once, on the catalogue's thread, with what is believed of every folder, in path order. After `stop`, with none.
  package func folders(_ done: @escaping @Sendable ([LiveFolder]) -> Void) { ask(.folders(done)) }

  /// Reads some files again, since a text was laid over them or taken off, and calls `done`, once, on the catalogue's thread, with the state that this led to.
  /// Files that changed besides may or may not be in it.
  package func reread(_ paths: [Path], _ done: @escaping @Sendable (LiveState) -> Void) { ask(.reread(paths, done)) }

  /// Calls `done`, once, on the catalogue's thread, with the state that texts over some of its records would lead to, and with the files whose findings are
  /// others then. The catalogue itself stays as it is. Nil where that cannot be said: a file is no record that is known, nothing is followed
  /// just now, or nothing any more.
  package func lay(_ texts: LaidTexts, _ done: @escaping @Sendable ((state: LiveState, paths: Set<Path>)?) -> Void) {
    ask(.lay(texts, done))
  }

  /// Reads everything again.
  package func reload() { ask(.reload) }

  /// Takes what is on the disk for true after a freeze.
  package func accept() { ask(.accept) }

  /// Gives memory back to the system once nothing happened for a while: much of the process's is free now.
  package func giveBackMemory() { ask(.giveBackMemory) }

  /// Ends the thread, after what was asked before.
  package func stop() { ask(.stop) }

  private func ask(_ request: Request) {
    let last = shared.withLock { shared -> LiveState? in
      if shared.isStopped { return shared.state }
      shared.requests.append(request)
      return nil
    }
    if let last { return answer(request, last) }
    wakeup.call()
  }
}

extension LiveCatalog {
  /// What is answered once nothing follows any more.
  private func answer(_ request: Request, _ last: LiveState) {
    switch request {
    case .barrier(let done), .reread(_, let done): done(last)
    case .folders(let done): done([])
    case .lay(_, let done): done(nil)
    case .reload, .accept, .giveBackMemory, .stop: break
    }
  }

  /// The catalogue's thread.
  private func run(_ engine: LiveEngine) {
    var waiting: [WatchCookie: [@Sendable (LiveState) -> Void]] = [:]
    var pace = BatchPace()
    // Nothing that was read is new yet: who asks meanwhile is answered.
    if engine.isAtRest { rest.begin(on: engine.descriptor) }
    prepare(engine)
    FreeMemory.giveBack()
    rest.end()
    // Files that changed since then.
    var changes = 0
    while true {
      let isAsked = wait(engine, &pace, isAwaited: !waiting.isEmpty, &changes)
      var barriers: [@Sendable (LiveState) -> Void] = []
      var readers: [@Sendable (LiveState) -> Void] = []
      var isLast = false
      for request in isAsked ? takeRequests() : [] {
        switch request {
        case .barrier(let done): barriers.append(done)
        case .reread(let paths, let done):
          engine.reread(paths)
          readers.append(done)
        case .folders(let done): done(engine.folders)
        case .lay(let texts, let done): done(engine.laid(texts))
        case .reload:
          engine.reload()
          changes = FreeMemory.manyChanges
        case .accept: engine.accept()
        case .giveBackMemory: changes = max(changes, FreeMemory.manyChanges)
        case .stop: isLast = true
        }
      }
      if isLast { return end(barriers + readers + waiting.values.joined()) }
      // All who ask at once share a cookie.
      if !barriers.isEmpty { waiting[engine.placeCookie(), default: []] += barriers }
      let step = engine.step(now: MonotonicClock.now)
      pace.step(isChange: step.delta != nil)
      if let delay = step.delay { options.onDelay(delay.path, delay.nanoseconds) }
      if let delta = step.delta {
        changes += delta.changedPaths.count
        publish(delta, engine)
        prepare(engine)
        if changes >= FreeMemory.mostChanges {
          FreeMemory.giveBack()
          changes = 0
        }
      }
      for done in readers { done(engine.state) }
      for cookie in step.cookies { for done in waiting.removeValue(forKey: cookie) ?? [] { done(engine.state) } }
    }
  }

  /// Has the state be ready for whoever asks for one record, and the catalogue for changes.
  private func prepare(_ engine: LiveEngine) {
    if engine.prepare() { shared.withLock { $0.state = engine.state } }
  }

  /// Lets nobody wait who still does.
  private func end(_ waiting: [@Sendable (LiveState) -> Void]) {
    let (state, late) = shared.withLock { shared in
      shared.isStopped = true
      defer { shared.requests = [] }
      return (shared.state, shared.requests)
    }
    for done in waiting { done(state) }
    for request in late { answer(request, state) }
  }

  /// Tells of a generation and lets its state be seen. The report is true some time before queries can be answered from it, and of a single save
  /// nobody should wait for the second to hear of the first.
  private func publish(_ delta: ReportDelta, _ engine: LiveEngine) {
    let subscribers = shared.withLock { $0.subscribers }
    let early = subscribers.filter { $0.isEarly(delta) }
    if early.isEmpty {
      // Nobody knows of it yet: until it is there, readers get the state before.
      show(engine)
    } else {
      telling.withLock { _ in
        for subscriber in early { subscriber.body(delta) }
        show(engine)
      }
    }
    for subscriber in subscribers where !early.contains(where: { $0.id == subscriber.id }) { subscriber.body(delta) }
  }

  private func show(_ engine: LiveEngine) {
    engine.finish()
    shared.withLock { $0.state = engine.state }
  }

  private func takeRequests() -> [Request] {
    _ = wakeup.take()
    return shared.withLock { shared in
      defer { shared.requests = [] }
      return shared.requests
    }
  }

  /// Sleeps until something happens; under load until some more has happened as well. Answers whether something was asked. After many `changes`,
  /// and a while in which nothing happened, memory is given back. Source: poll(2).
  private func wait(_ engine: LiveEngine, _ pace: inout BatchPace, isAwaited: Bool, _ changes: inout Int) -> Bool {
    var polled = [
      pollfd(fd: engine.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeup.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: engine.mountDescriptor, events: Int16(POLLPRI), revents: 0),
    ]
    if poll(&polled, 3, 0) > 0 {
      // Who asks for something ends the wait; events do not.
      let pause = pace.wait(isAwaited: isAwaited || polled[1].revents != 0)
      if pause > 0 { _ = poll(&polled[1], 1, Int32(pause / 1_000_000)) }
      return polled[1].revents != 0
    }
    pace.rest()
    let isTidy = changes < FreeMemory.manyChanges
    var timeout: Int32 = isTidy ? -1 : FreeMemory.quiet
    var isDue = false
    if let deadline = engine.nextDeadline {
      let left = Int32(clamping: max(0, (deadline - MonotonicClock.now + 999_999) / 1_000_000))
      isDue = timeout < 0 || left <= timeout
      if isDue { timeout = left }
    }
    if !isAwaited, engine.isAtRest { rest.begin(on: engine.descriptor) }
    let count = poll(&polled, 3, timeout)
    rest.end()
    if count == 0, !isTidy, !isDue {
      FreeMemory.giveBack()
      changes = 0
    }
    return polled[1].revents != 0
  }
}

/// Hands an engine from the thread that made it to the one that owns it.
private final class Handover: Sendable {
  private let engine: Mutex<LiveEngine?>

  init(_ engine: sending LiveEngine) { self.engine = Mutex(engine) }

  func take() -> sending LiveEngine {
    let engine = self.engine.withLock { engine -> sending LiveEngine? in
      let taken = engine
      engine = nil
      return taken
    }
    guard let engine else { preconditionFailure("an engine is taken once") }
    return engine
  }
}
