// A page that is open while things happen to it: words typed, changes taken back, a daemon that ends, begins again, or says nothing.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Tests of open pages in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct LiveBrowserTests {
  private func open(_ page: RunningPage, _ path: String) throws -> Browser {
    let browser = try page.browser()
    try browser.open(page.address(path))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    return browser
  }

  @Test("a search that is typed and erased leaves one page on the screen: one main part, one navigation, one search box")
  func typing() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things")
    let parts =
      "['main', '.rail', 'input[type=search]', 'record-list', '.tools'].map((s) => document.querySelectorAll(s).length).join()"
    #expect(try browser.run("return \(parts)") == "1,1,1,1,1")
    try browser.type("/")
    for (keys, count) in [("t", 1), ("w", 1), ("\u{E003}\u{E003}", 2)] {
      try browser.type(keys)
      #expect(try browser.until("document.querySelectorAll('.card').length === \(count)"), "\(keys)")
      // What stands beside the rows comes a moment later.
      _ = try browser.wait("setTimeout(() => done(''), 400)")
      #expect(try browser.run("return \(parts)") == "1,1,1,1,1", "\(keys)")
    }
  }

  @Test("the text of a broken record stays the person's while others change the file, and saving says so")
  func brokenText() throws {
    var files = RunningPage.files
    files["things/bad.yaml"] = "title: [\n"
    let page = try RunningPage(files)
    let browser = try open(page, "/things//things/bad?edit")
    try browser.run("document.getElementById('text').value = 'title: Mine\\n'")
    try page.folder.write("title: Theirs\n", to: "things/bad.yaml")
    // Another page hears of it, and shows it.
    let other = try open(page, "/things")
    #expect(try other.until("document.querySelector('main').textContent.includes('Theirs')"))
    _ = try browser.wait("setTimeout(() => done(''), 500)")
    #expect(try browser.run("return document.getElementById('text')?.value") == "title: Mine\n")
    try browser.run("document.querySelector('main [name=save]').click()")
    #expect(try browser.until("document.querySelector('.notice.bad')"))
    #expect(try page.text("things/bad.yaml") == "title: Theirs\n")
  }

  @Test("what changes while a dialog is open is shown when it closes, and a record that is gone is said to be")
  func dialogs() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things/two")
    try browser.run("const d = document.body.appendChild(document.createElement('dialog')); d.showModal()")
    try page.folder.write("title: Zwei\nshelf: middle\n", to: "things/two.yaml")
    #expect(try browser.until("document.body.dataset.generation && performance.now()"))
    _ = try browser.wait("setTimeout(() => done(''), 500)")
    #expect(try browser.run("return document.querySelector('h1').textContent").contains("Two"))
    try browser.run("document.querySelector('dialog').close()")
    #expect(try browser.until("document.querySelector('h1').textContent.includes('Zwei')"))
    unlink(page.folder.path + "/things/two.yaml")
    #expect(try browser.until("!document.querySelector('#record')"))
  }

  @Test("a page whose session is not known any more says so and keeps what was typed; let in again, it goes on")
  func refused() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things//things/one?edit")
    try browser.run(
      "const title = document.querySelector('[name=title]'); title.value = 'Typed'; title.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    let again = try page.restarted()
    defer { again.stop() }
    let says = "document.querySelector('.lost')?.textContent.startsWith('This browser has to be let in again')"
    #expect(try browser.until(says))
    try browser.run("document.querySelector('main [name=save]').click()")
    #expect(try browser.until(says))
    #expect(try browser.run("return document.querySelector('[name=title]').value") == "Typed")
    let entry = again.makeEntryAddress().split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)[3]
    #expect(try browser.wait("fetch('/\(entry)').then((r) => done(r.status))") == "200")
    #expect(try browser.until("!document.querySelector('.lost')"))
    try browser.run("document.querySelector('main [name=save]').click()")
    #expect(try browser.until("document.querySelector('.toast')"))
    #expect(try page.text("things/one.yaml").contains("Typed"))
  }

  @Test("a page that was let in goes on by itself when the daemon begins again")
  func restarted() throws {
    let page = try RunningPage(keepsState: true)
    let browser = try open(page, "/things")
    page.server.stop()
    #expect(try browser.until("document.querySelector('.lost')"))
    let again = try page.restarted()
    defer { again.stop() }
    #expect(try browser.until("!document.querySelector('.lost')"))
    try page.folder.write("title: Third\n", to: "things/three.yaml")
    #expect(try browser.until("document.querySelector('#count').textContent.startsWith('3')"))
  }

  @Test("silence of more than twelve seconds is a lost connection, which is tried again")
  func silence() throws {
    let page = try RunningPage(change: { $0.heartbeat = 600_000 })
    let browser = try open(page, "/things")
    try browser.inject(
      "window.seen = []; new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes) if (node.className === 'lost') seen.push(node.textContent); }).observe(document, {childList: true, subtree: true});"
    )
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    // The clock goes on by more than that.
    try browser.run("const now = performance.now.bind(performance); performance.now = () => now() + 13000")
    #expect(try browser.until("window.seen.length > 0"))
    #expect(try browser.until("!document.querySelector('.lost')"))
    // A daemon that began again meanwhile counts anew: what it says after a silence is taken over, however little it has counted.
    try browser.run(
      "window.seen = []; const fetched = window.fetch; window.fetch = (...all) => { seen.push(String(all[0])); return fetched(...all); }; const later = performance.now.bind(performance); performance.now = () => later() + 13000"
    )
    #expect(try browser.until("window.seen.some((address) => address.includes('/things'))"))
  }

  @Test("one who goes from page to page in a tab is not said, in another one, to have lost the connection")
  func tabs() throws {
    let page = try RunningPage()
    let browser = try open(page, "/things")
    // The first tab reads the events for both. What the other one says is kept beside it.
    try browser.run("window.open('/things', 'other')")
    let other = "window.open('', 'other')"
    #expect(try browser.until("\(other).document.documentElement.classList.contains('enhanced')"))
    for path in ["/report", "/things/one", "/things"] {
      try browser.open(page.address(path))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    }
    #expect(try browser.run("return \(other).document.querySelector('#live').textContent") == "")
    // The connection went from tab to tab, and is there.
    try page.folder.write("title: Third\n", to: "things/three.yaml")
    #expect(try browser.until("\(other).document.querySelector('#count').textContent.startsWith('3')"))
  }

  @Test("a save that nobody answers is said to take long")
  func slow() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.inject(
      "const set = window.setTimeout; window.setTimeout = (f, ms, ...rest) => set(f, ms === 10_000 ? 50 : ms, ...rest);")
    try browser.open(page.address("/things//things/one?edit"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    // As sent, but for the browser's own way to another page.
    try browser.run(
      "addEventListener('submit', (event) => event.preventDefault()); document.querySelector('main [name=save]').click()")
    #expect(try browser.until("document.querySelector('.lost')?.textContent.startsWith('The collection does not answer')"))
  }

  @Test("a list of values is narrowed while one types; what is ticked stays, also when the catalogue changes")
  func narrowing() throws {
    var files = RunningPage.files
    for number in 10..<60 { files["things/l\(number).yaml"] = "title: L\(number)\nlabels: [label-\(number)]\n" }
    let page = try RunningPage(files)
    let browser = try open(page, "/properties/labels")
    let rows = "[...document.querySelectorAll('#rows tr')].map((row) => row.querySelector('input').value).join()"
    try browser.run("document.querySelector('[value=red]').click()")
    try browser.type("/")
    try browser.type("l-4")
    let wanted = "label-40,label-41,label-42,label-43,label-44,label-45,label-46,label-47,label-48,label-49,red"
    #expect(try browser.until("\(rows) === '\(wanted)' && document.querySelector('[value=red]').checked"))
    #expect(try browser.run("return document.querySelectorAll('main, #results').length") == "2")
    try page.folder.write("title: New\nlabels: [label-4x]\n", to: "things/new.yaml")
    #expect(try browser.until("document.querySelector('[value=label-4x]') && document.querySelector('[value=red]').checked"))
    try browser.type("\u{E003}\u{E003}\u{E003}")
    #expect(
      try browser.until("document.querySelectorAll('#rows tr').length === 53 && document.querySelector('[value=red]').checked"))
  }

  @Test("what is taken back by a key or by the toast leaves a list where it is, and says what it was")
  func undo() throws {
    var files = RunningPage.files
    for number in 100..<400 { files["things/n\(number).yaml"] = "title: N\(number)\nshelf: top\n" }
    let page = try RunningPage(files)
    #expect(try page.post("/things/one?delete", [("quick", "1")]).status == 303)
    let browser = try open(page, "/things")
    #expect(try browser.until("document.querySelectorAll('.card').length > 100"))
    try browser.run("window.isSame = true; scrollTo(0, 3000)")
    #expect(try browser.until("scrollY === 3000 && history.state?.top === 3000"))
    let here = "window.isSame && Math.abs(scrollY - 3000) < 200 && history.state?.top > 2800"
    try browser.type("u")
    #expect(try browser.until("document.querySelector('.toast form')?.action.endsWith('/redo') && \(here)"))
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
    try browser.run("document.querySelector('.toast button').click()")
    #expect(try browser.until("document.querySelector('.toast span')?.textContent === \"'One' is in the trash.\" && \(here)"))
    try browser.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))")
    #expect(try browser.until("document.querySelector('.toast form')?.action.endsWith('/redo') && \(here)"))
  }
  @Test("u goes back one change further each time, and Ctrl, Shift and Z do them again in their order (M10.2)")
  func undoingSeveral() throws {
    let page = try RunningPage()
    for stage in ["used", "gone"] {
      #expect(try page.post("/things/one", [("set", "state"), ("value", stage)]).status == 303)
    }
    let browser = try open(page, "/things/one")
    try browser.run("window.isSame = true")
    let redo = "dispatchEvent(new KeyboardEvent('keydown', {key: 'Z', ctrlKey: true, shiftKey: true, bubbles: true}))"
    for (key, stage) in [("u", "used"), ("u", "new"), ("", "used"), ("", "gone"), ("u", "used")] {
      if key.isEmpty { try browser.evaluate("document.body.\(redo)") } else { try browser.type(key) }
      #expect(try browser.until("document.querySelector('.stage[aria-current]')?.value === '\(stage)'"), "\(stage)")
      #expect(try page.text("things/one.yaml").contains("state: \(stage)"))
    }
    // However fast they come, none is lost, and the page stays.
    try browser.evaluate("document.body.\(redo)")
    #expect(try browser.until("document.querySelector('.stage[aria-current]')?.value === 'gone'"))
    try browser.type("uu")
    #expect(try browser.until("document.querySelector('.stage[aria-current]')?.value === 'new'"))
    #expect(try browser.run("return window.isSame") == "true")
  }

  @Test("a stage that is reached is shown where it is: the page stays, with its place and the focus (M2.3)")
  func stages() throws {
    let page = try RunningPage()
    try page.folder.write(
      "title: One\nstate: new\nnotes: |\n" + String(repeating: "  A line.\n\n", count: 80), to: "things/one.yaml")
    let browser = try open(page, "/things/one")
    try browser.run("window.isSame = true; scrollTo(0, 60)")
    try browser.click(".stage[value=used]")
    #expect(
      try browser.until("document.querySelector('.toast') && document.querySelector('.stage[aria-current]').value === 'used'"))
    #expect(try browser.run("return [window.isSame, scrollY, document.activeElement.value].join()") == "true,60,used")
    #expect(try page.text("things/one.yaml").contains("state: used"))
    // The toast has the way back, and a click on the same stage changes nothing.
    try browser.click(".stage[value=used]")
    #expect(try browser.until("!document.querySelector('.toast')"))
    #expect(try browser.run("return [window.isSame, scrollY].join()") == "true,60")
  }
}
