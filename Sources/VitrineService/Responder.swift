// From a request to its reply: who may ask, what is asked, with which state, in which words.

import Synchronization
import VitrineApplication
import VitrineCatalog
import VitrineClient
import VitrineFormats
import VitrineHTTP
import VitrineLive
import VitrineModel
import VitrineText

/// What answers requests.
final class Responder: Sendable {
  private let catalogue: LiveCatalog
  private let run: CommandRunner
  private let read: RequestReader
  private let plan: CommandRunner?
  private let options: Service.Options
  private let facts: ServiceFacts
  private let hub: EventHub
  private let queue: WorkQueue
  private let room: WaitingRoom
  private let isStopping = Atomic<Bool>(false)

  /// A responder for a catalogue.
  init(
    _ catalogue: LiveCatalog, _ facts: ServiceFacts, _ options: Service.Options, hub: EventHub, queue: WorkQueue,
    room: WaitingRoom, run: @escaping CommandRunner, plan: CommandRunner?, read: @escaping RequestReader
  ) {
    self.catalogue = catalogue
    self.facts = facts
    self.options = options
    self.hub = hub
    self.queue = queue
    self.room = room
    self.run = run
    self.plan = plan
    self.read = read
  }

  /// Takes no more requests.
  func stop() { isStopping.store(true, ordering: .releasing) }

  /// What is done with a request, by its head.
  func admit(_ head: RequestHead) -> Admission {
    do throws(RequestFault) {
      let asked = try check(head)
      return .admitted { [self] body, exchange in answer(asked, head, body, exchange) }
    } catch {
      return .refused(refusal(error))
    }
  }

  /// The reply that a fault gets.
  func refusal(_ fault: RequestFault) -> Reply {
    var json = JSONWriter()
    json.object { $0.field("error", fault.message) }
    json.lineBreak()
    let reply = Reply.json(json.bytes, fault.status).with("Vitrine-Version", facts.version)
    if let seconds = fault.retryAfter { return reply.with("Retry-After", "\(seconds)").with("Connection", "close") }
    return fault.allowed.map { reply.with("Allow", $0) } ?? reply
  }

  /// What those are told who find no room, or make some.
  static func crowded(_ options: Service.Options) -> RequestFault {
    RequestFault("\(options.connections) connections are at work already; try again in a second", status: 503, retryAfter: 1)
  }

  private func check(_ head: RequestHead) throws(RequestFault) -> Asked {
    if isStopping.load(ordering: .acquiring) { throw RequestFault("the service is stopping", status: 503) }
    if head.isSurplus { throw Self.crowded(options) }
    guard head.peer == options.owner else { throw RequestFault("this service answers its own user only", status: 403) }
    if head.size > options.headBytes {
      throw RequestFault("the head of the request has \(head.size) bytes; at most \(options.headBytes) are read", status: 431)
    }
    if let version = head.version, version != facts.version {
      throw RequestFault("this is vitrine \(facts.version), and version \(version) was asked for", status: 409)
    }
    let asked = try Router.route(head.method, RequestTarget(head.target))
    if let encoding = head.encoding {
      guard encoding.lowercased() == "chunked" else {
        throw RequestFault("'Transfer-Encoding: \(encoding)' is not read; send the body whole, or with 'chunked'", status: 501)
      }
      // Source: RFC 9112, 6.1: of two lengths nobody knows which one others took.
      if head.bodySize != nil { throw RequestFault("a body has Content-Length or Transfer-Encoding, not both") }
    }
    if let size = head.bodySize, size > options.bodyBytes {
      throw tooLarge(size)
    }
    if asked.endpoint.body == nil, head.bodySize ?? 0 > 0 { throw RequestFault("\(asked.endpoint.template) takes no body") }
    return asked
  }

  private func tooLarge(_ size: Int) -> RequestFault {
    RequestFault(
      "the body has \(size == .max ? "too many" : "\(size)") bytes; at most \(options.bodyBytes) are read", status: 413)
  }

  private func answer(_ asked: Asked, _ head: RequestHead, _ body: [UInt8], _ exchange: Exchange) {
    // Of a body that came in chunks nobody knew how great it would be.
    if exchange.bodySize > options.bodyBytes { return exchange.reply(refusal(tooLarge(exchange.bodySize))) }
    if asked.endpoint.body == nil, !body.isEmpty {
      return exchange.reply(refusal(RequestFault("\(asked.endpoint.template) takes no body")))
    }
    switch asked.endpoint.action {
    case .status: withState(asked, exchange) { [self] state in exchange.reply(status(state)) }
    case .folders:
      withState(asked, exchange) { [self] state in
        catalogue.folders { [self] folders in exchange.reply(self.folders(folders, state)) }
      }
    case .document:
      exchange.reply(Reply.json(OpenAPIDocument.bytes(version: facts.version)).with("Vitrine-Version", facts.version))
    case .events: exchange.reply(events(asked, head))
    case .reads(let request): work(asked, exchange) { [self] state in typed(request(asked), asked, state) }
    case .runsBody, .plansBody:
      do throws(RequestFault) {
        let request = try CommandRequest(json: body, root: facts.root)
        let isPlan = if case .plansBody = asked.endpoint.action { true } else { false }
        work(asked, exchange) { [self] state in isPlan ? plan(request, state) : command(request, state) }
      } catch {
        exchange.reply(refusal(error))
      }
    case .page:
      queue.add { [self] in exchange.reply(openPage(asked)) }
    case .reload:
      catalogue.reload()
      exchange.reply(accepted(asked))
    case .accept:
      catalogue.accept()
      exchange.reply(accepted(asked))
    case .stop:
      var reply = accepted(asked)
      reply.afterwards = { [queue, options] in queue.add { options.stop() } }
      exchange.reply(reply)
    }
  }

