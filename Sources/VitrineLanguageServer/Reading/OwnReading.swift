// A catalogue that is read for one editor: it needs nobody else, takes any text, and costs time and memory of its own. Decision 0049 says why.

import Synchronization
import VitrineApplication
import VitrineCatalog
import VitrineFiles
import VitrineLive
import VitrineSource
import VitrineSystem

/// A live catalogue of the editor's own.
final class OwnReading: CatalogueReading {
  private let live: LiveCatalog
  private let changed: @Sendable (Set<Path>?) -> Void
  private let subscription: UInt64
  private let handover: Handover<LiveState>
  /// How many readings are under way for which nobody waits.
  private let readings = WorkCounter()
  /// The schemas and the manifest whose texts are being typed, and when they are read unless more is typed. Units: nanoseconds of `MonotonicClock`.
  private var typed: (paths: Set<Path>, deadline: Int64)?

  /// So long nothing is typed in a text that all records may depend on before they are looked at again. Units: nanoseconds.
  private static let pause: Int64 = 300_000_000

  /// Reads the catalogue in a folder and follows it. `changed` is called on another thread when files changed, with those whose findings may be others;
  /// nil for any.
  ///
  /// Errors: as for `LiveCatalog`.
  init(
    root: Path, clock: WallClock, overlay: TextOverlay, changed: @escaping @Sendable (Set<Path>?) -> Void
  ) throws(FileError) {
    var options = LiveCatalog.Options()
    options.offset = { clock.offset($0) }
    options.now = { clock.now() }
    // What a person does to files is meant; and a report that follows nothing would underline what is not there.
    options.lossLimit = 2
    // A process may serve several catalogues.
    options.events = .system
    options.source = .overlaid(overlay)
    handover = try Handover()
    live = try LiveCatalog(root: root.string, options: options)
    self.changed = changed
    subscription = live.subscribe { delta in changed(delta.reportedPaths) }
    // Texts over files that are not there yet.
    let paths = overlay.paths
    if !paths.isEmpty { textChanged(paths, isRead: false, isTyping: false) }
  }

  deinit {
    live.unsubscribe(subscription)
    live.stop()
  }

  var toldState: LiveState { live.toldState }

  var lastState: LiveState { live.state }

  var state: LiveState {
    if readings.isWorking { return live.state }
    return live.settledState ?? barrier()
  }

  var deadline: Int64? { typed?.deadline }

  func isSettling(_ path: Path) -> Bool {
    guard typed != nil || readings.isWorking else { return false }
    return Self.concernsAll(live.toldState.catalogue.role(of: path))
  }

  private static func concernsAll(_ role: FileRole) -> Bool {
    switch role {
    case .manifest, .schema: true
    case .view, .record, .unclaimed, .conflictedCopy, .photo, .other: false
    }
  }

  func readTyped(now: Int64) {
    guard let typed, typed.deadline <= now else { return }
    self.typed = nil
    readings.begin()
    live.reread(typed.paths.sorted()) { [readings, changed] _ in
      readings.end()
      changed([])
    }
  }

  func settle() {
    readTyped(now: .max)
    if readings.isWorking { _ = barrier() } else { _ = state }
  }

  func textChanged(_ paths: [Path], isRead: Bool, isTyping: Bool) {
    if isTyping, paths.contains(where: { Self.concernsAll(live.toldState.catalogue.role(of: $0)) }) {
      typed = ((typed?.paths ?? []).union(paths), MonotonicClock.now + Self.pause)
      return
    }
    // Nobody waits until a catalogue that was just read is ready for changes; should the file have changed since, that is reported like any other
    // change on the disk.
    if isRead { return live.reread(paths) { _ in } }
    live.reread(paths) { [handover] in handover.give($0) }
    _ = handover.take()
  }

  private func barrier() -> LiveState {
    live.barrier { [handover] in handover.give($0) }
    return handover.take()
  }
}

/// How many works are under way. Any thread may count.
private final class WorkCounter: Sendable {
  private let count = Atomic(0)

  var isWorking: Bool { count.load(ordering: .acquiring) > 0 }

  func begin() { count.add(1, ordering: .acquiringAndReleasing) }

  func end() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
