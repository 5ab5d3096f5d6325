// What the client makes of what a service says, true or not.

import Testing
import VitrineClient
import VitrineTesting

@Suite("A service's replies")
struct ReplyTests {
  private func body(_ text: String, _ limits: ServiceConnection.Limits = CannedService.limits()) throws -> Result<
    String, ServiceFailure
  > {
    try CannedService(text).answer(limits).map { String(decoding: $0.body, as: UTF8.self) }
  }

  private func isBroken(_ text: String) throws -> Bool {
    if case .failure(.broken) = try CannedService(text).answer() { true } else { false }
  }

  @Test("a body has the length that its header says")
  func length() throws {
    #expect(try body(head("Content-Length: 5\r\n") + "hello and more") == .success("hello"))
    #expect(try body(head("Content-Length: 0\r\n")) == .success(""))
    #expect(try body(head("content-length:5\r\n") + "hello") == .success("hello"))
    #expect(try body(head(status: "204 No Content")) == .success(""))
  }

  @Test("a body may come in chunks, with extensions and with words after it")
  func chunks() throws {
    let text = head("Transfer-Encoding: chunked\r\n")
    #expect(try body(text + "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n") == .success("hello world"))
    #expect(try body(text + "A\r\n0123456789\r\n0\r\nDigest: none\r\n\r\n") == .success("0123456789"))
  }

  @Test("an interim answer is passed over")
  func interim() throws {
    #expect(try body("HTTP/1.1 100 Continue\r\n\r\n" + head("Content-Length: 2\r\n") + "ok") == .success("ok"))
  }

  @Test("an answer that ends too early is none")
  func shortened() throws {
    let whole = head("Content-Length: 5\r\n") + "hello"
    for count in 0..<whole.utf8.count { #expect(try CannedService(Array(whole.utf8.prefix(count))).answer() == .failure(.ended)) }
    let chunked = head("Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n0\r\n"
    #expect(try body(chunked) == .failure(.ended))
    #expect(try body(String(chunked.dropLast(5))) == .failure(.ended))
  }

  @Test("what is no HTTP/1.1 with a length is refused")
  func garbage() throws {
    #expect(try isBroken("hello\r\n\r\n"))
    #expect(try isBroken("HTTP/2 200 OK\r\n\r\n"))
    #expect(try isBroken("HTTP/1.1 2000 OK\r\n\r\n"))
    #expect(try isBroken("HTTP/1.1 -20 OK\r\n\r\n"))
    #expect(try isBroken(head("a line\r\n")))
    #expect(try isBroken(head()))
    for length in ["-1", "+5", "five", "", "99999999999999999999", "5, 5", "0x5"] {
      #expect(try isBroken(head("Content-Length: \(length)\r\n") + "hello"), "\(length)")
    }
    #expect(try isBroken(head("Content-Length: 5\r\nContent-Length: 6\r\n") + "hello!"))
    #expect(try isBroken(head("Transfer-Encoding: gzip\r\nContent-Length: 5\r\n") + "hello"))
    let chunked = head("Transfer-Encoding: chunked\r\n")
    for chunk in ["x\r\n", "-5\r\nhello\r\n", "5\r\nhello!\r\n", "\r\n", "7fffffffffffffff\r\n", "ffffffffffffffffff\r\n"] {
      #expect(try isBroken(chunked + chunk), "\(chunk)")
    }
  }

  @Test("lines and heads without an end are refused")
  func endless() throws {
    #expect(try isBroken(String(repeating: "x", count: 200_000)))
    #expect(try isBroken(head(String(repeating: "A: b\r\n", count: 20_000))))
    #expect(try isBroken(head("Transfer-Encoding: chunked\r\n") + String(repeating: "1", count: 200_000)))
    #expect(try isBroken(head("Transfer-Encoding: chunked\r\n") + "0\r\n" + String(repeating: "A: b\r\n", count: 20_000)))
  }

  @Test("a long body comes whole, and one beyond the limit not at all")
  func long() throws {
    let piece = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var bytes: [UInt8] = []
    for _ in 0..<1_000 { bytes += piece }
    let reply = Array(head("Content-Length: \(bytes.count)\r\n").utf8) + bytes
    #expect(try CannedService(reply).answer().map(\.body) == .success(bytes))
    #expect(
      try CannedService(reply).answer(CannedService.limits(body: bytes.count - 1)) == .failure(.broken("the body is too long")))
    let chunks = head("Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n5\r\nhello\r\n0\r\n\r\n"
    #expect(try CannedService(chunks).answer(CannedService.limits(body: 9)) == .failure(.broken("the body is too long")))
  }

  @Test("a service that says nothing, or no more, is given up")
  func silence() throws {
    let limits = CannedService.limits(timeout: 50)
    for said in [
      "", "HTTP/1.1 200 OK\r\n", head("Content-Length: 5\r\n") + "hell", head("Transfer-Encoding: chunked\r\n") + "5\r\nhello",
    ] {
      #expect(try CannedService(said, hangs: true).answer(limits) == .failure(.silent), "\(said)")
    }
  }

  @Test("who takes no more of a long request is asked for a sign of life, as is who does not answer")
  func deafness() throws {
    for size in [10, 8 << 20] {
      let folder = try TemporaryFolder()
      let listener = try UnixListener(at: folder.path + "/s")
      var connection = try ServiceConnection(
        toSocketAt: folder.path + "/s", version: nil, limits: CannedService.limits(timeout: 1_000))
      #expect(throws: ServiceFailure.silent) {
        try connection.request("POST", "/v1/plan", body: [UInt8](repeating: 0x20, count: size))
      }
      #expect(listener.waitingCount() == 2, "\(size)")
    }
  }

  @Test("a service of another version, or of none, is not spoken to")
  func version() throws {
    #expect(
      try body("HTTP/1.1 200 OK\r\nVitrine-Version: 9\r\nContent-Length: 0\r\n\r\n") == .failure(.otherVersion("9")))
    #expect(try body("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") == .failure(.otherVersion("")))
  }

