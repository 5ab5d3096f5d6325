// How views fit a phone: menus, tables, large text, forms without a script.

import Testing
import VitrinePage
import VitrineTesting

/// Views in a phone's window.
@Suite(.serialized, .needs(Browser.needs)) struct PhoneBrowserTests {
  private static let record = "/miniatures//minis/40k/ultramarines/captain"
  private static let isReady = "document.documentElement.classList.contains('enhanced')"

  @Test("the menu of a record opens below its button, above what was done just now")
  func menu() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(.phone)
    try browser.open(page.address(Self.record))
    #expect(try browser.until(Self.isReady))
    try browser.run("document.querySelector('.stage:not([aria-current])').click()")
    #expect(try browser.until("document.querySelector('.toast')"))
    try browser.run("document.querySelector('#record-menu summary').click()")
    let seen = try browser.run(
      """
      const [button, menu] = ['summary', '.values'].map((part) => document.querySelector(`#record-menu ${part}`).getBoundingClientRect());
      const layer = (part) => Number(getComputedStyle(document.querySelector(part)).zIndex);
      return [menu.top >= button.bottom && menu.top - button.bottom < 24, menu.left > 0 && menu.right <= innerWidth - 16,
        layer('.bar') > layer('.toast')].join();
      """)
    #expect(seen == "true,true,true")
  }

  @Test("without a script pages on which photos are chosen are as wide as the phone")
  func withoutScript() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    var window = Browser.Window.phone
    window.hasScript = false
    let browser = try page.browser(window)
    for path in [Self.record, "/games//games/hades", "/new/memory"] {
      try browser.open(page.address(path))
      #expect(try browser.until("document.querySelector('input[type=file]')"))
      #expect(try browser.run("return document.documentElement.scrollWidth") == "390", "\(path)")
    }
  }

  @Test("text twice as large widens no page, hides no field behind the buttons, and breaks no month")
  func largeText() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(.phone)
    func open(_ path: String) throws {
      try browser.open(page.address(path))
      #expect(try browser.until(Self.isReady))
      try browser.run("document.documentElement.style.fontSize = '200%'")
      #expect(try browser.run("return [document.documentElement.scrollWidth, innerWidth].join()") == "390,390", "\(path)")
    }
    for path in [Self.record, "/memories/2026/ciya", "/recipes/macragge-blue", "/properties/genre"] { try open(path) }
    try open("/garments//wardrobe/navy-blazer?edit")
    let rows = "new Set([...document.querySelectorAll('.edit .actions .btn')].map((button) => button.offsetTop)).size"
    #expect(try browser.run("return \(rows)") == "1")
    try open("/timeline")
    let lines = """
      [...document.querySelectorAll('.year a')].map((month) => {
        const range = document.createRange();
        range.selectNodeContents(month.firstChild);
        return range.getClientRects().length;
      })
      """
    #expect(try browser.run("return Math.max(...\(lines))") == "1")
  }

  @Test(
    "a button opens the letters of a list, each large enough for a finger; the column that stays has the lines of its rows (M10.3)"
  )
  func letters() throws {
    var files = RunningPage.files
    for number in 10..<60 { files["things/n\(number).yaml"] = "title: Number \(number)\n" }
    let page = try RunningPage(files)
    let browser = try page.browser(.phone)
    try browser.open(page.address("/things?as=table&sort=-title"))
    #expect(try browser.until("document.querySelector('.windowed')"))
    #expect(try browser.run("return document.getElementById('az').checkVisibility()") == "false")
    #expect(try browser.run("return document.querySelector('[popovertarget]').textContent") == "Letters T–N")
    // Borders that are collapsed stay behind a cell that sticks.
    let lines = """
      const row = getComputedStyle(document.querySelector('#rows th'));
      return [row.position, row.borderBottomWidth, row.borderCollapse].join();
      """
    #expect(try browser.run(lines) == "sticky,1px,separate")
    try browser.click("[popovertarget]")
    #expect(try browser.until("document.getElementById('az').checkVisibility()"))
    let seen = """
      const boxes = [document.querySelector('[popovertarget]'), ...document.querySelectorAll('#az a')].map((e) => e.getBoundingClientRect());
      return boxes.every((box) => box.width >= 44 && box.height >= 44 && box.left >= 0 && box.right <= innerWidth);
      """
    #expect(try browser.run(seen) == "true")
    try browser.click("#az a:last-child")
    #expect(try browser.until("document.activeElement.textContent === 'Number 59'"))
    #expect(try browser.run("return document.getElementById('az').checkVisibility()") == "false")
  }

  @Test("the values of a property are seen whole: the box, the value, its uses, and the way to change it")
  func properties() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(.phone)
    for path in ["/properties/genre", "/properties/status", "/properties/recipe"] {
      try browser.open(page.address(path))
      #expect(try browser.until(Self.isReady))
      let seen = try browser.run(
        """
        const cells = [...document.querySelectorAll('#rows > tr > *')].map((cell) => cell.getBoundingClientRect());
        return [Math.max(...cells.map((cell) => cell.right)) <= 390, cells[0].width < 60].join();
        """)
      #expect(seen == "true,true", "\(path)")
    }
  }
}
