// A form whose file cannot be read as YAML by the time it is sent.

import Testing
import VitrineTesting

/// What was typed into a form of fields, and no form of fields can take any more.
@Suite struct FormUnreadableTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  @Test("what was typed is shown above the text of a file that became unreadable meanwhile, and is not saved")
  func unreadable() throws {
    let typed = ["title": "Mine <b>", "notes": "first\r\nsecond", "sizes/0/name": "huge"]
    let fields = try page.form("/things/two?edit", typing: typed)
    let broken = "title: 'Two\nshelf: middle\n"
    try page.folder.write(broken, to: "things/two.yaml")
    let reply = try page.post("/things/two?edit", fields)
    #expect(reply.status == 422)
    #expect(reply.text.contains("The file is not readable any more; what you typed is below and is not saved:"))
    #expect(reply.text.contains("<p>Title:</p>") && reply.text.contains("Mine &lt;b&gt;</pre>"), "\(reply.text)")
    #expect(reply.text.contains("first\nsecond</pre>") && reply.text.contains("huge"), "\(reply.text)")
    // What nobody touched is in the file.
    #expect(!reply.text.contains("<p>Shelf:</p>") && !reply.text.contains("<p>Labels:</p>"), "\(reply.text)")
    #expect(reply.text.contains("name=\":text\"") && reply.text.contains("shelf: middle"))
    #expect(try page.text("things/two.yaml") == broken)
  }

  @Test("a form in which nobody typed leads to the text as it is")
  func untouched() throws {
    let fields = try page.form("/things/one?edit")
    try page.folder.write("title: 'One\n", to: "things/one.yaml")
    let reply = try page.post("/things/one?edit", fields)
    #expect(reply.status == 200 && reply.text.contains("name=\":text\"") && !reply.text.contains("is not saved"))
  }

  @Test("where not even the text fits a form, what was typed is shown with the record")
  func foreign() throws {
    let fields = try page.form("/things/two?edit", typing: ["title": "Mine"])
    try page.folder.write(Array("title: 'Two\u{1}\n".utf8), to: "things/two.yaml")
    let reply = try page.post("/things/two?edit", fields)
    #expect(reply.status == 422 && reply.text.contains("Title: Mine"), "\(reply.text)")
  }
}
