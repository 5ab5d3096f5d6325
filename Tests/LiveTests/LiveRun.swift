// A catalogue in a folder of its own, kept live, and the questions tests ask of it.

import FoundationEssentials
import Glibc
import Synchronization
import Testing
import VitrineLive
import VitrineSource
import VitrineTesting

/// A live catalogue in a temporary folder.
final class LiveRun: Sendable {
  /// The folder around the catalogue, for what is moved in and out.
  let around: TemporaryFolder
  /// The catalogue's folder.
  let root: String
  let live: LiveCatalog
  private let deltas = Mutex<[ReportDelta]>([])

  /// A manifest of few kinds, which is quick to read.
  static let manifest = """
    vitrine: 1
    collections:
      - {kind: project,   files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe,    files: "recipes/**/*.yaml"}
    rules:
      photo-orphan: warning
    libraries: [~/Pictures]
    permissions:
      photoLibrary: {description: {en: Pictures are chosen there.}}

    """

  /// A live copy of the named parts of the example.
  init(
    parts: [String] = ["minis", "recipes", "views"], manifest: String = manifest,
    _ change: (inout LiveCatalog.Options) -> Void = { _ in }
  ) throws {
    around = try TemporaryFolder(inMemory: true)
    root = around.path + "/catalogue"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for name in parts {
      let source = TestData.checkout + "/examples/collection/" + name
      try FileManager.default.copyItem(atPath: source, toPath: root + "/" + name)
    }
    try around.write(manifest, to: "catalogue/vitrine.yaml")
    var options = LiveCatalog.Options()
    options.offset = Comparison.offset
    options.events = .system
    options.keepsLastGood = false
    change(&options)
    live = try LiveCatalog(root: root, options: options)
    _ = live.subscribe { [weak self] delta in self?.deltas.withLock { $0.append(delta) } }
  }

  deinit { live.stop() }

  /// Writes a text of the catalogue.
  func write(_ text: String, to path: String) throws { try around.write(text, to: "catalogue/" + path) }

  /// The text of a file.
  func text(_ path: String) throws -> String { String(decoding: try around.read("catalogue/" + path), as: UTF8.self) }

  /// Renames a file or a folder; paths that start with `/` lie beside the catalogue.
  func rename(_ old: String, _ new: String) throws {
    let (from, to) = (place(old), place(new))
    guard Glibc.rename(from, to) == 0 else { throw TemporaryFolderError(number: errno) }
  }

  /// Removes a file or a folder with all in it.
  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: place(path)) }

  /// The absolute path of a file of the catalogue, or of one beside it whose path starts with `/`.
  func place(_ path: String) -> String { path.hasPrefix("/") ? around.path + path : root + "/" + path }

  /// The state with everything in it that was written before.
  func state(within seconds: Double = 20) throws -> LiveState {
    let slot = Slot<LiveState>()
    live.barrier { slot.fill($0) }
    return try #require(slot.wait(seconds), "the barrier does not come back")
  }

  /// The state once the thread rests: what is settled then.
  @discardableResult func rest(within seconds: Double = 20) throws -> LiveState {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
      if let state = live.settledState { return state }
      _ = try state()
    }
    return try #require(nil, "the thread does not come to rest")
  }

  /// The deltas so far, with everything in them that was written before.
  func takeDeltas() throws -> [ReportDelta] {
    _ = try state()
    return collected()
  }

  private func collected() -> [ReportDelta] {
    deltas.withLock { deltas in
      defer { deltas = [] }
      return deltas
    }
  }

  /// Expects, after a barrier, that the live catalogue says what a fresh load says.
  @discardableResult func check(_ what: String = "", _ location: SourceLocation = #_sourceLocation) throws -> LiveState {
    let state = try state()
    let differences = try Comparison.differences(state, root: root)
    if !differences.isEmpty {
      let shown = differences.prefix(6).map { String($0.prefix(600)) }.joined(separator: "\n")
      Issue.record("\(what): the live catalogue and a fresh load differ\n\(shown)", sourceLocation: location)
    }
    return state
  }
}

/// A value that one thread leaves for another.
final class Slot<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let ready: Mutex<[Int32]>

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    ready = Mutex(ends)
  }

  deinit {
    for end in ready.withLock({ $0 }) { close(end) }
  }

  /// Leaves the value.
  func fill(_ value: Value) {
    self.value.withLock { $0 = value }
    var byte: UInt8 = 1
    _ = Glibc.write(ready.withLock { $0[1] }, &byte, 1)
  }

  /// The value, once it is there; nil after `seconds` without.
  func wait(_ seconds: Double) -> Value? {
    var event = pollfd(fd: ready.withLock { $0[0] }, events: Int16(POLLIN), revents: 0)
    _ = poll(&event, 1, Int32(seconds * 1000))
    return value.withLock { $0 }
  }
}