  /// Replies from a thread of the queue; not at all to who has gone meanwhile, as programs do that read the catalogue themselves by now.
  private func work(_ asked: Asked, _ exchange: Exchange, _ answer: @escaping @Sendable (LiveState) -> Reply) {
    withState(asked, exchange) { [self] state in
      queue.add {
        exchange.reply(
          exchange.isAbandoned ? self.refusal(RequestFault("nobody waits for the answer", status: 503)) : answer(state))
      }
    }
  }

  /// Calls `body` with the state to answer from: the one now, or the first that has everything in it that was written before. Where that one is
  /// too long in coming, it says so instead.
  private func withState(_ asked: Asked, _ exchange: Exchange, _ body: @escaping @Sendable (LiveState) -> Void) {
    guard asked.waits else { return body(catalogue.state) }
    if let state = catalogue.settledState { return body(state) }
    let number = room.enter { [self] in
      exchange.reply(
        refusal(
          RequestFault(
            "what was written before this request was not seen within \(room.timeout) ms; 'barrier=none' does not wait for it",
            status: 503)))
    }
    catalogue.barrier { [room] state in if room.leave(number) { body(state) } }
  }
}

// Replies.
extension Responder {
  /// The state as an event, for clients that begin or missed something.
  static func stateEvent(_ state: LiveState, _ facts: ServiceFacts, clients: Int, now: Int64) -> EventHub.Event {
    var json = JSONWriter()
    json.status(state, facts, clients: clients, time: now)
    return event("state", state.generation, facts, json.bytes)
  }

  /// Whether a generation may be published before its state is there: readers do not wait long for that, and it is published as an event.
  static func isSmall(_ delta: ReportDelta, _ options: Service.Options) -> Bool {
    delta.changedPaths.count <= 16 && delta.appeared.count + delta.fixed.count <= options.eventFindings
  }

  /// A generation as an event; nil where it is too much for one.
  static func generationEvent(_ delta: ReportDelta, _ facts: ServiceFacts, _ options: Service.Options) -> EventHub.Event? {
    guard delta.appeared.count + delta.fixed.count <= options.eventFindings else { return nil }
    // Most events tell of one file and a finding or two.
    var json = JSONWriter(reserving: 1024)
    json.generation(delta, mostPaths: options.eventPaths)
    return event("generation", delta.outline.generation, facts, json.bytes)
  }

