// The log: what was changed, what a change did, and what stands in the way of taking it back.

import Testing
import VitrinePage
import VitrineTesting

/// The log of a page.
@Suite struct LogTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  private func rename(to title: String) throws {
    let form = try page.form("/things//things/two?edit", typing: ["title": title])
    #expect(try page.post("/things//things/two?edit", form).status == 303)
  }

  @Test("each change leads to what it did, line by line")
  func difference() throws {
    try rename(to: "Second")
    #expect(try page.get("/log").text.contains("<a class=\"quiet\" href=\"/log/1\">"))
    // By its id a change stays under the focus while others come before it.
    #expect(try page.get("/log").text.contains("<li class=\"change\" id=\"change-1\">"))
    let text = try page.get("/log/1").text
    #expect(text.contains("<del>-title: Two</del>") && text.contains("<ins>+title: Second</ins>"))
    #expect(text.contains("<form method=\"post\" action=\"/undo\">"))
    #expect(try page.get("/log/2").status == 404 && page.get("/log/x").status == 404 && page.get("/log/1/x").status == 404)
  }

  @Test("a change of many records names them, in the log and in the trash, as they were called when they went")
  func names() throws {
    let plan: (String) throws -> RawReply = {
      try self.page.post("/bulk", [("path", "things/one.yaml"), ("path", "things/two.yaml"), ("do", $0)])
    }
    let change = try plan("set")
    #expect(change.text.contains("<bdi>One, Two</bdi>"), "\(change.text)")
    let form = try #require(try plan("delete").text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/bulk", RunningPage.fields(of: String(form))).status == 303)
    #expect(try page.get("/log").text.contains("<p class=\"names\">One, Two</p>"))
    #expect(try page.get("/trash").text.contains("<p class=\"names\">One, Two</p>"))
  }

  @Test("the log says what was done, whatever words the record's title has in it")
  func titles() throws {
    try page.folder.write("title: Letter from Home in Spring\nlabels: [red]\n", to: "things/letter.yaml")
    let address = "/things/letter?edit"
    #expect(try page.post(address, try page.form(address, typing: ["shelf": "top"])).status == 303)
    #expect(try page.get("/log").text.contains("Changed &#39;Letter from Home in Spring&#39; (shelf → top)"))
    let fields = [("path", "things/letter.yaml"), ("do", "set"), ("field", "labels"), ("operation", "add"), ("labels", "blue")]
    let preview = try #require(try page.post("/bulk", fields).text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/bulk", RunningPage.fields(of: String(preview))).status == 303)
    #expect(try page.get("/log").text.contains("Changed &#39;Letter from Home in Spring&#39; (labels + blue)"))
    let removal = try page.form("/things/letter?delete")
    #expect(try page.post("/things/letter?delete", removal + [("naming", "kept")]).status == 303)
    #expect(try page.get("/log").text.contains("Deleted &#39;Letter from Home in Spring&#39;"))
  }

  @Test("what cannot be undone since it was changed again says so beside what it did, and advises nothing to type")
  func conflict() throws {
    try rename(to: "Second")
    try rename(to: "Third")
    let reply = try page.post("/undo", [("number", "1"), ("back", "/log")])
    #expect(reply.status == 409)
    #expect(reply.text.contains("was changed since") && !reply.text.contains("vitrine log"))
    #expect(try page.text("things/two.yaml").hasPrefix("title: Third\n"))
  }

  @Test("a record that gets another name and takes its photos along is moved, not added")
  func moved() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let target = "/memories/2026/galata-tower?rename"
    let preview = try page.post(target, try page.form(target, typing: ["to": "memories/2026/sunset"]))
    let reply = try page.post(target, RunningPage.fields(of: preview.text))
    #expect(reply.status == 303, "\(reply.text)")
    let shown = try page.get(reply.headers["location"] ?? "").text
    let toast = shown.split(separator: "<toast-bar").last?.split(separator: "</span>").first ?? ""
    #expect(toast.contains("Moved") && !toast.contains("Added"), "\(toast)")
  }
}
