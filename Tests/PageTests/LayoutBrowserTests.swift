// How the page is laid out and what it says of itself, as computed by a browser: widths, colours, tokens, waiting, what is left behind.

import Testing
import VitrinePage
import VitrineTesting

/// Looks and habits that every view has.
@Suite(.serialized, .needs(Browser.needs)) struct LayoutBrowserTests {
  /// Functions of the test's scripts: the contrast of two colours. Source: WCAG 2.1, 1.4.3.
  private static let contrast = """
    const parts = (c) => c.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const light = (c) => parts(c).map((v) => v / 255).map((v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
    """

  @Test("at a phone's width there is one column, at 320 pixels and at twice the size of text, too (G1.2)")
  func narrow() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    for width in [320, 390] {
      let browser = try page.browser(Browser.Window(width: width, height: 800, isPhone: true))
      for path in [
        "/", "/games?as=table", "/garments//wardrobe/navy-blazer", "/garments//wardrobe/navy-blazer?edit", "/report",
        "/share?kind=games",
      ] {
        try browser.open(page.address(path))
        #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
        let fit = try browser.run(
          "return [document.documentElement.scrollWidth, innerWidth, getComputedStyle(document.querySelector('.rail')).display].join()"
        )
        #expect(fit == "\(width),\(width),none", "\(path)")
      }
      // Fields and photos of a record stand below each other.
      try browser.open(page.address("/garments//wardrobe/navy-blazer"))
      let below =
        "document.querySelector('.said').getBoundingClientRect().top >= document.querySelector('.photos').getBoundingClientRect().bottom - 1"
      #expect(try browser.until(below))
    }
    // 200 % of 1280 pixels are 640 of CSS.
    let zoomed = try page.browser(Browser.Window(width: 640, height: 400))
    for path in ["/", "/games", "/memories?as=timeline", "/garments//wardrobe/navy-blazer?edit"] {
      try zoomed.open(page.address(path))
      #expect(try zoomed.run("return document.documentElement.scrollWidth <= innerWidth") == "true", "\(path)")
    }
    // Text follows the size that a person sets for all pages.
    try zoomed.run("document.documentElement.style.fontSize = '32px'")
    #expect(try zoomed.run("return parseFloat(getComputedStyle(document.querySelector('h1')).fontSize) >= 40") == "true")
  }

  @Test("very long words break, and widen nothing")
  func longWords() throws {
    let word = String(repeating: "Donaudampfschifffahrt", count: 12)
    var files = RunningPage.files
    files["things/one.yaml"] = "title: \(word)\nlabels: [\(word)]\nnotes: \(word)\nbeside: \(word)\n"
    let page = try RunningPage(files)
    let browser = try page.browser(Browser.Window(width: 360, height: 740, isPhone: true))
    for path in [
      "/", "/things", "/things?as=table", "/things/one", "/things/one?edit", "/things/one?delete", "/report", "/properties",
      "/log", "/share?path=things/one.yaml",
    ] {
      try browser.open(page.address(path))
      #expect(try browser.run("return document.documentElement.scrollWidth <= innerWidth") == "true", "\(path)")
    }
  }

  @Test(
    "rows of a table are as high as their text; a card has its cover, title, day and category, and leads to its record (S4.5, S4.6, W7.3)"
  )
  func rows() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(Browser.Window(width: 1600, height: 900))
    try browser.open(page.address("/games?as=table"))
    #expect(
      try browser.run("return Math.max(...[...document.querySelectorAll('#rows tr')].map((r) => r.offsetHeight)) < 100") == "true"
    )
    try browser.open(page.address("/memories?as=cards&q=has%3Aphoto"))
    let card = "document.querySelector('.card:has(img)')"
    #expect(try browser.until("\(card)?.querySelector('img').naturalWidth > 0"))
    let text = try browser.run("return \(card).textContent")
    let title = try browser.run("return \(card).querySelector('.name').textContent.trim()")
    #expect(text.contains(/\d{1,2} [A-Z][a-z]{2} \d{4}/) && !title.isEmpty)
    let shadow = try browser.run(
      "const s = getComputedStyle(\(card).querySelector('a')); return s.boxShadow + ' ' + s.borderTopLeftRadius")
    #expect(!shadow.hasPrefix("none") && !shadow.hasSuffix(" 0px"), "\(shadow)")
    try browser.run("\(card).querySelector('a').click()")
    #expect(try browser.until("document.querySelector('#record h1')?.textContent.trim() === \"\(title)\""))
  }

  @Test("a long word in a title widens no column of a table, and a long title makes no row high")
  func longTitles() throws {
    var files = RunningPage.files
    files["things/one.yaml"] = "title: \(String(repeating: "Donaudampfschifffahrt", count: 20))\nstate: new\n"
    files["things/two.yaml"] = "title: \(String(repeating: "a long title ", count: 40))\nstate: used\n"
    let page = try RunningPage(files)
    let browser = try page.browser()
    try browser.open(page.address("/things?as=table"))
    #expect(try browser.until("document.querySelectorAll('#rows th[scope=row]').length === 2"))
    let seen = try browser.run(
      """
      const titles = [...document.querySelectorAll('#rows th[scope=row]')], frame = document.querySelector('.scroll');
      return [Math.max(...titles.map((title) => title.offsetWidth)) < 700, Math.max(...titles.map((title) => title.offsetHeight)) < 100,
        frame.scrollWidth <= frame.clientWidth].join();
      """)
    #expect(seen == "true,true,true")
  }

  @Test("a text that begins from right to left is read from right to left, also with Latin words in it")
  func rightToLeft() throws {
    var files = RunningPage.files
    files["things/one.yaml"] = "title: One\nnotes: קובץ README של Swift נמצא כאן\n"
    let page = try RunningPage(files)
    let browser = try page.browser()
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.querySelector('#row-notes p')"))
    let order = try browser.run(
      """
      const text = document.querySelector('#row-notes p').firstChild, range = document.createRange();
      const left = (place) => { range.setStart(text, place); range.setEnd(text, place + 1); return range.getBoundingClientRect().left; };
      return [left(0) > left(text.data.indexOf('README')), left(text.data.indexOf('README')) > left(text.data.indexOf('Swift'))].join();
      """)
    #expect(order == "true,true")
  }

  @Test("where a photo cannot be shown the letter of its record stands, as where there is none")
  func lostPhotos() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    // A JPEG of twelve bits a sample, which no browser shows.
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 12, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 0]
    try page.folder.write([0xFF, 0xD8] + frame + scan + [0xFF, 0xD9], to: "wardrobe/wool-coat.jpg")
    #expect(try page.get("/garments").text.contains("src=\"/thumb/wardrobe/wool-coat.jpg"))
    let browser = try page.browser()
    try browser.open(page.address("/garments"))
    let cover = "document.querySelector('.card:has(a[href$=\"wool-coat\"]) .cover')"
    #expect(try browser.until("\(cover) && !\(cover).querySelector('img')"))
    #expect(try browser.run("return getComputedStyle(\(cover), '::before').content").contains("\"L\""))
  }

  @Test("on paper words are dark on white, also for whoever prefers dark; a table fits, and what can be done is left out")
  func paper() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(Browser.Window(width: 794, height: 1123))
    try browser.command(
      "Emulation.setEmulatedMedia", #"{"media":"print","features":[{"name":"prefers-color-scheme","value":"dark"}]}"#)
    for (path, words) in [
      ("/garments", ".card .name"), ("/games?as=table", "#rows td"), ("/recipes//recipes/death-guard-armour", "check-list p"),
    ] {
      try browser.open(page.address(path))
      let seen = try browser.run(
        Self.contrast + """
          const words = document.querySelector('\(words)');
          let ground = words;
          while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
          const deeds = [...document.querySelectorAll('.rail, .search, .pen, .head .btn')];
          return [contrast(getComputedStyle(words).color, getComputedStyle(ground).backgroundColor) >= 7,
            document.documentElement.scrollWidth <= innerWidth,
            deeds.every((deed) => !deed.checkVisibility())].join();
          """)
      #expect(seen == "true,true,true", "\(path)")
    }
  }

  @Test("leaving a list leaves its filters behind; the way back has them again (G5.6)")
  func filters() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser()
    try browser.open(page.address("/games"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced') && document.querySelector('#filters a')"))
    let all = try browser.run("return document.querySelector('#count').textContent")
    try browser.run("document.querySelector('#filters a').click()")
    #expect(try browser.until("location.search.includes('q=')"))
    #expect(try browser.until("!document.querySelector('#count').textContent.includes('in all')"))
    try browser.run("document.querySelector('.rail a[href=\"/miniatures\"]').click()")
    #expect(try browser.until("location.pathname === '/miniatures' && document.querySelector('.rail a[href=\"/games\"]')"))
    try browser.run("document.querySelector('.rail a[href=\"/games\"]').click()")
    #expect(try browser.until("location.pathname === '/games' && location.search === ''"))
    #expect(try browser.until("document.querySelector('#count')?.textContent === '\(all)'"))
    try browser.goBack(2)
    #expect(try browser.until("location.pathname === '/games' && location.search.includes('q=')"))
  }

  @Test(
    "the chosen colour has a ring of three pixels, seen on the page and on the colour; pastels are quiet behind text (W4.3, W7.1, GN8)",
    arguments: [false, true])
  func colours(isDark: Bool) throws {
    let page = try RunningPage(copyOf: "examples/collection")
    var window = Browser.Window()
    window.isDark = isDark
    let browser = try page.browser(window)
    try browser.open(page.address("/garments//wardrobe/navy-blazer?edit"))
    #expect(try browser.until("document.querySelector('.disc :checked')"))
    let ring = try browser.run(
      Self.contrast + """
        const swatch = document.querySelector('.disc:has(:checked) .swatch'), style = getComputedStyle(swatch);
        const page = getComputedStyle(document.body).backgroundColor;
        return [parseFloat(style.outlineWidth) >= 3, parseFloat(style.outlineOffset) > 0, contrast(style.outlineColor, page) >= 3].join();
        """)
    // Between the ring and the colour lies the page, so that it is seen beside any colour.
    #expect(ring == "true,true,true")
    let pastels = try browser.run(
      Self.contrast + """
        const probe = document.body.appendChild(document.createElement('div'));
        const worst = Math.min(...['sky', 'mint', 'peach', 'rose', 'lilac', 'sand'].map((name) => {
          probe.style.setProperty('background-color', `var(--${name})`);
          return contrast(getComputedStyle(probe).backgroundColor, getComputedStyle(document.body).color);
        }));
        probe.remove();
        return worst >= 7;
        """)
    #expect(pastels == "true")
  }

  @Test("who waits sees that something is under way; what was found is said (M10.5)")
  func waiting() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser()
    try browser.open(page.address("/games"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run(
      "const own = window.fetch; window.fetch = (...all) => new Promise((done, failed) => setTimeout(() => own(...all).then(done, failed), 700))"
    )
    try browser.click("input[type=search]")
    try browser.type("zelda")
    #expect(try browser.until("document.querySelector('record-list.waiting')"))
    #expect(
      try browser.until(
        "!document.querySelector('record-list.waiting') && /^\\d+ of/.test(document.querySelector('#live').textContent)"))
  }

  @Test(
    "a question is a dialog of the browser's own: Escape answers no, and the focus is where it was; files that were chosen go nowhere (M12.5, W1.4, W3.4, W8.3)"
  )
  func dialog() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/new/thing"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    #expect(
      try browser.run(
        "const i = document.querySelector('photo-drop input[type=file]'); return i.accept.includes('image/') + ' ' + i.multiple")
        == "true true")
    try browser.choose([TestData.checkout + "/examples/collection/games/chrono-trigger.jpg"], for: "photo-drop input[type=file]")
    #expect(try browser.until("document.querySelectorAll('.pending canvas').length === 1"))
    let before = try page.folder.names(in: "things")
    try browser.click("[name=title]")
    try browser.type("Typed")
    try browser.run("const a = [...document.querySelectorAll('.actions a')].at(-1); a.focus(); a.click()")
    #expect(try browser.until("document.querySelector('dialog')?.matches(':modal')"))
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('dialog') && document.activeElement.closest('.actions')"))
    #expect(try browser.run("return document.querySelectorAll('.pending canvas').length") == "1")
    try browser.run("document.activeElement.click()")
    #expect(try browser.until("document.querySelector('dialog .danger')"))
    try browser.click("dialog .danger")
    #expect(try browser.until("location.pathname !== '/new/thing'"))
    #expect(try page.folder.names(in: "things") == before)
  }

  @Test("a place leads to directions; a photo that is not there is named, and the page goes on (S3.4, S6.4)")
  func places() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/memories/2026/ciya").text
    let link = try #require(text.firstMatch(of: /href="(geo:[^"]*|https:[^"]*)"/))
    #expect(link.output.1.contains("40.9") || link.output.1.contains("29.0"), "\(link.output.1)")
    try page.folder.write(
      "title: Gone\ndate: 2026-01-01\ncategory: travel\nlocation: {lat: 41, lon: 29}\nphotos: [{file: gone.jpg}]\n",
      to: "memories/gone.yaml")
    let gone = try page.get("/memories/gone")
    #expect(gone.status == 200 && gone.text.contains("photo-missing") && gone.text.contains("gone.jpg"))
  }

  @Test(
    "the camera and the photo library are explained before anything is asked, in the catalogue's own words (S6.1, S6.2, S7.2, S7.3)"
  )
  func permissions() throws {
    var files = RunningPage.files
    files["vitrine.yaml", default: ""] +=
      "permissions:\n  camera: {description: Photos of things need the camera.}\n  photoLibrary: {description: Photos are picked from here.}\n"
    let page = try RunningPage(files)
    #expect(try page.get("/camera").text.contains("Photos of things need the camera."))
    #expect(try page.get("/things/one").text.contains("Photos are picked from here."))
    #expect(try page.get("/libraries").text.contains("Photos are picked from here."))
  }
}
