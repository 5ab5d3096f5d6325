// Views gone through without a mouse, and touched with a finger: what has the focus is seen, what can be touched is large enough.

import Testing
import VitrinePage
import VitrineTesting

/// Hands on every view.
@Suite(.serialized, .needs(Browser.needs)) struct KeyboardBrowserTests {
  private static let views = [
    "/", "/games", "/miniatures?as=table", "/garments//wardrobe/navy-blazer", "/recipes/macragge-blue?edit", "/new/memory",
    "/report", "/memories?as=map", "/timeline", "/share?kind=memories", "/properties",
  ]

  /// What is wrong with the element that has the focus: it is out of sight, below something else, or has no ring. "end" where none has it.
  private static let focus = """
    const e = document.activeElement;
    if (!e || e === document.body) return 'end';
    const near = [e, e.closest('label'), e.nextElementSibling, e.parentElement].filter(Boolean);
    const host = near.find((x) => x.getBoundingClientRect().width > 1 && x.getBoundingClientRect().height > 1) ?? e;
    const box = host.getBoundingClientRect();
    const within = (value, most) => Math.min(Math.max(value, 1), most - 2);
    const at = document.elementFromPoint(within(box.left + box.width / 2, innerWidth), within(box.top + Math.min(box.height / 2, 20), innerHeight));
    const faults = [];
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) faults.push('out of sight');
    if (at && !host.contains(at) && !at.contains(host) && !at.closest('label')?.contains(e)) faults.push('below ' + at.outerHTML.slice(0, 60));
    // The parts of the browser's own fields for days have marks of their own.
    const hasRing = e.type === 'month' || near.some((x) => {
      const style = getComputedStyle(x);
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
    });
    if (!hasRing) faults.push('no ring');
    return faults.length ? faults.join() + ': ' + e.outerHTML.slice(0, 120) : '';
    """

  @Test("Tab goes through every view to its end; what has the focus is seen, with its ring, and nothing lies over it (M10.2)")
  func tab() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser()
    for view in Self.views {
      try browser.open(page.address(view))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
      if view.hasSuffix("map") { #expect(try browser.until("document.querySelector('.map-tool')")) }
      var isEnded = false
      for _ in 0..<250 {
        try browser.type("\u{E004}")
        let fault = try browser.run(Self.focus)
        isEnded = fault == "end"
        if isEnded { break }
        #expect(fault == "", "\(view)")
      }
      #expect(isEnded, "\(view) keeps the focus")
    }
  }

  @Test(
    "n makes a record of the list's kind, e edits the row that has the focus, Delete moves it to the trash and goes on to the next (M10.3)"
  )
  func lists() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    func open(_ path: String) throws {
      try browser.open(page.address(path))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    }
    try open("/things")
    try browser.type("n")
    #expect(try browser.until("location.pathname === '/new/thing'"))
    try open("/things?as=table")
    try browser.type("j")
    #expect(try browser.until("document.activeElement.closest('tr')"))
    try browser.type("e")
    #expect(try browser.until("location.pathname + location.search === '/things/one?edit'"))
    try open("/things?as=table")
    try browser.type("j")
    #expect(try browser.until("document.activeElement.closest('tr')?.textContent.includes('One')"))
    try browser.type("\u{E017}")
    // Of what others name, it is asked first.
    #expect(
      try browser.until("document.querySelector('.toast') && document.activeElement.closest('tr')?.textContent.includes('Two')"),
      "\(seen(browser))")
    try browser.type("u")
    #expect(try browser.until("document.querySelectorAll('#rows tr').length === 2"))
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
  }

  @Test("in a list with headings Delete goes on to the next record, whatever stands between (M10.3)")
  func headings() throws {
    let page = try RunningPage()
    // Whichever order the headings have, nobody names the first record.
    try page.folder.write("title: Able\nshelf: bottom\n", to: "things/able.yaml")
    let browser = try page.browser()
    try browser.open(page.address("/things?as=table&q=group:shelf"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.type("j")
    #expect(try browser.until("document.activeElement.closest('tr:not(.group)')"))
    let first = try browser.run("return document.activeElement.closest('tr').id")
    #expect(try browser.run("return document.getElementById('\(first)').nextElementSibling.className").contains("group"))
    try browser.type("\u{E017}")
    // The list has followed when its heading is gone.
    #expect(try browser.until("document.querySelector('.toast') && document.querySelectorAll('#rows .group').length === 2"))
    #expect(
      try browser.until("[undefined, '\(first)'].includes(document.activeElement.closest('tr')?.id) === false"),
      "\(seen(browser))")
  }

  /// What a browser shows where something is not as it should be.
  private func seen(_ browser: Browser) -> String {
    let script =
      "return [location.href, document.activeElement.outerHTML, document.querySelector('main').textContent].map((e) => e.slice(0, 300)).join(' | ')"
    return (try? browser.run(script)) ?? "nothing"
  }

  /// Links, buttons and fields that are smaller than a finger, besides links within a sentence and in the cells of a
  /// table, whose row leads on by its head.
  private static let small = """
    return [...document.querySelectorAll('main :is(a[href], button, input:not([type=hidden]), select, summary, textarea), .tabs a')].filter((e) => {
      let box = e.getBoundingClientRect();
      if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || box.width < 2 || e.closest('.leaflet-control-attribution, .attribution')) return false;
      if (e.matches('[type=radio], [type=checkbox]') && e.closest('label')) box = e.closest('label').getBoundingClientRect();
      const isInText = getComputedStyle(e).display === 'inline' && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim().length > 1);
      return !isInText && !e.closest('td') && (box.height < 43.5 || box.width < 43.5);
    }).map((e) => e.outerHTML.slice(0, 120)).join('; ');
    """

  @Test("what is touched on a phone is 44 pixels wide and high (GN8, M10.3)")
  func targets() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(.phone)
    for view in Self.views {
      try browser.open(page.address(view))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
      #expect(try browser.run(Self.small) == "", "\(view)")
    }
  }

  @Test("once a page has come the focus is where the next key is of use, and what is seen stays (M10.2)")
  func arriving() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    let title = "document.querySelector('[name=title]')"
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.type("e")
    #expect(try browser.until("\(title) && document.activeElement === \(title)"))
    // One key more adds to what stands there.
    try browser.type("!")
    #expect(try browser.run("return \(title).value") == "One!")
    try browser.click("[name=save]")
    #expect(try browser.until("document.querySelector('.toast') && document.activeElement.id === 'main' && scrollY === 0"))
    try browser.type("\u{E004}")
    #expect(try browser.run("return document.activeElement.textContent") == "Undo")
    try browser.open(page.address("/things/one?rename"))
    #expect(try browser.until("document.activeElement.name === 'to'"))
    try browser.open(page.address("/things/one?delete"))
    #expect(try browser.until("document.activeElement.textContent === 'Cancel'"))
  }

  @Test("the tab that searches leads into the box on a phone, from any page and from its own (M10.3)")
  func searching() throws {
    let page = try RunningPage()
    let browser = try page.browser(.phone)
    try browser.open(page.address("/things/one"))
    for _ in 0..<2 {
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
      try browser.run("document.activeElement.blur(); document.querySelector('.tabs a[href^=\"/all\"]').click()")
      #expect(try browser.until("location.pathname === '/all' && document.activeElement.id === 'q' && !location.hash"))
    }
    // Nobody wants the keyboard of a phone over a form that was only opened.
    try browser.open(page.address("/things/one?edit"))
    #expect(try browser.until("document.querySelector('record-form')"))
    #expect(try browser.run("return document.activeElement === document.body") == "true")
  }

  @Test("Tab leaves a row that is edited: what was changed is saved, and the next row is edited")
  func nextRow() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    let first = "document.querySelector('.pen[href$=\"#in-shelf\"]').click()"
    try browser.run(first)
    #expect(try browser.until("document.activeElement.matches('.row #in-shelf input')"))
    // Nothing was changed, nothing is written.
    try browser.type("\u{E004}")
    #expect(try browser.until("document.activeElement.matches('.row #in-beside input')"))
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
    try browser.run(first)
    #expect(try browser.until("document.activeElement.matches('.row #in-shelf input')"))
    try browser.type("\u{E015}\u{E004}")
    #expect(try browser.until("document.activeElement.matches('.row #in-beside input')"))
    #expect(try page.text("things/one.yaml").contains("shelf: middle\n"))
    #expect(try browser.run("return document.querySelectorAll('.row record-form').length") == "1")
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('.row record-form') && document.activeElement.matches('.pen')"))
    // A word that is typed in a list is one of it, though nobody pressed Enter.
    try browser.open(page.address("/things/two"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run("document.querySelector('.pen[href$=\"#in-labels\"]').click()")
    #expect(try browser.until("document.activeElement.matches('.row #in-labels input')"))
    try browser.type("green\u{E004}")
    #expect(try browser.until("document.querySelector('.toast')"))
    #expect(try page.text("things/two.yaml").contains("green"))
  }
}
