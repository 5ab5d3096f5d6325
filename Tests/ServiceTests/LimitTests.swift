// What keeps the service from being kept: sizes, times, numbers.

import Glibc
import Synchronization
import Testing
import VitrineClient
import VitrineLive
import VitrineService
import VitrineSystem
import VitrineTesting

/// The limits, each over a real socket.
@Suite struct LimitTests {
  /// Commands that wait until they are let go.
  private final class Gate: Sendable {
    let waiting = Tally()
    private let isOpen = Atomic<Bool>(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() { _ = waitUntil { isOpen.load(ordering: .acquiring) } }

    /// Answers like an echo, but lines that begin with `slow` only when the gate is open.
    var run: CommandRunner {
      { [self] request, state in
        if request.words.first == "slow" {
          waiting.add()
          _ = waitUntil { isOpen.load(ordering: .acquiring) }
        }
        return RunningService.echo(request, state)
      }
    }
  }

  @Test("a head of more than 16 KiB is refused, one of nearly so much is read")
  func head() throws {
    let running = try RunningService()
    #expect(try running.get("/v1/status", headers: ["X: " + String(repeating: "x", count: 16_000)]).status == 200)
    let great = try running.get("/v1/status", headers: ["X: " + String(repeating: "x", count: 17_000)])
    #expect(great.status == 431)
    #expect(great.text.contains("at most 16384 are read"))
    // What has no room at all is refused by the library.
    #expect(try running.get("/v1/status", headers: ["X: " + String(repeating: "x", count: 200_000)]).status == 431)
    #expect(try [413, 414, 431].contains(running.get("/v1/" + String(repeating: "x", count: 200_000)).status))
    #expect(try running.get("/v1/status").status == 200)
  }

  @Test("a body of more than 1 MiB is refused before it is read, one of just so much is read")
  func body() throws {
    let running = try RunningService()
    func body(_ size: Int) -> String { "{\"words\":[\"" + String(repeating: "x", count: size - 15) + "\"]}" + " " }
    #expect(body(100).utf8.count == 100)
    #expect(try running.ask("POST", "/v1/command", body: body(1 << 20)).status == 200)
    let client = try running.client()
    try client.send("POST", "/v1/command", ["Content-Length: \((1 << 20) + 1)"])
    let reply = try client.reply()
    #expect(reply.status == 413)
    #expect(reply.text == "{\"error\":\"the body has 1048577 bytes; at most 1048576 are read\"}\n")
    #expect(try running.ask("POST", "/v1/command", ["Content-Length: 99999999999999999999"]).status >= 400)
  }

  @Test("what was written and is not seen in time is not waited for: 503, and the service goes on")
  func barrier() throws {
    let running = try RunningService(change: { $0.barrierTimeout = 50 })
    #expect(try running.get("/v1/status").status == 200)
    let held = Gate()
    let subscription = running.live.subscribe { _ in
      held.waiting.add()
      held.wait()
    }
    try running.folder.write(RunningService.thing("Three"), to: "things/three.yaml")
    #expect(waitUntil { held.waiting.value == 1 })
    for (method, target, body) in [("GET", "/v1/status", nil), ("POST", "/v1/command", "{\"words\":[\"list\"]}")] {
      let reply = try running.ask(method, target, body: body)
      #expect(reply.status == 503)
      #expect(
        reply.text
          == "{\"error\":\"what was written before this request was not seen within 50 ms; 'barrier=none' does not wait for it\"}\n"
      )
    }
    #expect(try running.get("/v1/status?barrier=none").status == 200)
    running.live.unsubscribe(subscription)
    held.open()
    #expect(waitUntil { (try? running.get("/v1/status").status) == 200 })
    #expect(try running.ask("POST", "/v1/command", body: "{\"words\":[\"list\"]}").status == 200)
  }

  @Test("a command whose client has gone while it waited is not run")
  func gone() throws {
    let run = Tally()
    let running = try RunningService(run: { request, state in
      run.add()
      return RunningService.echo(request, state)
    })
    let held = Gate()
    let subscription = running.live.subscribe { _ in
      held.waiting.add()
      held.wait()
    }
    try running.folder.write(RunningService.thing("Three"), to: "things/three.yaml")
    #expect(waitUntil { held.waiting.value == 1 })
    do {
      let client = try running.client()
      try client.send("POST", "/v1/command", body: "{\"words\":[\"list\"]}")
      // What is answered without waiting on a later connection shows that the one before has been read.
      #expect(try running.get("/v1/status?barrier=none").status == 200)
    }
    running.live.unsubscribe(subscription)
    held.open()
    #expect(try running.ask("POST", "/v1/command", body: "{\"words\":[\"show\"]}").status == 200)
    #expect(run.value == 1)
  }

