// Requests at random, well-formed and not: the page answers every one of them, and goes on.

import Testing
import VitrineTesting

/// Random addresses, queries and forms.
@Suite struct FuzzTests {
  private static let pieces = [
    "things", "one", "two", "edit", "delete", "q", "sort", "as", "table", "from", "=", "&", "?", "/", "//", "..", "%00", "%ff",
    "%2f", "%", "+",
    "title", "was:title", "sizes/0/name", "sizes/99999999999999999999/name", "fix", "take", "-1", "99999999999", "[", "]", "{",
    "}", "\"", "'", ":",
    ",", "\u{202E}", "é", "日本", "state", "used", "is:invalid", "@v", "near:1,2", "re:(", "photo", "thumb", "log", "report", "new",
    "thing", "<b>",
    "&amp;", "\n", "null", "~", "*", "!", "digest", "kept", "naming", "cascaded", "undo", "number", "7",
    "timeline", "month", "day", "2026-05", "map", "kind:thing", "colors", "near", "views", "save", "to", "do",
  ]

  private func text(_ random: inout SplitMix, _ most: Int) -> String {
    (0..<Int(random.next() % UInt64(most) + 1)).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
  }

  /// What a browser would send of a text in an address: no blank, no control character.
  private func sent(_ text: String) -> String {
    text.utf8.map { $0 > 0x20 && $0 < 0x7F ? String(UnicodeScalar($0)) : "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }
      .joined()
  }

  @Test("random addresses and forms are answered, and the catalogue stays one that can be read")
  func requests() throws {
    let page = try RunningPage()
    let cookie = try page.cookie()
    var random = SplitMix(state: 18)
    for number in 0..<600 {
      let target = "/" + sent(text(&random, 8))
      let reply: RawReply
      if number % 2 == 0 {
        reply = try page.raw("GET \(target) HTTP/1.1", [page.host, cookie])
      } else {
        let body = sent((0..<6).map { _ in text(&random, 2) + "=" + text(&random, 4) }.joined(separator: "&"))
        let address = ["/things/one?edit", "/things/two?delete", "/new/thing", "/report", "/undo", "/things/one", target][
          number % 7]
        reply = try page.raw(
          "POST \(address) HTTP/1.1",
          [
            page.host, cookie, page.origin, "Content-Type: application/x-www-form-urlencoded",
            "Content-Length: \(body.utf8.count)",
          ],
          body: body)
      }
      #expect((200..<500).contains(reply.status), "\(number): \(target) \(reply.status) \(reply.text.prefix(200))")
    }
    #expect(try page.get("/").status == 200)
    #expect(try page.get("/report").status == 200)
  }
}
