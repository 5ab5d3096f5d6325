// References, vocabularies and messages of forms in a real browser.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Fields that name records, and words that records share, in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct FormReferenceBrowserTests {
  private let words = "document.querySelector('textarea[name=garments]').value.split('\\n').join()"
  private let chips = "[...document.querySelectorAll('[data-name=garments] .tag .word')].map((e) => e.innerText.trim()).join()"

  @Test("references are chips with the titles of their records, which lead there; ids are what is saved, as they were written")
  func chipsOfRecords() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let before = try page.text("outfits/moda-sahil.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/outfits/moda-sahil?edit")
    try visitor.see("\(chips) === 'Marinière,Koyu mavi jean,Red suede sneakers'")
    try visitor.see("document.querySelector('.tag a.word').pathname === '/garments//wardrobe/striped-tee'")
    try visitor.see("document.querySelectorAll('[data-name=garments] .tag .cover').length === 3")
    try visitor.look("references")
    // By a word of the title, with the picture of what is found.
    try visitor.enter("Garments")
    try visitor.browser.type("blaz")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option] .cover')")
    try visitor.browser.type("\u{E015}\u{E007}")
    try visitor.see("\(chips) === 'Marinière,Koyu mavi jean,Red suede sneakers,Navy blazer'")
    // By its whole title, without a choice.
    try visitor.browser.type("long wool coat\u{E007}")
    try visitor.see("\(words).endsWith(',navy-blazer,wool-coat')")
    // The last two go by the keyboard.
    try visitor.browser.type("\u{E003}\u{E017}")
    try visitor.see("document.activeElement.innerText.trim() === 'Navy blazer'")
    try visitor.browser.type("\u{E017}")
    try visitor.see("\(words) === 'wardrobe/striped-tee,wardrobe/mavi jean,wardrobe/red-sneakers'")
    try visitor.browser.run("document.querySelector('main [name=save]').click()")
    try visitor.see("document.getElementById('record')")
    #expect(try page.text("outfits/moda-sahil.yaml") == before)
  }

  @Test("what is not there is made in another tab from what was typed, and is usable once it is saved")
  func creation() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let visitor = try Visitor(page)
    try visitor.go("/outfits/moda-sahil?edit")
    try visitor.enter("Garments")
    try visitor.browser.type("Moon boots")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option]')?.innerText.startsWith('Create “Moon boots”')")
    // The visitor has one tab: what would be opened in another is sent as a form here.
    try visitor.browser.run("window.open = (address, target) => { document.body.dataset.opened = `${address} ${target}`; }")
    try visitor.browser.type("\u{E015}\u{E007}")
    let address = "/new/garment?name=Moon%20boots"
    try visitor.see("document.body.dataset.opened === '\(address) _blank'")
    try visitor.see("\(words).endsWith(',Moon boots')")
    try visitor.see("document.querySelector('.tag.dangling .word').innerText.trim() === 'Moon boots'")
    let made = try page.form(address, typing: ["category": "scarf"]) + [("colors", "black")]
    let reply = try page.post("/new/garment", made)
    #expect(reply.status == 303, "\(reply.text)")
    try visitor.see("\(words).endsWith(',moon-boots') && !document.querySelector('.tag.dangling')")
    try visitor.save()
    #expect(try page.text("outfits/moda-sahil.yaml").contains("- moon-boots\n"))
  }

  @Test("one reference is a chip too; another record takes its place, and what leads nowhere stays as typed and is marked")
  func single() throws {
    let page = try RunningPage()
    try page.folder.write("title: An <b>Elephant</b>\n", to: "things/e1.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/things/one?edit")
    let chip = "document.querySelector('[data-name=beside] .tag .word')?.innerText.trim()"
    try visitor.see("\(chip) === 'Two'")
    try visitor.enter("Beside")
    try visitor.browser.type("eleph")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option] b')?.textContent === 'An <b>Elephant</b>'")
    try visitor.browser.type("\u{E015}\u{E007}")
    try visitor.see("\(chip) === 'An <b>Elephant</b>' && document.querySelector('[name=beside]').value === 'e1'")
    try visitor.enter("Beside")
    try visitor.browser.type("nobody\u{E004}")
    try visitor.see("\(chip) === 'nobody' && document.querySelector('[data-name=beside] .tag.dangling')")
    try visitor.see("document.querySelector('[data-name=beside] .msg')?.textContent.includes(\"no thing 'nobody'\")")
    try visitor.press("Remove: nobody")
    try visitor.see("document.querySelector('[name=beside]').value === '' && !document.querySelector('[data-name=beside] .tag')")
    try visitor.save()
    #expect(try page.text("things/one.yaml") == "# The first.\ntitle:   One   # kept\nstate: new\nshelf: top\n")
  }

  @Test("references in lists of maps are chips, and in an item that is new as well")
  func members() throws {
    let page = try RunningPage(FormMessageTests.files)
    let visitor = try Visitor(page)
    try visitor.go("/kits/red?edit")
    try visitor.see("document.querySelector('[data-item=\"1\"] .tag .word')?.innerText.trim() === 'Two'")
    try visitor.fill("Text", "Paint", in: "Steps")
    try visitor.fill("With", "one", in: "Steps")
    try visitor.browser.type("\u{E007}")
    try visitor.see("document.querySelector('[data-item=\"2\"] .tag .word')?.innerText.trim() === 'One'")
    try visitor.save()
    #expect(try page.text("kits/red.yaml").hasSuffix("with: two}\n  - {text: Paint, with: one}\n"))
  }

  @Test("the input in a list of maps whose value is wrong is marked while typing, and no other; moved, it stays so")
  func marks() throws {
    let page = try RunningPage(FormMessageTests.files)
    let visitor = try Visitor(page)
    try visitor.go("/kits/red?edit")
    let marked = "[...document.querySelectorAll('[aria-invalid]')].map((e) => e.name).join()"
    try visitor.see("document.querySelector('.movers')")
    try visitor.browser.run("document.querySelector('[name=\"steps/1/day\"]').focus()")
    try visitor.browser.type("x")
    try visitor.see("\(marked) === 'steps/1/day'")
    try visitor.see("document.querySelector('#in-steps\\\\%2F1\\\\%2Fday .msg')?.textContent.includes('no day')")
    try visitor.browser.run("document.querySelectorAll('.movers')[1].querySelector('button').click()")
    try visitor.see("\(marked) === 'steps/0/day'")
    try visitor.look("marks")
  }

  @Test("a word that is there but for case becomes the known spelling, with a hint; other words stay")
  func spellings() throws {
    let page = try RunningPage(FormMessageTests.files)
    try page.folder.write("name: Blue\nmade: 2026-01-02\ngenres: [Puzzle]\nmaker: ACME\n", to: "kits/blue.yaml")
    let visitor = try Visitor(page)
    try visitor.go("/kits/red?edit")
    let words = "document.querySelector('textarea[name=genres]').value.split('\\n').join()"
    try visitor.list("Genres", ["rpg"])
    try visitor.see("document.querySelector('[data-name=genres] .spelled')?.textContent.includes('RPG') && \(words) === 'RPG'")
    try visitor.list("Genres", ["puzzle"])
    try visitor.see(
      "document.querySelector('[data-name=genres] .spelled')?.textContent.includes('Puzzle') && \(words) === 'RPG,Puzzle'")
    try visitor.list("Genres", ["puzzles"])
    try visitor.see("\(words) === 'RPG,Puzzle,puzzles'")
    // While typing, the known spelling is offered.
    try visitor.fill("Maker", "acm")
    try visitor.see("document.querySelector('.offered:not([hidden]) [role=option]')?.dataset.value === 'ACME'")
    try visitor.browser.type("e\u{E004}")
    try visitor.see(
      "document.querySelector('[name=maker]').value === 'ACME' && document.querySelector('[data-name=maker] .spelled')")
    try visitor.save()
    #expect(try page.text("kits/red.yaml").contains("genres: [RPG, Puzzle, puzzles]\n"))
  }

  @Test("a form whose record is renamed meanwhile says so, keeps what was typed, and saves under the new name")
  func renamed() throws {
    let page = try RunningPage()
    let visitor = try Visitor(page)
    try visitor.go("/things/two?edit")
    try visitor.fill("Title", "Kept")
    #expect(rename(page.folder.path + "/things/two.yaml", page.folder.path + "/things/zwei.yaml") == 0)
    try visitor.see("document.querySelector('#form-messages').textContent.includes('renamed meanwhile')")
    try visitor.save()
    try visitor.see(
      "location.pathname === '/things/zwei' && document.querySelector('main').innerText.includes('renamed meanwhile')")
    #expect(try page.text("things/zwei.yaml").hasPrefix("title: Kept\n"))
  }
}
