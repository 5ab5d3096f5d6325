// The live catalogue behind a unix socket: HTTP requests to answers, generations to events.

import Glibc
import Synchronization
package import VitrineApplication
import VitrineCatalog
package import VitrineClient
import VitrineHTTP
package import VitrineLive
import VitrineSystem

/// Runs a reading command on a state of the catalogue. On any of several threads at a time.
package typealias CommandRunner = @Sendable (CommandRequest, LiveState) -> CommandReply

/// Answers a request that only reads, on a state of the catalogue. On any of several threads at a time.
package typealias RequestReader = @Sendable (ReadRequest, LiveState) throws(RequestError) -> ReadAnswer

/// Opens the page for browsers.
package typealias PageOpener = @Sendable (PageOpening) throws(RequestError) -> OpenPage

/// How a page is to be open. What is nil stays as it is.
package struct PageOpening: Sendable, Hashable {
  /// The port.
  package var port: Int?
  /// What is wanted for other devices: an address of this machine, "on" for all on private networks, "off".
  package var network: String?
  /// Where shots of the page's camera are copied to as well: an absolute path, or "off".
  package var copies: String?

  /// An opening of these values.
  package init(port: Int? = nil, network: String? = nil, copies: String? = nil) {
    (self.port, self.network, self.copies) = (port, network, copies)
  }
}

/// A page that is served.
package struct OpenPage: Sendable, Hashable {
  /// The address of its start.
  package var address: String
  /// The address that lets one browser in, once.
  package var entry: String
  /// How other devices come in; nil where nobody asked for that.
  package var network: NetworkPage?

  /// A page at an address.
  package init(address: String, entry: String, network: NetworkPage? = nil) {
    (self.address, self.entry, self.network) = (address, entry, network)
  }
}

