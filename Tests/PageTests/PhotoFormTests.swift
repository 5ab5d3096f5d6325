// What a photo says for the form of its record, how many photos there may be, and what is said of those that are damaged.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineSystem
import VitrineTesting

/// Photos of new records, and damaged ones.
@Suite struct PhotoFormTests {
  private static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: TestData.checkout + "/examples/collection/memories/" + path)))
  }

  private static let typed = ["title": "A Tower", "category": "travel"]

  private func fields(_ page: RunningPage, typing more: [String: String] = [:]) throws -> [(String, String)] {
    try page.form("/new/memory", typing: Self.typed.merging(more) { $1 }).filter { $0.0 != ":photo" }
  }

  private func text(_ reply: RawReply, _ page: RunningPage) throws -> String {
    #expect(reply.status == 303, "\(reply.text)")
    let address = try #require(reply.headers["location"])
    return try page.text(String(address.dropFirst().prefix { $0 != "?" }) + ".yaml")
  }

  @Test("the form of a record with a thousand photos comes in time", .timeLimit(.minutes(1)))
  func manyPhotos() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let list = (0..<1_000).map { "  - {file: many-\($0).jpg, caption: Number \($0)}\n" }.joined()
    for number in 0..<1_000 {
      try page.folder.write([0xFF, 0xD8, UInt8(number % 200), 0xFF, 0xD9], to: "games/many-\(number).jpg")
    }
    try page.folder.write("title: Many\nrelease: 2001\nstatus: library\nphotos:\n\(list)", to: "games/many.yaml")
    let begin = MonotonicClock.now
    #expect(try page.get("/games/many?edit").text.contains("value=\"Number 999\""))
    #expect(MonotonicClock.now - begin < 8_000_000_000)
  }

  @Test("the day that a form begins with does not stand in a photo's way; one that was typed does")
  func offers() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let today = try #require(try fields(page).first { $0.0 == "date" }?.1)
    let photo = try Self.bytes("2026/galata-tower.jpg")
    let saved = try text(try page.upload("/new/memory", [(":photo", "a.jpg", photo)], fields: try fields(page)), page)
    #expect(saved.contains("date: 2026-05-29") && saved.contains("lat: 41.02"), "\(saved)")
    let fields = try fields(page, typing: ["date": "2026-05-30", "location.name": "Here"])
    let typed = try text(try page.upload("/new/memory", [(":photo", "a.jpg", photo)], fields: fields), page)
    #expect(typed.contains("date: 2026-05-30") && typed.contains("lat: 41.02") && typed.contains("name: Here"), "\(typed)")
    // The photo's time is of its own day.
    #expect(!typed.contains("\ntime:"), "\(typed)")
    // Without a photo the day stays that stands there.
    let place = ["location.lat": "41", "location.lon": "29"]
    let without = try self.fields(page, typing: place)
    #expect(try text(try page.post("/new/memory", without), page).contains("date: \(today)"))
  }

  @Test("what a photo says stands in the form before it is saved, also where only its start is there")
  func filling() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let head = Array(try Self.bytes("2026/galata-tower.jpg").prefix(8_000))
    let reply = try page.upload("/new/memory?photo=1", [(":photo", "a.jpg", head)], fields: try fields(page)).text
    func value(_ name: String, in text: String) -> String? { RunningPage.fields(of: text).last { $0.0 == name }?.1 }
    #expect(value("date", in: reply) == "2026-05-29" && value("offered:date", in: reply) == "2026-05-29")
    #expect(value("location.lat", in: reply)?.hasPrefix("41.02") == true && value("location.name", in: reply) != "")
    #expect(value("title", in: reply) == "A Tower" && value("offered:title", in: reply) == nil)
    // Without a photo the form has again what it began with.
    let sent = RunningPage.fields(of: reply)
    let empty = try page.post("/new/memory?photo=1", sent).text
    #expect(value("date", in: empty)?.isEmpty == false && value("date", in: empty) != "2026-05-29")
    #expect(value("location.lat", in: empty) == "")
    let kept = sent.filter { $0.0 != "date" } + [("date", "2020-02-02")]
    #expect(value("date", in: try page.post("/new/memory?photo=1", kept).text) == "2020-02-02")
  }

  @Test("how many photos a record may have is said where they are chosen, and each one too many has its own number")
  func limit() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let form = try page.get("/new/memory").text
    #expect(form.contains("One photo at most.") && form.contains("data-room=\"1\"") && !form.contains(" multiple"))
    let photos = try ["2026/galata-tower.jpg", "2024/belem.jpg", "2025/buyukada.jpg"].map { (":photo", $0, try Self.bytes($0)) }
    let reply = try page.upload("/new/memory", photos, fields: try fields(page)).text
    #expect(reply.contains("would be number 2") && reply.contains("would be number 3"))
    let game = try page.get("/new/garment").text
    #expect(game.contains(" multiple"))
  }

  @Test("a damaged photo says what is wrong with it, and its card counts that")
  func damaged() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    #expect(!(try page.get("/memories?as=cards").text.contains("class=\"flag err\"")))
    let whole = try Self.bytes("2026/galata-tower.jpg")
    let damaged: [(name: String, bytes: [UInt8], words: String)] = [
      ("cut", Array(whole.prefix(whole.count / 2)), "cut short"), ("none", [], "empty"), ("page", Array("<html>".utf8), "image"),
    ]
    for (name, bytes, _) in damaged {
      try page.folder.write(
        "title: \(name)\ndate: 2026-01-01\ncategory: travel\nlocation: {lat: 1, lon: 2}\n", to: "memories/\(name).yaml")
      try page.folder.write(bytes, to: "memories/\(name).jpg")
    }
    for (name, _, words) in damaged {
      let shown = try page.get("/memories/\(name)").text
      let figure = try #require(shown.firstMatch(of: /(?s)<figure class="photo unseen".*?<\/figure>/)).output
      #expect(figure.contains(words) && !figure.contains("browsers do not show"), "\(figure)")
    }
    #expect(try page.get("/memories?as=cards").text.matches(of: /class="flag/).count >= 3)
  }
}