  @Test("nobody there is said to be absent")
  func absence() throws {
    let folder = try TemporaryFolder()
    func failure(_ path: String) -> ServiceFailure? {
      do throws(ServiceFailure) {
        _ = try ServiceConnection(toSocketAt: path, version: nil)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(folder.path + "/s") == .absent)
    #expect(failure(folder.path + "/no/folder") == .absent)
    do { _ = try UnixListener(at: folder.path + "/stale") }
    #expect(failure(folder.path + "/stale") == .absent)
    try folder.write("a file", to: "file")
    #expect(failure(folder.path + "/file") == .absent)
    #expect(failure("/" + String(repeating: "x", count: 200)) != nil)
  }

  @Test("where too many wait already, the wait has an end")
  func crowd() throws {
    let folder = try TemporaryFolder()
    let listener = try UnixListener(at: folder.path + "/s", backlog: 0)
    var limits = ServiceConnection.Limits()
    limits.connecting = 50
    var failures: [ServiceFailure] = []
    for _ in 0..<3 {
      do throws(ServiceFailure) {
        let connection = try ServiceConnection(toSocketAt: folder.path + "/s", version: nil, limits: limits)
        // It stays in the queue after it is closed.
        _ = consume connection
      } catch {
        failures.append(error)
      }
    }
    #expect(!failures.isEmpty && failures.allSatisfy { $0 == .silent })
    _ = listener.descriptor
  }
}

@Suite("Commands over the wire")
struct CommandReplyTests {
  private func reply(_ headers: String, _ body: String) throws -> Result<CommandReply, ServiceFailure> {
    try CannedService(head(headers + "Content-Length: \(body.utf8.count)\r\n") + body).command()
  }

  @Test("errors stand before output in the body")
  func parts() throws {
    let reply = try reply("Vitrine-Exit-Status: 1\r\nVitrine-Error-Length: 5\r\n", "errorout")
    #expect(reply == .success(CommandReply(output: Array("out".utf8), errors: Array("error".utf8), status: 1)))
  }

