// Forms whose record got another name while somebody typed.

import Glibc
import Testing
import VitrineTesting

/// Where what was typed goes then.
@Suite struct FormRenameTests {
  private func move(_ page: RunningPage, _ from: String, _ to: String) {
    #expect(rename(page.folder.path + "/" + from, page.folder.path + "/" + to) == 0)
  }

  @Test("what was typed into the form of a record whose file was renamed is saved under the new name, which is said")
  func file() throws {
    let page = try RunningPage()
    let typed = try page.form("/things/one?edit", typing: ["title": "Typed"])
    move(page, "things/one.yaml", "things/uno.yaml")
    let told = try page.post("/things/one?edit&check=1", typed)
    #expect(told.status == 200 && told.text.contains("id=\"form-messages\"") && told.text.contains("things/uno"))
    let saved = try page.post("/things/one?edit", typed)
    #expect(saved.status == 303, "\(saved.text)")
    let address = try #require(saved.headers["location"])
    #expect(address.hasPrefix("/things/uno?"))
    #expect(try page.get(address).text.contains("The record was renamed meanwhile"))
    #expect(
      try page.text("things/uno.yaml") == "# The first.\ntitle:   Typed   # kept\nstate: new\nshelf: top\nbeside: two\n")
  }

  @Test("one field that is sent alone follows its record by the title that the form had, which is no change of the title")
  func alone() throws {
    let page = try RunningPage()
    let all = try page.form("/things/one?edit", typing: ["weight": "2"])
    let row = all.filter { $0.0 == "digest" || $0.0.hasPrefix("held:") || $0.0.hasSuffix("weight") }
    #expect(row.map { $0.0 } == ["digest", "held:title", "was:weight", "weight"])
    move(page, "things/one.yaml", "things/uno.yaml")
    let saved = try page.post("/things/one?edit", row)
    #expect(saved.status == 303 && saved.headers["location"]?.hasPrefix("/things/uno?") == true, "\(saved.text)")
    let text = try page.text("things/uno.yaml")
    #expect(text.contains("title:   One   # kept\n") && text.contains("weight: 2\n") && text.contains("shelf: top\n"))
  }

  @Test("a form that is refused after its record was renamed is one of the record under its new name")
  func refused() throws {
    let page = try RunningPage()
    let typed = try page.form("/things/one?edit", typing: ["title": "Typed", "weight": "heavy"])
    move(page, "things/one.yaml", "things/uno.yaml")
    let reply = try page.post("/things/one?edit", typed)
    #expect(reply.status == 422)
    #expect(reply.text.contains("action=\"/things/uno?edit\"") && reply.text.contains("value=\"Typed\""))
    #expect(reply.text.contains("not a number") && reply.text.contains("The record was renamed meanwhile"))
  }

  @Test("a renaming that the journal has is followed, also where the record was changed since the form was made")
  func journal() throws {
    let page = try RunningPage()
    let typed = try page.form("/things/one?edit", typing: ["weight": "2"])
    #expect(try page.post("/things/one", [("set", "state"), ("value", "used")]).status == 303)
    let preview = try page.post("/things/one?rename", [("to", "uno")])
    let agreed = RunningPage.fields(of: preview.text)
    #expect(try page.post("/things/one?rename", agreed).status == 303, "\(preview.text)")
    let saved = try page.post("/things/one?edit", typed)
    #expect(saved.status == 303 && saved.headers["location"]?.hasPrefix("/things/uno?") == true, "\(saved.text)")
    let text = try page.text("things/uno.yaml")
    #expect(text.contains("state: used") && text.contains("weight: 2"))
  }

  @Test("an id tells a record that was renamed and changed by another program")
  func identity() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    try page.folder.write(
      "id: 9ac64924-5649-465c-8389-000000000001\ntitle: Ferry\ndate: 2026-04-18\ncategory: Food\n", to: "memories/2026/ferry.yaml"
    )
    let typed = try page.form("/memories/2026/ferry?edit", typing: ["note": "Typed"])
    move(page, "memories/2026/ferry.yaml", "memories/2026/boat.yaml")
    try page.folder.write(
      "id: 9ac64924-5649-465c-8389-000000000001\ntitle: Boat\ndate: 2026-04-18\ncategory: Food\n", to: "memories/2026/boat.yaml")
    let saved = try page.post("/memories/2026/ferry?edit", typed)
    #expect(saved.status == 303 && saved.headers["location"]?.hasPrefix("/memories/2026/boat?") == true, "\(saved.text)")
    let text = try page.text("memories/2026/boat.yaml")
    #expect(text.contains("title: Boat") && text.contains("note: Typed"))
  }

  @Test("where several files may be the one that was renamed, or none is, what was typed comes back as a new record")
  func unsure() throws {
    let page = try RunningPage()
    let typed = try page.form("/things/one?edit", typing: ["title": "Typed"])
    let bytes = try page.text("things/one.yaml")
    move(page, "things/one.yaml", "things/uno.yaml")
    try page.folder.write(bytes, to: "things/eins.yaml")
    let reply = try page.post("/things/one?edit", typed)
    #expect(reply.status == 404 && reply.text.contains("action=\"/new/thing\""))
    // Another record of the same title is another record.
    for name in ["uno", "eins"] { #expect(unlink(page.folder.path + "/things/\(name).yaml") == 0) }
    try page.folder.write("title: One\nshelf: bottom\n", to: "things/other.yaml")
    #expect(try page.post("/things/one?edit", typed).status == 404)
    #expect(try page.text("things/other.yaml") == "title: One\nshelf: bottom\n")
  }
}
