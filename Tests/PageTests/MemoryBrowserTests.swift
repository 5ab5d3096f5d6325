// Memories as somebody reads them: one as a whole, all of them in their orders, those that a word finds, and one that goes.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// The pages of memories in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct MemoryBrowserTests {
  private static let note =
    ["We took the first one.", "Gulls followed us as far as the lighthouse."]
    + (1...8).map { "Line \($0) of what was seen on the way over." }
  private static let ferry = "memories/ferry.yaml"
  private static let files: [String: String] = [
    "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: memory, files: \"memories/**/*.yaml\"}\n",
    ferry: "title: Ferry at dawn\ndate: 2026-05-29\ncategory: Travel\nlocation: {lat: 41.02, lon: 28.97}\nnote: |-\n"
      + note.map { "  \($0)\n" }.joined(),
    "memories/orchard.yaml":
      "title: Apple orchard\ndate: 2024-06-15\ncategory: Food\nlocation: {lat: 41, lon: 29}\nnote: We missed the ferry home.\n",
    "memories/desk.yaml": "title: New desk\ndate: 2025-09-14\ncategory: Work\nlocation: {lat: 41.1, lon: 29}\n",
  ]

  @Test(
    "memories are sorted by day both ways and by title, and found by a word of title or note; one shows its title, day, category and whole note, and goes after a question (S3.2, S3.6, S4.2, S4.3)"
  )
  func memories() throws {
    let page = try RunningPage(Self.files)
    let me = try Visitor(page)
    let order = "[...document.querySelectorAll('#rows a[href^=\"/memories/\"]')].map((link) => link.pathname.slice(10)).join()"
    let recent = "ferry,desk,orchard"
    try me.go("/memories")
    try me.see("\(order) === '\(recent)'")
    for (key, wanted) in [("date", "orchard,desk,ferry"), ("title", "orchard,ferry,desk"), ("-date", recent)] {
      try me.browser.click("#sort option[value='\(key)']")
      try me.see("\(order) === '\(wanted)'")
    }
    for (word, wanted) in [("ferry", "ferry,orchard"), ("lighthouse", "ferry")] {
      try me.browser.run("document.querySelector('input[type=search]').focus()")
      try me.browser.type(word)
      try me.see("\(order) === '\(wanted)'")
      // Escape closes what is offered, then erases what was typed.
      try me.browser.type("\u{E00C}\u{E00C}")
      try me.see("\(order) === '\(recent)'")
    }

    try me.browser.click("#rows a[href$='/ferry']")
    try me.see("document.querySelector('#record h1')?.textContent === 'Ferry at dawn'")
    for (row, text) in [("date", "29 May 2026"), ("category", "◆"), ("category", "Travel")] {
      try me.see("document.getElementById('row-\(row)').innerText.includes('\(text)')")
    }
    let note = try me.browser.run(
      "return [...document.querySelectorAll('#row-note p')].map((line) => line.innerText).join('\\n')")
    #expect(note == Self.note.joined(separator: "\n"))

    for isAgreed in [false, true] {
      try me.press("More")
      try me.press("Delete")
      try me.read("Delete Ferry at dawn?")
      try me.read(Self.ferry)
      #expect(try page.text(Self.ferry) == Self.files[Self.ferry])
      try me.press(isAgreed ? "Move to trash" : "Cancel")
      try me.see(isAgreed ? "document.querySelector('.toast')" : "document.getElementById('record')")
    }
    try me.see("\(order) === 'desk,orchard'")
    #expect(!FileManager.default.fileExists(atPath: page.folder.path + "/" + Self.ferry))
    try me.undo()
    try me.see("\(order) === '\(recent)'")
    #expect(try page.text(Self.ferry) == Self.files[Self.ferry])
  }
}
