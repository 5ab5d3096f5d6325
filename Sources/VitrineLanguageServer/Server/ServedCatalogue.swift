// One catalogue as an editor sees it: live, with the editor's unsaved texts over its files.
// Decisions 0049 and 0114 say why, decision 0076 what it hangs on.

import Glibc
import Synchronization
import VitrineApplication
import VitrineCatalog
import VitrineFiles
import VitrineIndex
import VitrineLive
import VitrineModel
import VitrineSource
import VitrineSystem

/// A live catalogue of the editor's own. One thread uses it.
final class ServedCatalogue {
  /// The paths whose findings may be others than those that were published; nil for any.
  private struct Unpublished: Sendable {
    var paths: Set<Path>? = []
  }

  /// What the catalogue's thread and the server's have in common.
  private final class Shared: Sendable {
    let unpublished = Mutex(Unpublished())
    let state = Mutex<LiveState?>(nil)
    /// How many readings are under way for which nobody waits.
    let readings = Mutex(0)
    let wakeup: WakePipe

    init() throws(FileError) { wakeup = try WakePipe(waits: true) }

    func note(_ delta: ReportDelta) {
      unpublished.withLock { unpublished in
        guard let known = unpublished.paths, let more = delta.reportedPaths else { return unpublished.paths = nil }
        unpublished.paths = known.union(more)
      }
    }
  }

  /// The folder, as the editor names it: absolute.
  let root: Path
  /// The same without links.
  let realRoot: Path
  /// The files of which findings were published that are not empty.
  var published: Set<Path> = []
  /// True where files were left out, since so many have findings.
  var isAbridged = false

  private let overlay = TextOverlay()
  private let live: LiveCatalog
  private let clock: WallClock
  private let language: Language
  private let shared: Shared
  private let changed: @Sendable () -> Void
  private let subscription: UInt64
  /// The schemas and the manifest whose texts are being typed, and when they are read unless more is typed. Units: nanoseconds of `MonotonicClock`.
  private var typed: (paths: Set<Path>, deadline: Int64)?

  /// So long nothing is typed in a text that all records may depend on before they are looked at again. Units: nanoseconds.
  private static let pause: Int64 = 300_000_000

  /// Reads the catalogue in a folder and follows it. Kinds and fields speak the language that the catalogue names, else `language`. `changed` is called
  /// on another thread when files changed.
  ///
  /// Errors: as for `LiveCatalog`.
  init(root: Path, clock: WallClock, language: Language, changed: @escaping @Sendable () -> Void) throws(FileError) {
    self.root = root
    self.clock = clock
    self.language = language
    self.changed = changed
    realRoot = Path(Path.real(root.string))
    var options = LiveCatalog.Options()
    options.offset = { clock.offset($0) }
    options.now = { clock.now() }
    // What a person does to files is meant; and a report that follows nothing would underline what is not there.
    options.lossLimit = 2
    // A process may serve several catalogues.
    options.events = .system
    options.source = .overlaid(overlay)
    let shared = try Shared()
    self.shared = shared
    live = try LiveCatalog(root: root.string, options: options)
    shared.unpublished.withLock { $0.paths = nil }
    subscription = live.subscribe { delta in
      shared.note(delta)
      changed()
    }
  }

  deinit {
    live.unsubscribe(subscription)
    live.stop()
  }

  /// The path of a file relative to the root; nil for one that lies elsewhere.
  func path(of file: Path) -> Path? {
    if let rest = file.rest(below: root), !rest.isEmpty { return Path(rest) }
    if let rest = file.rest(below: realRoot), !rest.isEmpty { return Path(rest) }
    guard let rest = Path(Path.real(file.string)).rest(below: realRoot), !rest.isEmpty else { return nil }
    return Path(rest)
  }

  /// The absolute path of a file, as the editor names it.
  func file(at path: Path) -> Path { root.appending(path) }

  /// When `readTyped` is to be called; nil while nothing waits for it. Units: nanoseconds of `MonotonicClock`.
  var deadline: Int64? { typed?.deadline }

  /// Whether what follows from a text is not known yet.
  func isSettling(_ path: Path) -> Bool {
    guard typed != nil || isReading else { return false }
    return Self.concernsAll(live.toldState.catalogue.role(of: path))
  }

