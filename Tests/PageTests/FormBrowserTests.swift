// Forms in a real browser: what is typed is never lost, words come as chips, and two who change one record are brought together.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Forms in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct FormBrowserTests {
  @Test("a list is typed as chips: Enter adds, others' words are offered, Alt and an arrow move, Delete takes away (G6.3)")
  func chips() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/new/thing")
    try visitor.see("document.activeElement.name === 'title'")
    try visitor.fill("Title", "Chips")
    try visitor.list("Labels", ["blue", "green", "blue"])
    let words = "document.querySelector('textarea[name=labels]').value.split('\\n').join()"
    try visitor.see("\(words) === 'blue,green'")
    // Of what other records have, what begins so is offered.
    try visitor.browser.type("re")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option]')?.dataset.value === 'red'")
    try visitor.browser.type("\u{E015}\u{E007}")
    try visitor.see("\(words) === 'blue,green,red'")
    // Back over the chips: the last one first.
    try visitor.browser.type("\u{E003}")
    try visitor.see("document.activeElement.textContent === 'red'")
    try visitor.browser.run(
      "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true}))"
    )
    try visitor.see("\(words) === 'blue,red,green' && document.activeElement.textContent === 'red'")
    try visitor.browser.type("\u{E012}\u{E017}")
    try visitor.see("\(words) === 'red,green'")
    // A word is taken up again by a click, and written otherwise.
    try visitor.press("green")
    try visitor.browser.type("er\u{E007}")
    try visitor.see("\(words) === 'red,greener'")
    // It stays where it was, left as it was or written otherwise.
    try visitor.press("red")
    try visitor.browser.type("\u{E004}")
    try visitor.see("\(words) === 'red,greener'")
    try visitor.press("red")
    try visitor.browser.type("der\u{E004}")
    try visitor.see("\(words) === 'redder,greener'")
    // A click on the next one leaves the first.
    try visitor.press("redder")
    try visitor.browser.click(".chips .word")
    try visitor.see("\(words) === 'redder' && document.activeElement.value === 'greener'")
    // Ctrl and Enter take along what is typed in the line, and lead on in the same tab.
    let keys = ["rawKeyDown", "keyUp"].map {
      #"{"type":"\#($0)","key":"Enter","code":"Enter","windowsVirtualKeyCode":13,"modifiers":2}"#
    }
    for key in keys { try visitor.browser.command("Input.dispatchKeyEvent", key) }
    try visitor.see("document.getElementById('record') && location.pathname === '/things/chips'")
    #expect(try page.text("things/chips.yaml").contains("labels: [redder, greener]"))
    try visitor.read("redder, greener")
  }

  @Test("colours count in the order in which they are chosen, the main one first, also when the page is loaded again (W2.1)")
  func colors() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let visitor = try Visitor(page)
    try visitor.go("/garments//wardrobe/navy-blazer?edit")
    let places =
      "[...document.querySelectorAll('.disc[data-place]')].map((disc) => disc.dataset.place + disc.innerText.trim()).sort().join()"
    try visitor.see("\(places) === '1Navy,2Gold'")
    for color in ["navy", "navy", "white"] { try visitor.browser.run("document.querySelector('.disc [value=\(color)]').click()") }
    try visitor.see("\(places) === '1Gold,2Navy,3White'")
    try visitor.see("Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see("document.querySelector('.restored') && \(places) === '1Gold,2Navy,3White'")
    try visitor.save()
    #expect(try page.text("wardrobe/navy-blazer.yaml").contains("colors: [gold, navy, white]"))
    try visitor.go("/new/garment")
    for color in ["white", "black"] { try visitor.browser.run("document.querySelector('.disc [value=\(color)]').click()") }
    try visitor.fill("Name", "Shirt")
    try visitor.choose("shirt", for: "Category")
    try visitor.save()
    #expect(try page.text("wardrobe/shirt.yaml").contains("colors: [white, black]"))
  }

  @Test("records are offered by their titles where one is named")
  func references() throws {
    let page = try RunningPage()
    try page.folder.write("title: An Elephant\n", to: "things/e1.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/things/two?edit")
    try visitor.fill("Beside", "eleph")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option]')?.textContent.includes('An Elephant')")
    try visitor.browser.run(
      "document.querySelector('.offered [role=option]').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, cancelable: true}))"
    )
    try visitor.see("document.querySelector('[name=beside]').value === 'e1'")
    try visitor.save()
    #expect(try page.text("things/two.yaml").contains("beside: e1"))
  }

  @Test("leaving asks when something was typed, and only then; nothing is written (G6.4, S2.V3)")
  func leaving() throws {
    let page = try RunningPage()
    let before = try page.text("things/one.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/things/one?edit")
    try visitor.press("Cancel")
    try visitor.see("document.getElementById('record')")
    try visitor.go("/things/one?edit")
    try visitor.fill("Title", "Typed")
    try visitor.press("Cancel")
    try visitor.see("document.querySelector('dialog[open] h2').textContent === 'Leave without saving?'")
    try visitor.look("leave")
    // Escape stays, with the text.
    try visitor.browser.type("\u{E00C}")
    try visitor.see("!document.querySelector('dialog') && document.querySelector('[name=title]').value === 'Typed'")
    try visitor.press("Cancel")
    try visitor.press("Discard")
    try visitor.see("document.getElementById('record')")
    #expect(try page.text("things/one.yaml") == before)
    try visitor.go("/things/one?edit")
    #expect(try visitor.browser.run("return document.querySelector('[name=title]').value") == "One")
    // The same for one field where it stands.
    try visitor.go("/things/one")
    try visitor.browser.run("document.querySelector('.pen[href$=\"#in-beside\"]').click()")
    try visitor.see("document.activeElement.closest('[data-name=beside]')")
    try visitor.browser.type("Typed")
    // The first Escape closes what is offered.
    try visitor.see("document.querySelector('.offered:not([hidden])')")
    try visitor.browser.type("\u{E00C}\u{E00C}")
    try visitor.press("Discard")
    try visitor.see("!document.querySelector('.row record-form')")
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("a value that was refused where it stands is not left behind without a question (G6.4)")
  func leavingRefused() throws {
    let page = try RunningPage()
    let text = "title: One\nweight: 3\nbeside: two\n"
    try page.folder.write(text, to: "things/one.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/things/one")
    try visitor.browser.run("document.querySelector('.pen[href$=\"#in-weight\"]').click()")
    try visitor.see("document.activeElement.name === 'weight'")
    try visitor.browser.type("heavy\u{E007}")
    try visitor.see("document.querySelector('.inline .msg')")
    let isKept = "document.querySelector('.inline [name=weight]')?.value === 'heavy'"
    for selector in [".rail a[href=\"/views\"]", ".pen[href$=\"#in-beside\"]"] {
      try visitor.browser.run("document.querySelector('\(selector)').click()")
      try visitor.see("document.querySelector('dialog[open] h2')?.textContent === 'Leave without saving?' && \(isKept)")
      try visitor.browser.type("\u{E00C}")
      try visitor.see("!document.querySelector('dialog') && \(isKept)")
    }
    try visitor.browser.run("document.querySelector('.pen[href$=\"#in-beside\"]').click()")
    try visitor.press("Discard")
    try visitor.see("document.activeElement.closest('[data-name=beside]') && !document.querySelector('[name=weight]')")
    #expect(try page.text("things/one.yaml") == text)
  }

  @Test("what was typed survives a reload and a stopped form, until it is saved or discarded (M9.1, G6.5)")
  func drafts() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/things/two?edit")
    try visitor.fill("Title", "Drafted")
    try visitor.choose("bottom", for: "Shelf")
    try visitor.list("Labels", ["late"])
    try visitor.fill("Name", "huge", in: "Sizes")
    let draft = "sessionStorage.getItem('draft:/things/two?edit')"
    try visitor.see("\(draft)?.includes('huge') && \(draft).includes('late')")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see("document.querySelector('.restored')")
    let held = try visitor.browser.run(
      "return [document.querySelector('[name=title]').value, document.querySelector('[name=shelf]:checked').value, document.querySelector('[name=labels]').value.replaceAll('\\n', '+'), document.querySelector('[name=\"sizes/1/name\"]').value].join()"
    )
    #expect(held == "Drafted,bottom,red+blue+late,huge")
    try visitor.save()
    #expect(
      try page.text("things/two.yaml")
        == "title: Drafted\nshelf: bottom\nlabels: [red, blue, late]\nsizes:\n  - {name: small, width: 3}\n  - {name: huge}\n")
    // Saved is saved: the next time nothing comes back.
    try visitor.see("!\(draft)")
    try visitor.go("/things/two?edit")
    usleep(200_000)
    #expect(try visitor.browser.run("return Boolean(document.querySelector('.restored'))") == "false")
  }

  @Test("what is typed into the form of a new saved search survives a reload, until it is saved (M9.1)")
  func searchDraft() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/views?q=shelf%3Atop")
    try visitor.browser.click("#title")
    try visitor.browser.type("On top")
    try visitor.browser.run(
      "const kind = document.getElementById('kind'); kind.value = 'thing'; kind.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    let draft = "sessionStorage.getItem('draft:/views?q=shelf%3Atop')"
    try visitor.see("\(draft)?.includes('On top') && \(draft).includes('thing')")
    try visitor.browser.run("window.isOld = true")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see(
      "!window.isOld && document.getElementById('title')?.value === 'On top' && document.getElementById('kind').value === 'thing'"
    )
    try visitor.browser.click("[data-draft] [value=save]")
    try visitor.see("location.pathname === '/things' && document.querySelector('.toast') && !\(draft)")
    #expect(try page.text("views/on-top.view.yaml") == "title: On top\nkind: thing\nquery: shelf:top\n")
  }

  @Test(
    "a record that is changed elsewhere while its form is open: other fields are taken over, of one field both sides are shown")
  func merging() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/things/one?edit")
    try visitor.fill("Title", "Mine")
    try page.folder.write("title: Theirs\nstate: used\nshelf: middle\nbeside: two\n", to: "things/one.yaml")
    try visitor.see("document.querySelector('[data-name=title] .conflict code')?.textContent === 'Theirs'")
    try visitor.see("document.querySelector('[name=shelf]:checked').value === 'middle'")
    try visitor.see("document.querySelector('#form-messages').textContent.includes('State, Shelf')")
    #expect(try visitor.browser.run("return document.querySelector('[name=title]').value") == "Mine")
    try visitor.look("conflict")
    try visitor.press("Keep mine")
    try visitor.see("document.body.dataset.posted !== undefined && !document.querySelector('.conflict')")
    try visitor.arrive()
    try visitor.save()
    #expect(try page.text("things/one.yaml") == "title: Mine\nstate: used\nshelf: middle\nbeside: two\n")
    // The other way round, with a reload between: the draft knows what it was typed over.
    try visitor.go("/things/one?edit")
    try visitor.fill("Title", "Mine again")
    try visitor.see("sessionStorage.getItem('draft:/things/one?edit')")
    try page.folder.write("title: Theirs again\nstate: used\nshelf: middle\nbeside: two\n", to: "things/one.yaml")
    try visitor.see("document.querySelector('.conflict code')?.textContent === 'Theirs again'")
    try visitor.browser.command("Page.reload", "{}")
    try visitor.see(
      "document.querySelector('.restored') && document.querySelector('.conflict code')?.textContent === 'Theirs again'")
    try visitor.press("Take that")
    try visitor.see("document.querySelector('[name=title]').value === 'Theirs again'")
    // A record that is gone is reported, and what was typed stays.
    try visitor.go("/things/two?edit")
    try visitor.fill("Title", "Kept")
    unlink(page.folder.path + "/things/two.yaml")
    try visitor.see("document.querySelector('#form-messages').textContent.includes('removed meanwhile')")
    #expect(try visitor.browser.run("return document.querySelector('[name=title]').value") == "Kept")
  }

  @Test("characters are counted as people count them, up to the limit of the schema (G4.3)")
  func counter() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let visitor = try Visitor(page)
    try visitor.go("/new/memory")
    #expect(try visitor.browser.run("return document.querySelector('[name=note]').localName") == "textarea")
    // Today, unless one says otherwise; an id and the moment are nobody's to type.
    #expect(try visitor.browser.run("return document.querySelector('[name=date]').value").count == 10)
    #expect(
      try visitor.browser.run("return document.querySelectorAll('[name=id], [name=created], [name=\"photos/0/file\"]').length")
        == "0")
    try visitor.enter("Title")
    try visitor.browser.run(
      "const i = document.activeElement; i.value = 'Aile 👨‍👩‍👧‍👦'; i.dispatchEvent(new Event('input', {bubbles: true}))")
    try visitor.see("document.querySelector('[data-name=title] .count').textContent === '6 / 50'")
    try visitor.fill("Title", String(repeating: "x", count: 51))
    try visitor.see("document.querySelector('[data-name=title] .count.over').textContent === '51 / 50'")
    try visitor.see("document.querySelector('[data-name=title] .msg')")
  }

  @Test("a photo that is chosen fills in what nobody typed, and nothing that it says is missing")
  func photo() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let visitor = try Visitor(page)
    try visitor.go("/new/memory")
    try visitor.fill("Title", "A Tower")
    try visitor.addPhotos(["memories/2026/galata-tower.jpg"])
    try visitor.see("document.querySelector('[name=date]').value === '2026-05-29'")
    try visitor.see("document.querySelector('[name=\"location.lat\"]').value.startsWith('41.02')")
    try visitor.see("document.querySelector('.filled').textContent.includes('Latitude')")
    // Another in its place, and what a person typed stays.
    try visitor.fill("Place name", "Here")
    try visitor.addPhotos(["memories/2025/buyukada.jpg"])
    try visitor.see("document.querySelector('[name=date]').value === '2025-06-21'")
    try visitor.see("document.querySelector('[name=\"location.name\"]').value === 'Here'")
    try visitor.see(
      "document.querySelectorAll('.pending li').length === 1 && !document.querySelector('#in-location\\\\.lat .msg')")
  }

  @Test(
    "one field edited in place: the list of fields stays one, a long text is not wiped by a key, the other fields follow the disk"
  )
  func inPlace() throws {
    let page = try RunningPage()
    try page.folder.write("title: Two\nshelf: middle\nnotes: |\n  One line.\n  Another.\n", to: "things/two.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/things/two")
    try visitor.see("document.querySelector('#row-notes .pen')")
    try visitor.browser.run("document.querySelector('#row-notes .pen').click()")
    try visitor.see("document.activeElement.matches('dl dd textarea')")
    #expect(
      try visitor.browser.run(
        "const {selectionStart: a, selectionEnd: b, value} = document.activeElement; return a === b && b === value.length")
        == "true")
    #expect(
      try visitor.browser.run(
        "return [...document.querySelectorAll('dl.fields > div')].every((row) => [...row.children].map((e) => e.localName).join() === 'dt,dd')"
      ) == "true")
    try visitor.browser.type("More.")
    try page.folder.write("title: Two\nshelf: bottom\nnotes: |\n  One line.\n  Another.\n", to: "things/two.yaml")
    try visitor.see("document.getElementById('row-shelf').textContent.includes('bottom')")
    try visitor.see("document.activeElement.matches('#row-notes textarea') && document.activeElement.value.endsWith('More.')")
    try visitor.browser.run("document.querySelector('.inline [name=save]').click()")
    try visitor.see("document.querySelector('.toast') && !document.querySelector('.row record-form')")
    #expect(try page.text("things/two.yaml").contains("shelf: bottom") && page.text("things/two.yaml").contains("More."))
  }
}
