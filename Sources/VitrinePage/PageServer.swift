// The page of a catalogue on a port of this machine: from a request to the thread that answers it, and events as the catalogue changes.

import Glibc
import Synchronization
package import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineHTTP
package import VitrineLive
package import VitrineSystem
package import VitrineTLS

/// A page that is served while the value is there and `stop()` was not called.
package final class PageServer: Sendable {
  /// What the owner decides, and limits that tests make smaller.
  package struct Options: Sendable {
    /// The port; nil for that of the last time, or else the first of the usual ones that is free.
    package var port: Int?
    /// The clock on the wall.
    package var clock = WallClock.system
    /// Where the process was started, for the programs that it starts.
    package var context: RequestContext
    /// The folder that the page's files are read from in place of those in the program; nil in everyday use.
    package var files: String?
    /// What the camera's page has besides the catalogue.
    package var camera = CameraSurroundings()
    /// The greatest head of a request. Units: bytes.
    package var headBytes = 16 << 10
    /// The greatest body of a request. Units: bytes.
    package var bodyBytes = 4 << 20
    /// The greatest body with files in it, which is kept on the disk. Units: bytes.
    package var uploadBytes = 512 << 20
    /// Whose programs are answered: this user's, and root's.
    package var users: Set<UInt32> = [getuid(), 0]
    /// The most connections at a time.
    package var connections = 128
    /// A connection without a byte for so long is closed, unless it waits for events. Units: seconds.
    package var idleSeconds = 30
    /// How long a request waits for what was written before it to be seen. Units: milliseconds.
    package var barrierTimeout = 10_000
    /// How long a stream of events is silent at most, so that a page notices when nobody is there any more. Units: milliseconds.
    package var heartbeat = 4_000
    /// How long a stop waits for answers under way. Units: milliseconds.
    package var stopTimeout = 5_000

    /// The usual limits.
    package init(context: RequestContext) { self.context = context }
  }

  /// The port that is listened on.
  package let port: Int
  /// The address of the first page, without anything secret.
  package var address: String { "http://127.0.0.1:\(port)/" }
  /// A new address that lets one browser in.
  package func makeEntryAddress() -> String { "\(address)enter?key=\(access.makeEntry())" }

  /// Opens the page to the other devices of a person on addresses of this machine, or makes a new code where it is open there. `folder` is where the certificate is kept
  /// that vouches for it.
  ///
  /// Errors: no port is free there; no certificate can be made.
  package func openToNetwork(on addresses: [IPv4Address], authorityIn folder: String?) throws(TLSProblem) -> NetworkPage {
    try network.open(on: addresses, authorityIn: folder, to: relayed)
  }

  /// The port of this machine to which the relay leads, for other devices alone; nil where the page was never opened to any.
  package var relayedPort: Int? { relayed.port }

  /// Closes the page to other devices, and forgets those that were let in. False where it was closed.
  package func closeToNetwork() -> Bool { network.close() }

  /// Has a copy of each shot of the page's camera kept in a folder as well, an absolute path; nil for none.
  package func keepCopies(in folder: String?) { options.camera.copies.keep(in: folder) }

  private let catalogue: LiveCatalog
  private let options: Options
  private let access: PageAccess
  private let network: PageNetwork
  private let site: PageSite
  private let gate: PageGate
  private let daemon: HTTPDaemon
  private let relayed: RelayListener
  private let hub: EventHub
  private let queue: WorkQueue
  private let pictures: PictureLane
  private let waiting: WaitingRoom
  private let subscription: UInt64
  private let isStopped = Atomic<Bool>(false)

  /// Serves the page of a catalogue.
  ///
  /// Errors: the port is taken; the system gives no descriptors, memory or threads.
  package init(_ catalogue: LiveCatalog, _ options: Options) throws(PageFailure) {
    let kept = KeptSessions(root: catalogue.root, folder: StateFolder.path(options.context.environment))
    let (descriptor, port) = try PageListener.listen(on: options.port, before: kept.port)
    let clock: @Sendable () -> Int64 = { MonotonicClock.now }
    let before = catalogue.state.generation
    let life = String(UInt64.random(in: .min ... .max), radix: 36)
    var limits = EventHub.Limits()
    // Scripts hear events, and no comments.
    (limits.heartbeat, limits.beat) = (options.heartbeat, Array("event: beat\ndata: {}\n\n".utf8))
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    // Some more than cores, so that an answer that takes long leaves a thread to the others.
    guard let queue = WorkQueue(threads: max(4, min(8, cores))), let pictures = PictureLane(threads: max(2, min(4, cores))),
      let waiting = WaitingRoom(timeout: options.barrierTimeout, clock: clock),
      let hub = EventHub(
        limits, after: before, current: { _ in Self.event(catalogue.toldState.generation, of: life, isState: true, count: 0) })
    else {
      close(descriptor)
      throw PageFailure(number: errno, port: port)
    }
    (self.catalogue, self.options, self.port) = (catalogue, options, port)
    (self.queue, self.pictures, self.waiting, self.hub) = (queue, pictures, waiting, hub)
    access = PageAccess(port: port, kept: kept, clock: options.clock)
    gate = PageGate(
      access, bodyBytes: options.bodyBytes, uploadBytes: options.uploadBytes, headBytes: options.headBytes, users: options.users)
    let network = PageNetwork(access, port: port, clock: options.clock)
    self.network = network
    site = PageSite(
      options, access, life: life, ThumbnailFolder(root: catalogue.root), installable: { network.installable },
      accept: { catalogue.accept() }, reread: { catalogue.reload() })
    var settings = HTTPDaemon.Settings(clock: clock)
    (settings.headBytes, settings.bodyBytes, settings.connections) = (options.headBytes, options.bodyBytes, options.connections)
    (settings.idleSeconds, settings.fields) = (options.idleSeconds, PageGate.fields)
    subscription = catalogue.subscribe { delta in
      hub.publish(Self.event(delta.outline.generation, of: life, isState: false, count: delta.changedPaths.count))
    }
    let answerer = Answerer(
      catalogue: catalogue, site: site, gate: gate, queue: queue, pictures: pictures, waiting: waiting, hub: hub)
    daemon = HTTPDaemon(settings) { answerer.admit($0, from: .machine) }
    relayed = RelayListener(settings) { answerer.admit($0, from: .network) }
    guard daemon.start(on: descriptor) else {
      let number = errno
      close(descriptor)
      catalogue.unsubscribe(subscription)
      queue.end()
      pictures.end()
      waiting.end()
      throw PageFailure(number: number, port: port)
    }
  }

  deinit { stop() }

  /// Ends the page: takes no more connections, finishes the answers under way, ends the streams of events, closes.
  package func stop() {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = network.close()
    let listening = daemon.quiesce()
    if listening >= 0 { close(listening) }
    catalogue.unsubscribe(subscription)
    hub.end()
    let deadline = MonotonicClock.now + Int64(options.stopTimeout) * 1_000_000
    daemon.stop(within: options.stopTimeout, late: Self.closed)
    relayed.stop(within: Int(max(0, deadline - MonotonicClock.now) / 1_000_000), late: Self.closed)
    queue.end()
    pictures.end()
    waiting.end()
  }

  private static var closed: Reply {
    Reply(503, "text/plain; charset=utf-8", .bytes(Array("the page is closed".utf8))).guarded()
  }

  /// Since when nobody has asked for anything or reads events; nil while somebody does. Units: nanoseconds of the monotonic clock.
  package var idleSince: Int64? {
    guard let own = daemon.connections.idleSince, let others = relayed.idleSince else { return nil }
    return max(own, others)
  }

  /// The id names the run of the server as well: another counts its generations anew. Source: the HTML standard, "server-sent events".
  private static func event(_ generation: UInt64, of life: String, isState: Bool, count: Int) -> EventHub.Event {
    let name = isState ? "state" : "change"
    let data = "{\"generation\":\(generation),\"life\":\"\(life)\",\"files\":\(count)}"
    let text = "id: \(generation)-\(life)\nevent: \(name)\ndata: \(data)\n\n"
    return EventHub.Event(generation: generation, bytes: Array(text.utf8))
  }
}