  /// Source: the HTML standard, "server-sent events".
  private static func event(_ name: String, _ generation: UInt64, _ facts: ServiceFacts, _ data: [UInt8]) -> EventHub.Event {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 128)
    bytes += "id: ".utf8
    bytes.append(decimal: Int(clamping: generation))
    bytes.append(UInt8(ascii: "-"))
    bytes += facts.life.utf8
    bytes += "\nevent: ".utf8
    bytes += name.utf8
    bytes += "\ndata: ".utf8
    bytes += data
    bytes += [0x0A, 0x0A]
    return EventHub.Event(generation: generation, bytes: bytes)
  }

  private func status(_ state: LiveState) -> Reply {
    var json = JSONWriter()
    json.status(state, facts, clients: hub.clientCount, time: nil)
    json.lineBreak()
    return marked(.json(json.bytes), state)
  }

  private func folders(_ folders: [LiveFolder], _ state: LiveState) -> Reply {
    var json = JSONWriter()
    json.folders(folders)
    json.lineBreak()
    return marked(.json(json.bytes), state)
  }

  private func events(_ asked: Asked, _ head: RequestHead) -> Reply {
    let type = asked.content?.type ?? ""
    if asked.isHead { return Reply(200, type, .bytes([])).with("Vitrine-Version", facts.version) }
    // Of an earlier life nothing is remembered, and its generations are not ours.
    let parts = head.lastEvent?.split(separator: "-", maxSplits: 1)
    let generation = parts?.count == 2 && parts?[1] == facts.life[...] ? parts.flatMap { UInt64($0[0]) } : nil
    guard let stream = hub.open(after: generation, isChunked: head.isModern) else {
      return refusal(RequestFault("there are \(options.events.clients) streams of events already", status: 503))
    }
    return Reply(200, type, .events(stream)).with("Cache-Control", "no-store").with("Vitrine-Version", facts.version)
  }

  private func openPage(_ asked: Asked) -> Reply {
    guard let open = options.page else { return refusal(RequestFault("this service has no page", status: 404)) }
    do throws(RequestError) {
      let page = try open(
        PageOpening(port: asked.number("port"), network: asked.value("network"), copies: asked.value("copies")))
      var json = JSONWriter()
      json.object {
        $0.field("address", page.address)
        $0.field("entry", page.entry)
        guard let network = page.network else { return }
        $0.object("network") {
          $0.array("addresses") { array in for address in network.addresses { array.string(address) } }
          $0.field("entry", network.entry)
          $0.field("code", network.code)
          $0.field("fingerprint", network.fingerprint)
          $0.field("kept", network.isKept)
          $0.field("picture", network.picture)
        }
      }
      json.lineBreak()
      return marked(.json(json.bytes), catalogue.state).with("Cache-Control", "no-store")
    } catch {
      return refusal(RequestFault(error.message, status: error.reason == .invalid ? 400 : 503))
    }
  }

  private func accepted(_ asked: Asked) -> Reply {
    var json = JSONWriter()
    json.object { $0.field("accepted", asked.endpoint.name) }
    json.lineBreak()
    return marked(.json(json.bytes, asked.endpoint.success), catalogue.state)
  }

  private func command(_ request: CommandRequest, _ state: LiveState) -> Reply {
    // Whoever can read the files should: they say something else than this state.
    guard state.status.freeze == nil else {
      return marked(
        refusal(RequestFault("the catalogue is frozen; read the files themselves, or see /v1/status", status: 503)), state)
    }
    if let shortage = state.status.shortage {
      return marked(refusal(RequestFault("what changed cannot be read for now: \(shortage)", status: 503)), state)
    }
    return written(run(request, state), state)
  }

  private func plan(_ request: CommandRequest, _ state: LiveState) -> Reply {
    // A plan is only as good as what it is made of: it has to be what a reading of the files would give.
    guard state.status.freeze == nil, state.status.shortage == nil, state.status.polled.isEmpty, state.lastGood.isEmpty, let plan
    else {
      return marked(
        refusal(RequestFault("the catalogue is not known well enough to plan a change; read the files themselves", status: 503)),
        state)
    }
    return written(plan(request, state), state)
  }

  private func written(_ result: CommandReply, _ state: LiveState) -> Reply {
    let change = result.change ?? []
    let size = result.errors.count + result.output.count + change.count
    guard size <= options.answerBytes else { return tooMuch(size) }
    var bytes = result.errors.isEmpty ? result.output : result.errors + result.output
    bytes += change
    let reply = marked(Reply(200, "application/octet-stream", .bytes(bytes)), state)
      .with("Vitrine-Exit-Status", "\(result.status)").with("Vitrine-Error-Length", "\(result.errors.count)")
    return result.change == nil ? reply : reply.with(CommandReply.changeLengthHeader, "\(change.count)")
  }

  private func typed(_ request: ReadRequest, _ asked: Asked, _ state: LiveState) -> Reply {
    for value in asked.values {
      guard case .kind = value.parameter.form else { continue }
      let known = state.catalogue.kinds.flatMap { [$0.name, $0.plural] }
      if known.contains(value.text) { continue }
      let nearest = NearestWord.nearest(to: value.text, in: known).map { "; did you mean '\($0)'?" } ?? ""
      return refusal(RequestFault("there is no kind '\(value.text)'\(nearest)"))
    }
    do throws(RequestError) {
      let answer = try read(request, state)
      guard answer.bytes.count <= options.answerBytes else { return tooMuch(answer.bytes.count) }
      return marked(Reply(200, asked.content?.type ?? "", .bytes(answer.bytes)), state)
        .with("Vitrine-Exit-Status", answer.hasErrors ? "1" : "0")
    } catch {
      let fault = RequestFault(error.message, status: Self.status(error.reason, asked))
      return marked(refusal(fault), state).with("Vitrine-Exit-Status", "\(Self.exitStatus(error.reason))")
    }
  }

  private func tooMuch(_ size: Int) -> Reply {
    refusal(RequestFault("the answer has \(size) bytes; at most \(options.answerBytes) are sent: ask for less", status: 500))
  }

  private func marked(_ reply: Reply, _ state: LiveState) -> Reply {
    let isMarked = reply.headers.contains { $0.name == "Vitrine-Version" }
    let marked = (isMarked ? reply : reply.with("Vitrine-Version", facts.version)).with(
      "Vitrine-Generation", "\(state.generation)")
    return state.status.freeze.map { marked.with("Vitrine-Freeze", WatchFreeze($0).word) } ?? marked
  }

  /// What a failure means for HTTP: what the path names is not there, or the parameters are wrong, or the disk fails.
  private static func status(_ reason: RequestError.Reason, _ asked: Asked) -> Int {
    switch reason {
    case .invalid: asked.endpoint.pathParameter == nil ? 400 : 404
    case .unavailable: asked.value("path") == nil ? 500 : 404
    case .findings, .conflict, .cancelled: 500
    }
  }

  /// What the command of the same request ends with.
  private static func exitStatus(_ reason: RequestError.Reason) -> Int {
    switch reason {
    case .invalid: 2
    case .unavailable: 3
    case .findings: 1
    case .conflict: 4
    case .cancelled: 130
    }
  }
}