  private var isReading: Bool { shared.readings.withLock { $0 > 0 } }

  private static func concernsAll(_ role: FileRole) -> Bool {
    switch role {
    case .manifest, .schema: true
    case .view, .record, .unclaimed, .conflictedCopy, .photo, .other: false
    }
  }

  /// Has the texts that were typed be read, now or where their time has come. Nobody waits for it.
  func readTyped(now: Int64) {
    guard let typed, typed.deadline <= now else { return }
    self.typed = nil
    shared.readings.withLock { $0 += 1 }
    live.reread(typed.paths.sorted()) { [shared, changed] _ in
      shared.readings.withLock { $0 -= 1 }
      changed()
    }
  }

  /// Waits until all that follows from the texts is known, and all that was written before.
  func settle() {
    readTyped(now: .max)
    guard isReading else { return _ = state }
    live.barrier(finish)
    wait()
  }

  /// Has the findings of a file be sent again, be they what they were.
  func publishAgain(_ path: Path) { shared.unpublished.withLock { _ = $0.paths?.insert(path) } }

  /// Lays a text over a file or takes it off, and waits until all that follows from it is known; where it `isTyping`, and all records may depend on the
  /// text, that is found out later.
  func set(_ text: [UInt8]?, at path: Path, isTyping: Bool = false) {
    let target = Path(Path.real(file(at: path).string)).rest(below: realRoot).map { Path($0) }
    let meant = target.map { $0.isEmpty ? path : $0 } ?? path
    func hasMark(_ text: [UInt8]?) -> Bool { text?.starts(with: DocumentText.byteOrderMark) ?? false }
    let hadMark = hasMark(overlay.text(at: meant))
    // A text that is opened is what its file says, most of the time. Nothing follows from it, and nobody waits until a catalogue that was just read is ready
    // for changes; should the file have changed since, that is reported like any other change on the disk.
    let isRead = text != nil && !overlay.covers(meant) && live.toldState.catalogue.text(at: meant) == text
    overlay.set(text, at: meant)
    // The findings are the same, and their columns are others.
    if hadMark != hasMark(text) {
      shared.unpublished.withLock { _ = $0.paths?.insert(meant) }
    }
    if isTyping, Self.concernsAll(live.toldState.catalogue.role(of: path)) {
      typed = ((typed?.paths ?? []).union([path, meant]), MonotonicClock.now + Self.pause)
      return
    }
    let paths = meant == path ? [path] : [path, meant]
    if isRead { return live.reread(paths) { _ in } }
    live.reread(paths, finish)
    wait()
  }

  /// The state with everything in it that was written before; while a text is read that all records may depend on, the one before that.
  var state: LiveState {
    if isReading { return live.state }
    if let state = live.settledState { return state }
    live.barrier(finish)
    return wait()
  }

  /// The catalogue, to ask questions of.
  var open: OpenCatalogue {
    let state = state
    let language = state.catalogue.manifest.language.flatMap { Languages.language($0) } ?? language
    return OpenCatalogue(state.catalogue.spoken(in: language), now: clock.moment, lastGood: state.lastGood)
  }

  /// The text of a file as the editor has it.
  func text(at path: Path) -> [UInt8]? { live.toldState.catalogue.text(at: path) }

  /// Whether the editor has a text over a file.
  func isOpen(_ path: Path) -> Bool { overlay.covers(path) }

  /// The text of a file with its lines, as the editor counts in it.
  func document(at path: Path) -> DocumentText? {
    text(at: path).map { DocumentText($0, isFile: !overlay.covers(path)) }
  }

  /// The report, and the files whose findings may be others than when this was last asked; nil for any.
  func report() -> (findings: FindingList, paths: Set<Path>?) {
    let paths = shared.unpublished.withLock { unpublished in
      defer { unpublished.paths = [] }
      return unpublished.paths
    }
    return (live.state.catalogue.findings, paths)
  }

  private var finish: @Sendable (LiveState) -> Void {
    { [shared] state in
      shared.state.withLock { $0 = state }
      shared.wakeup.call()
    }
  }

  @discardableResult
  private func wait() -> LiveState {
    _ = shared.wakeup.wait()
    return shared.state.withLock { $0.take() } ?? live.state
  }
}
