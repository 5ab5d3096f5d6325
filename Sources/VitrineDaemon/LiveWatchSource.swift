// `vitrined watch`: the live report of a catalogue that this process watches itself.

import Synchronization
package import VitrineApplication
import VitrineCatalog
import VitrineLive
import VitrineService
import VitrineSource
import VitrineSystem

/// A catalogue that is live in this process, as a source of events.
package final class LiveWatchSource: WatchSource {
  /// The most events that wait for the reporter; beyond that it gets the state instead.
  private static let most = 256

  private struct Shared: Sendable {
    var deltas: [ReportDelta] = []
    var isBehind = true
  }

  private let catalog: LiveCatalog
  private let root: String
  private let clock: WallClock
  private let started: Int64
  private let shared: SharedNews

  /// What the catalogue's thread and the reporter's have in common.
  private final class SharedNews: Sendable {
    let state = Mutex(Shared())
    let wakeup: WakePipe

    init() throws(FileError) {
      wakeup = try WakePipe()
      wakeup.call()
    }

    /// All that waits; the wakeup is answered.
    func take() -> Shared {
      _ = wakeup.take()
      return state.withLock { state in
        defer { state = Shared(deltas: [], isBehind: false) }
        return state
      }
    }

    func add(_ delta: ReportDelta) {
      state.withLock { state in
        if state.deltas.count >= LiveWatchSource.most { state = Shared(deltas: [], isBehind: true) }
        if !state.isBehind { state.deltas.append(delta) }
      }
      wakeup.call()
    }
  }

  /// Reads the catalogue in `root`, and watches it.
  ///
  /// Errors: as for `LiveCatalog`.
  package init(root: String, clock: WallClock) throws {
    self.root = root
    self.clock = clock
    started = clock.now()
    var options = LiveCatalog.Options()
    options.offset = { clock.offset($0) }
    options.now = { clock.now() }
    catalog = try LiveCatalog(root: root, options: options)
    let shared = try SharedNews()
    self.shared = shared
    _ = catalog.subscribe { shared.add($0) }
  }

  deinit { catalog.stop() }

  /// What to poll(2) for reading.
  package var descriptor: Int32 { shared.wakeup.reading }

  /// The news that have come, oldest first.
  package func take() -> [WatchNews] {
    let taken = shared.take()
    var news: [WatchNews] = []
    if taken.isBehind { news += state }
    for delta in taken.deltas {
      guard let data = LiveEventJSON.generation(delta) else {
        // The state now has all that follows in it.
        news += state
        break
      }
      var event = WatchEvent(.generation, generation: delta.outline.generation)
      event.take(StateOutline(delta.outline))
      event.time = delta.time
      event.appeared = delta.appeared.map { WatchFinding($0) }
      event.fixed = delta.fixed.map { WatchFinding($0) }
      event.changed = delta.changedPaths.prefix(LiveEventJSON.mostPaths).map(\.string)
      event.changedCount = delta.changedPaths.count
      event.json = data
      news.append(.event(event))
    }
    return news
  }

  private var state: [WatchNews] {
    let (state, now) = (catalog.state, clock.now())
    var event = WatchEvent(.state, generation: state.generation)
    event.take(StateOutline(state.outline))
    event.time = now
    event.json = LiveEventJSON.state(state, root: root, version: Version.number, started: started, time: now)
    return [.event(event)]
  }

  /// The whole report.
  package func report() -> WatchBaseline {
    let state = catalog.state
    return WatchBaseline(generation: state.generation, findings: state.catalogue.findings.map { WatchFinding($0) })
  }

  /// Takes what is on the disk for true after a freeze.
  package func accept() { catalog.accept() }
}
