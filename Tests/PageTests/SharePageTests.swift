// Sharing from the page: what is shown before, what the file holds, and what cannot be had.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// The page `/share`.
@Suite struct SharePageTests {
  private static var files: [String: String] {
    var files = RunningPage.files
    files["schemas/thing.schema.yaml"] = files["schemas/thing.schema.yaml"]?.replacing(
      "notes: {title: Notes, type: string}", with: "notes: {title: Notes, type: string, x-vitrine: {private: true}}")
    files["things/one.yaml"] = "# The first.\ntitle:   One   # kept\nshelf: top\nbeside: two\nnotes: for me alone\n"
    return files
  }

  /// The address that a share leads to.
  private func made(_ page: RunningPage, _ fields: [(String, String)]) throws -> String {
    let reply = try page.post("/share", fields + [("do", "make")])
    #expect(reply.status == 303, "\(reply.text)")
    return try #require(reply.headers["location"])
  }

  @Test("what goes out and what does not is shown before anything is made (M8.4, GN6)")
  func preview() throws {
    let page = try RunningPage(Self.files)
    let first = try page.get("/share").text
    #expect(first.contains("<h1>Share</h1>") && !first.contains("What goes out") && !first.contains("value=\"make\""))
    let text = try page.get("/share?kind=things&q=one").text
    #expect(text.contains("1 record, 0 photos") && text.contains("Taken out of 1 record: Notes"))
    #expect(text.contains("1 record that these refer to is not shared:") && text.contains("<bdi>Two</bdi>"))
    #expect(text.contains("value=\"make\"") && !text.contains("for me alone"))
    #expect(try page.get("/share?kind=things&q=one&follow=1").text.contains("2 records, 0 photos"))
    let wrong = try page.get("/share?kind=things&q=shelff%3Atop")
    #expect(wrong.status == 422 && wrong.text.contains("did you mean") && wrong.text.contains("value=\"shelff:top\""))
    #expect(try page.get("/share?kind=things&q=nothing").status == 422)
    let gone = try page.get("/share?path=things/none.yaml")
    #expect(gone.status == 422 && gone.text.contains("There is no record &#39;things/none.yaml&#39;."))
    let unknown = try page.get("/share?kind=&q=nothing").text
    #expect(unknown.contains("there is no record &#39;nothing&#39;") && !unknown.contains("RequestError"))
    #expect(try page.get("/things/one").text.contains("href=\"/share?path=things%2Fone.yaml\""))
    #expect(try page.get("/share", ["Accept-Language: tr"]).text.contains("<h1>Paylaş</h1>"))
  }

