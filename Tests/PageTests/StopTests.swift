// The page's end while browsers go on asking.

import Testing
import VitrinePage
import VitrineSystem
import VitrineTesting

/// The end of a page, over real sockets.
@Suite struct StopTests {
  /// A browser asks again by itself when its stream of events ends, on a connection that it kept.
  @Test("a page that is stopped closes the connections of browsers that go on asking")
  func requestsGoOn() throws {
    for _ in 0..<20 {
      let page = try RunningPage()
      let lines = ["GET /things HTTP/1.1", page.host, try page.cookie()].joined(separator: "\r\n") + "\r\n\r\n"
      let port = page.server.port
      let (answered, gone) = (Tally(), Tally())
      for _ in 0..<6 {
        Thread.start {
          let client = try? RawClient(port: port)
          while let client, (try? client.send(lines)) != nil, (try? client.reply().status) != nil {
            answered.add()
          }
          gone.add()
        }
      }
      #expect(waitUntil { answered.value >= 12 })
      page.server.stop()
      #expect(waitUntil { gone.value == 6 })
    }
  }
}
