// Lists that are longer than what is in the document: rows that come and go, the place in them, the keyboard, what was chosen.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Tests of long lists in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct LongListBrowserTests {
  private static let count = 3_000

  private static let files: [String: String] = {
    var files = RunningPage.files
    files.removeValue(forKey: "things/one.yaml")
    files.removeValue(forKey: "things/two.yaml")
    for number in 0..<count {
      let letter = Character(UnicodeScalar(UInt8(65 + number * 26 / count)))
      files["things/n\(10_000 + number).yaml"] =
        "title: \(letter)\(10_000 + number)\nshelf: \(["top", "middle", "bottom"][number % 3])\n"
    }
    return files
  }()

  private func letIn(_ page: RunningPage, _ path: String, _ window: Browser.Window = Browser.Window()) throws -> Browser {
    let browser = try page.browser(window)
    try browser.open(page.address(path))
    #expect(try browser.until("document.querySelector('.windowed')"))
    return browser
  }

  /// The record in the middle of the window, or next below it, and how many rows are in the document.
  private static let middle =
    "[...document.querySelectorAll('#rows > :not(.space, .group)')].map((row) => [row, row.getBoundingClientRect()])"
    + ".find(([, at]) => at.bottom > innerHeight / 2 && at.top < innerHeight && at.right > innerWidth / 3)?.[0]"
  /// A script that is true where the middle of the window shows a row.
  private static let shows = "\(middle)?.querySelector('a[href]')"

  @Test("a place far away is reached where rows are of very different heights, and nothing more is asked for then (M10.4)")
  func differingHeights() throws {
    var files = Self.files
    // The second half has titles of many lines.
    let long = Array(repeating: "long", count: 120).joined(separator: " ")
    for number in 1_500..<Self.count { files["things/n\(10_000 + number).yaml"] = "title: Z\(10_000 + number) \(long)\n" }
    let page = try RunningPage(files)
    let browser = try letIn(page, "/things?as=table")
    let height = try #require(
      Double(try browser.run("return document.querySelector('#rows tr:nth-child(2)').getBoundingClientRect().height")))
    for row in [2_000, 400, 2_600, 1_480] {
      try browser.run("scrollTo(0, \(Double(row) * height))")
      #expect(try browser.until(Self.shows), "\(row)")
      let isStill = try browser.wait(
        """
        let [count, frames] = [0, 0];
        const watch = new PerformanceObserver((list) => { count += list.getEntries().length; frames = 0; });
        watch.observe({type: 'resource'});
        const look = () => { if (count > 40) done('never'); else if (++frames > 60) done('still'); else requestAnimationFrame(look); };
        look();
        """)
      #expect(isStill == "still", "\(row)")
      #expect(try browser.until(Self.shows), "\(row)")
    }
  }

  @Test(
    "rows come and go as one scrolls, with the place in them kept for coming back and reloading (M10.4)",
    arguments: [("/things?as=table", false), ("/things", false), ("/things", true)])
  func scrolling(path: String, isPhone: Bool) throws {
    let page = try RunningPage(Self.files)
    let browser = try letIn(page, path, isPhone ? .phone : Browser.Window())
    let height = try #require(Double(try browser.run("return document.documentElement.scrollHeight")))
    #expect(height > 30_000)
    // Far away at once, then on with the wheel in both directions.
    try browser.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    #expect(try browser.until(Self.shows))
    let first = try #require(Int(try browser.run("return \(Self.middle).id.slice(-5)")))
    #expect(abs(first - 11_500) < 150, "\(first)")
    for by in [700, -700] {
      for _ in 0..<6 {
        try browser.run("scrollBy(0, \(by))")
        #expect(try browser.until(Self.shows))
      }
    }
    #expect(try browser.until("document.querySelectorAll('#rows > :not(.space)').length <= 480"))
    // Every row stands once, in its order, and cards stand in the columns that they have among all.
    let ids = try browser.run(
      "return [...document.querySelectorAll('#rows > :not(.space)')].map((row) => row.id.slice(-5)).join()"
    )
    .split(separator: ",").compactMap { Int($0) }
    let from = try #require(ids.first)
    #expect(ids == Array(from..<from + ids.count))
    let columns = try #require(
      Int(
        try browser.run(
          "const style = getComputedStyle(document.getElementById('rows')); return style.display === 'grid' ? style.gridTemplateColumns.split(' ').length : 1"
        )))
    let lefts = try browser.run(
      "return [...document.querySelectorAll('#rows > :not(.space)')].map((row) => Math.round(row.getBoundingClientRect().left)).join()"
    )
    .split(separator: ",").compactMap { Int($0) }
    let places = Array(Set(lefts)).sorted()
    #expect(places.count == columns)
    #expect(zip(ids, lefts).allSatisfy { places[($0 - 10_000) % columns] == $1 })
    // The address has the page, and a reload shows the same row in the same place.
    #expect(try browser.until("history.state?.top === scrollY"))
    let before = try browser.run("return \(Self.middle).id")
    let top = try browser.run("return \(Self.middle).getBoundingClientRect().top")
    // Positions are rounded to pixels on the way.
    let isThere = "\(Self.middle)?.id === '\(before)' && Math.abs(\(Self.middle).getBoundingClientRect().top - \(top)) < 3"
    #expect(try browser.run("return location.search").contains("from="))
    try browser.run("window.isBefore = true; location.reload()")
    #expect(try browser.until("!window.isBefore && document.querySelector('.windowed') && \(Self.shows)"))
    #expect(try browser.until(isThere))
    // Coming back from a record as well, with the focus.
    let link = try browser.run(
      "const link = \(Self.middle).querySelector('a[href]'); link.focus({preventScroll: true}); link.click(); return link.pathname"
    )
    #expect(try browser.until("document.getElementById('record') && location.pathname === '\(link)'"))
    try browser.goBack()
    #expect(try browser.until("document.querySelector('.windowed') && \(isThere)"))
    #expect(try browser.until("document.activeElement.pathname === '\(link)'"))
  }

  @Test("j and k go through all rows, letters lead to theirs, and what was chosen stays chosen (M10.3, GN3, GF5)")
  func keyboard() throws {
    let page = try RunningPage(Self.files)
    let browser = try letIn(page, "/things?as=table")
    try browser.type("jx")
    #expect(try browser.until("document.querySelector('.picked').textContent === '1 selected'"))
    try browser.type(String(repeating: "j", count: 130))
    #expect(try browser.until("document.activeElement.textContent === 'B10130'"))
    // W is 22 letters after A; the row that had the focus goes out of the document.
    try browser.run("[...document.querySelectorAll('.az a')].find((link) => link.textContent === 'W').click()")
    let row = (22 * Self.count + 25) / 26
    #expect(try browser.until("document.activeElement.textContent === 'W\(10_000 + row)'"))
    #expect(try browser.run("return document.querySelector('[id$=n10000]') === null") == "true")
    #expect(try browser.until("document.querySelector('.picked').textContent === '1 selected'"))
    try browser.type("kx")
    #expect(try browser.until("document.querySelector('.picked').textContent === '2 selected'"))
    #expect(try browser.run("return document.activeElement.textContent") == "V\(10_000 + row - 1)")
    try browser.run("scrollTo(0, 0)")
    #expect(try browser.until("document.querySelector('[id$=n10000]')?.querySelector('.pick').checked"))
    try browser.click("#picks [value=delete]")
    #expect(try browser.until("document.querySelector('.removal') && document.querySelectorAll('.files li').length === 2"))
  }

  @Test(
    "on paper the rows that are not in the document take no room, and a line says which are there",
    arguments: ["/things", "/things?as=table"])
  func paper(path: String) throws {
    let page = try RunningPage(Self.files)
    let browser = try letIn(page, path, Browser.Window(width: 794, height: 1123))
    try browser.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    #expect(try browser.until(Self.shows))
    #expect(try browser.until("history.state?.top === scrollY"))
    try browser.command("Emulation.setEmulatedMedia", #"{"media":"print"}"#)
    #expect(
      try browser.until(
        "document.getElementById('rows').getBoundingClientRect().height < 70 * document.querySelectorAll('#rows > *').length"))
    let notes = try browser.run(
      """
      return [...document.querySelectorAll('.space, .space td')].map((e) => [e, getComputedStyle(e, '::before').content])
        .filter(([e, text]) => e.checkVisibility() && /\\d/.test(text)).map(([, text]) => text.replace(/\\d+/g, '1')).join();
      """)
    #expect(notes == "\"Rows 1 to 1 of 1 are printed. Export has all of them.\"")
  }

  @Test("what changes above moves nothing that is seen, and the focus stays")
  func following() throws {
    let page = try RunningPage(Self.files)
    let browser = try letIn(page, "/things?as=table")
    try browser.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    #expect(try browser.until(Self.shows))
    #expect(try browser.until("history.state?.top === scrollY"))
    try browser.run("\(Self.middle).querySelector('a[href]').focus({preventScroll: true})")
    let place = "return document.activeElement.textContent + ' ' + Math.round(document.activeElement.getBoundingClientRect().top)"
    let before = try browser.run(place)
    try page.folder.write("title: A00\n", to: "things/first.yaml")
    #expect(try browser.until("document.getElementById('count').textContent.startsWith('3001')"))
    #expect(try browser.until("document.querySelector('.rail b').textContent === '3001'"))
    #expect(try browser.run(place) == before)
  }

  @Test("what was chosen stays chosen when files change, and when rows are pushed out of the document by it (M10.3)")
  func choosing() throws {
    let page = try RunningPage(Self.files)
    let browser = try letIn(page, "/things?as=table")
    try browser.run("document.querySelector('#rows > tr:nth-child(2) a[href]').focus()")
    try browser.type("x")
    try browser.run("[...document.querySelectorAll('#rows a[href]')].at(-1).focus({preventScroll: true})")
    try browser.type("x")
    #expect(try browser.until("document.querySelector('.picked').textContent === '2 selected'"))
    let last = try browser.run("return [...document.querySelectorAll('#rows .pick')].at(-1).value")
    try page.folder.write("title: A00\n", to: "things/first.yaml")
    #expect(try browser.until("document.getElementById('count').textContent.startsWith('3001')"))
    #expect(try browser.until("document.querySelector('.picked').textContent === '2 selected'"))
    #expect(try browser.run("return document.querySelector('#picks [value=delete]').disabled") == "false")
    // The last row is out of the document now, and comes back as it was.
    try browser.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    #expect(try browser.until(Self.shows))
    try page.folder.write("title: A01\n", to: "things/second.yaml")
    #expect(try browser.until("document.getElementById('count').textContent.startsWith('3002')"))
    #expect(try browser.until("document.querySelector('.picked').textContent === '2 selected'"))
    try browser.run("document.querySelector('#picks [value=delete]').click()")
    #expect(try browser.until("document.querySelectorAll('.files li').length === 2"))
    #expect(
      try browser.run("return document.body.textContent").contains(last.split(separator: "/").last.map(String.init) ?? last))
  }

  @Test("of what is found while one types comes first what the window shows, then the rest; keys leave nothing behind (M10.2)")
  func typing() throws {
    let page = try RunningPage(Self.files)
    let browser = try page.browser()
    try browser.inject(
      """
      window.counts = [];
      const get = window.fetch;
      window.fetch = (address, options) => {
        if (options?.headers?.['Vitrine-Part'] === 'found') counts.push(new URL(address, location).searchParams.get('count'));
        return get(address, options);
      };
      window.followed = 0;
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (kind, ...others) {
        if (kind === 'scroll') followed += 1;
        return add.call(this, kind, ...others);
      };
      """)
    try browser.open(page.address("/things?as=table"))
    #expect(try browser.until("document.querySelector('.windowed')"))
    let followed = try browser.run("return followed")
    try browser.run("document.querySelector('input[type=search]').focus()")
    try browser.type("b101")
    #expect(try browser.until("document.getElementById('count').textContent.startsWith('84 ')"))
    let first = try #require(Int(try browser.run("return counts[0]")))
    #expect((10..<36).contains(first), "\(first)")
    #expect(
      try browser.until("document.querySelectorAll('#rows > tr').length === 84 && document.querySelector('#filters .filter')"))
    #expect(try browser.run("return location.search").contains("q=b101"))
    #expect(try browser.run("return followed") == followed)
  }

  @Test("a list of some hundreds is in the document as a whole, where the browser finds texts")
  func whole() throws {
    var files = RunningPage.files
    for number in 100..<700 { files["things/n\(number).yaml"] = "title: Number \(number)\n" }
    let page = try RunningPage(files)
    let browser = try letIn(page, "/things?as=table")
    #expect(try browser.until("document.querySelectorAll('#rows tr').length === 602"))
    #expect(try browser.run("return window.find('Number 699')") == "true")
  }
}
