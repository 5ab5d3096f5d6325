// A folder of the simulation (CSimulation), the events of it, and what somebody does there.

import CSimulation
import VitrineWatch

/// A file system in memory. A copy of it goes its own way.
final class SimulatedFolder {
  /// All of its state.
  let state: UnsafeMutablePointer<simulation>

  /// The root's path, in threads that use the simulation.
  static let root = "/model"

  /// An empty folder.
  init() {
    state = .allocate(capacity: 1)
    simulation_begin(state)
  }

  /// A copy.
  init(copying other: SimulatedFolder) {
    state = .allocate(capacity: 1)
    state.initialize(from: other.state, count: 1)
  }

  deinit { state.deallocate() }

  /// Has the calls of this thread go here.
  func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    simulation_use(state)
    defer { simulation_use(nil) }
    return try body()
  }

  /// Does something; answers false where that cannot be done.
  func perform(_ deed: Deed) -> Bool { simulation_do(state, deed.kind, deed.first, deed.second) == 0 }

  /// The text of a file as a reader finds it; nil where there is none, or nobody may read it.
  func text(at path: String) -> String? { simulation_text(state, path).map { String(cString: $0) } }

  /// True where events wait.
  var hasEvents: Bool { state.pointee.event_count > 0 }
  /// True where somebody has a file open for writing.
  var isBeingWritten: Bool {
    withUnsafeBytes(of: &state.pointee.files) { files in
      files.bindMemory(to: simulation_file.self).contains { $0.number != 0 && $0.writes != 0 }
    }
  }
}

/// One thing that somebody does, by paths relative to the root.
struct Deed: Sendable, CustomStringConvertible {
  let kind: simulation_deed
  private let a: StaticString
  private let b: StaticString?

  init(_ kind: simulation_deed, _ a: StaticString = "", _ b: StaticString? = nil) { (self.kind, self.a, self.b) = (kind, a, b) }

  /// The words, for as long as the program runs.
  var first: UnsafePointer<CChar> { Self.words(a) }
  var second: UnsafePointer<CChar>? { b.map(Self.words) }

  private static func words(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  var description: String {
    let names = [
      "write", "begin", "end", "remove", "mkdir", "move", "swap", "chmod", "link", "symlink", "overflow", "pause",
    ]
    return ([names[Int(kind.rawValue)], "\(a)"] + (b.map { ["\($0)"] } ?? [])).joined(separator: " ")
  }

  static func write(_ path: StaticString, _ text: StaticString? = nil) -> Deed { Deed(SIMULATION_WRITE, path, text) }
  static func begin(_ path: StaticString) -> Deed { Deed(SIMULATION_BEGIN, path) }
  static let end = Deed(SIMULATION_END)
  static func remove(_ path: StaticString) -> Deed { Deed(SIMULATION_REMOVE, path) }
  static func mkdir(_ path: StaticString) -> Deed { Deed(SIMULATION_MKDIR, path) }
  static func move(_ path: StaticString, _ to: StaticString) -> Deed { Deed(SIMULATION_MOVE, path, to) }
  static func swap(_ path: StaticString, _ other: StaticString) -> Deed { Deed(SIMULATION_SWAP, path, other) }
  static func chmod(_ path: StaticString, _ mode: StaticString) -> Deed { Deed(SIMULATION_CHMOD, path, mode) }
  static func link(_ path: StaticString, _ to: StaticString) -> Deed { Deed(SIMULATION_LINK, path, to) }
  static func symlink(_ text: StaticString, _ path: StaticString) -> Deed { Deed(SIMULATION_SYMLINK, text, path) }
  static let overflow = Deed(SIMULATION_OVERFLOW)
  static func pause(_ milliseconds: StaticString) -> Deed { Deed(SIMULATION_PAUSE, milliseconds) }
}

/// The events of the simulation.
final class SimulatedEvents: WatchBackend {
  private let state: UnsafeMutablePointer<simulation>
  let descriptor: Int32 = 1
  let isWorn = false

  init(_ folder: SimulatedFolder) { state = folder.state }

  func add(folder: Int32, events: WatchEvents) -> Int32 { simulation_watch(state, folder, events.rawValue) }
  func add(file: Int32, events: WatchEvents) -> Int32 { simulation_watch(state, file, events.rawValue) }
  func remove(_ watch: Int32) { simulation_unwatch(state, watch) }
  func reset() -> Int32 {
    simulation_reset(state)
    return 0
  }

  func next(_ event: inout WatchEvent) -> Bool {
    var found = simulation_event()
    guard simulation_next(state, &found) == 1 else { return false }
    event.watch = found.watch
    event.events = WatchEvents(rawValue: found.mask)
    event.cookie = found.cookie
    event.name = withUnsafeBytes(of: &found.name) { Array($0.prefix { $0 != 0 }) }
    return true
  }
}
