// Who may come in, and who may not: each attack by hand, over a socket.

import Glibc
import Testing
import VitrineFiles
import VitrinePage
import VitrineSource
import VitrineTesting

/// The rules of the page's gate.
@Suite struct GateTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  /// Nothing of the catalogue, and the headers that keep the page to itself.
  private func expectRefusal(_ reply: RawReply, _ status: Int, _ comment: Comment = "") {
    #expect(reply.status == status, comment)
    #expect(!reply.text.contains("One"), comment)
    #expect(reply.headers["x-content-type-options"] == "nosniff", comment)
  }

  @Test(
    "a program of another person on this machine is refused, whatever cookie it was handed: cookies reach every port of a host")
  func otherPeople() throws {
    // The other side of these connections is not the person that the page is for.
    let other = try RunningPage(change: { $0.users = [getuid() + 1] })
    let lines = ["Host: 127.0.0.1:\(other.server.port)", "Origin: http://127.0.0.1:\(other.server.port)"]
    for target in ["/", "/things", "/enter?key=0"] {
      expectRefusal(try other.raw("GET \(target) HTTP/1.1", lines), 403, "\(target)")
    }
    let entry = other.server.makeEntryAddress()
    let target = "/" + entry.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)[3]
    expectRefusal(try other.raw("GET \(target) HTTP/1.1", lines), 403)
  }

  @Test(
    "a page's address of a photo is of no use without the session, later or elsewhere: nothing is signed that could be used again"
  )
  func replay() throws {
    try page.folder.write(Array("\u{FF}\u{D8}".utf8), to: "things/one.jpg")
    let first = try page.get("/photo/things/one.jpg")
    let again = try page.raw("GET /photo/things/one.jpg HTTP/1.1", [page.host])
    expectRefusal(again, 401)
    #expect(first.status != 401)
    // The address of an older session's cookie is of no use to a new page on the same port.
    let old = try page.cookie().replacing(/=[0-9a-f]+/, with: "=" + String(repeating: "f", count: 64))
    expectRefusal(try page.raw("GET /photo/things/one.jpg HTTP/1.1", [page.host, old]), 401)
  }

  @Test("a thousand connections that say nothing keep nobody out")
  func idleThousand() throws {
    let busy = try RunningPage(change: { $0.connections = 64 })
    var idle: [RawClient] = []
    for _ in 0..<1_000 { if let client = try? RawClient(port: busy.server.port, seconds: 2) { idle.append(client) } }
    #expect(idle.count > 60)
    #expect(try busy.get("/things").status == 200)
    withExtendedLifetime(idle) {}
  }

  @Test("who asks for much and reads none of it keeps nobody out for long")
  func neverReading() throws {
    let busy = try RunningPage(change: { $0.connections = 8 })
    try busy.folder.write([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0x55, count: 24 << 20), to: "things/one.jpg")
    let cookie = try busy.cookie()
    var stalled: [RawClient] = []
    for _ in 0..<8 {
      let client = try RawClient(port: busy.server.port, receiveBuffer: 4_096)
      try client.send("GET /photo/things/one.jpg HTTP/1.1\r\nHost: 127.0.0.1:\(busy.server.port)\r\n\(cookie)\r\n\r\n")
      stalled.append(client)
    }
    // Nobody knows of one who has only just begun to read whether it goes on; a connection's idle seconds are thirty.
    let begun = ContinuousClock.now
    #expect(waitUntil { (try? busy.get("/things").status) == 200 })
    #expect(ContinuousClock.now - begun < .seconds(8))
    withExtendedLifetime(stalled) {}
  }

  @Test("who asks again and again without reading has little made ready for it")
  func asksWithoutReading() throws {
    let page = try RunningPage()
    let client = try RawClient(port: page.server.port, receiveBuffer: 4_096)
    let request = try "GET /things HTTP/1.1\r\n\(page.host)\r\n\(page.cookie())\r\n\r\n"
    try client.send(String(repeating: request, count: 600))
    // What the system holds of replies that nobody read. Source: proc_pid_net(5): of a socket the addresses, the state, and the bytes that wait.
    func waiting() -> Int {
      let port = String(page.server.port, radix: 16, uppercase: true)
      let sockets = String(decoding: (try? FileReader.read(path: "/proc/self/net/tcp")) ?? [], as: UTF8.self)
      let sizes = sockets.split(separator: "\n").compactMap { line -> Int? in
        let fields = line.split(separator: " ")
        guard fields.count > 4, fields[1].hasSuffix(":" + String(repeating: "0", count: 4 - port.count) + port) else {
          return nil
        }
        return Int(fields[4].prefix(8), radix: 16)
      }
      return sizes.max() ?? 0
    }
    #expect(waitUntil { waiting() > 60_000 })
    var most = 0
    for _ in 0..<60 {
      most = max(most, waiting())
      usleep(10_000)
    }
    #expect(most < 400_000)
    withExtendedLifetime(client) {}
  }

  @Test("a name that leads here by a resolver is refused: DNS rebinding")
  func rebinding() throws {
    let cookie = try page.cookie()
    for host in [
      "evil.example", "evil.example:\(page.server.port)", "127.0.0.1", "127.0.0.1:1", "localhost.evil:\(page.server.port)",
    ] {
      expectRefusal(try page.raw("GET / HTTP/1.1", ["Host: \(host)", cookie]), 421, "\(host)")
    }
    #expect(try page.raw("GET / HTTP/1.1", ["Host: localhost:\(page.server.port)", cookie]).status == 200)
  }

  @Test("a request has one Host, no more and no fewer")
  func hosts() throws {
    let cookie = try page.cookie()
    expectRefusal(try page.raw("GET / HTTP/1.0", [cookie]), 421)
    let two = try page.raw("GET / HTTP/1.1", [page.host, "Host: evil.example", cookie])
    #expect(two.status == 421 || two.status == 400)
  }

  @Test("without the cookie there is the way in, and nothing of the catalogue")
  func stranger() throws {
    for target in ["/", "/things", "/things/one", "/report", "/photo/things/one.jpg", "/events", "/all?q=title:one", "/nothing"] {
      expectRefusal(try page.raw("GET \(target) HTTP/1.1", [page.host]), 401, "\(target)")
    }
    let wrong = "Cookie: vitrine-\(page.server.port)=\(String(repeating: "0", count: 64))"
    expectRefusal(try page.raw("GET /things HTTP/1.1", [page.host, wrong]), 401)
    expectRefusal(try page.raw("GET /things HTTP/1.1", [page.host, "Authorization: Bearer x"]), 401)
  }

  @Test("an entry lets one browser in, once; the cookie is no script's, goes to no other site and lasts for thirty days")
  func entries() throws {
    let address = page.server.makeEntryAddress()
    let target = "/" + address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)[3]
    let first = try page.raw("GET \(target) HTTP/1.1", [page.host])
    #expect(first.status == 200)
    let cookie = first.headers["set-cookie"] ?? ""
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.hasPrefix("vitrine-\(page.server.port)="))
    #expect(cookie.contains("; Max-Age=2592000;"))
    #expect(!first.text.contains("One"))
    expectRefusal(try page.raw("GET \(target) HTTP/1.1", [page.host]), 401)
    expectRefusal(try page.raw("GET /enter?key=0 HTTP/1.1", [page.host]), 401)
    expectRefusal(try page.raw("GET /enter HTTP/1.1", [page.host]), 401)
  }

  @Test("another page reads nothing, by whatever way it asks")
  func otherPages() throws {
    let cookie = try page.cookie()
    for line in [
      "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1", "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Site: same-site",
    ] {
      expectRefusal(try page.raw("GET /things HTTP/1.1", [page.host, cookie, line]), 403, "\(line)")
      expectRefusal(try page.raw("GET /photo/things/one.jpg HTTP/1.1", [page.host, cookie, line]), 403, "\(line)")
    }
  }

  @Test("a link from another site leads to the start and nowhere else")
  func links() throws {
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
    #expect(try page.raw("GET / HTTP/1.1", [page.host] + link).status == 401)
    expectRefusal(try page.raw("GET /things HTTP/1.1", [page.host, try page.cookie()] + link), 403)
    let frame = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]
    expectRefusal(try page.raw("GET / HTTP/1.1", [page.host] + frame), 403)
  }

  @Test("another page writes nothing: form, fetch, beacon, another port of this machine")
  func foreignWrites() throws {
    let before = try page.text("things/one.yaml")
    let (cookie, type) = (try page.cookie(), "Content-Type: application/x-www-form-urlencoded")
    let body = [("title", "Taken")]
    let port = page.server.port
    for lines in [
      ["Origin: http://evil.example"], ["Origin: null"], ["Origin: http://127.0.0.1:\(port + 1)"], ["Sec-Fetch-Site: cross-site"],
      ["Sec-Fetch-Site: none"], [], ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site"],
      ["Origin: http://127.0.0.1:\(port)", "Origin: http://evil.example"],
    ] {
      expectRefusal(try page.post("/things/one?edit", body, [page.host, cookie, type] + lines), 403, "\(lines)")
    }
    // What a beacon and a fetch without a preflight can send.
    for other in ["text/plain", "multipart/mixed; boundary=x", "application/json"] {
      let lines = [page.host, cookie, page.origin, "Content-Type: \(other)"]
      expectRefusal(try page.post("/things/one?edit", body, lines), 415, "\(other)")
    }
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("a body has one length, said beforehand, and not too great")
  func bodies() throws {
    let lines = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
    expectRefusal(try page.raw("POST /undo HTTP/1.1", lines), 411)
    expectRefusal(try page.raw("POST /undo HTTP/1.1", lines + ["Transfer-Encoding: chunked"], body: "1\r\na\r\n0\r\n\r\n"), 411)
    let both = try page.raw(
      "POST /undo HTTP/1.1", lines + ["Content-Length: 1", "Transfer-Encoding: chunked"], body: "1\r\na\r\n0\r\n\r\n")
    #expect([400, 411].contains(both.status))
    expectRefusal(try page.raw("POST /undo HTTP/1.1", lines + ["Content-Length: 70000000"]), 413)
    let two = try page.raw("POST /undo HTTP/1.1", lines + ["Content-Length: 1", "Content-Length: 2"], body: "ab")
    #expect(two.status == 400)
  }

  @Test("a stranger's long form is answered by its head, and a short one when it is there")
  func strangersBodies() throws {
    let lines = [page.host, page.origin, "Content-Type: application/x-www-form-urlencoded"]
    for target in ["/things/one?edit", "/enter", "/enter?key=0"] {
      // Nothing of the body is ever sent.
      expectRefusal(try page.raw("POST \(target) HTTP/1.1", lines + ["Content-Length: 4000000"]), 401, "\(target)")
      expectRefusal(try page.raw("POST \(target) HTTP/1.1", lines + ["Content-Length: 7"], body: "title=a"), 401, "\(target)")
    }
    let head = ["Content-Length: 70000"] + lines
    expectRefusal(try page.raw("POST /things/one?edit HTTP/1.1", head + ["Cookie: vitrine-\(page.server.port)=0"]), 401)
    // Who was let in sends what fits.
    let long = try page.post("/things/one?edit", [("title", String(repeating: "a", count: 100_000))])
    #expect(![401, 413].contains(long.status))
  }

  @Test("only three methods are known, and getting changes nothing")
  func methods() throws {
    let cookie = try page.cookie()
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
      let reply = try page.raw("\(method) /things/one HTTP/1.1", [page.host, cookie, page.origin])
      #expect(reply.status == 405, "\(method)")
      #expect(reply.headers["access-control-allow-origin"] == nil)
    }
    for target in ["/undo", "/redo", "/language"] { #expect([404, 405].contains(try page.get(target).status), "\(target)") }
    #expect(try page.raw("HEAD /things HTTP/1.1", [page.host, cookie]).status == 200)
  }

  @Test("a head that is too long is refused")
  func longHead() throws {
    let reply = try page.raw("GET / HTTP/1.1", [page.host, "X: " + String(repeating: "a", count: 20_000)])
    #expect(reply.status == 431)
  }

  @Test("every reply keeps the page to itself: policy, no sniffing, no frames, no sharing (W6.4)")
  func headers() throws {
    let cookie = try page.cookie()
    for (target, lines) in [
      ("/", [cookie]), ("/", []), ("/things", ["Host2: x", cookie]), ("/nothing", [cookie]), ("/assets/x/style.css", []),
    ] {
      let headers = try page.raw("GET \(target) HTTP/1.1", [page.host] + lines).headers
      let policy = headers["content-security-policy"] ?? ""
      for part in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "form-action 'self'"]
      {
        #expect(policy.contains(part), "\(target)")
      }
      #expect(!policy.contains("unsafe"))
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["x-frame-options"] == "DENY")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(headers["cross-origin-opener-policy"] == "same-origin")
      #expect(headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
    }
  }

  @Test("no page has a script or a style within it, and names no other machine")
  func inline() throws {
    for target in [
      "/", "/things", "/things?as=table", "/things/one", "/things/one?edit", "/report", "/new/thing", "/help", "/log",
    ] {
      let text = try page.get(target).text
      #expect(!text.contains("<style"), "\(target)")
      #expect(text.matches(of: /\sstyle=/).isEmpty && text.matches(of: /\son[a-z]+="/).isEmpty, "\(target)")
      #expect(text.matches(of: /<script(?! type="module" src="\/assets\/)/).isEmpty, "\(target)")
      #expect(text.matches(of: /(?:src|href|action)="(?:https?:)?\/\/[^"]/).isEmpty, "\(target)")
    }
  }

  @Test("where a form leads back to is an address of this page")
  func openRedirect() throws {
    for back in ["//evil.example", "http://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: x=y"] {
      let reply = try page.post("/language", [("language", "tr"), ("back", back)])
      #expect(reply.headers["location"] == "/", "\(back)")
    }
    #expect(try page.post("/language", [("language", "tr"), ("back", "/things")]).headers["location"] == "/things")
  }

  @Test("nobody who sends slowly, or nothing, keeps others out; the page's limits are its own")
  func slowClients() throws {
    let busy = try RunningPage(change: { $0.connections = 24 })
    var idle: [RawClient] = []
    for number in 0..<120 {
      // The system may refuse some: what matters is that the next one is answered.
      guard let client = try? RawClient(port: busy.server.port) else { continue }
      if number % 2 == 0 { try? client.send("GET / HTTP/1.1\r\nHo") }
      idle.append(client)
    }
    #expect(idle.count > 20)
    #expect(try busy.get("/things").status == 200)
    withExtendedLifetime(idle) {}
  }
}
