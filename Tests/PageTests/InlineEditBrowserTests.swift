// A row of a record that is edited where it stands: how it opens, what it says, what it keeps.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Editing in place in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct InlineEditBrowserTests {
  @Test("a click on a row, or 'e' on its pen, opens its editor; a click on a link in it, or a selection, does not")
  func opening() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/things/one")
    try visitor.browser.click("#row-shelf dd")
    try visitor.see("document.activeElement.closest('#row-shelf .inline')")
    try visitor.browser.type("\u{E00C}")
    try visitor.see("document.activeElement.matches('#row-shelf .pen')")
    try visitor.browser.type("e")
    try visitor.see("document.activeElement.closest('#row-shelf .inline') && location.search === ''")
    try visitor.browser.type("\u{E00C}")
    try visitor.see("!document.querySelector('.inline')")
    try visitor.browser.run("getSelection().selectAllChildren(document.querySelector('#row-shelf dd > div'))")
    try visitor.browser.run("document.querySelector('#row-shelf dd').click()")
    try visitor.browser.run("document.querySelector('#row-beside a.ref').click()")
    try visitor.see("location.pathname === '/things/two'")
  }

  @Test("what is typed in a row is there again after a reload, until it is saved or given up (M9.1)")
  func drafts() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try page.folder.write("title: One\nweight: 3\n", to: "things/one.yaml")
    try visitor.go("/things/one")
    try visitor.browser.click("#row-weight .pen")
    try visitor.see("document.activeElement.name === 'weight'")
    // What was sent and refused is not saved yet, either.
    try visitor.browser.type("heavy\u{E007}")
    try visitor.see("document.querySelector('.inline [data-changed]')")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see(
      "!document.querySelector('[data-changed]') && document.querySelector('#row-weight .inline [name=weight]')?.value === 'heavy'"
    )
    try visitor.fill("Weight", "41")
    try visitor.see("sessionStorage.getItem('draft:/things/one')?.includes('41')")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see("document.querySelector('#row-weight .inline [name=weight]')?.value === '41'")
    try visitor.browser.click(".inline [name=save]")
    try visitor.see("document.querySelector('.toast') && !document.querySelector('.inline')")
    #expect(try page.text("things/one.yaml") == "title: One\nweight: 41\n")
    #expect(try visitor.browser.run("return Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))") == "false")
    try visitor.go("/things/one")
    try visitor.see("!document.querySelector('.inline')")
  }

  @Test("what is wrong with the record as a whole is said in the row, and what was typed stays")
  func refusals() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.text("games/celeste.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/games/celeste")
    try visitor.browser.click("#row-release .pen")
    try visitor.see("document.activeElement.name === 'release'")
    try #require(unlink(page.folder.path + "/games/celeste.yaml") == 0)
    try visitor.see(
      "document.querySelector('.inline #form-messages').checkVisibility() && document.querySelector('.inline #form-messages').textContent.trim()"
    )
    try visitor.browser.type("2019\u{E007}")
    try visitor.see(
      "document.querySelector('.inline [name=release]').value.includes('2019') && document.querySelector('.inline .msg').textContent.trim()"
    )
    try page.folder.write(text, to: "games/celeste.yaml")
  }

  @Test(
    "a row whose record is renamed meanwhile, by another program or in the page, is saved under the new name, and the page goes on there"
  )
  func renamed() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try page.folder.write("title: One\nweight: 3\n", to: "things/one.yaml")
    try visitor.go("/things/one")
    func open() throws {
      try visitor.browser.click("#row-weight .pen")
      try visitor.see("document.activeElement.matches('.inline [name=weight]')")
    }
    func move(_ from: String, _ to: String) {
      #expect(rename(page.folder.path + "/things/\(from).yaml", page.folder.path + "/things/\(to).yaml") == 0)
    }
    func save(_ weight: String, as name: String, _ location: SourceLocation = #_sourceLocation) throws {
      try visitor.fill("Weight", weight + "\u{E007}")
      try visitor.see("location.pathname === '/things/\(name)' && !document.querySelector('.inline')", location)
      try visitor.read("The record was renamed meanwhile", location)
      #expect(try page.text("things/\(name).yaml") == "title: One\nweight: \(weight)\n")
    }
    try open()
    move("one", "uno")
    try visitor.see("document.querySelector('.inline .notice')?.textContent.includes('things/uno')")
    try save("4", as: "uno")
    try open()
    let preview = try page.post("/things/uno?rename", [("to", "eins")])
    #expect(try page.post("/things/uno?rename", RunningPage.fields(of: preview.text)).status == 303, "\(preview.text)")
    try save("5", as: "eins")
    // Of two files of the same bytes nothing tells which one it is: what the form says is said, and what was typed stays.
    try open()
    try page.folder.write("title: One\nweight: 5\n", to: "things/vier.yaml")
    move("eins", "drei")
    try visitor.browser.run(
      """
      window.answers = 0;
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) { this.addEventListener('loadend', () => { window.answers += 1; }); send.call(this, body); };
      """)
    try visitor.fill("Weight", "6\u{E007}")
    try visitor.see(
      "window.answers && document.querySelector('.inline .msg')?.textContent.includes('The record was removed meanwhile')")
    #expect(
      try visitor.browser.run("return location.pathname + document.querySelector('[name=weight]').value") == "/things/eins6")
    #expect(unlink(page.folder.path + "/things/vier.yaml") == 0)
    try save("6", as: "drei")
  }

  @Test("where the file cannot be read any more, its row says so and nothing else of that page, and what was typed stays")
  func unreadable() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/things/one")
    try visitor.browser.click("#row-shelf .pen")
    try visitor.see("document.activeElement.name === 'shelf'")
    try visitor.browser.run("document.querySelector('.inline [name=shelf][value=middle]').click()")
    try page.folder.write("title: [\n", to: "things/one.yaml")
    try visitor.browser.run("document.querySelector('.inline [name=save]').click()")
    try visitor.see("document.querySelector('.inline .msg')?.textContent.includes('is not saved')")
    #expect(try visitor.browser.run("return document.querySelector('.inline .msg').textContent.includes('Cancel')") == "false")
    #expect(try visitor.browser.run("return document.querySelector('.inline [name=shelf]:checked').value") == "middle")
  }
}
