// The streams of events.

import Testing
import VitrineCatalog
import VitrineLive
import VitrineService
import VitrineTesting

/// Server-sent events over a real socket.
@Suite struct EventTests {
  /// An event, taken apart.
  private struct Event {
    var id = ""
    var name = ""
    var data = ""

    /// The number of the generation in the data.
    var generation: Int {
      guard let match = data.firstMatch(of: /"generation":([0-9]+)/) else { return 0 }
      return Int(match.output.1) ?? 0
    }

    init(_ text: String) {
      for line in text.split(separator: "\n") {
        if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
        if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
      }
    }
  }

  private func events(_ running: RunningService, after id: String? = nil) throws -> RawClient {
    let client = try running.client()
    try client.send("GET", "/v1/events", id.map { ["Last-Event-ID: " + $0] } ?? [])
    let head = try client.reply()
    #expect(head.status == 200)
    #expect(head.headers["content-type"] == "text/event-stream")
    #expect(head.headers["transfer-encoding"] == "chunked")
    return client
  }

  @Test("the first event is the state, then comes each generation, with what appeared, what was fixed, and what changed")
  func generations() throws {
    let running = try RunningService()
    let client = try events(running)
    let first = Event(try client.chunk())
    #expect(first.name == "state")
    #expect(first.id.hasPrefix("1-"))
    #expect(first.data.hasPrefix(#"{"time":"2026-11-21T20:33:21.123456Z","version":"1.2.3","#))
    #expect(first.generation == 1)

    try running.folder.replace(RunningService.thing("One", faults: 1), at: "things/one.yaml")
    let second = Event(try client.chunk())
    #expect(second.name == "generation")
    #expect(second.id.hasPrefix("2-"))
    #expect(second.data.hasPrefix(#"{"generation":2,"time":""#))
    #expect(
      second.data.contains(#""appeared":[{"code":"V102","rule":"unknown-field","severity":"error","path":"things/one.yaml""#))
    #expect(
      second.data.hasSuffix(
        #""fixed":[],"changed":["things/one.yaml"],"changedCount":1,"records":2,"photos":0,"findings":{"error":1,"warning":0,"info":0},"watching":{"folders":3,"overflows":0,"polled":[],"links":0,"shortage":null},"freeze":null,"lastGood":[]}"#
      ))

    try running.folder.replace(RunningService.thing("One"), at: "things/one.yaml")
    let third = Event(try client.chunk())
    #expect(third.generation == 3)
    #expect(third.data.contains(#""appeared":[],"fixed":[{"code":"V102""#))
  }

  @Test("who comes back gets what it missed; from another life of the service, or from long ago, it gets the state")
  func comingBack() throws {
    let running = try RunningService(change: { $0.keptEvents = 3 })
    let client = try events(running)
    let first = Event(try client.chunk())
    var ids: [String] = []
    for number in 1...5 {
      try running.folder.replace(RunningService.thing("New \(number)"), at: "things/new.yaml")
      ids.append(Event(try client.chunk()).id)
    }
    let back = try events(running, after: ids[2])
    #expect(Event(try back.chunk()).id == ids[3])
    #expect(Event(try back.chunk()).id == ids[4])
    // An event may be told a moment before its state is there; an answer waits for that.
    #expect(try running.get("/v1/status").status == 200)
    for id in [first.id, "4-elsewhere", "4", "", "99" + first.id.dropFirst()] {
      let state = Event(try events(running, after: id).chunk())
      #expect(state.name == "state", "\(id)")
      #expect(state.id == ids[4])
    }
    // Who has everything waits for what comes.
    let current = try events(running, after: ids[4])
    try running.folder.replace(RunningService.thing("New 6"), at: "things/new.yaml")
    #expect(Event(try current.chunk()).generation == 7)
  }

  @Test("who reads too slowly gets a state for what it missed, and goes on from there")
  func slowReader() throws {
    let running = try RunningService(change: { $0.keptEvents = 2 })
    let slow = try events(running)
    let quick = try events(running)
    _ = try quick.chunk()
    // Each of these is some 200 KB; a socket takes about one.
    for number in 1...12 {
      try running.folder.replace(RunningService.thing("One", faults: number % 2 * 300), at: "things/one.yaml")
      #expect(Event(try quick.chunk()).generation == number + 1)
    }
    var seen: [Event] = []
    while seen.last?.generation != 13 { seen.append(Event(try slow.chunk())) }
    #expect(seen.map(\.generation) == seen.map(\.generation).sorted())
    #expect(seen.count < 12)
    #expect(seen.dropFirst().contains { $0.name == "state" })
    try running.folder.replace(RunningService.thing("Last"), at: "things/last.yaml")
    #expect(Event(try slow.chunk()).generation == 14)
  }

  @Test("a generation with too many findings is told as a state")
  func tooMany() throws {
    let running = try RunningService(change: { $0.eventFindings = 5 })
    let client = try events(running)
    _ = try client.chunk()
    try running.folder.replace(RunningService.thing("One", faults: 5), at: "things/one.yaml")
    #expect(Event(try client.chunk()).name == "generation")
    try running.folder.replace(RunningService.thing("Two", faults: 6), at: "things/two.yaml")
    let event = Event(try client.chunk())
    #expect(event.name == "state")
    #expect(event.generation == 3)
    #expect(event.data.contains(#""findings":{"error":11,"#))
  }

  @Test("the silent hear a comment; who goes is seen to go; there are only so many")
  func clients() throws {
    let running = try RunningService(change: {
      $0.heartbeat = 20
      $0.streams = 2
    })
    var client: RawClient? = try events(running)
    let other = try events(running)
    #expect(running.service.clientCount == 2)
    let third = try running.get("/v1/events")
    #expect(third.status == 503)
    #expect(third.text == "{\"error\":\"there are 2 streams of events already\"}\n")
    _ = try client?.chunk()
    for _ in 0..<3 { #expect(try client?.chunk() == ":\n\n") }
    client = nil
    #expect(waitUntil { running.service.clientCount == 1 })
    _ = try other.chunk()
    #expect(try events(running).chunk().hasPrefix("id: "))
  }

  @Test("an old client, which knows no chunks, gets the events bare")
  func oldProtocol() throws {
    let running = try RunningService()
    let client = try running.client()
    try client.send("GET /v1/events HTTP/1.0\r\n\r\n")
    let head = try client.reply()
    #expect(head.status == 200)
    #expect(head.headers["transfer-encoding"] == nil)
    #expect(try client.line().hasPrefix("id: 1-"))
    #expect(try client.line() == "event: state\n")
  }

  @Test("fifty writes at random are all told, to all clients, in their order")
  func many() throws {
    let running = try RunningService()
    let clients = try (0..<8).map { _ in try events(running) }
    for number in 1...50 { try running.folder.replace(RunningService.thing("T \(number)"), at: "things/\(number % 7).yaml") }
    #expect(waitUntil { running.live.state.catalogue.recordCount == 9 })
    let last = Int(try barrier(running))
    for client in clients {
      var before = 0
      while before < last {
        let event = Event(try client.chunk())
        #expect(event.generation > before)
        before = event.generation
      }
    }
  }

  private func barrier(_ running: RunningService) throws -> UInt64 {
    try running.get("/v1/status").headers["vitrine-generation"].flatMap { UInt64($0) } ?? 0
  }
}
