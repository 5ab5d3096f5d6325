// A shot of the page's camera after it was taken: stars, away with it, its second copy, what cameras on a cable say.

import FoundationEssentials
import Synchronization
import Testing
import VitrineApplication
import VitrinePage
import VitrineSystem
import VitrineTesting

/// Shots over HTTP once they are saved.
@Suite struct ShotReviewTests {
  private static let photo = TestData.checkout + "/examples/collection/shots/2026-05-30/IMG_0193.heic"

  /// The bytes of a photo that no other test has.
  private static func bytes(_ number: Int) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: photo))) + Array("\u{0}\u{0}\u{0}\u{c}free\(1000 + number)".utf8)
  }

  /// What the page's script is told of a shot: by its words, the address under "".
  private static func shoot(_ page: RunningPage, _ number: Int, for record: String = "") throws -> [String: String] {
    let reply = try page.upload(
      "/camera", [(":photo", "a.heic", bytes(number))], fields: [("taken", "2031-02-03T04:05:06+03:00"), ("for", record)],
      more: ["Vitrine-Part: address"])
    #expect(reply.status == 200, "\(reply.text)")
    let lines = reply.text.split(separator: "\n")
    var facts = ["": String(lines.first ?? "")]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      facts[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return facts
  }

  private static func review(_ page: RunningPage, _ fields: [(String, String)]) throws -> RawReply {
    try page.upload("/camera", [], fields: fields, more: ["Vitrine-Part: address"])
  }

  @Test("a shot gets stars and loses them, and only what its schema allows (C-FR14)")
  func stars() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let shot = try Self.shoot(page, 1)
    let record = try #require(shot["record"])
    #expect(shot[""] == "/" + record && shot["stars"] == "5" && shot["aperture"] == "2.8")
    #expect(try Self.review(page, [("record", record), ("stars", "4")]).text == "4")
    #expect(try page.text(record + ".yaml").contains("rating: 4"))
    #expect(try Self.review(page, [("record", record), ("stars", "0")]).text == "0")
    #expect(try !page.text(record + ".yaml").contains("rating"))
    for wrong in ["6", "-1", "", "four", "99999999999999999999"] {
      #expect(try Self.review(page, [("record", record), ("stars", wrong)]).status == 422, "\(wrong)")
    }
    #expect(try Self.review(page, [("record", "shots/none"), ("stars", "4")]).status == 404)
    // A kind without stars says so, and is not asked for any.
    let mini = "minis/40k/ultramarines/captain"
    #expect(try Self.shoot(page, 2, for: mini)["stars"] == nil)
    #expect(try Self.review(page, [("record", mini), ("stars", "4")]).status == 422)
  }

  @Test("what did not turn out goes with its record; a photo of another record goes alone; both can be undone (M5.5)")
  func retake() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let shot = try Self.shoot(page, 1)
    let (record, photo) = (try #require(shot["record"]), try #require(shot["photo"]))
    // Neither a photo of another record nor a file that is none.
    for other in ["shots/2026-05-30/IMG_0193.heic", "vitrine.yaml", "../x", ""] {
      #expect(try Self.review(page, [("record", record), ("remove", other)]).status == 404, "\(other)")
    }
    #expect(try Self.review(page, [("record", record), ("remove", photo)]).status == 200)
    #expect(throws: (any Error).self) { try page.folder.read(photo) }
    #expect(throws: (any Error).self) { try page.text(record + ".yaml") }
    #expect(try page.post("/undo", []).status == 303)
    #expect(try page.folder.read(photo) == Self.bytes(1))
    let mini = "minis/40k/ultramarines/captain"
    let added = try #require(try Self.shoot(page, 2, for: mini)["photo"])
    #expect(try Self.review(page, [("record", mini), ("remove", added)]).status == 200)
    #expect(throws: (any Error).self) { try page.folder.read(added) }
    #expect(try page.text(mini + ".yaml").contains("name"))
  }

  @Test("a second copy lies in a folder elsewhere, whole; where that fails the shot is kept, and it is said (C-FR14)")
  func copies() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let other = try TemporaryFolder()
    page.server.keepCopies(in: other.path + "/a/b")
    let shot = try Self.shoot(page, 1)
    let photo = try #require(shot["photo"])
    let parts = photo.split(separator: "/")
    #expect(shot["uncopied"] == nil)
    #expect(try other.read("a/b/" + parts.suffix(2).joined(separator: "-")) == Self.bytes(1))
    page.server.keepCopies(in: "/proc/nowhere")
    let second = try Self.shoot(page, 2)
    #expect(second["uncopied"]?.contains("has no copy in /proc/nowhere: ") == true)
    #expect(try page.folder.read(#require(second["photo"])) == Self.bytes(2))
    // Without the script the page that the form leads to says it.
    let form = try page.upload("/camera", [(":photo", "b.heic", Self.bytes(3))])
    #expect(try page.get(form.headers["location"] ?? "").text.contains("has no copy in /proc/nowhere"))
    page.server.keepCopies(in: nil)
    #expect(try Self.shoot(page, 4)["uncopied"] == nil)
  }

  @Test("what is refused is a sentence for the script, and no page")
  func refused() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let reply = try page.upload("/camera", [(":photo", "a.jpg", Array("no image".utf8))], more: ["Vitrine-Part: address"])
    #expect(reply.status == 422)
    #expect(reply.headers["content-type"]?.hasPrefix("text/plain") == true)
    #expect(!reply.text.isEmpty && !reply.text.contains("<"), "\(reply.text)")
  }

  @Test("the page says what cameras on a cable are set to, asks one at a time, and hears of heat (C-FR11, C-NFR5)")
  func machine() throws {
    let asked = Mutex(0)
    let time = Mutex<Int64>(0)
    let cameras = TetheredCameras(
      asking: {
        asked.withLock { $0 += 1 }
        return [
          TetheredCameras.Setting(model: "Canon EOS 6D", words: "ISO 400  ƒ 5.6", isKnown: true),
          TetheredCameras.Setting(model: "Other", words: "another program has 'Other'", isKnown: false),
        ]
      }, clock: { time.withLock { $0 } })
    let page = try RunningPage(copyOf: "examples/collection") {
      $0.camera.tethered = cameras
      $0.camera.load = { MachineLoad(heat: 83) }
    }
    let reply = try page.get("/camera/tethered")
    #expect(reply.text == "set\tCanon EOS 6D\tISO 400  ƒ 5.6\nmute\tOther\tanother program has 'Other'")
    #expect(reply.headers["cache-control"] == "no-store")
    _ = try page.get("/camera/tethered")
    #expect(asked.withLock { $0 } == 1)
    time.withLock { $0 = 3_000_000_000 }
    _ = try page.get("/camera/tethered")
    #expect(asked.withLock { $0 } == 2)
    #expect(try page.get("/camera/load").text == "heat 83")
    #expect(try page.get("/camera/other").status == 404)
    #expect(try page.get("/camera/tethered/x").status == 404)
    #expect(try page.upload("/camera/load", []).status == 404)
  }
}
