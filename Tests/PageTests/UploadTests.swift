// Photos that a browser sends: what becomes of them, and what hostile forms come to.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineSystem
import VitrineTesting

/// Photos sent by forms, as browsers without a script send them.
@Suite struct UploadTests {
  /// A GIF of one point; `number` tells it from others.
  private static func gif(_ number: UInt8) -> [UInt8] {
    [
      0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, number, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2,
      0x44, 1,
      0, 0x3B,
    ]
  }

  private let page: RunningPage

  init() throws { page = try RunningPage() }

  private func names(_ folder: String = "things") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: page.folder.path + "/" + folder).filter { !$0.hasSuffix(".yaml") }
      .sorted()
  }

  @Test("connections that say nothing, more than there may be, do not break an upload that is under way")
  func besideStrangers() throws {
    let page = try RunningPage(change: { $0.connections = 16 })
    let head = "--b0undary\r\nContent-Disposition: form-data; name=\":photo\"; filename=\"a.gif\"\r\n\r\n"
    let body = Array(head.utf8) + Self.gif(1) + Array("\r\n--b0undary--\r\n".utf8)
    let client = try RawClient(port: page.server.port)
    let type = "Content-Type: multipart/form-data; boundary=b0undary"
    let lines = ["POST /things/one?photos HTTP/1.1", page.host, try page.cookie(), page.origin, type]
    try client.send((lines + ["Content-Length: \(body.count)"]).joined(separator: "\r\n") + "\r\n\r\n")
    try client.send(Array(body[..<40]))
    var silent: [RawClient] = []
    // For longer than a connection is left alone that has just been opened.
    let begin = MonotonicClock.now
    #expect(
      waitUntil {
        if let one = try? RawClient(port: page.server.port, seconds: 1) { silent.append(one) }
        return silent.count >= 64 && MonotonicClock.now - begin > 300_000_000
      })
    try client.send(Array(body[40...]))
    #expect(try client.reply().status == 303)
    withExtendedLifetime(silent) {}
  }

  @Test(
    "a photo with more bytes than a kind allows is made smaller, as on the command line, and the page says so (S6.3)",
    .needs(.program("cjpeg")))
  func fitting() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let (folder, size) = (try TemporaryFolder(inMemory: true), (width: 2_048, height: 1_440))
    var random = SplitMix(state: 1)
    var noise = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    for _ in 0..<size.width * size.height * 3 / 8 { withUnsafeBytes(of: random.next()) { noise += $0 } }
    try folder.write(noise, to: "noise.ppm")
    try #require(system("cjpeg -quality 60 '\(folder.path)/noise.ppm' >'\(folder.path)/noise.jpg'") == 0)
    let photo = try folder.read("noise.jpg")
    try #require(photo.count > 1_000_000)
    let reply = try page.upload("/memories/2026/vapur?photos", [(":photo", "big.jpg", photo)])
    #expect(reply.status == 303, "\(reply.text)")
    let stored = try page.folder.read("memories/2026/vapur.jpg")
    #expect(stored.count <= 1_000_000 && stored.count > 10_000)
    let shown = try page.get(try #require(reply.headers["location"])).text
    #expect(shown.contains("made smaller"))
    // It has its one photo: the page says so where another is dropped, and no page of the browser's opens it.
    #expect(shown.contains("data-room=\"0\"") && !shown.contains("Add photo</span>"))
  }

  @Test("photos are put beside the record in one change, which the toast undoes (M1.2, S3.1, W1.2)")
  func adding() throws {
    let reply = try page.upload("/things/one?photos", [(":photo", "a.gif", Self.gif(1)), (":photo", "b.gif", Self.gif(2))])
    #expect(reply.status == 303, "\(reply.text)")
    let address = try #require(reply.headers["location"])
    #expect(address.hasPrefix("/things/one?done="))
    #expect(try names() == ["one-2.gif", "one.gif"])
    #expect(try page.folder.read("things/one.gif") == Self.gif(1))
    let shown = try page.get(address).text
    #expect(shown.contains("/photo/things/one.gif") && shown.contains("toast"))
    let number = try #require(address.split(separator: "=").last)
    #expect(try page.post("/undo", [("number", String(number))]).status == 303)
    #expect(try names() == [])
    #expect(try page.post("/redo", [("number", String(number))]).status == 303)
    #expect(try names() == ["one-2.gif", "one.gif"])
  }

  @Test("a photo goes to the trash by its button, and comes back")
  func removing() throws {
    _ = try page.upload("/things/one?photos", [(":photo", "a.gif", Self.gif(1))])
    let reply = try page.post("/things/one?photos", [("remove", "things/one.gif")])
    #expect(reply.status == 303)
    #expect(try names() == [])
    let number = try #require(reply.headers["location"]?.split(separator: "=").last)
    #expect(try page.post("/undo", [("number", String(number))]).status == 303)
    #expect(try names() == ["one.gif"])
    for other in ["things/two.yaml", "../x", "vitrine.yaml", ""] {
      #expect(try page.post("/things/one?photos", [("remove", other)]).status == 422, "\(other)")
    }
  }

  @Test("what is no photo is left out and told in the words of the command line; the others are added (W3.2, W8.1)")
  func refused() throws {
    let reply = try page.upload(
      "/things/one?photos",
      [(":photo", "notes.jpg", Array("<script>".utf8)), (":photo", "a.gif", Self.gif(1)), (":photo", "again.gif", Self.gif(1))])
    let address = try #require(reply.headers["location"])
    #expect(try names() == ["one.gif"])
    let shown = try page.get(address).text
    #expect(shown.contains("&#39;notes.jpg&#39; is no image"))
    #expect(shown.contains("&#39;again.gif&#39; is there already, with the same bytes"))
    let nothing = try page.upload("/things/one?photos", [(":photo", "a.gif", Self.gif(1))])
    #expect(nothing.status == 422 && nothing.text.contains("is there already"))
    #expect(try page.upload("/things/one?photos", [(":photo", "", [])]).status == 422)
  }

  @Test("names with paths and markup become texts; the file is called like its record")
  func names() throws {
    for (number, name) in [
      "../../etc/passwd.gif", "C:\\pictures\\x.gif", "%22><img src=x onerror=alert(1)>.gif", "a/../../../b.gif", "..",
      ".hidden.gif",
    ].enumerated() {
      let reply = try page.upload("/things/one?photos", [(":photo", name, Self.gif(UInt8(number + 10)))])
      #expect(reply.status == 303, "\(name)")
    }
    #expect(try names().allSatisfy { $0.hasPrefix("one") && $0.hasSuffix(".gif") })
    let reply = try page.upload("/things/one?photos", [(":photo", "<img src=x>.gif", [0])])
    #expect(reply.status == 422 && reply.text.contains("&lt;img src=x&gt;") && !reply.text.contains("<img src=x>"))
  }

  @Test("a kind's limits hold: how many, of which formats, how large, without advice for a command line")
  func limits() throws {
    var files = RunningPage.files
    files["schemas/thing.schema.yaml"] = files["schemas/thing.schema.yaml"]?.replacing(
      "x-vitrine: {plural: things", with: "x-vitrine: {photos: {most: 2, formats: [gif], bytes: 40}, plural: things")
    let page = try RunningPage(files)
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 20)
    let reply = try page.upload(
      "/things/one?photos",
      [(":photo", "p.png", png), (":photo", "big.gif", Self.gif(1) + [UInt8](repeating: 0x3B, count: 50))]
        + (1...3).map { (":photo", "\($0).gif", Self.gif($0)) })
    let shown = try page.get(try #require(reply.headers["location"])).text
    #expect(shown.contains("big.gif") && shown.contains("a thing at most"))
    #expect(shown.contains("has at most 2 photos, and &#39;3.gif&#39; would be number 3"))
    #expect(!shown.contains("--force"))
  }

  @Test("a new record takes its photos with it, in one change")
  func newRecord() throws {
    let fields = try page.form("/new/thing", typing: ["title": "Brand New"]).filter { $0.0 != ":photo" }
    let reply = try page.upload("/new/thing", [(":photo", "x.gif", Self.gif(7))], fields: fields)
    #expect(reply.status == 303, "\(reply.text)")
    let address = try #require(reply.headers["location"])
    let name = try #require(try names().first)
    #expect(name.hasSuffix(".gif"))
    #expect(address.hasPrefix("/things/" + name.dropLast(4)))
    #expect(try page.get(address).text.contains("/photo/things/\(name)"))
    // Nothing is made of a form with a file that is none.
    let wrong = try page.upload(
      "/new/thing", [(":photo", "x.txt", [1])], fields: fields.filter { $0.0 != "title" } + [("title", "Other")])
    #expect(wrong.status == 422 && wrong.text.contains("&#39;x.txt&#39; is no image") && wrong.text.contains("value=\"Other\""))
    #expect(try names().count == 1)
  }

  @Test("hostile forms are refused, and the page goes on")
  func hostile() throws {
    let start = "--b0undary\r\nContent-Disposition: form-data; name=\":photo\"; filename=\"a.gif\"\r\n\r\n"
    let many = String(repeating: "--b0undary\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n", count: 25_000)
    // Names of 20 MB in all, each of which is read.
    let named =
      "--b0undary\r\nContent-Disposition: form-data; name=\":photo\"; filename=\"" + String(repeating: "a", count: 8_000)
      + "\"\r\n\r\n\r\n"
    let bodies: [(String, Int)] = [
      ("", 400), ("--b0undary", 400), ("--b0undary\r\n", 400), (start, 400), (start + "abc", 400),
      (start + "abc\r\n--b0undar", 400),
      ("text before\r\n" + start + "abc\r\n--b0undary--", 400), ("--b0undary\r\n\r\nabc\r\n--b0undary--", 400),
      ("--b0undary\r\nContent-Disposition: attachment; name=x\r\n\r\nabc\r\n--b0undary--", 400),
      ("--b0undary\r\nContent-Disposition: form-data; name=\"x\r\n\r\nabc\r\n--b0undary--", 400),
      (
        "--b0undary\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name=x\r\n\r\nabc\r\n--b0undary--",
        400
      ),
      ("--b0undary\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", 431), (many + "--b0undary--", 413),
      ("--b0undary--", 422), (String(repeating: named, count: 2_500) + "--b0undary--", 413),
    ]
    for (body, status) in bodies {
      let reply = try page.multipart("/things/one?photos", Array(body.utf8))
      #expect(reply.status == status, "\(body.prefix(80)): \(reply.status) \(reply.text.prefix(200))")
    }
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
      "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
    ] {
      #expect(try page.multipart("/things/one?photos", Array("--b0undary--".utf8), type: type).status == 400, "\(type)")
    }
    #expect(try names() == [])
    // A body of nothing but beginnings of boundaries is looked through once.
    let beginnings = start + String(repeating: "\r\n--b0undar", count: 400_000)
    #expect(try page.multipart("/things/one?photos", Array(beginnings.utf8)).status == 400)
    #expect(try page.get("/things/one").status == 200)
  }

  @Test("files that are too much, or a stranger's, are refused before they are sent")
  func beforehand() throws {
    let small = try RunningPage(change: { $0.uploadBytes = 1 << 20 })
    let lines = [small.host, small.origin, "Content-Type: multipart/form-data; boundary=x", "Content-Length: 2000000"]
    #expect(try small.raw("POST /things/one?photos HTTP/1.1", lines + [try small.cookie()]).status == 413)
    let stranger = try page.raw(
      "POST /things/one?photos HTTP/1.1",
      [page.host, page.origin, "Content-Type: multipart/form-data; boundary=x", "Content-Length: 2000000"])
    #expect(stranger.status == 401)
    let foreign = try page.raw(
      "POST /things/one?photos HTTP/1.1",
      [
        page.host, try page.cookie(), "Origin: http://evil.example", "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 20",
      ])
    #expect(foreign.status == 403)
  }

  @Test("a form of 40 MiB comes through the disk, byte by byte")
  func large() throws {
    var random = SplitMix(state: 5)
    // A picture with a long comment: blocks of 255 bytes, each with its length before it.
    var file: [UInt8] = Self.gif(9).dropLast() + [0x21, 0xFE]
    for _ in 0..<164_500 {
      let noise = (0..<32).map { _ in random.next() }
      file.append(255)
      noise.withUnsafeBytes { file += $0.prefix(255) }
    }
    file += [0, 0x3B]
    let reply = try page.upload("/things/two?photos", [(":photo", "large.gif", file)])
    #expect(reply.status == 303, "\(reply.text.prefix(300))")
    #expect(try page.folder.read("things/two.gif") == file)
  }
}
