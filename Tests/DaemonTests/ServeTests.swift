// `vitrine serve`: a daemon found or started, its page opened, a browser sent there.

import FoundationEssentials
import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("The page as a person opens it")
struct ServeTests {
  private func port(of address: String) -> Int? {
    address.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/enter\?key=[0-9a-f]{64}\n$/).flatMap { Int($0.output.1) }
  }

  @Test("serve starts a daemon where none runs, and prints an address that lets in once; the page goes with the daemon")
  func serve() throws {
    let house = try Household()
    let said = try house.vitrine("serve")
    #expect(said.status == 0 && said.errors.contains("the page is open"))
    let port = try #require(self.port(of: said.output), "\(said)")
    #expect(ServiceLock.owner(of: house.place)?.isReady == true)
    let again = try house.vitrine("serve")
    #expect(self.port(of: again.output) == port && again.output != said.output)
    let target = String(said.output.dropFirst("http://127.0.0.1:\(port)".count).dropLast())
    for status in [200, 401] {
      let client = try RawClient(port: port)
      try client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      #expect(try client.reply().status == status)
    }
    let other = try house.vitrine("serve", "--port", "\(port == 4999 ? 4998 : 4999)")
    #expect(other.status == 3 && other.errors.contains("is open on port \(port) already"), "\(other)")
    #expect(try house.vitrine("daemon", "stop").status == 0)
    // The daemon may have said that it ends before the system has closed all that it had open.
    var isClosed = false
    Waiting.until {
      isClosed = (try? RawClient(port: port)) == nil
      return isClosed
    }
    #expect(isClosed)
  }

  @Test("a port that another program has is said, with what to do; nobody else on the network is answered")
  func portInUse() throws {
    let (first, second) = (try Household(), try Household())
    let opened = try first.vitrine("serve")
    let port = try #require(self.port(of: opened.output), "\(opened)")
    let said = try second.vitrine("serve", "--port", "\(port)")
    #expect(said.status == 3 && said.output == "")
    #expect(said.errors.contains("port \(port) is in use by another program; '--port' names another"), "\(said)")
    // Of two catalogues each has its own port.
    #expect(try #require(self.port(of: second.vitrine("serve").output)) != port)
    let sockets = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let listening = sockets.split(separator: "\n").filter {
      $0.contains(" 0A ") && $0.contains(":" + String(port, radix: 16, uppercase: true))
    }
    #expect(listening.count == 1 && listening.allSatisfy { $0.contains("0100007F:") })
  }

  @Test("--open sends a browser to a file that only this user can read: the line of its program has no secret")
  func open() throws {
    let house = try Household()
    try house.runtime.write(
      program: "#!/bin/sh\necho \"$@\" > \"$XDG_RUNTIME_DIR/said\"\ncat \"${1#file://}\" > \"$XDG_RUNTIME_DIR/page\"\n",
      to: "browser")
    let said = try house.vitrine("serve", "--open", adding: ["BROWSER": house.runtime.path + "/browser"])
    #expect(said.status == 0, "\(said)")
    #expect(Waiting.until { ((try? house.runtime.read("page"))?.count ?? 0) > 50 })
    let words = String(decoding: try house.runtime.read("said"), as: UTF8.self)
    #expect(!words.contains("key="))
    #expect(String(decoding: try house.runtime.read("page"), as: UTF8.self).contains(said.output.dropLast()))
    let file = words.dropFirst("file://".count).dropLast()
    #expect(Household.mode(String(file)) == 0o600)
    let none = try house.vitrine("serve", "--open", adding: ["BROWSER": "/nothing/there"])
    #expect(none.status == 3 && none.errors.contains("cannot start '/nothing/there'"), "\(none)")
    let failing = try house.vitrine("serve", "--open", adding: ["BROWSER": "false"])
    #expect(failing.status == 3 && failing.errors.contains("'false' opened nothing"), "\(failing)")
  }
}
