// Kinds whose fields save themselves: what is written while somebody types, what is not, and what stays theirs.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Saving by itself in headless Chromium. Decision 0132 says why.
@Suite(.serialized, .needs(Browser.needs)) struct SelfSavingBrowserTests {
  private let page: RunningPage
  private let me: Visitor

  init() throws {
    var files = RunningPage.files
    files["schemas/thing.schema.yaml"] = files["schemas/thing.schema.yaml"]?.replacing(
      "{plural: things,", with: "{plural: things, saves: field,")
    page = try RunningPage(files)
    me = try Visitor(page)
  }

  /// Waits until a record's file has a text.
  private func written(_ text: String, _ file: String = "things/one.yaml", _ location: SourceLocation = #_sourceLocation) throws {
    _ = waitUntil { (try? page.text(file)) == text }
    #expect(try page.text(file) == text, sourceLocation: location)
  }

  @Test("50 quick edits of a row are written while one types, none is lost, and the caret stays where it is (M9.1)")
  func typing() throws {
    try page.folder.write("title: One\nnotes: Note\n", to: "things/one.yaml")
    try me.go("/things/one")
    // A slow server: what is typed while a change is on its way is the next one.
    try me.browser.run(
      """
      window.count = 0;
      const own = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (...all) { window.count += 1; setTimeout(() => own.apply(this, all), 120); };
      """)
    try me.browser.click("#row-notes .pen")
    try me.see("document.activeElement.name === 'notes'")
    try me.browser.type("\u{E010}")
    let words = (0..<50).map { "\($0 % 10)" }.joined()
    for (place, key) in words.enumerated() {
      try me.browser.type(String(key))
      // Now and then a moment longer than a pause.
      if place % 12 == 11 { usleep(450_000) }
    }
    try written("title: One\nnotes: Note\(words)\n")
    try me.see("window.count > 1 && document.querySelector('.toast')")
    #expect(try me.browser.run("const { activeElement: e } = document; return e.name + e.selectionStart") == "notes54")
    // What was saved stays where the row is left; the row shows it.
    try me.browser.type("\u{E00C}")
    try me.see(
      "!document.querySelector('.inline') && document.querySelector('#row-notes dd').textContent.includes('Note\(words)')")
    #expect(try me.browser.run("return Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))") == "false")
    try me.browser.click(".toast form button")
    try me.see("!document.querySelector('#row-notes dd').textContent.includes('\(words)')")
  }

  @Test("what is wrong is said and not written; once it is right, both change; Enter closes the row (M9.1)")
  func wrong() throws {
    try page.folder.write("title: One\nweight: 3\nnotes: Later\n", to: "things/one.yaml")
    try me.go("/things/one")
    try me.browser.click("#row-weight .pen")
    try me.see("document.activeElement.name === 'weight'")
    try me.browser.type("heavy")
    try me.see("document.querySelector('.inline .msg')?.textContent.includes('number')")
    #expect(try page.text("things/one.yaml") == "title: One\nweight: 3\nnotes: Later\n")
    try me.fill("Weight", "41")
    try written("title: One\nweight: 41\nnotes: Later\n")
    try me.see("!document.querySelector('.inline .msg') && document.querySelector('.inline [name=weight]').value === '41'")
    try me.browser.type("\u{E007}")
    try me.see("!document.querySelector('.inline') && document.querySelector('#row-weight dd').textContent.includes('41')")
    // Tab goes on with the next row, whether the last change is written by then or not.
    for value in ["42", "43"] {
      try me.browser.click("#row-weight .pen")
      try me.see("document.activeElement.name === 'weight'")
      try me.browser.type(value)
      if value == "43" { try written("title: One\nweight: 43\nnotes: Later\n") }
      try me.browser.type("\u{E004}")
      try me.see("document.querySelector('.inline') && !document.querySelector('#row-weight .inline')")
      try me.see("document.querySelector('#row-weight dd').textContent.includes('\(value)')")
      try me.browser.type("\u{E00C}")
      try me.see("!document.querySelector('.inline')")
    }
  }

  @Test(
    "in the whole form each field is written when it is changed; what another changes meanwhile comes in, and nobody asks on the way out (M9.1)"
  )
  func form() throws {
    try me.go("/things/one?edit")
    try me.read("Each field is saved by itself")
    try me.browser.run(
      """
      const select = document.querySelector('[name=shelf]');
      if (select.localName === 'select') { select.value = 'bottom'; select.dispatchEvent(new Event('input', { bubbles: true })); }
      else document.querySelector('[name=shelf][value=bottom]').click();
      """)
    try me.see("document.querySelector('.toast')")
    let text = try page.text("things/one.yaml")
    #expect(text.contains("shelf: bottom"))
    try page.folder.write(text + "weight: 7\n", to: "things/one.yaml")
    try me.see("document.querySelector('[name=weight]').value === '7'")
    try me.fill("Title", "Lantern")
    try written((text + "weight: 7\n").replacing("One", with: "Lantern"))
    // What others save while somebody waits holds nothing up.
    try me.fill("Title", "Lantern 2")
    for number in 1...4 {
      try page.folder.write("title: Two\nweight: \(number)\n", to: "things/two.yaml")
      usleep(60_000)
    }
    try written((text + "weight: 7\n").replacing("One", with: "Lantern 2"))
    try me.see("document.querySelector('h1').textContent === 'Edit Lantern 2'")
    // The last moment is not waited for: what is typed goes along.
    try me.fill("Title", "Lamp")
    try me.browser.run("document.querySelector('.rail a[href=\"/things\"]').click()")
    try me.see("location.pathname === '/things' && document.querySelector('main').innerText.includes('Lamp')")
    #expect(try page.text("things/one.yaml").contains("Lamp"))
  }

  @Test("a new record, and a kind that does not say so, are saved by an act")
  func others() throws {
    #expect(try page.get("/things/one?edit").text.contains("data-saves="))
    #expect(try page.get("/things/one?edit").text.contains(">Close</a>"))
    #expect(try !page.get("/new/thing").text.contains("data-saves="))
    #expect(try !RunningPage().get("/things/one?edit").text.contains("data-saves="))
  }
}
