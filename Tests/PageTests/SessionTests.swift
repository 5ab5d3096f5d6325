// Browsers that were let in, and a daemon that ends and begins again.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

/// Sessions that outlast the daemon.
@Suite struct SessionTests {
  private func kept(_ page: RunningPage) throws -> [String] {
    let folder = page.stateFolder + "/vitrine/page-sessions"
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
  }

  @Test("a browser that was let in stays in when the daemon begins again; the file knows the session and cannot make one")
  func restart() throws {
    let page = try RunningPage(keepsState: true)
    let cookie = try page.cookie()
    let paths = try kept(page)
    #expect(paths.count == 1)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: paths[0])), as: UTF8.self)
    let secret = try #require(cookie.split(separator: "=").last)
    #expect(text.hasPrefix("port \(page.server.port)\n") && text.contains("\nsession ") && !text.contains(secret))
    var status = stat()
    #expect(stat(paths[0], &status) == 0 && status.st_mode & 0o777 == 0o600)
    let again = try page.restarted()
    defer { again.stop() }
    #expect(try page.raw("GET /things HTTP/1.1", [page.host, cookie]).status == 200)
    let wrong = cookie.replacing(secret, with: String(repeating: "0", count: 64))
    #expect(try page.raw("GET /things HTTP/1.1", [page.host, wrong]).status == 401)
  }

  @Test("a session that is kept ends after thirty days")
  func end() throws {
    let page = try RunningPage(keepsState: true)
    let cookie = try page.cookie()
    let day: Int64 = 86_400_000_000_000
    for (days, status) in [(29, 200), (31, 401)] as [(Int64, Int)] {
      let again = try page.restarted { options in
        let before = options.clock
        options.clock = WallClock(now: { before.now() + days * day }, offset: { _ in 0 })
      }
      #expect(try page.raw("GET /things HTTP/1.1", [page.host, cookie]).status == status, "\(days)")
      again.stop()
    }
  }

  @Test("a page without a named port has that of the last time, unless it is taken")
  func port() throws {
    let page = try RunningPage(keepsState: true)
    _ = try page.cookie()
    let again = try page.restarted { $0.port = nil }
    #expect(again.port == page.server.port)
    let other = try page.restarted { $0.port = nil }
    #expect(other.port != page.server.port)
    again.stop()
    other.stop()
  }

  @Test(
    "another catalogue's page on the same port knows nothing of the session, and without a state folder it ends with the daemon")
  func others() throws {
    let page = try RunningPage()
    let cookie = try page.cookie()
    let again = try page.restarted()
    #expect(try page.raw("GET /things HTTP/1.1", [page.host, cookie]).status == 401)
    again.stop()
    let kept = try RunningPage(keepsState: true)
    let known = try kept.cookie()
    kept.server.stop()
    let state = kept.stateFolder
    let stranger = try RunningPage(change: { options in
      options.port = kept.server.port
      options.context.environment = { $0 == "XDG_STATE_HOME" ? state : nil }
    })
    #expect(try stranger.raw("GET /things HTTP/1.1", [stranger.host, known]).status == 401)
  }

  @Test("who asks only for the head of the events gets only that")
  func head() throws {
    let page = try RunningPage()
    let client = try RawClient(port: page.server.port)
    let lines = [page.host, try page.cookie()].joined(separator: "\r\n") + "\r\n\r\n"
    try client.send("HEAD /events HTTP/1.1\r\n" + lines)
    let reply = try client.reply(isHead: true)
    #expect(reply.status == 200 && reply.headers["content-type"] == "text/event-stream")
    try client.send("GET /about HTTP/1.1\r\n" + lines)
    #expect(try client.reply().status == 200)
  }

  @Test("a page that listens hears a word every few seconds, whatever happens")
  func beats() throws {
    let page = try RunningPage(change: { $0.heartbeat = 20 })
    let client = try RawClient(port: page.server.port)
    try client.send("GET /events HTTP/1.1\r\n\(page.host)\r\n\(try page.cookie())\r\n\r\n")
    #expect(try client.reply().status == 200)
    #expect(try client.chunk().contains("event: state\n"))
    for _ in 0..<3 { #expect(try client.chunk() == "event: beat\ndata: {}\n\n") }
  }
}
