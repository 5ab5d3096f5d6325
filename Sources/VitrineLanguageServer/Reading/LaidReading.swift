// A catalogue that a service follows, with an editor's texts laid over it: it is there at once and takes little memory, but not every text can be
// laid over it. Decision 0116 says why.

import Glibc
import Synchronization
import VitrineCatalog
import VitrineFiles
import VitrineIndex
import VitrineLive
import VitrineModel
import VitrineSource
import VitrineSystem

/// A live catalogue of others with the editor's texts over some of its records.
final class LaidReading: CatalogueReading {
  /// What became different in the catalogue since this was last asked. One thread asks, the catalogue's own notes.
  private final class News: Sendable {
    private let paths = Mutex<Set<Path>?>([])

    /// Notes the files that came, went or changed; all of them where the report may be another one in any file.
    func note(_ delta: ReportDelta) {
      paths.withLock { $0 = delta.reportedPaths == nil ? nil : $0?.union(delta.changedPaths) }
    }

    /// The files since the last call; nil for any.
    func take() -> Set<Path>? {
      paths.withLock { paths in
        defer { paths = [] }
        return paths
      }
    }
  }

  /// A state with the texts.
  private struct Laid {
    var state: LiveState
    var paths: Set<Path>
    var isIndexed: Bool
    /// The generation of the catalogue that it was made of.
    var generation: UInt64
  }

  /// False once there is a text that cannot be laid over the catalogue: then the editor needs a reading of its own.
  private(set) var isPossible = true

  private let live: LiveCatalog
  private let overlay: TextOverlay
  private let changed: @Sendable (Set<Path>?) -> Void
  private let news = News()
  private let barrierHandover: Handover<LiveState>
  private let layHandover: Handover<(state: LiveState, paths: Set<Path>)?>
  private let subscription: UInt64
  /// The files whose text is what the catalogue has of them.
  private var plain: Set<Path> = []
  private var laid: Laid?
  /// The report that was last given, and the files whose findings are others in it than without the texts.
  private var report: (findings: FindingList, paths: Set<Path>) = (FindingList(), [])

  /// A reading of a catalogue with the texts of an overlay. `changed` is called on another thread when files changed, and on this one when texts did, with the
  /// files whose findings may be others; nil for any.
  ///
  /// Errors: the system gives no pipe.
  init(_ live: LiveCatalog, overlay: TextOverlay, changed: @escaping @Sendable (Set<Path>?) -> Void) throws(FileError) {
    self.live = live
    self.overlay = overlay
    self.changed = changed
    barrierHandover = try Handover()
    layHandover = try Handover()
    subscription = live.subscribe { [news] delta in
      news.note(delta)
      changed(delta.reportedPaths)
    }
    report.findings = live.state.catalogue.findings
  }

  deinit { live.unsubscribe(subscription) }

  /// Whether all texts of an overlay can be laid over a catalogue as it is now.
  static func canLay(_ overlay: TextOverlay, over live: LiveCatalog) -> Bool {
    let state = live.state
    guard state.status.freeze == nil else { return false }
    var count = 0
    for path in overlay.paths {
      switch state.catalogue.role(of: path) {
      case .other: continue
      case .record:
        guard state.catalogue.record(at: path) != nil || !state.catalogue.isTaken(path) else { return false }
        count += 1
      case .manifest, .schema, .view, .unclaimed, .conflictedCopy, .photo:
        guard overlay.text(at: path) == state.catalogue.text(at: path), live.settledState != nil else {
          return false
        }
      }
    }
    return count <= LaidTexts.maximumCount
  }

  var toldState: LiveState { laid?.state ?? live.toldState }

  var lastState: LiveState { texts(indexes: false) }

  var state: LiveState {
    if live.settledState == nil { _ = barrier() }
    return texts(indexes: true)
  }

  var deadline: Int64? { nil }

  func isSettling(_ path: Path) -> Bool { false }

  func readTyped(now: Int64) {}

  func settle() { _ = state }

  func textChanged(_ paths: [Path], isRead: Bool, isTyping: Bool) {
    plain.subtract(paths)
    laid = nil
    // A link leads to a file that goes by another name in the catalogue.
    if paths.count > 1, paths.contains(where: overlay.covers) { isPossible = false }
    _ = texts(indexes: false)
  }

  private func barrier() -> LiveState {
    live.barrier { [barrierHandover] in barrierHandover.give($0) }
    return barrierHandover.take()
  }

  /// The state of the catalogue with the texts; without them where they cannot be laid over it.
  private func texts(indexes: Bool) -> LiveState {
    var base = live.state
    if let changed = news.take() { plain.subtract(changed) } else { plain = [] }
    if let laid, laid.generation == base.generation, laid.isIndexed || !indexes { return laid.state }
    if base.status.freeze != nil { isPossible = false }
    if hasOtherTexts(base), live.settledState == nil { base = barrier() }
    let texts = different(base)
    guard isPossible, !texts.isEmpty else {
      base.catalogue = base.catalogue.reading(over: overlay)
      return keep(Laid(state: base, paths: [], isIndexed: true, generation: base.generation))
    }
    live.lay(LaidTexts(texts, overlay: overlay, indexes: indexes)) { [layHandover] in layHandover.give($0) }
    guard let (state, paths) = layHandover.take() else {
      isPossible = false
      return base
    }
    return keep(Laid(state: state, paths: paths, isIndexed: indexes, generation: state.generation))
  }

  /// Keeps a state for the next question, and says where its report is another than the last.
  private func keep(_ laid: Laid) -> LiveState {
    let findings = laid.state.catalogue.findings
    let paths = report.paths.union(laid.paths).filter { findings.findings(in: $0) != report.findings.findings(in: $0) }
    report = (findings, laid.paths)
    self.laid = laid
    if !paths.isEmpty { changed(paths) }
    return laid.state
  }

  /// The texts of records that are others than those that the catalogue has.
  private func different(_ base: LiveState) -> [Path: [UInt8]] {
    var texts: [Path: [UInt8]] = [:]
    for path in overlay.paths where !plain.contains(path) {
      let role = base.catalogue.role(of: path)
      guard role != .other, let text = overlay.text(at: path) else { continue }
      if isPlain(path, text, base) {
        plain.insert(path)
      } else if case .record = role {
        texts[path] = text
      } else {
        isPossible = false
      }
    }
    if texts.count > LaidTexts.maximumCount { isPossible = false }
    return texts
  }

  /// Whether there is a text over a file that is no record, of which it is not known whether it is what the catalogue has.
  private func hasOtherTexts(_ base: LiveState) -> Bool {
    overlay.paths.contains { path in
      guard !plain.contains(path) else { return false }
      switch base.catalogue.role(of: path) {
      case .record, .other: return false
      case .manifest, .schema, .view, .unclaimed, .conflictedCopy, .photo: return true
      }
    }
  }

  /// Whether the text over a file is what the catalogue has of it. What the file says now may be more than the catalogue knows, until everything that was
  /// written is in it.
  private func isPlain(_ path: Path, _ text: [UInt8], _ base: LiveState) -> Bool {
    func isFile() -> Bool { base.catalogue.text(at: path) == text }
    return isFile() && live.settledState?.generation == base.generation && isFile()
  }
}
