// One catalogue as an editor sees it: live, with the editor's unsaved texts over its files.
// Decisions 0049 and 0116 say why, decisions 0076 and 0114 what was weighed before.

import Glibc
import Synchronization
import VitrineApplication
import VitrineCatalog
import VitrineFiles
import VitrineIndex
package import VitrineLive
import VitrineModel
import VitrineSource
import VitrineSystem

/// A live catalogue with the editor's texts over its files. One thread uses it.
final class ServedCatalogue {
  /// The files whose findings may be others than those that were published; nil for any.
  private final class Unpublished: Sendable {
    private let paths = Mutex<Set<Path>?>(nil)

    func note(_ more: Set<Path>?) {
      paths.withLock { paths in
        if let more { paths?.formUnion(more) } else { paths = nil }
      }
    }

    func take() -> Set<Path>? {
      paths.withLock { paths in
        defer { paths = [] }
        return paths
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
  private let clock: WallClock
  private let language: Language
  private let host: CatalogueHost?
  private let unpublished = Unpublished()
  private let changed: @Sendable (Set<Path>?) -> Void
  /// Where its states come from; it may become another one with each text.
  private var reading: any CatalogueReading
  /// When a reading of its own was last needed. Units: nanoseconds of `MonotonicClock`.
  private var ownNeeded: Int64 = 0

  /// Follows the catalogue in a folder: by the one that a `host` follows, where it is that, or by reading it. Kinds and fields speak the language that the
  /// catalogue names, else `language`. `changed` is called when files changed, on any thread.
  ///
  /// Errors: as for `LiveCatalog`.
  init(
    root: Path, clock: WallClock, language: Language, host: CatalogueHost? = nil, changed: @escaping @Sendable () -> Void
  ) throws(FileError) {
    self.root = root
    self.clock = clock
    self.language = language
    realRoot = Path(Path.real(root.string))
    self.host = host?.root == realRoot ? host : nil
    let unpublished = self.unpublished
    self.changed = { paths in
      unpublished.note(paths)
      changed()
    }
    if let host = self.host, LaidReading.canLay(overlay, over: host.live) {
      reading = try LaidReading(host.live, overlay: overlay, changed: self.changed)
    } else {
      reading = try OwnReading(root: root, clock: clock, overlay: overlay, changed: self.changed)
    }
  }

  deinit {
    if reading is OwnReading { host?.live.giveBackMemory() }
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
  var deadline: Int64? {
    guard let host, reading is OwnReading else { return reading.deadline }
    return min(reading.deadline ?? .max, ownNeeded + host.idleTimeout)
  }

  /// Whether what follows from a text is not known yet.
  func isSettling(_ path: Path) -> Bool { reading.isSettling(path) }

  /// Has the texts that were typed be read, now or where their time has come. Nobody waits for it.
  func readTyped(now: Int64) {
    reading.readTyped(now: now)
    returnToHost()
  }

  /// Waits until all that follows from the texts is known, and all that was written before.
  func settle() { ask { $0.settle() } }

  /// Asks the reading for something; where the host's cannot serve the texts any more, one of its own that is made for that.
  private func ask<Answer>(_ question: (any CatalogueReading) -> Answer) -> Answer {
    let answer = question(reading)
    guard let laid = reading as? LaidReading, !laid.isPossible else { return answer }
    do throws(FileError) {
      reading = try OwnReading(root: root, clock: clock, overlay: overlay, changed: changed)
    } catch {
      // Whatever is in the way of reading it is in the way of following it, too, and the host says so.
      return answer
    }
    ownNeeded = MonotonicClock.now
    changed(nil)
    return question(reading)
  }

  /// Gives a reading of its own up once it was not needed for a while.
  private func returnToHost() {
    guard let host, reading is OwnReading else { return }
    let now = MonotonicClock.now
    guard LaidReading.canLay(overlay, over: host.live) else { return ownNeeded = now }
    guard now - ownNeeded >= host.idleTimeout else { return }
    do throws(FileError) {
      reading = try LaidReading(host.live, overlay: overlay, changed: changed)
      changed(nil)
      host.live.giveBackMemory()
    } catch {
      ownNeeded = now
    }
  }

  /// Has the findings of a file be sent again, be they what they were.
  func publishAgain(_ path: Path) { unpublished.note([path]) }

  /// Lays a text over a file or takes it off, and waits until all that follows from it is known; where it `isTyping`, and all records may depend on the
  /// text, that is found out later.
  func set(_ text: [UInt8]?, at path: Path, isTyping: Bool = false) {
    let target = Path(Path.real(file(at: path).string)).rest(below: realRoot).map { Path($0) }
    let meant = target.map { $0.isEmpty ? path : $0 } ?? path
    func hasMark(_ text: [UInt8]?) -> Bool { text?.starts(with: DocumentText.byteOrderMark) ?? false }
    let hadMark = hasMark(overlay.text(at: meant))
    // A text that is opened is what its file says, most of the time. Nothing follows from it.
    let isRead = text != nil && !overlay.covers(meant) && reading.toldState.catalogue.text(at: meant) == text
    overlay.set(text, at: meant)
    // The findings are the same, and their columns are others.
    if hadMark != hasMark(text) { unpublished.note([meant]) }
    let paths = meant == path ? [path] : [path, meant]
    ask { $0.textChanged(paths, isRead: isRead, isTyping: isTyping) }
    returnToHost()
  }

  /// The state with everything in it that was written before; while a text is read that all records may depend on, the one before that.
  var state: LiveState { ask { $0.state } }

  /// The catalogue, to ask questions of.
  var open: OpenCatalogue {
    let state = state
    let language = state.catalogue.manifest.language.flatMap { Languages.language($0) } ?? language
    return OpenCatalogue(state.catalogue.spoken(in: language), now: clock.moment, lastGood: state.lastGood)
  }

  /// The text of a file as the editor has it.
  func text(at path: Path) -> [UInt8]? { reading.toldState.catalogue.reading(over: overlay).text(at: path) }

  /// Whether the editor has a text over a file.
  func isOpen(_ path: Path) -> Bool { overlay.covers(path) }

  /// The text of a file with its lines, as the editor counts in it.
  func document(at path: Path) -> DocumentText? {
    text(at: path).map { DocumentText($0, isFile: !overlay.covers(path)) }
  }

  /// The report, and the files whose findings may be others than when this was last asked; nil for any.
  func report() -> (findings: FindingList, paths: Set<Path>?) {
    // What the state brings is to be among the paths.
    let findings = ask { $0.lastState }.catalogue.findings
    return (findings, unpublished.take())
  }
}

/// A catalogue that this process follows for others, too.
package struct CatalogueHost: Sendable {
  /// Its root, absolute and without links.
  let root: Path
  /// The catalogue.
  let live: LiveCatalog
  /// For so long an editor keeps a reading of its own that it does not need any more. Units: nanoseconds.
  let idleTimeout: Int64

  /// The host of a live catalogue.
  package init(_ live: LiveCatalog, idleTimeout: Int64 = 60_000_000_000) {
    root = Path(Path.real(live.root))
    self.live = live
    self.idleTimeout = idleTimeout
  }
}
