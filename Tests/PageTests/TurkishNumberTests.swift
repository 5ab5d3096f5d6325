// Numbers that are typed on a Turkish page, where a comma stands before the fraction and points between thousands.

import Testing
import VitrineTesting

/// Numbers with commas and points.
@Suite struct TurkishNumberTests {
  private let page: RunningPage
  private let usual: [String]
  private static let turkish = ["Accept-Language: tr"]

  init() throws {
    page = try RunningPage()
    usual = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
  }

  private func sent(_ fields: [String: String], _ lines: [String] = Self.turkish) throws -> RawReply {
    try page.post("/things/two?edit", try page.form("/things/two?edit", typing: fields), usual + lines)
  }

  private func weight() throws -> String? {
    try page.text("things/two.yaml").split(separator: "\n").first { $0.hasPrefix("weight:") }.map(String.init)
  }

  @Test("a comma stands before the fraction, with points between thousands or none")
  func commas() throws {
    for (typed, written) in [("1.250,50", "1250.50"), ("1250,5", "1250.5"), ("1,125", "1.125"), ("0.5", "0.5")] {
      let reply = try sent(["weight": typed])
      #expect(reply.status == 303, "\(reply.text)")
      #expect(try weight() == "weight: " + written)
    }
  }

  @Test("points alone may stand between thousands: both readings are said, and nothing is saved; an English page has one reading")
  func points() throws {
    let reply = try sent(["weight": "1.250"])
    #expect(reply.status == 422 && reply.text.contains("value=\"1.250\""))
    #expect(
      reply.text.contains(
        "&#39;1.250&#39; içindeki nokta binlik ayırıyor olabilir (&#39;weight&#39; sayı ister); 1250 ya da 1,25 yazın"),
      "\(reply.text)")
    #expect(try weight() == nil)
    let item = try sent(["sizes/0/width": "1.250"])
    #expect(item.status == 422 && item.text.contains("1250 ya da 1,25 yazın"), "\(item.text)")
    #expect(try sent(["weight": "1.250"], []).status == 303)
    #expect(try weight() == "weight: 1.250")
  }

  @Test("a number with a comma is shown as it was typed where something else is wrong, and saved then")
  func secondTry() throws {
    let refused = try sent(["weight": "1,125", "shelf": "topp"])
    #expect(refused.status == 422 && refused.text.contains("value=\"1,125\""), "\(refused.text)")
    #expect(try sent(["weight": "1,125"]).status == 303)
    #expect(try weight() == "weight: 1.125")
  }

  @Test("what the file has is no typed number: it stays beside what is changed")
  func untouched() throws {
    try page.folder.write("title: Two\nweight: 1.250\nsizes:\n  - {name: small, width: 1.125}\n", to: "things/two.yaml")
    let reply = try sent(["sizes/0/name": "large"])
    #expect(reply.status == 303, "\(reply.text)")
    #expect(
      try page.text("things/two.yaml") == "title: Two\nweight: 1.250\nsizes:\n  - {name: large, width: 1.125}\n")
    // A copy is a form of its own, and can be saved as it is.
    let copy = try page.get("/new/thing?from=things/two.yaml", Self.turkish).text
    #expect(copy.contains("value=\"1,250\""), "\(copy)")
  }
}
