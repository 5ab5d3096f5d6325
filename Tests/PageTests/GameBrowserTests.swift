// A list of games as somebody looks through it and tidies it up: orders, platforms, properties.

import Testing
import VitrinePage
import VitrineTesting

/// The pages of games in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct GameBrowserTests {
  private static let (alpha, bravo) = ("games/alpha.yaml", "games/bravo.yaml")
  private static let files = [
    "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n",
    alpha: """
    title: Alpha
    release: 20200102
    status: library
    properties:
      genres: [RPG, Puzzle]
      platforms:
        - {system: Nintendo Switch, format: physical}
        - {system: Windows, format: digital}
        - {system: Nintendo Switch, format: digital}

    """,
    bravo: "title: Bravo\nrelease: 20200102\nstatus: library\nproperties: {genres: [RPG]}\n",
    "games/charlie.yaml": "title: Charlie\nrelease: 19950311\nstatus: library\nproperties: {}\n",
    "games/charlie-again.yaml": "title: Charlie\nrelease: 20110419\nstatus: wishlist\nproperties: {}\n",
  ]

  @Test(
    "games are sorted by the menu and by the heads of the table, those of one day by title, those of one title by day; platforms stand by system, with the marks of formats (G5.3, G5.4, G6.2)"
  )
  func order() throws {
    let me = try Visitor(try RunningPage(Self.files))
    let order = "[...document.querySelectorAll('#rows a[href^=\"/games/\"]')].map((link) => link.pathname.slice(7)).join()"
    let byTitle = "alpha,bravo,charlie,charlie-again"
    try me.go("/games")
    try me.see("\(order) === '\(byTitle)'")
    for (key, wanted) in [
      ("-release", "alpha,bravo,charlie-again,charlie"), ("release", "charlie,charlie-again,alpha,bravo"), ("title", byTitle),
    ] {
      try me.browser.click("#sort option[value='\(key)']")
      try me.see("\(order) === '\(wanted)' && location.search === '?sort=\(key)'")
    }
    try me.press("Table")
    try me.see("document.querySelector('thead')")
    for (column, direction, key, wanted) in [
      (1, "descending", "-title", "charlie,charlie-again,bravo,alpha"),
      (2, "ascending", "release", "charlie,charlie-again,alpha,bravo"),
      (2, "descending", "-release", "alpha,bravo,charlie-again,charlie"),
    ] {
      let head = "thead th:nth-child(\(column))"
      try me.browser.click(head + " a")
      try me.see("document.querySelector('\(head)').getAttribute('aria-sort') === '\(direction)' && \(order) === '\(wanted)'")
      // The menu says so, too, though another order was chosen in it.
      try me.see("document.getElementById('sort').value === '\(key)'")
    }
    try me.browser.click("#rows a[href$='/alpha']")
    let platforms = "[...document.querySelectorAll('[id=\"row-properties.platforms\"] p')].map((line) => line.innerText.trim())"
    try me.see("\(platforms).join('; ').replaceAll(/\\s+/g, ' ') === 'Nintendo Switch physical digital; Windows digital'")
    // The marks of the formats are drawn; each its own.
    let signs =
      "[...document.querySelectorAll('[id=\"row-properties.platforms\"] .mark svg path')].map((line) => line.getAttribute('d'))"
    #expect(
      try me.browser.run("const all = \(signs); return all.length === 3 && all[1] === all[2] && all[0] !== all[1]") == "true")
  }

  @Test(
    "a property that no record has any more is gone from the pages that are open; before one is removed everywhere its records are named, without a script as well (G6b.7, G6b.8)",
    arguments: [true, false])
  func properties(hasScript: Bool) throws {
    let page = try RunningPage(Self.files)
    let me = try Visitor(page, Browser.Window(hasScript: hasScript))
    func texts() throws -> [String] { try [Self.alpha, Self.bravo].map { try page.text($0) } }
    try me.browser.open(page.address("/properties/genre"))
    try me.see("document.getElementById('v-Puzzle')")
    let text = try page.text(Self.alpha)
    let without = text.replacing(", Puzzle", with: "")
    if hasScript {
      try me.browser.run("window.isSame = true")
      try page.folder.replace(without, at: Self.alpha)
      try me.see("!document.getElementById('v-Puzzle') && document.getElementById('v-RPG')")
      try page.folder.replace(text, at: Self.alpha)
      try me.see("document.getElementById('v-Puzzle') && window.isSame")
      try me.press("Change: Puzzle")
      try me.see("document.querySelector('h1')?.textContent === 'Puzzle'")
      try page.folder.replace(without, at: Self.alpha)
      try me.see("!document.querySelector('main form') && document.querySelector('main').innerText.includes(\"'Puzzle'\")")
    }
    let before = try texts()
    try me.browser.open(page.address("/properties/genre"))
    for isAgreed in [false, true] {
      try me.see("document.getElementById('v-RPG')")
      try me.browser.click("#v-RPG a.btn")
      try me.see("document.querySelector('h1')?.textContent === 'RPG'")
      try me.browser.click("button[value=delete]")
      for path in [Self.alpha, Self.bravo] { try me.read(path) }
      #expect(try texts() == before)
      try me.browser.click(isAgreed ? ".actions .danger" : ".actions a")
    }
    try me.see("document.querySelector('.toast') && !document.getElementById('v-RPG')")
    #expect(try texts().allSatisfy { !$0.contains("RPG") })
    try me.browser.click(".toast form button")
    try me.see("document.querySelector('.toast form')?.action.endsWith('/redo')")
    #expect(try texts() == before)
  }
}
