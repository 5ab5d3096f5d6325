// Photos as they are served: nothing but photos of the catalogue, and nothing that runs.

import Glibc
import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

/// Files that strangers made.
@Suite struct PhotoTests {
  private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
  private static let html = "<!DOCTYPE html><script>alert(1)</script>"
  /// A GIF of one point with a script behind it.
  private static let polyglot =
    [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    + Array("<script>alert(1)</script>".utf8)

  private func page() throws -> RunningPage {
    let page = try RunningPage()
    try page.folder.write(Self.svg, to: "things/one.jpg")
    try page.folder.write(Self.html, to: "things/one-b.png")
    try page.folder.write(Self.polyglot, to: "things/two.gif")
    try page.folder.write(Self.svg, to: "things/two.svg")
    try page.folder.write("secret", to: "../outside-\(page.server.port).jpg")
    return page
  }

  @Test("script in a picture is never shown as a page: types follow the bytes, and the rest is downloaded")
  func scripts() throws {
    let page = try page()
    for path in ["things/one.jpg", "things/one-b.png"] {
      let reply = try page.get("/photo/" + path)
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "application/octet-stream", "\(path)")
      #expect(reply.headers["content-disposition"] == "attachment")
      #expect(reply.headers["x-content-type-options"] == "nosniff")
    }
    let image = try page.get("/photo/things/two.gif")
    #expect(image.headers["content-type"] == "image/gif")
    #expect(image.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    // No photo to the catalogue: not served at all.
    #expect(try page.get("/photo/things/two.svg").status == 404)
  }

  @Test("a photo that the browser has is not sent again")
  func unchanged() throws {
    let page = try page()
    for address in ["/photo/things/two.gif", "/thumb/things/two.gif?side=320"] {
      let tag = try #require(page.get(address).headers["etag"])
      let again = try page.get(address, ["If-None-Match: \(tag)"])
      #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag, "\(address)")
      #expect(again.headers["content-disposition"] == nil)
      #expect(try page.get(address, ["If-None-Match: \"other\""]).status == 200)
    }
  }

  @Test("nothing but photos of the catalogue is served, however the path is spelled")
  func traversal() throws {
    let page = try page()
    let outside = "outside-\(page.server.port).jpg"
    defer { unlink(page.folder.path + "/../" + outside) }
    symlink(page.folder.path + "/../" + outside, page.folder.path + "/things/one-link.jpg")
    symlink("/etc", page.folder.path + "/things/etc")
    for path in [
      "../\(outside)", "%2e%2e/\(outside)", "..%2f\(outside)", "things/../../\(outside)", "/etc/passwd", "things//one.jpg",
      "things/one-link.jpg", "things/etc/passwd", "vitrine.yaml", "things/one.yaml", ".vitrine/journal/lock",
      "things/one.jpg%00.gif",
      "%5c..%5c\(outside)",
    ] {
      for place in ["photo", "thumb"] {
        let reply = try page.get("/\(place)/\(path)")
        #expect([400, 404].contains(reply.status), "\(place) \(path)")
        #expect(!reply.text.contains("secret") && !reply.text.contains("root:"), "\(path)")
      }
    }
  }

  @Test("a photo that the browser has is not sent again, until it is another")
  func validators() throws {
    let page = try page()
    let first = try page.get("/photo/things/two.gif")
    let tag = try #require(first.headers["etag"])
    let again = try page.get("/photo/things/two.gif", ["If-None-Match: \(tag)"])
    #expect(again.status == 304 && again.body.isEmpty)
    try page.folder.write(Self.polyglot + [0], to: "things/two.gif")
    #expect(try page.get("/photo/things/two.gif", ["If-None-Match: \(tag)"]).status == 200)
  }

  @Test(
    "photos that browsers do not show come as copies that they show; the files stay as they are (W1.3, W3.3)",
    .needs(MadePhotos.needs))
  func otherFormats() throws {
    let page = try RunningPage()
    let photos = try MadePhotos.all.get().photos
    for (name, source) in [("one.heic", "plain.heic"), ("two.tif", "plain.tiff")] {
      try page.folder.write(try #require(photos.first { $0.name == source }).bytes, to: "things/" + name)
      let copy = try page.get("/thumb/things/\(name)?side=640")
      #expect(copy.headers["content-type"] == "image/jpeg", "\(name)")
      #expect(copy.body.starts(with: [0xFF, 0xD8]))
      let record = String(name.prefix { $0 != "." })
      #expect(try page.get("/things/\(record)").text.contains("<img src=\"/thumb/things/\(name)?side=1600\""), "\(name)")
    }
    // The file itself is what it is.
    #expect(try page.get("/photo/things/one.heic").headers["content-type"] == "application/octet-stream")
  }

  @Test("a large photo comes as a smaller copy", .needs(MadePhotos.needs))
  func copies() throws {
    let page = try RunningPage()
    let photo = try MadePhotos.large(width: 2400, height: 1800, model: "Test")
    try page.folder.write(photo, to: "things/one.jpg")
    let copy = try page.get("/thumb/things/one.jpg?side=640")
    #expect(copy.headers["content-type"] == "image/jpeg")
    #expect(copy.body.count < photo.count / 2)
    #expect(try page.get("/photo/things/one.jpg").body == photo)
  }

  @Test("a photo that browsers do not show, and no program makes a copy of, says why it is not seen, and is downloaded")
  func withoutProgram() throws {
    let page = try RunningPage(copyOf: "examples/collection") { options in
      options.context = RequestContext(workingFolder: "/", folder: "/") { $0 == "VITRINE_DECODE" ? "" : nil }
    }
    let record = try page.get("/shots/2026-05-30/IMG_0193").text
    #expect(record.contains("vitrine-decode stands beside vitrine") && record.contains("download>"), "\(record)")
    #expect(try !page.get("/shots").text.contains("IMG_0193.heic"))
    // With the program it is shown.
    let shown = try RunningPage(copyOf: "examples/collection")
    #expect(try !shown.get("/shots/2026-05-30/IMG_0193").text.contains("vitrine-decode"))
    #expect(try shown.get("/shots").text.contains("IMG_0193.heic"))
  }
}