  @Test("an answer beyond the limit is refused")
  func answer() throws {
    let running = try RunningService(
      change: { $0.answerBytes = 1_000 },
      run: { request, _ in
        CommandReply(output: Array(repeating: 0x78, count: Int(request.words.last ?? "") ?? 0), errors: [0x65], status: 0)
      })
    #expect(try running.get("/v1/rows?q=1000").body.count == 1_000)
    let reply = try running.get("/v1/rows?q=1001")
    #expect(reply.status == 500)
    #expect(reply.text == "{\"error\":\"the answer has 1001 bytes; at most 1000 are sent: ask for less\"}\n")
    #expect(try running.ask("POST", "/v1/command", body: #"{"words":["1000"]}"#).status == 500)
  }

  @Test("many that keep their connection and say nothing keep nobody out")
  func idleConnections() throws {
    let running = try RunningService(change: { ($0.connections, $0.graceMilliseconds) = (8, 0) })
    var kept: [RawClient] = []
    for number in 0..<40 {
      let client = try running.client()
      if number % 3 != 0 {
        try client.send("GET", "/v1/status?barrier=none")
        #expect(try client.reply().status == 200)
      } else if number % 2 == 0 {
        try client.send("GET /v1/status HTTP/1.1\r\nX: half a hea")
      }
      kept.append(client)
    }
    // Neither who never asked nor who was answered before hears nothing at all.
    for client in kept[0...1] {
      let reply = try client.reply()
      #expect(reply.status == 503 && reply.headers["retry-after"] == "1" && reply.headers["connection"] == "close")
      #expect(reply.text == "{\"error\":\"8 connections are at work already; try again in a second\"}\n")
      #expect(client.isClosed())
    }
    try kept[38].send("GET", "/v1/status")
    #expect(try kept[38].reply().status == 200)
  }

  @Test("where all connections were at work a moment ago, none of them is closed, and who comes is told to come again")
  func surplus() throws {
    let running = try RunningService(change: { ($0.connections, $0.surplus, $0.graceMilliseconds) = (8, 8, 60_000) })
    var kept: [RawClient] = []
    for _ in 0..<8 {
      let client = try running.client()
      try client.send("GET", "/v1/status?barrier=none")
      #expect(try client.reply().status == 200)
      kept.append(client)
    }
    for _ in 0..<20 {
      let client = try running.client()
      try client.send("GET", "/v1/status?barrier=none")
      let reply = try client.reply()
      #expect(reply.status == 503 && reply.headers["retry-after"] == "1")
      #expect(reply.text == "{\"error\":\"8 connections are at work already; try again in a second\"}\n")
      #expect(client.isClosed())
    }
    for client in kept {
      try client.send("GET", "/v1/status?barrier=none")
      #expect(try client.reply().status == 200)
    }
    _ = kept.popLast()
    // The one that left made room.
    #expect(waitUntil { (try? running.get("/v1/status?barrier=none").status) == 200 })
  }

  @Test("more than there is any room for, all of them silent, keep the next one waiting and not out")
  func silentCrowd() throws {
    let running = try RunningService(change: { ($0.connections, $0.surplus) = (8, 8) })
    var kept: [RawClient] = []
    for _ in 0..<30 { kept.append(try running.client()) }
    #expect(waitUntil { (try? running.get("/v1/status?barrier=none").status) == 200 })
    #expect(kept.count == 30)
  }