/// The service of a catalogue. `Sources/README.md` tells how to speak with it, and `GET /v1/openapi.json` exactly.
package final class Service: Sendable {
  /// What the owner decides, and limits that tests make smaller.
  package struct Options: Sendable {
    /// The version of the program.
    package var version: String
    /// The clock on the wall. Units: nanoseconds since 1970-01-01T00:00:00Z.
    package var now: @Sendable () -> Int64
    /// How far local time is ahead of UTC. Units: nanoseconds since 1970-01-01T00:00:00Z in, seconds out.
    package var offset: @Sendable (Int64) -> Int = WallClock.system.offset
    /// A clock that only goes forward. Units: nanoseconds.
    package var clock: @Sendable () -> Int64 = { MonotonicClock.now }
    /// Called once or more, on a thread of the service's, after somebody was told that the service stops. It may call `stop()`.
    package var stop: @Sendable () -> Void
    /// How many editors the process serves besides.
    package var editors: @Sendable () -> Int = { 0 }
    /// Opens the page for browsers on a port, or on one of its own choice, unless it is open; nil where there is none to open.
    package var page: PageOpener?
    /// The user who is answered.
    package var owner: UInt32 = getuid()
    /// The greatest head of a request. Units: bytes.
    package var headBytes = 16 << 10
    /// The greatest body of a request. Units: bytes.
    package var bodyBytes = 1 << 20
    /// The greatest answer of a command. Units: bytes.
    package var answerBytes = 512 << 20
    /// The most connections at a time whose requests are answered.
    package var connections = 64
    /// The most connections besides, whose requests are told to come again in a second.
    package var surplus = 64
    /// How long a connection that was answered is left alone though others wait. Units: milliseconds.
    package var graceMilliseconds = 1_000
    /// A connection without a byte for so long is closed, unless it waits for events. Units: seconds.
    package var idleSeconds = 30
    /// The most findings, appeared and fixed, in one event; of a generation with more the clients are told as a state.
    package var eventFindings = 10_000
    /// The most files named in one event.
    package var eventPaths = 1_000
    /// The most events that are kept for who reads slowly or comes back.
    package var keptEvents = 1_000
    /// The most that these may come to. Units: bytes.
    package var keptBytes = 1 << 20
    /// The most streams of events at a time.
    package var streams = 32
    /// How long a client of events hears nothing at most. Units: milliseconds.
    package var heartbeat = 15_000
    /// How long a request waits for what was written before it to be seen. Units: milliseconds.
    package var barrierTimeout = 10_000
    /// How long a stop waits for answers under way. Units: milliseconds.
    package var stopTimeout = 5_000

    /// The usual limits.
    package init(version: String, now: @escaping @Sendable () -> Int64, stop: @escaping @Sendable () -> Void) {
      self.version = version
      self.now = now
      self.stop = stop
    }

    /// The limits of the streams of events.
    var events: EventHub.Limits {
      var limits = EventHub.Limits()
      limits.events = keptEvents
      limits.bytes = keptBytes
      limits.clients = streams
      limits.heartbeat = heartbeat
      return limits
    }
  }

  private let catalogue: LiveCatalog
  private let options: Options
  private let responder: Responder
  private let daemon: HTTPDaemon
  private let hub: EventHub
  private let queue: WorkQueue
  private let room: WaitingRoom
  private let subscription: UInt64
  private let isStopped = Atomic<Bool>(false)

  /// Answers on `listening`, a listening unix socket, which is the service's from now on. Without `plan` no changes are planned; without
  /// `read` requests are answered by the use cases.
  ///
  /// Errors: the system gives no descriptors, memory or threads.
  package init(
    listening: Int32, catalogue: LiveCatalog, options: Options, run: @escaping CommandRunner, plan: CommandRunner? = nil,
    read: RequestReader? = nil
  ) throws(ServiceError) {
    let facts = ServiceFacts(
      version: options.version, root: catalogue.state.catalogue.root, started: options.now(), editors: options.editors)
    let before = catalogue.state.generation
    // Commands keep a core busy, not a socket: more threads than cores would only change who waits.
    guard let queue = WorkQueue(threads: max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))),
      let room = WaitingRoom(timeout: options.barrierTimeout, clock: options.clock),
      let hub = EventHub(
        options.events, after: before,
        current: { clients in Responder.stateEvent(catalogue.toldState, facts, clients: clients, now: options.now()) })
    else { throw ServiceError(action: "make a pipe", number: errno) }
    subscription = catalogue.subscribe(early: { Responder.isSmall($0, options) }) { delta in
      if let event = Responder.generationEvent(delta, facts, options) {
        hub.publish(event)
      } else {
        hub.skip(delta.outline.generation)
      }
    }
    let responder = Responder(
      catalogue, facts, options, hub: hub, queue: queue, room: room, run: run, plan: plan,
      read: read ?? Self.useCases(options))
    var settings = HTTPDaemon.Settings(clock: options.clock)
    settings.headBytes = options.headBytes
    settings.bodyBytes = options.bodyBytes
    settings.connections = options.connections
    settings.surplus = options.surplus
    settings.graceMilliseconds = options.graceMilliseconds
    settings.idleSeconds = options.idleSeconds
    settings.farewell = responder.refusal(Responder.crowded(options))
    daemon = HTTPDaemon(settings) { responder.admit($0) }
    (self.catalogue, self.options, self.responder, self.hub, self.queue) = (catalogue, options, responder, hub, queue)
    self.room = room
    guard daemon.start(on: listening) else {
      let number = errno
      catalogue.unsubscribe(subscription)
      queue.end()
      room.end()
      throw ServiceError(action: "answer on the socket", number: number)
    }
  }

  /// How many clients read events now.
  package var clientCount: Int { hub.clientCount }

  /// Since when nobody has asked for anything or reads events, by the clock that only goes forward; nil while somebody does. Units: nanoseconds.
  package var idleSince: Int64? { daemon.connections.idleSince }

  /// Ends the service: takes no more connections, finishes the answers under way, ends the streams of events, closes. The catalogue goes on, and is to
  /// be stopped after this. Returns when all is closed; at once where it was called before.
  package func stop() {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let listening = daemon.quiesce()
    if listening >= 0 { close(listening) }
    responder.stop()
    catalogue.unsubscribe(subscription)
    hub.end()
    daemon.stop(
      within: options.stopTimeout,
      late: responder.refusal(RequestFault("the service stopped before there was an answer", status: 503)))
    queue.end()
    room.end()
  }
}

extension Service {
  /// The use cases with the clock of a service.
  private static func useCases(_ options: Options) -> RequestReader {
    let clock = WallClock(now: options.now, offset: options.offset)
    return { request, state throws(RequestError) in
      let start = options.clock()
      let open = OpenCatalogue(state.catalogue, now: clock.moment, lastGood: state.lastGood)
      return try request.answer(open) { Double(options.clock() - start) * 1e-9 }
    }
  }
}

/// Why a service cannot begin.
package struct ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried.
  package let action: String
  /// The system's number of the error.
  package let number: Int32

  /// A failure of an action.
  package init(action: String, number: Int32) {
    self.action = action
    self.number = number
  }

  /// The message for a person.
  package var description: String { "cannot \(action): \(String(cString: strerror(number)))" }
}