  @Test("the file holds the records without what is private, and is only ever saved (M8.4, GN6)")
  func file() throws {
    let page = try RunningPage(Self.files)
    let address = try made(page, [("kind", "things"), ("q", "one"), ("as", "html")])
    let ready = try page.get(address).text
    #expect(ready.contains("Ready to share") && ready.contains("href=\"\(address)/file\"") && ready.contains("one.html"))
    let file = try page.get(address + "/file")
    #expect(file.headers["content-disposition"] == "attachment; filename=\"one.html\"")
    #expect(file.headers["content-type"] == "application/octet-stream" && file.headers["x-content-type-options"] == "nosniff")
    #expect(file.text.hasPrefix("<!DOCTYPE html>") && file.text.contains("One") && !file.text.contains("for me alone"))
    let archive = try page.get(try made(page, [("kind", "things"), ("as", "zip"), ("follow", "1")]) + "/file")
    #expect(archive.body.starts(with: Array("PK".utf8)) && archive.headers["content-disposition"]?.contains("things.zip") == true)
    let tar = try page.get(try made(page, [("path", "things/two.yaml"), ("as", "tar.gz")]) + "/file")
    #expect(tar.body.starts(with: [0x1F, 0x8B]) && tar.headers["content-disposition"]?.contains("\"two.tar.gz\"") == true)
    // A preview of records that were chosen in a list keeps them.
    let chosen = try page.post("/share", [("path", "things/two.yaml"), ("do", "share"), ("kind", "things"), ("q", "shelf:top")])
      .text
    #expect(chosen.contains("<input type=\"hidden\" name=\"path\" value=\"things/two.yaml\">") && chosen.contains("1 record,"))
    // The way back from the file asks the same of the same records.
    let back = try page.get(try made(page, [("path", "things/two.yaml"), ("path", "things/one.yaml"), ("as", "zip")])).text
    #expect(
      back.contains("<form method=\"post\" action=\"/share\"><input type=\"hidden\" name=\"path\" value=\"things/two.yaml\">"))
    let asked = try page.post("/share", RunningPage.fields(of: back).filter { ["path", "as", "metadata"].contains($0.0) }).text
    #expect(asked.contains("2 records, 0 photos") && asked.contains("value=\"zip\" checked"))
    #expect(try page.text("things/one.yaml") == Self.files["things/one.yaml"])
  }

  @Test("a record whose text cannot be read as a whole stays at home: nobody knows what in it is private (GN6)")
  func unreadable() throws {
    let page = try RunningPage(Self.files)
    try page.folder.write("title: One\nbroken: [\nnotes: for me alone\n", to: "things/one.yaml")
    let text = try page.get("/share?kind=things&q=").text
    #expect(text.contains("it cannot be read as YAML") && !text.contains("for me alone"))
    let file = try page.get(try made(page, [("kind", "things"), ("as", "html")]) + "/file").text
    #expect(!file.contains("for me alone"))
  }

  @Test("photos go out without camera, time and place, unless somebody wants them (M8.4)")
  func photos() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/share?kind=memories&q=").text
    #expect(text.contains("Photos go out without camera, time and place."))
    #expect(try page.get("/share?kind=memories&metadata=all").text.contains("class=\"bad\">Photos go out as they are"))
    let ready = try page.get(try made(page, [("kind", "memories"), ("as", "html")])).text
    let counts = try #require(ready.firstMatch(of: /<li>(\d+) records?, (\d+) photos?<\/li>/))
    #expect(try #require(Int(counts.output.1)) > 0 && #require(Int(counts.output.2)) > 0)
  }

  @Test("positions that go out with records are told before")
  func positions() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let warning = "class=\"bad\">Records go out with the positions that are written in them."
    #expect(try page.get("/share?kind=memories&q=").text.contains(warning))
    #expect(try !page.get("/share?kind=games&q=").text.contains(warning))
    #expect(try page.get("/libraries").text.contains("positions that are written in records go along"))
  }

  @Test("keys that nobody has, old files and other addresses give nothing")
  func refusals() throws {
    let page = try RunningPage(Self.files)
    for address in ["/share/x", "/share/x/file", "/share/..%2F/file", "/share//file", "/share/x/y/z"] {
      #expect(try [400, 404].contains(page.get(address).status), "\(address)")
    }
    let first = try made(page, [("kind", "things")])
    for _ in 0..<3 { _ = try made(page, [("kind", "things")]) }
    #expect(try page.get(first + "/file").status == 404)
    #expect(try page.post("/share", [("q", "nothing"), ("do", "make")]).status == 422)
    #expect(try page.post("/share", [("q", "shelff:top"), ("do", "make")]).status == 400)
    let strange = try page.get("/share?kind=%3Cb%3E&q=%22%3E%3Cscript%3E&as=exe&metadata=x")
    #expect(strange.status == 422 && !strange.text.contains("<script>") && !strange.text.contains("<b>'"))
  }

  @Test(
    "on a phone a file goes to another program; on a desktop it is downloaded, without a script as well (M8.4)",
    .needs(Browser.needs))
  func browser() throws {
    let page = try RunningPage(Self.files)
    let browser = try Browser(.phone)
    try browser.inject(
      """
      navigator.canShare = ({ files }) => files[0].type === 'text/html';
      navigator.share = async ({ files }) => { window.sent = `${files[0].name} ${(await files[0].text()).slice(0, 15)}`; };
      """)
    try browser.open(page.server.makeEntryAddress())
    #expect(try browser.until("location.pathname === '/' && document.querySelector('.tabs')"))
    try browser.open("http://127.0.0.1:\(page.server.port)/share?kind=things")
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.click("button[value=make]")
    #expect(try browser.until("document.querySelector('share-file button')"))
    try browser.click("share-file button")
    #expect(try browser.until("window.sent === 'things.html <!DOCTYPE html>'"))
    let plain = try Browser(Browser.Window(hasScript: false))
    try plain.open(page.server.makeEntryAddress())
    try plain.open("http://127.0.0.1:\(page.server.port)/share?kind=things")
    try plain.click("button[value=make]")
    try plain.click("share-file a")
  }
}