/// What becomes of requests.
private struct Answerer: Sendable {
  let catalogue: LiveCatalog
  let site: PageSite
  let gate: PageGate
  let queue: WorkQueue
  let pictures: PictureLane
  let waiting: WaitingRoom
  let hub: EventHub
  private let tidiness = Tidiness()

  /// The longest body of a stranger's that is read. A form that is sent when its session is over is mostly shorter, and gets its answer: where a body is not read, the
  /// connection may be gone before the answer is.
  private static let strangerBytes = 64 << 10

  func admit(_ head: RequestHead, from side: PageAccess.Side) -> Admission {
    do throws(RequestFault) {
      let pass = try gate.pass(head, from: side)
      let target = try RequestTarget(head.target)
      let type = head.field("Content-Type") ?? ""
      if !pass.isGuest, head.bodySize ?? 0 > Self.strangerBytes, let reply = site.replyAtOnce(head, target, pass) {
        return .refused(reply)
      }
      guard head.method == "POST", type.lowercased().hasPrefix("multipart/form-data") else {
        return .admitted { body, exchange in answer(head, target, pass, .form(body), exchange) }
      }
      guard let boundary = MultipartForm.boundary(of: type) else { throw RequestFault("the form does not say its boundary") }
      // A stranger's files are not even kept.
      if let reply = site.replyAtOnce(head, target, pass) { return .refused(reply) }
      guard let spool = SpooledBody() else {
        throw RequestFault("there is no room for files: \(String(cString: strerror(errno)))", status: 507)
      }
      return .spooled(spool) { exchange in answer(head, target, pass, .files(spool, boundary: boundary), exchange) }
    } catch {
      return .refused(site.refusal(error, head))
    }
  }

