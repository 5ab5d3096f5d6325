// What is refused, and with which words.

import Testing
import VitrineClient
import VitrineService
import VitrineTesting

/// Requests that cannot be answered.
@Suite struct RefusalTests {
  @Test(
    "a request that cannot be understood is refused with a sentence, and the nearest word",
    arguments: [
      ("GET", "/v1/statsu", 404, "there is no '/v1/statsu'; did you mean '/v1/stats'?"),
      ("GET", "/", 404, "there is no '/'; '/v1/openapi.json' lists what there is"),
      ("GET", "/v1/records/", 404, "there is no '/v1/records/'; did you mean '/v1/records/{id}'?"),
      ("GET", "/v1/status?barier=none", 400, "unknown parameter 'barier' of /v1/status; did you mean 'barrier'?"),
      ("GET", "/v1/events?x", 400, "unknown parameter 'x' of /v1/events; it takes none"),
      ("GET", "/v1/status?barrier=nome", 400, "parameter 'barrier' is 'nome'; expected none; did you mean 'none'?"),
      ("GET", "/v1/status?barrier=none&barrier=none", 400, "parameter 'barrier' is there 2 times"),
      ("GET", "/v1/rows?limit=-1", 400, "parameter 'limit' is '-1'; expected a whole number"),
      ("GET", "/v1/rows?limit=99999999999999999999", 400, "parameter 'limit' is '99999999999999999999'; expected a whole number"),
      ("GET", "/v1/rows?sort=", 400, "parameter 'sort' is empty"),
      ("GET", "/v1/rows?kind=thnig", 400, "there is no kind 'thnig'; did you mean 'thing'?"),
      ("GET", "/v1/records/a%zzb", 400, "'%zz' in the path is no percent-encoding; a '%' itself is written %25"),
      ("GET", "/v1/rows?q=100%", 400, "'%' in parameter 'q' is no percent-encoding; a '%' itself is written %25"),
      ("GET", "/v1/records/a%00b", 400, "there is a NUL in the path"), ("GET", "/v1/records/a%FFb", 400, "the path is not UTF-8"),
      ("GET", "/v1/rows?q=%C3%28", 400, "parameter 'q' is not UTF-8"),
      ("GET", "http://x/v1/status", 400, "the target of a request begins with '/', as in 'GET /v1/status'"),
      ("POST", "/v1/status", 405, "/v1/status takes GET, HEAD, not 'POST'"),
      ("GET", "/v1/stop", 405, "/v1/stop takes POST, not 'GET'"),
      ("BREW", "/v1/events", 405, "/v1/events takes GET, HEAD, not 'BREW'"),
    ])
  func sentences(_ method: String, _ target: String, _ status: Int, _ sentence: String) throws {
    let running = try RunningService()
    let reply = try running.ask(method, target)
    #expect(reply.status == status)
    #expect(reply.text == "{\"error\":\"\(sentence)\"}\n")
    #expect(reply.headers["vitrine-version"] == "1.2.3")
    #expect(reply.headers["allow"] == (status == 405 ? (target == "/v1/stop" ? "POST" : "GET, HEAD") : nil))
  }

