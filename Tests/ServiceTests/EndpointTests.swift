// What can be asked, and what is answered.

import Glibc
import Testing
import VitrineClient
import VitrineLive
import VitrineService
import VitrineTesting

/// The endpoints over a real socket.
@Suite struct EndpointTests {
  @Test("the status tells version, root, process, generation and counts")
  func status() throws {
    let running = try RunningService()
    let reply = try running.get("/v1/status")
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "application/json")
    #expect(reply.headers["vitrine-version"] == "1.2.3")
    #expect(reply.headers["vitrine-generation"] == "1")
    let start = #"{"version":"1.2.3","root":"\#(running.live.root)","pid":\#(getpid()),"generation":1,"started":"2026-11-21T"#
    #expect(reply.text.hasPrefix(start))
    #expect(
      reply.text.contains(#""records":2,"photos":0,"findings":{"error":0,"warning":0,"info":0},"watching":"#))
    #expect(
      reply.text.contains(
        #""watching":{"folders":3,"overflows":0,"polled":[],"links":0,"shortage":null},"freeze":null,"lastGood":[],"files":4,"clients":0,"editors":0,"memory":"#
      ))
    #expect(reply.text.hasSuffix("}\n"))
  }

  @Test("what is believed of every folder: how it is watched, its files, and what is wrong")
  func folders() throws {
    let running = try RunningService()
    try running.folder.write("vitrine: 1\n", to: "other/vitrine.yaml")
    let reply = try running.get("/v1/folders")
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "application/json")
    #expect(
      reply.text.contains(
        #"{"path":"other","watching":"events","reason":null,"files":0,"trouble":"it is a catalogue of its own"}"#))
    #expect(reply.text.hasPrefix(#"[{"path":"","watching":"events","reason":null,"files":1,"trouble":null},"#), "\(reply.text)")
  }

  @Test("while the catalogue is frozen every answer says so, and commands are left to those who can read the files")
  func frozen() throws {
    let running = try RunningService()
    #expect(unlink(running.folder.path + "/vitrine.yaml") == 0)
    let rows = try running.get("/v1/rows")
    #expect(rows.status == 200)
    #expect(rows.headers["vitrine-freeze"] == "manifest")
    let client = try running.client()
    try client.send("POST", "/v1/command", body: #"{"words": ["list"], "folder": "/", "environment": {}, "width": null}"#)
    let command = try client.reply()
    #expect(command.status == 503)
    #expect(command.text.contains("the catalogue is frozen"))
    try running.folder.write(RunningService.files["vitrine.yaml"] ?? "", to: "vitrine.yaml")
    #expect(try running.get("/v1/rows").headers["vitrine-freeze"] == nil)
  }

  @Test("a request waits until what was written before it is seen; with barrier=none it does not need to")
  func barrier() throws {
    let running = try RunningService()
    let client = try running.client()
    for number in 3...12 {
      try running.folder.write(RunningService.thing("Title \(number)"), to: "things/\(number).yaml")
      try client.send("GET", "/v1/status")
      #expect(try client.reply().text.contains("\"records\":\(number),"))
    }
    try client.send("GET", "/v1/status?barrier=none")
    #expect(try client.reply().text.contains("\"records\":12,"))
  }

  @Test(
    "typed endpoints become the words of a command line, values after '--' or '=' so that none is taken for an option",
    arguments: [
      ("/v1/rows", "list --format=json --"),
      (
        "/v1/rows?kind=things&q=title:a+b&q=-status:library&sort=-title&limit=3&columns=%2Bid&group=kind&format=csv",
        "list --sort=-title --limit=3 --columns=+id --group=kind --format=csv -- things title:a b -status:library"
      ),
      ("/v1/rows?kind=thing&barrier=none", "list --format=json -- thing"),
      ("/v1/records/games/one", "show --format=json -- games/one"),
      ("/v1/records/games%2Fone?format=markdown", "show --format=markdown -- games/one"),
      ("/v1/records/--help", "show --format=json -- --help"),
      ("/v1/report?path=games&path=--x&format=sarif", "check --format=sarif -- games --x"),
      (
        "/v1/stats?by=kind&limit=3&sort=kind&period=month",
        "stats --by=kind --period=month --limit=3 --sort=kind --format=json --"
      ),
      ("/v1/explain", "explain --"), ("/v1/explain/V112", "explain -- V112"),
    ])
  func words(_ target: String, _ words: String) throws {
    let running = try RunningService()
    let reply = try running.get(target)
    #expect(reply.status == 200)
    #expect(reply.headers["vitrine-exit-status"] == "0")
    let lines = reply.text.split(separator: "\n").map(String.init)
    #expect(lines.dropLast(3).joined(separator: " ") == words)
    #expect(lines.suffix(3) == ["folder=\(running.live.root)", "width=none", "LC_ALL=C.UTF-8"])
  }

  @Test("each format has its content type")
  func types() throws {
    let running = try RunningService()
    let client = try running.client()
    let expected = [
      "rows?format=json": "application/json", "rows?format=ndjson": "application/x-ndjson",
      "rows?format=csv": "text/csv; charset=utf-8", "rows?format=table": "text/plain; charset=utf-8",
      "rows?format=markdown": "text/markdown; charset=utf-8", "rows?format=yaml": "application/yaml",
      "report?format=sarif": "application/sarif+json", "report?format=junit": "application/xml",
      "report?format=github": "text/plain; charset=utf-8", "report?format=gitlab": "application/json",
      "records/x?format=page": "text/plain; charset=utf-8", "explain/x": "text/plain; charset=utf-8",
    ]
    for (target, type) in expected {
      try client.send("GET", "/v1/" + target)
      #expect(try client.reply().headers["content-type"] == type, "\(target)")
    }
  }

  @Test(
    "a command that fails is an error in HTTP, with the command's own sentence",
    arguments: [
      ("/v1/rows?q=x", Int32(2), 400), ("/v1/records/x", 2, 404), ("/v1/explain/x", 2, 404), ("/v1/report?path=x", 3, 404),
      ("/v1/rows", 3, 500), ("/v1/rows", 4, 500), ("/v1/report", 1, 200),
    ])
  func failures(_ target: String, _ exit: Int32, _ status: Int) throws {
    let running = try RunningService(run: { _, _ in
      CommandReply(
        output: Array("out".utf8), errors: Array("vitrine: unknown field 'yaer'; did you mean 'year'?\n".utf8), status: exit)
    })
    let reply = try running.get(target)
    #expect(reply.status == status)
    #expect(reply.headers["vitrine-exit-status"] == "\(exit)")
    #expect(reply.text == (status == 200 ? "out" : "{\"error\":\"unknown field 'yaer'; did you mean 'year'?\"}\n"))
  }

  @Test("POST /v1/command gives standard error, then standard output, and says where the one ends")
  func command() throws {
    let running = try RunningService(run: { request, _ in
      CommandReply(output: Array("\(request)".utf8), errors: Array("é!".utf8), status: 7)
    })
    let sent = CommandRequest(words: ["list", "a b"], folder: "/tmp", environment: ["TZ": "UTC"], width: 80)
    let reply = try running.ask(
      "POST", "/v1/command", body: #"{"words":["list","a b"],"folder":"/tmp","environment":{"TZ":"UTC"},"width":80}"#)
    #expect(reply.status == 200)
    #expect(reply.headers["vitrine-exit-status"] == "7")
    #expect(reply.headers["vitrine-error-length"] == "3")
    #expect(reply.headers["vitrine-generation"] == "1")
    #expect(reply.text == "é!\(sent)")
    let little = try running.ask("POST", "/v1/command?barrier=none", body: #"{"words":[]}"#)
    #expect(little.text == "é!\(CommandRequest(words: [], folder: running.live.root, environment: [:], width: nil))")
  }

  @Test("POST /v1/plan gives a change behind what was said; a catalogue that is not known well gives none")
  func plan() throws {
    let running = try RunningService(run: { _, _ in
      CommandReply(output: Array("out".utf8), errors: Array("err".utf8), status: 0)
    })
    var connection = try ServiceConnection(toSocketAt: running.socket, version: "1.2.3")
    let reply = try connection.plan(CommandRequest(words: ["set"], folder: "/", environment: [:], width: nil))
    #expect(reply.output == Array("out".utf8))
    #expect(reply.errors == Array("err".utf8))
    #expect(reply.change == [1, 2, 3])
    // A record that is shown as it last was is none to plan with.
    try running.folder.write("title: [", to: "things/one.yaml")
    let refused = try running.ask("POST", "/v1/plan", body: #"{"words":["set"]}"#)
    #expect(refused.status == 503)
    #expect(refused.text.contains("not known well enough"))
  }

  @Test("our own client speaks with it: a command, a status, and events")
  func ownClient() throws {
    let running = try RunningService()
    var connection = try ServiceConnection(toSocketAt: running.socket, version: "1.2.3")
    let command = CommandRequest(words: ["a"], folder: "/", environment: [:], width: nil)
    #expect(try connection.run(command).output == Array("a\nfolder=/\nwidth=none\n".utf8))
    #expect(try connection.request("GET", "/v1/status").status == 200)
    var events = try ServiceConnection(toSocketAt: running.socket, version: "1.2.3").events("/v1/events")
    #expect(try events.next(before: .after(milliseconds: 10_000))?.name == "state")
    try running.folder.write("title: [", to: "things/one.yaml")
    let event = try events.next(before: .after(milliseconds: 10_000))
    #expect(event?.name == "generation")
    let data = String(decoding: event?.data ?? [], as: UTF8.self)
    #expect(data.hasPrefix("{\"generation\":2,"))
  }

  @Test("HEAD gives the head of what GET gives, also for events")
  func head() throws {
    let running = try RunningService()
    let client = try running.client()
    for target in ["/v1/status?barrier=none", "/v1/rows", "/v1/openapi.json", "/v1/explain"] {
      try client.send("GET", target)
      let whole = try client.reply()
      try client.send("HEAD", target)
      let head = try client.reply(isHead: true)
      #expect(head.status == 200)
      if !target.contains("status") { #expect(head.headers == whole.headers) }
    }
    try client.send("HEAD", "/v1/events")
    #expect(try client.reply(isHead: true).headers["content-type"] == "text/event-stream")
    #expect(running.service.clientCount == 0)
  }

  @Test("reload gives a new generation; stop calls its owner after the reply")
  func orders() throws {
    let stops = Tally()
    let running = try RunningService(stop: { stops.add() })
    let reload = try running.ask("POST", "/v1/reload")
    #expect(reload.status == 202)
    #expect(reload.text == "{\"accepted\":\"reload\"}\n")
    #expect(waitUntil { running.live.state.generation == 2 })
    #expect(try running.ask("POST", "/v1/accept", body: "").status == 202)
    #expect(stops.value == 0)
    #expect(try running.ask("POST", "/v1/stop").status == 202)
    #expect(waitUntil { stops.value == 1 })
  }

  @Test("a request may be sent right after another, on one connection")
  func pipelining() throws {
    let running = try RunningService()
    let client = try running.client()
    for _ in 0..<20 { try client.send("GET", "/v1/rows?q=x") }
    for _ in 0..<20 { #expect(try client.reply().text.hasPrefix("list\n")) }
  }
}
