// Records whose files are symbolic links.

import Glibc
import Testing
import VitrineTesting

/// A record that is a link to another.
@Suite struct LinkedRecordTests {
  @Test("in place of a link's form the page names the file that it leads to, with the way there")
  func link() throws {
    let page = try RunningPage()
    #expect(symlink("one.yaml", page.folder.path + "/things/a-link.yaml") == 0)
    #expect(try page.get("/things/a-link").text.contains("One"))
    for change in ["edit", "photos"] {
      let text = try page.get("/things/a-link?" + change).text
      #expect(text.contains("things/a-link.yaml is only a link") && text.contains("<code>things/one.yaml</code>"))
      #expect(text.contains("href=\"/things/one?\(change)\"") && !text.contains("name=\"save\""))
    }
    let fields = try page.form("/things/one?edit", typing: ["title": "Other"])
    #expect(try page.post("/things/a-link?edit", fields).status == 422)
    #expect(try page.get("/things/one?edit").text.contains("value=\"One\""))
  }
}