  @Test(
    "a body that is no command is refused with a sentence",
    arguments: [
      ("", "the body is empty; expected a JSON object with 'words'"),
      ("[]", "the body is no JSON object; expected one with 'words'"),
      ("{}", "the body has no 'words'"), (#"{"words":"list"}"#, "'words' is no list of strings"),
      (#"{"words":[1]}"#, "each of 'words' is to be a string"),
      (#"{"words":["a\u0000"]}"#, "each of 'words' is to be a string without NUL"),
      (#"{"words":[],"folder":"x"}"#, "'folder' is 'x'; expected an absolute path"),
      (#"{"words":[],"width":0}"#, "'width' is '0'; expected a whole number from 1 to 10000, or null"),
      (#"{"words":[],"enviroment":{}}"#, "unknown member 'enviroment' of the body; did you mean 'environment'?"),
      (#"{"words":[],"environment":{"A":1}}"#, "each of 'environment' is to be a string"),
    ])
  func bodies(_ body: String, _ sentence: String) throws {
    let running = try RunningService()
    let reply = try running.ask("POST", "/v1/command", body: body)
    #expect(reply.status == 400)
    #expect(reply.text == "{\"error\":\"\(sentence)\"}\n")
  }

  @Test("what is no JSON is refused with what is wrong in it")
  func noJSON() throws {
    let running = try RunningService()
    for body in ["{", "\u{0}", "{\"words\":[],\"words\":[]}", String(repeating: "[", count: 100_000)] {
      let reply = try running.ask("POST", "/v1/command", body: body)
      #expect(reply.status == 400)
      #expect(reply.text.hasPrefix("{\"error\":\"the body is no JSON that can be read: "))
    }
  }

  @Test("a body where none belongs, or in chunks, is refused")
  func misplacedBodies() throws {
    let running = try RunningService()
    let reply = try running.ask("GET", "/v1/status", body: "{}")
    #expect(reply.status == 400)
    #expect(reply.text == "{\"error\":\"/v1/status takes no body\"}\n")
    let client = try running.client()
    try client.send("POST /v1/command HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
    let chunked = try client.reply()
    #expect(chunked.status == 400)
    #expect(chunked.text.contains("'words'"))
  }

  @Test("a body in chunks is read like any other, up to what is read; other encodings and two lengths are refused")
  func chunks() throws {
    let running = try RunningService()
    let client = try running.client()
    let head = "POST /v1/command HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    for _ in 0..<2 {
      try client.send(head + "7\r\n{\"words\r\nc;a=b\r\n\":[\"list\",\"x\r\n3\r\n\"]}\r\n0\r\nTrailer: t\r\n\r\n")
      let reply = try client.reply()
      #expect(reply.status == 200 && reply.text.contains("list"), "\(reply)")
    }
    let large = "{\"words\":[\"" + String(repeating: "x", count: 1 << 20) + "\"]}"
    for size in [large.utf8.count, 1_000] {
      try client.send(head)
      var rest = Substring(large)
      while !rest.isEmpty {
        let piece = rest.prefix(size)
        try client.send(String(piece.utf8.count, radix: 16) + "\r\n" + piece + "\r\n")
        rest = rest.dropFirst(piece.count)
      }
      try client.send("0\r\n\r\n")
      let reply = try client.reply()
      #expect(reply.status == 413)
      #expect(reply.text == "{\"error\":\"the body has \(large.utf8.count) bytes; at most 1048576 are read\"}\n")
    }
    try client.send("GET /v1/status HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\n\r\n")
    #expect(try client.reply().text == "{\"error\":\"/v1/status takes no body\"}\n")
    for (encoding, status) in [("gzip", 501), ("chunked\r\nContent-Length: 2", 400)] {
      let reply = try running.ask("POST", "/v1/command", ["Transfer-Encoding: \(encoding)"])
      #expect(reply.status == status)
    }
  }

  @Test("a client of another version is refused, one of ours or of none is not")
  func versions() throws {
    let running = try RunningService()
    let reply = try running.get("/v1/status", headers: ["Vitrine-Version: 1.2.4"])
    #expect(reply.status == 409)
    #expect(reply.text == "{\"error\":\"this is vitrine 1.2.3, and version 1.2.4 was asked for\"}\n")
    #expect(try running.get("/v1/status", headers: ["vitrine-version: 1.2.3"]).status == 200)
  }

  @Test("a refusal does not end the connection, unless a body would follow")
  func connectionGoesOn() throws {
    let running = try RunningService()
    let client = try running.client()
    for target in ["/v1/nowhere", "/v1/rows?limit=x", "/v1/stop"] {
      try client.send("GET", target)
      #expect(try client.reply().headers["connection"] == nil)
    }
    try client.send("GET", "/v1/status")
    #expect(try client.reply().status == 200)
    try client.send("POST", "/v1/nowhere", body: "{}")
    #expect(try client.reply().headers["connection"]?.lowercased() == "close")
    #expect(client.isClosed())
  }

  @Test("another user is refused")
  func otherUser() throws {
    let running = try RunningService(change: { $0.owner &+= 1 })
    let reply = try running.get("/v1/status")
    #expect(reply.status == 403)
    #expect(reply.text == "{\"error\":\"this service answers its own user only\"}\n")
    #expect(try running.ask("POST", "/v1/stop").status == 403)
  }
}