  private func answer(
    _ head: RequestHead, _ target: RequestTarget, _ pass: PageGate.Pass, _ body: PageBody, _ exchange: Exchange
  ) {
    if let reply = site.replyAtOnce(head, target, pass) { return exchange.reply(reply) }
    if target.path == ["events"] { return exchange.reply(events(head)) }
    withState(head, exchange) { state in
      let work: @Sendable () -> Void = {
        guard !exchange.isAbandoned else {
          return exchange.reply(site.refusal(RequestFault("nobody waits for the answer", status: 503), head))
        }
        exchange.reply(site.reply(to: head, target, body, from: pass.side, on: state))
        if tidiness.isDue() { catalogue.giveBackMemory() }
      }
      if target.path.first == PhotoView.reducedWord {
        pictures.add(for: target.path.joined(separator: "/"), work)
      } else if target.parameters.contains(where: { $0.name == HistoryView.word }), head.method != "POST" {
        pictures.add(for: HistoryView.word, work)
      } else {
        queue.add(work)
      }
    }
  }

  /// Calls `body` with a state that has everything in it that was written before the request.
  private func withState(_ head: RequestHead, _ exchange: Exchange, _ body: @escaping @Sendable (LiveState) -> Void) {
    if let state = catalogue.settledState { return body(state) }
    let number = waiting.enter {
      exchange.reply(site.refusal(RequestFault("what was written just now was not seen in time; try again", status: 503), head))
    }
    catalogue.barrier { state in if waiting.leave(number) { body(state) } }
  }

  private func events(_ head: RequestHead) -> Reply {
    let type = "text/event-stream"
    if head.method == "HEAD" { return Reply(200, type, .bytes([])).with("Cache-Control", "no-store").guarded() }
    // Of an earlier run nothing is remembered, and its generations are not ours.
    let parts = head.lastEvent?.split(separator: "-", maxSplits: 1)
    let generation = parts?.last.map(String.init) == site.life ? parts?.first.flatMap { UInt64($0) } : nil
    guard let stream = hub.open(after: generation, isChunked: head.isModern) else {
      return site.refusal(RequestFault("there are too many streams of events already", status: 503), head)
    }
    return Reply(200, type, .events(stream)).with("Cache-Control", "no-store").guarded()
  }
}

/// When it is time to give memory back that requests used: the library keeps some megabytes for each thread that found a long list.
private final class Tidiness: Sendable {
  /// So many requests are worth a look at the memory.
  private static let manyRequests = 16
  private let count = Mutex(0)

  /// Counts a request. True for each of many.
  func isDue() -> Bool {
    count.withLock { count in
      count = (count + 1) % Self.manyRequests
      return count == 0
    }
  }
}
