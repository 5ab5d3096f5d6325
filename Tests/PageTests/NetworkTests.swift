// The page as other devices see it: the rules by hand, and TLS by curl.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrinePage
import VitrineSystem
import VitrineTLS
import VitrineTesting

/// The page on a network.
@Suite struct NetworkTests {
  private let page: RunningPage
  private let state: TemporaryFolder
  private let opened: NetworkPage

  init() throws {
    page = try RunningPage()
    state = try TemporaryFolder()
    opened = try page.server.openToNetwork(on: [Self.address], authorityIn: state.path + "/vitrine")
  }

  /// An address of this machine that only this machine has, and that is not the page's own.
  private static var address: IPv4Address {
    get throws { try #require(IPv4Address("127.0.0.2")) }
  }

  private var start: String { opened.addresses[0] }
  /// The secret of an entry.
  private func key(_ page: NetworkPage) -> String { page.entry.split(separator: "=").last.map(String.init) ?? "" }
  private var host: String { "Host: " + start.dropFirst("https://".count).dropLast() }
  private var origin: String { "Origin: " + start.dropLast() }

  /// What a device gets that has a cookie or none, as it comes out of the relay.
  private func get(_ target: String, _ lines: [String] = []) throws -> RawReply {
    try relayed("GET \(target) HTTP/1.1", [host] + lines)
  }

  /// The reply to a request with exactly these lines behind the first, as it comes out of the relay.
  private func relayed(_ first: String, _ lines: [String]) throws -> RawReply {
    let client = try RawClient(port: #require(page.server.relayedPort))
    try client.send(([first] + lines).joined(separator: "\r\n") + "\r\n\r\n")
    return try client.reply()
  }

  private func cookie(_ reply: RawReply) -> String {
    "Cookie: " + (reply.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? "")
  }

  @Test("a device is let in by six digits, once; what it gets is for TLS, for this host and for itself")
  func code() throws {
    let stranger = try get("/things")
    #expect(stranger.status == 401 && stranger.text.contains("name=\"code\"") && !stranger.text.contains("One"))
    let digits = opened.code.prefix(3) + " " + opened.code.dropFirst(3)
    let letIn = try get("/enter?code=" + digits.replacing(" ", with: "+"))
    #expect(letIn.status == 200, "\(letIn.text)")
    let given = letIn.headers["set-cookie"] ?? ""
    #expect(
      given.hasPrefix("__Host-vitrine-") && given.contains("; Secure; HttpOnly; SameSite=Strict") && given.contains("Path=/;")
        && given.contains("; Max-Age=2592000;"))
    #expect(try get("/things", [cookie(letIn)]).text.contains("One"))
    #expect(try get("/enter?code=\(opened.code)").status == 401)
    // Each side has its own: a cookie of the one opens nothing on the other.
    #expect(try get("/things", [page.cookie()]).status == 401)
    #expect(try page.raw("GET /things HTTP/1.1", [page.host, cookie(letIn)]).status == 401)
    let write = [host, cookie(letIn), "Content-Type: application/x-www-form-urlencoded", "Content-Length: 0"]
    #expect(try relayed("POST /things/one?edit HTTP/1.1", write + [page.origin]).status == 403)
    #expect(try relayed("POST /things/one?edit HTTP/1.1", write + [origin.replacing("https", with: "http")]).status == 403)
    let written = try relayed("POST /things/one?edit HTTP/1.1", write + [origin]).status
    #expect(written != 403 && written != 421)
  }

  @Test("what comes through the relay is never a browser of this machine, whatever Host and cookie it has, and the reverse")
  func otherSide() throws {
    for host in [page.host, page.host.replacing("127.0.0.1", with: "localhost")] {
      let reply = try relayed("GET /things HTTP/1.1", [host, page.cookie()])
      #expect(reply.status == 421 && !reply.text.contains("One"), "\(host)")
    }
    let write = [
      page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 0",
    ]
    #expect(try relayed("POST /things/one?edit HTTP/1.1", write).status == 421)
    let letIn = try get("/enter?key=\(key(opened))")
    #expect(letIn.status == 200)
    #expect(try page.raw("GET /things HTTP/1.1", [host, cookie(letIn)]).status == 421)
    #expect(try page.raw("GET /enter?code=\(opened.code) HTTP/1.1", [host]).status == 421)
    #expect(try get("/things", [cookie(letIn)]).status == 200)
  }

  @Test(
    "the cookie of this machine opens nothing through TLS, with the Host of this machine either",
    .needs([Need.program("curl"), Need.program("openssl")]))
  func stolenCookie() throws {
    let reply = try curl("-i", "-H", page.host, "-H", try page.cookie(), start + "things").output
    #expect(reply.contains(" 421 ") && !reply.contains("One"), "\(reply.prefix(300))")
  }

  @Test("a code is guessed at five times, and a link of another page guesses not once")
  func guesses() throws {
    let wrong = opened.code == "000000" ? "000001" : "000000"
    for _ in 0..<4 {
      let reply = try get("/enter?code=\(wrong)")
      #expect(reply.status == 401 && reply.text.contains("That is not the code"))
    }
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
    for _ in 0..<9 { #expect(try get("/enter?code=\(wrong)", link).status == 403) }
    #expect(try get("/enter?code=\(opened.code)").status == 200)
    let again = try page.server.openToNetwork(on: [Self.address], authorityIn: state.path + "/vitrine")
    #expect(again.addresses == opened.addresses && again.code.count == 6)
    for _ in 0..<5 { _ = try get("/enter?code=\(again.code == "000000" ? "000001" : "000000")") }
    #expect(try get("/enter?code=\(again.code)").status == 401)
    // The key of the QR code is none of what is guessed.
    #expect(try get("/enter?key=\(key(again))").status == 200)
    #expect(try page.raw("GET /enter?code=\(again.code) HTTP/1.1", [page.host]).status == 401)
  }

  @Test("what invites a device lets in one: the digits use up the QR code, and the QR code the digits")
  func invitation() throws {
    #expect(try get("/enter?code=\(opened.code)").status == 200)
    #expect(try get("/enter?key=\(key(opened))").status == 401)
    let again = try page.server.openToNetwork(on: [Self.address], authorityIn: state.path + "/vitrine")
    #expect(try get("/enter?key=\(key(again))").status == 200)
    #expect(try get("/enter?code=\(again.code)").status == 401)
    #expect(try get("/enter?key=\(key(again))").status == 401)
  }

  @Test("closed again, the page knows neither the address nor the device")
  func closed() throws {
    let letIn = try get("/enter?key=\(key(opened))")
    #expect(try get("/things", [cookie(letIn)]).status == 200)
    #expect(page.server.closeToNetwork())
    #expect(!page.server.closeToNetwork())
    #expect(try get("/things", [cookie(letIn)]).status == 421)
    let again = try page.server.openToNetwork(on: [Self.address], authorityIn: state.path + "/vitrine")
    #expect(
      try relayed("GET /things HTTP/1.1", ["Host: " + again.addresses[0].dropFirst(8).dropLast(), cookie(letIn)]).status == 401)
    #expect(try page.get("/things").status == 200)
  }

  @Test("another address is another host: a device that was let in stays, where the port is the same")
  func moved() throws {
    let letIn = try get("/enter?key=\(key(opened))")
    let both = try [Self.address, #require(IPv4Address("127.0.0.3"))]
    let again = try page.server.openToNetwork(on: both, authorityIn: state.path + "/vitrine")
    #expect(again.addresses == [start, start.replacing("127.0.0.2", with: "127.0.0.3")])
    #expect(try get("/things", [cookie(letIn)]).status == 200)
    #expect(try page.server.openToNetwork(on: both.reversed(), authorityIn: nil).fingerprint == again.fingerprint)
  }

  @Test("the authority is made once, for its user alone, and made anew where somebody else could have written it")
  func authority() throws {
    let folder = state.path + "/vitrine"
    let now: Int64 = 1_795_293_201
    let first = try LocalAuthority(folder: folder, now: now)
    #expect(first.isKept && first.fingerprint == opened.fingerprint && opened.isKept)
    for name in ["authority.pem", "authority-key.pem"] {
      var status = stat()
      #expect(stat(folder + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(try LocalAuthority(folder: folder, now: now + 86_400).fingerprint == first.fingerprint)
    // Before its time is over there is another, so that what it signs never outlasts it.
    #expect(try LocalAuthority(folder: folder, now: now + 3_600 * 86_400).fingerprint != first.fingerprint)
    let kept = try LocalAuthority(folder: folder, now: now + 3_600 * 86_400)
    chmod(folder + "/authority-key.pem", 0o660)
    #expect(try LocalAuthority(folder: folder, now: now + 3_600 * 86_400).fingerprint != kept.fingerprint)
    try state.write("nothing", to: "vitrine/authority.pem")
    #expect(try LocalAuthority(folder: folder, now: now).isKept)
    #expect(try !LocalAuthority(folder: "/proc/nowhere", now: now).isKept)
  }

  // MARK: TLS

  /// What curl writes with the authority's certificate, and how it ends.
  private func curl(_ words: String...) throws -> (output: String, status: Int32) {
    try state.write(try get("/authority.crt").body, to: "authority.crt")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let line =
      "openssl x509 -inform DER -in '\(state.path)/authority.crt' -out '\(state.path)/ca.pem' && curl -sS --max-time 20 --cacert '\(state.path)/ca.pem' \(quoted) 2>&1"
    guard let stream = popen(line, "r") else { return ("popen failed", -1) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let status = pclose(stream)
    return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xFF)
  }

  @Test(
    "a client that has the authority's certificate trusts the page; one that has not does not; small and large bodies and events go through",
    .needs([Need.program("curl"), Need.program("openssl")]))
  func encrypted() throws {
    let jar = state.path + "/cookies"
    #expect(try curl(start + "things").output.contains("name=\"code\""))
    #expect(try curl("--cacert", "/etc/ssl/certs/ca-certificates.crt", start).status == 60)
    #expect(try curl("--tls-max", "1.1", start).status == 35)
    #expect(try curl("-c", jar, opened.entry).status == 0)
    #expect(try curl("-b", jar, start + "things").output.contains("One"))
    // What is sent and what is given are many pieces of the relay.
    let large =
      [UInt8](try TestData.own("examples/collection/games/chrono-trigger.jpg"))
      + (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try state.write(large, to: "large.jpg")
    let sent = try curl(
      "-b", jar, "-H", origin, "-F", ":photo=@\(state.path)/large.jpg;type=image/jpeg", "-o", "/dev/null", "-w", "%{http_code}",
      start + "things/one?photos")
    #expect(sent.output == "303", "\(sent)")
    #expect(try page.folder.read("things/one.jpg").elementsEqual(large))
    #expect(try curl("-b", jar, "-o", state.path + "/back.jpg", start + "photo/things/one.jpg").status == 0)
    #expect(try state.read("back.jpg").elementsEqual(large))
    // A stream that stays open brings what changes.
    let folder = page.folder
    Thread.start {
      usleep(1_000_000)
      try? folder.write("title: Three\n", to: "things/three.yaml")
    }
    let events = try curl("-b", jar, "-N", "--max-time", "5", start + "events")
    #expect(events.output.contains("event: state") && events.output.contains("event: change"), "\(events)")
  }

  @Test(
    "a device that says nothing, or not TLS, on more connections than there are keeps no other out",
    .needs([Need.program("curl"), Need.program("openssl")]))
  func rudeness() throws {
    let port = try #require(Int(start.split(separator: ":").last?.dropLast() ?? ""))
    let (page, rude) = (try #require(IPv4Address("127.0.0.2")), try #require(IPv4Address("127.0.0.3")))
    var silent: [Int32] = []
    for number in 0..<100 {
      let descriptor = TCPSocket.connect(to: page, port: port, from: rude)
      #expect(descriptor >= 0)
      if number % 2 == 0 {
        _ = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      }
      silent.append(descriptor)
    }
    #expect(try curl(start).output.contains("name=\"code\""))
    for descriptor in silent { close(descriptor) }
    #expect(try curl(start).output.contains("name=\"code\""))
  }
}
