// A transcript's folder with a service that answers for the catalogue in it.

import FoundationEssentials
import Glibc
import Synchronization
import VitrineApplication
import VitrineCLI
import VitrineClient
import VitrineLive
import VitrineService
import VitrineSource
import VitrineTesting

/// Starts a service as soon as there is a catalogue in a folder, and counts what it is asked.
final class ServedFolder {
  /// What the service was asked for.
  struct Count: Sendable, Equatable {
    /// Commands that it answered.
    var answered = 0
    /// Commands that it left to the one who asked.
    var refused = 0
    /// Changes that it planned, or said why there is nothing to plan.
    var planned = 0
  }

  /// The zone that the service is in, as the shell's commands are.
  private static let clock = WallClock(now: WallClock.system.now, offset: { _ in 0 })

  private let root: String
  private let runtime: TemporaryFolder
  private let keepsLastGood: Bool
  private let counter = Counter()
  private var running: (catalog: LiveCatalog, service: Service)?

  /// A folder that is not served yet. `keepsLastGood` as for `LiveCatalog`.
  init(_ folder: TemporaryFolder, keepsLastGood: Bool = false) throws {
    root = Path.real(folder.path)
    runtime = try TemporaryFolder()
    self.keepsLastGood = keepsLastGood
  }

  deinit { stop() }

  /// What commands have to be told to find the service: `NAME=VALUE`.
  var variables: [String] { ["XDG_RUNTIME_DIR=\(runtime.path)", "VITRINE_NO_DAEMON="] }

  /// Where the service is, or would be.
  var place: ServicePlace { ServicePlace(root: root) { [runtime] in $0 == "XDG_RUNTIME_DIR" ? runtime.path : nil } }

  /// What the service was asked for so far.
  var counted: Count { counter.count.withLock { $0 } }

  private final class Counter: Sendable {
    let count = Mutex(Count())
  }

  /// Sees to it that a catalogue which is there is served.
  ///
  /// Errors: it cannot be read; the system gives no socket.
  func serve() throws {
    guard running == nil, access(root + "/vitrine.yaml", R_OK) == 0 else { return }
    if mkdir(place.folder, 0o700) != 0, errno != EEXIST { throw SocketFailure(number: errno) }
    unlink(place.socket)
    var options = LiveCatalog.Options()
    options.offset = Self.clock.offset
    options.now = Self.clock.now
    options.keepsLastGood = keepsLastGood
    // The library has one face for the whole process.
    options.events = .system
    let catalog = try LiveCatalog(root: root, options: options)
    let listener = try UnixListener(at: place.socket)
    let commands = ServedCommands(wallClock: Self.clock, zone: "UTC") { 0 }
    let service = try Service(
      listening: listener.duplicate, catalogue: catalog,
      options: Service.Options(version: Version.number, now: Self.clock.now, stop: {})
    ) { [counter, root] request, state in
      let reply = commands.reply(to: request, on: state.catalogue, root: root, lastGood: state.lastGood)
      counter.count.withLock { count in
        if reply == .refused { count.refused += 1 } else { count.answered += 1 }
      }
      return reply
    } plan: { [counter, root] request, state in
      let reply = commands.plan(request, on: state.catalogue, root: root)
      counter.count.withLock { count in
        if reply == .refused { count.refused += 1 } else { count.planned += 1 }
      }
      return reply
    }
    running = (catalog, service)
  }

  /// Ends the service.
  func stop() {
    running?.service.stop()
    running?.catalog.stop()
    running = nil
  }
}