  @Test("headers that do not fit are no answer")
  func faults() throws {
    for headers in [
      "", "Vitrine-Exit-Status: 1\r\n", "Vitrine-Exit-Status: 1\r\nVitrine-Error-Length: 9\r\n",
      "Vitrine-Exit-Status: -1\r\nVitrine-Error-Length: 0\r\n", "Vitrine-Exit-Status: 256\r\nVitrine-Error-Length: 0\r\n",
      "Vitrine-Exit-Status: 1\r\nVitrine-Error-Length: -1\r\n",
    ] {
      #expect(try reply(headers, "errorout") == .failure(.broken("headers that do not fit the body")), "\(headers)")
    }
  }

  @Test("a service that refuses is not taken at its word")
  func refusal() throws {
    let text = head("Content-Length: 2\r\nVitrine-Exit-Status: 0\r\nVitrine-Error-Length: 0\r\n", status: "503 Starting") + "{}"
    #expect(try CannedService(text).command() == .failure(.refused(503)))
  }

  @Test("a request is JSON, whatever stands in its words")
  func json() {
    let request = CommandRequest(
      words: ["a\"b\\c", "\u{0}\u{1F}\n", "é"], folder: "/x", environment: ["TZ": "UTC", "HOME": "/"], width: 80)
    #expect(
      String(decoding: request.json, as: UTF8.self)
        == #"{"words":["a\"b\\c","\u0000\u001f\u000a","é"],"folder":"/x","environment":{"HOME":"/","TZ":"UTC"},"width":80}"#)
    let empty = CommandRequest(words: [], folder: "/", environment: [:], width: nil)
    #expect(String(decoding: empty.json, as: UTF8.self) == #"{"words":[],"folder":"/","environment":{},"width":null}"#)
  }
}

@Suite("Server-sent events")
struct EventTests {
  private func chunked(_ parts: [String], _ end: String = "0\r\n\r\n") -> String {
    head("Transfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n")
      + parts.map { String($0.utf8.count, radix: 16) + "\r\n" + $0 + "\r\n" }.joined() + end
  }

  private let text =
    ": hello\n\nevent: state\nid: 1\ndata: {\"a\":1}\n\nid: 2\r\ndata: one\r\ndata:two\r\n\r\n:\n\ndata\n\nevent: only a name\n\nretry: 5\ndata: x\n"

  private let expected = [
    ServiceEvent(name: "state", id: "1", data: Array("{\"a\":1}".utf8)),
    ServiceEvent(name: "message", id: "2", data: Array("one\ntwo".utf8)),
    ServiceEvent(name: "message", id: "2", data: []),
  ]

  @Test("events come one by one, however they are cut")
  func cuts() throws {
    for size in [1, 2, 3, 7, 1000] {
      var parts: [String] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        parts.append(String(decoding: rest.prefix(size), as: UTF8.self))
        rest = rest.dropFirst(size)
      }
      let (events, end) = try CannedService(chunked(parts)).events()
      #expect(events == expected, "\(size)")
      #expect(end == .ended)
    }
  }

  @Test("a stream that breaks off has ended")
  func breaks() throws {
    let (events, end) = try CannedService(chunked([text], "")).events()
    #expect(events == expected)
    #expect(end == .ended)
  }

  @Test("who does not wait gets nothing, and loses nothing")
  func polling() throws {
    let service = try CannedService(chunked(["data: a\n\n", "data: b\n"], ""), hangs: true)
    let connection = try ServiceConnection(
      toSocketAt: service.path, version: CannedService.version, limits: CannedService.limits())
    var events = try connection.events("/v1/events")
    #expect(try events.next(before: .after(milliseconds: 10_000))?.data == Array("a".utf8))
    #expect(try events.next(before: .after(milliseconds: 0)) == nil)
    #expect(try events.next(before: .after(milliseconds: 20)) == nil)
    #expect(events.descriptor >= 0)
  }

  @Test("what is no stream of events is refused")
  func refusals() throws {
    #expect(try CannedService(head("Content-Length: 2\r\n") + "{}").events().end == .broken("no events, but status 200"))
    #expect(
      try CannedService(head("Transfer-Encoding: chunked\r\n", status: "503 Busy") + "0\r\n\r\n").events().end
        == .broken("no events, but status 503"))
    let endless = Array(repeating: String(repeating: "x", count: 1 << 20), count: 18)
    #expect(try CannedService(chunked(endless)).events().end == .broken("an event has no end"))
  }
}
