// Records chosen by fingers and keys in a real browser, and what the bar below the list does with them.

import Testing
import VitrinePage
import VitrineTesting

/// The selection of a list in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct PicksBrowserTests {
  private func open(_ page: RunningPage, _ path: String, _ window: Browser.Window = Browser.Window()) throws -> Browser {
    let browser = try page.browser(window)
    try browser.open(page.address(path))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    return browser
  }

  private func counts(_ count: Int) -> String { "document.querySelector('.picked').textContent === '\(count) selected'" }

  /// A finger on the card of a title: `send` sends what it does, and `click` is what a browser makes of it when it goes up.
  private static func finger(on title: String, _ script: String) -> String {
    """
    const card = [...document.querySelectorAll('.card a')].find((link) => link.textContent.includes('\(title)'));
    const send = (type, x = 300) => card.dispatchEvent(
      new PointerEvent(type, {bubbles: true, isPrimary: true, pointerType: 'touch', clientX: x, clientY: 300}));
    \(script)
    """
  }

  @Test("a long press chooses, and the finger that goes up takes nothing back; the next tap is taken as one (M10.3)")
  func longPress() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things", .phone)
    try browser.run(Self.finger(on: "One", "send('pointerdown');"))
    #expect(try browser.until(counts(1)))
    try browser.run(Self.finger(on: "One", "send('pointerup'); card.click();"))
    #expect(try browser.run("return \(counts(1)) && location.pathname === '/things'") == "true")
    try browser.run(Self.finger(on: "One", "send('pointerdown'); send('pointerup'); card.click();"))
    #expect(try browser.until(counts(0)))
    // A press that ends without a click, as after a finger that scrolls.
    try browser.click("[data-stop]")
    try browser.run(Self.finger(on: "One", "send('pointerdown');"))
    #expect(try browser.until(counts(1)))
    try browser.run(Self.finger(on: "One", "send('pointercancel');"))
    try browser.run(Self.finger(on: "Two", "send('pointerdown'); send('pointerup'); card.click();"))
    #expect(try browser.until(counts(2)))
  }

  @Test("what is chosen is exported alone, and stays chosen when the page is loaded again (M10.3, S4.7)")
  func exporting() throws {
    var files = RunningPage.files
    files["things/it's, \"three\".yaml"] = "title: Three\n"
    let page = try RunningPage(files)
    let browser = try open(page, "/things")
    let export = "document.querySelector('#picks [formaction=\"/export\"]').click()"
    // As long as nothing is chosen, what the search finds.
    try browser.run(export)
    #expect(try browser.until("location.pathname + location.search === '/export?kind=things&q='"))
    #expect(try browser.run("return document.getElementById('kind').value") == "things")
    try browser.goBack()
    #expect(try browser.until("location.pathname === '/things' && document.documentElement.classList.contains('enhanced')"))
    try browser.type("jxjx")
    #expect(try browser.until(counts(2)))
    try browser.run("window.isBefore = true; location.reload()")
    #expect(try browser.until("!window.isBefore && document.readyState === 'complete' && \(counts(2))"))
    #expect(
      try browser.run("return [...document.querySelectorAll('.pick:checked')].map((box) => box.value).join('|')")
        == "things/one.yaml|things/it's, \"three\".yaml")
    try browser.run(export)
    #expect(try browser.until("location.pathname === '/export' && document.querySelector('.sub').textContent === '2 selected'"))
    let text = try browser.wait(
      "fetch('/export', {method: 'POST', body: new URLSearchParams(new FormData(document.querySelector('form.edit')))}).then((reply) => reply.text()).then(done)"
    )
    #expect(text.contains("One") && text.contains("Three") && !text.contains("Two"), "\(text)")
    // Coming back is coming back to the selection; a link leads to a list as it is.
    try browser.goBack()
    #expect(try browser.until("location.pathname === '/things' && \(counts(2))"))
    try browser.open(page.address("/things"))
    #expect(try browser.until("!document.getElementById('picking').checked && sessionStorage.getItem('picks') === null"))
  }
  @Test("a card that is swept shows what will become of it, and goes only when it is swept far enough (M10.3)")
  func sweeping() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things", .phone)
    let below = "document.querySelector('.swept > .ground')"
    let color = "return getComputedStyle(document.querySelector('.swept')).backgroundColor"
    try browser.run(Self.finger(on: "One", "send('pointerdown'); send('pointermove', 270); send('pointermove', 200);"))
    #expect(try browser.until("\(below)?.querySelector('svg') && \(below).textContent === 'Delete'"))
    // The card has made way for it.
    #expect(
      try browser.run(
        "const [card, word] = ['.swept > a', '.ground'].map((s) => document.querySelector(s).getBoundingClientRect()); return card.right - 20 < word.left"
      ) == "true")
    let near = try browser.run(color)
    try browser.run(Self.finger(on: "One", "send('pointerup', 200);"))
    #expect(try browser.until("!document.querySelector('.swept, .ground') && document.querySelectorAll('.card').length === 2"))
    try browser.run(Self.finger(on: "One", "send('pointerdown'); send('pointermove', 270); send('pointermove', 120);"))
    #expect(try browser.run(color) != near)
    try browser.run(Self.finger(on: "One", "send('pointerup', 120);"))
    #expect(try browser.until("document.querySelector('.toast') && document.querySelectorAll('.card').length === 1"))
    #expect(try page.get("/things").text.contains(">Two<"))
  }
}
