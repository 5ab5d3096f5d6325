// What the page says and offers while it does not follow its folder.

import Glibc
import Testing
import VitrineTesting

/// A catalogue that stands still since much of it went at once.
@Suite struct FrozenTests {
  private let page: RunningPage

  init() throws {
    var files = RunningPage.files
    for number in 10..<40 { files["things/old/old-\(number).yaml"] = "title: Old \(number)\n" }
    page = try RunningPage(files)
  }

  @Test("every page says that many records went at once and how to take that for true; its button does so")
  func loss() throws {
    #expect(try !page.get("/").text.contains("/accept"))
    #expect(rename(page.folder.path + "/things/old", page.folder.path + "/.old") == 0)
    for target in ["/", "/things", "/things/one", "/about"] {
      let text = try page.get(target).text
      #expect(text.contains("30 records have disappeared") && text.contains("<code>vitrine daemon accept</code>"), "\(target)")
      #expect(text.contains("<form method=\"post\" action=\"/accept\""), "\(target)")
    }
    #expect(try page.get("/things/old/old-10").status == 200)
    let reply = try page.post("/accept", [])
    #expect(reply.status == 303 && reply.headers["location"] == "/")
    #expect(try !page.get("/").text.contains("/accept"))
    #expect(try page.get("/things/old/old-10").status == 404)
  }

  @Test("where the records come back, nothing is left to be said")
  func back() throws {
    #expect(rename(page.folder.path + "/things/old", page.folder.path + "/.old") == 0)
    #expect(try page.get("/").text.contains("/accept"))
    #expect(rename(page.folder.path + "/.old", page.folder.path + "/things/old") == 0)
    #expect(try !page.get("/").text.contains("/accept"))
    #expect(try page.get("/things/old/old-10").status == 200)
  }

  @Test("every page has a button, and a key, that reads the folder again (M10.3)")
  func reread() throws {
    #expect(try page.get("/things").text.contains("<button class=\"link\" data-key=\"r\">"))
    let reply = try page.post("/reread", [])
    #expect(reply.status == 303)
    #expect(try page.get("/things/one").status == 200)
    #expect(try page.get("/reread").status == 405)
  }
}
