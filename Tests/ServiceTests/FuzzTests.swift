// Whatever is sent, the service lives.

import Glibc
import Testing
import VitrineClient
import VitrineService
import VitrineTesting

/// Requests at random.
@Suite struct FuzzTests {
  private static let seeds = [
    "GET /v1/status?barrier=none HTTP/1.1\r\nHost: x\r\n\r\n",
    "HEAD /v1/rows?barrier=none&q=a%20b&limit=3 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/records/a%2Fb?barrier=none&format=yaml HTTP/1.1\r\nHost: x\r\nVitrine-Version: 1.2.3\r\n\r\n",
    "GET /v1/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1-abc\r\n\r\n", "GET /v1/openapi.json HTTP/1.0\r\n\r\n",
    "POST /v1/command?barrier=none HTTP/1.1\r\nHost: x\r\nContent-Length: 27\r\n\r\n{\"words\":[\"a\"],\"width\":80}\n",
    "POST /v1/stop HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    "GET /v1/report?path=a&path=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "POST /v1/command HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"wor\r\n0\r\n\r\n",
    "DELETE /v1/status HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd",
  ]
  private static let pieces = [
    "\r\n", "\n", "\r", " ", "\u{0}", "%", "%00", "%ff", "/", "//", "?", "&", "=", "HTTP/1.1", "HTTP/2.0",
    "Content-Length: 5\r\n",
    "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n", ":", "Vitrine-Version:", "é", "{\"words\":", "[[[[", "\r\n\r\n",
    "Connection: upgrade\r\n",
    "Expect: 100-continue\r\n", "Last-Event-ID: 18446744073709551616-x\r\n", "Cookie: a=b; c\r\n",
  ]

  @Test("20,000 requests at random, whole, mangled and cut off: the next good one is answered")
  func requests() throws {
    var random = SplitMix(state: 0x5EED)
    let running = try RunningService(change: { $0.owner = getuid() })
    let good = try running.client()
    var kept: [RawClient] = []
    for number in 1...20_000 {
      let client = random.below(4) == 0 ? kept.popLast() : nil
      do {
        let client = try client ?? running.client()
        var bytes: [UInt8] = []
        for _ in 0...random.below(3) { bytes += mangled(&random) }
        try client.send(bytes)
        if random.below(8) == 0 { shutdown(client.descriptor, Int32(SHUT_WR)) }
        if random.below(3) == 0 { kept.append(client) }
      } catch is RawClient.Failure {}
      if kept.count > 20 { kept.removeAll() }
      if number % 500 == 0 {
        kept.removeAll()
        let next = random.below(2) == 0 ? good : try running.client()
        // A connection that was idle longest may have made room.
        let reply = try (try? answer(next)) ?? answer(running.client())
        #expect(reply.status == 200, "after \(number) requests")
        #expect(reply.text.hasPrefix("{\"version\":\"1.2.3\""))
      }
    }
    kept.removeAll()
    #expect(waitUntil { running.service.clientCount == 0 })
    #expect(waitUntil { running.service.idleSince != nil })
  }

  private func answer(_ client: RawClient) throws -> RawReply {
    try client.send("GET", "/v1/status")
    return try client.reply()
  }

  private func mangled(_ random: inout SplitMix) -> [UInt8] {
    var bytes = Array(Self.seeds[random.below(Self.seeds.count)].utf8)
    for _ in 0..<random.below(5) {
      let place = random.below(bytes.count + 1)
      switch random.below(6) {
      case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.insert(contentsOf: Self.pieces[random.below(Self.pieces.count)].utf8, at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(8)))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(40))], at: place)
      case 4: bytes.removeSubrange(place...)
      default:
        bytes.insert(contentsOf: repeatElement(UInt8(truncatingIfNeeded: random.next()), count: random.below(30)), at: place)
      }
    }
    return bytes
  }
}