  @Test("those who ask for much and those who wait for events keep their connections when others come")
  func busyConnections() throws {
    let gate = Gate()
    let running = try RunningService(change: { ($0.connections, $0.graceMilliseconds) = (8, 0) }, run: gate.run)
    let events = try running.client()
    try events.send("GET", "/v1/events")
    #expect(try events.reply().status == 200)
    let slow = try running.client()
    try slow.send("POST", "/v1/command", body: #"{"words":["slow"]}"#)
    #expect(waitUntil { gate.waiting.value == 1 })
    for _ in 0..<40 { #expect(try running.get("/v1/status?barrier=none").status == 200) }
    var others: [RawClient] = []
    for _ in 0..<20 { others.append(try running.client()) }
    #expect(try running.get("/v1/rows").status == 200)
    gate.open()
    #expect(try slow.reply().text.hasPrefix("slow\n"))
    #expect(try events.chunk().hasPrefix("id: "))
  }

  @Test("one long answer holds up neither the status nor another command")
  func longAnswer() throws {
    let gate = Gate()
    let running = try RunningService(run: gate.run)
    let slow = try running.client()
    try slow.send("POST", "/v1/command", body: #"{"words":["slow"]}"#)
    #expect(waitUntil { gate.waiting.value == 1 })
    #expect(try running.get("/v1/status").status == 200)
    #expect(try running.get("/v1/rows").status == 200)
    #expect(running.service.idleSince == nil)
    gate.open()
    #expect(try slow.reply().status == 200)
    #expect(waitUntil { running.service.idleSince != nil })
  }

  @Test("who is silent too long is let go, but not who waits for events")
  func silence() throws {
    let running = try RunningService(change: { $0.idleSeconds = 1 })
    let events = try running.client()
    try events.send("GET", "/v1/events")
    #expect(try events.reply().status == 200)
    _ = try events.chunk()
    let idle = try running.client()
    try idle.send("GET", "/v1/status")
    #expect(try idle.reply().status == 200)
    let half = try running.client()
    try half.send("POST /v1/command HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    #expect(idle.isClosed())
    #expect(half.isClosed())
    try running.folder.write(RunningService.thing("Three"), to: "things/three.yaml")
    #expect(try events.chunk().contains("\"records\":3"))
  }

  @Test("a client that asks for much and takes nothing is let go")
  func stubbornClient() throws {
    let running = try RunningService(
      change: { $0.idleSeconds = 1 },
      run: { _, _ in
        CommandReply(output: Array(repeating: 0x78, count: 50 << 20), errors: [], status: 0)
      })
    let client = try running.client()
    try client.send("GET", "/v1/rows")
    #expect(try running.get("/v1/status").status == 200)
    #expect(waitUntil { running.service.idleSince != nil })
    #expect(client.isClosed())
  }

  @Test("a stop finishes answers, ends streams and closes; what takes too long is told so")
  func stop() throws {
    let gate = Gate()
    let running = try RunningService(run: gate.run)
    let events = try running.client()
    try events.send("GET", "/v1/events")
    #expect(try events.reply().status == 200)
    _ = try events.chunk()
    let idle = try running.client()
    let slow = try running.client()
    try slow.send("POST", "/v1/command", body: #"{"words":["slow"]}"#)
    #expect(waitUntil { gate.waiting.value == 1 })
    let stopped = Tally()
    Thread.start {
      running.service.stop()
      stopped.add()
    }
    #expect(try events.chunk() == "")
    #expect(stopped.value == 0)
    gate.open()
    #expect(try slow.reply().text.hasPrefix("slow\n"))
    #expect(waitUntil { stopped.value == 1 })
    #expect(idle.isClosed())
    #expect((try? running.client()) == nil)
    running.service.stop()
  }

  @Test("a stop does not wait for ever")
  func impatientStop() throws {
    let gate = Gate()
    let running = try RunningService(change: { $0.stopTimeout = 10 }, run: gate.run)
    let slow = try running.client()
    try slow.send("POST", "/v1/command", body: #"{"words":["slow"]}"#)
    #expect(waitUntil { gate.waiting.value == 1 })
    running.service.stop()
    gate.open()
    #expect(slow.isClosed() || (try? slow.reply().status) == 503)
  }

  /// A request that comes while the service stops, on a connection that is kept.
  @Test("a stop while clients go on asking closes their connections")
  func stopAmongRequests() throws {
    for _ in 0..<20 {
      let running = try RunningService(run: { request, state in
        usleep(2_000)
        return RunningService.echo(request, state)
      })
      let (answered, gone) = (Tally(), Tally())
      for _ in 0..<4 {
        Thread.start {
          let client = try? running.client()
          while let client, (try? client.send("GET", "/v1/rules")) != nil, (try? client.reply().status) != nil { answered.add() }
          gone.add()
        }
      }
      #expect(waitUntil { answered.value >= 20 })
      running.service.stop()
      #expect(waitUntil { gone.value == 4 })
    }
  }

  @Test("a stop does not wait for a long answer that is being made")
  func stopAmongAnswers() throws {
    for _ in 0..<5 {
      let begun = Tally()
      let running = try RunningService(
        change: { $0.stopTimeout = 0 },
        run: { _, _ in
          begun.add()
          return CommandReply(output: Array(repeating: 0x61, count: 16 << 20), errors: [], status: 0)
        })
      let clients = try (0..<3).map { _ in try running.client() }
      for client in clients { try client.send("POST", "/v1/command", body: #"{"words":["long"]}"#) }
      #expect(waitUntil { begun.value >= 1 })
      running.service.stop()
      for client in clients { while (try? client.reply()) != nil {} }
    }
  }
}
