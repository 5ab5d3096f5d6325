// A record's photos in an order of the person's own: by buttons, by keys, by dragging, and back again.

import Testing
import VitrinePage
import VitrineTesting

/// The order of photos without a script.
@Suite struct PhotoOrderTests {
  private static let (record, folder) = ("/miniatures//minis/40k/ultramarines/captain", "minis/40k/ultramarines/")
  private static let (first, second) = (
    folder + "captain-20261107T090000Z-unpainted.jpg", folder + "captain-20261120T181500Z-primed.jpg"
  )

  /// The photos in the order that the page shows them in.
  private func shown(_ page: RunningPage) throws -> [String] {
    try page.get(Self.record).text.matches(of: /class="large"|<figure class="photo" id="photo-\d+"><a href="\/photo\/([^"]+)"/)
      .compactMap { $0.output.1.map(String.init) }
  }

  @Test(
    "a photo is moved by the buttons below it, in one change that the toast takes back; all come back to the order they were taken in"
  )
  func buttons() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let before = try page.text(Self.folder + "captain.yaml")
    #expect(try shown(page) == [Self.first, Self.second])
    let reply = try page.post(Self.record + "?photos", [("move", Self.second), ("to", "0")])
    #expect(reply.status == 303)
    #expect(try shown(page) == [Self.second, Self.first])
    #expect(try page.text(Self.folder + "captain.yaml").contains("order: 1"))
    let back = try page.post(Self.record + "?photos", [("move", "")])
    #expect(back.status == 303)
    #expect(try shown(page) == [Self.first, Self.second])
    #expect(try !page.text(Self.folder + "captain.yaml").contains("order:"))
    for number in [back, reply].compactMap({ $0.headers["location"]?.split(separator: "=").last }) {
      #expect(try page.post("/undo", [("number", String(number))]).status == 303)
    }
    #expect(try page.text(Self.folder + "captain.yaml") == before)
  }

  @Test("what cannot be moved is refused, and nothing is written")
  func refused() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let before = try page.text(Self.folder + "captain.yaml")
    for (move, to) in [
      (Self.first, "2"), (Self.first, "-1"), (Self.first, "x"), (Self.first, ""), ("vitrine.yaml", "0"), ("../x", "0"),
      (Self.folder + "lieutenant.yaml", "0"),
    ] {
      #expect(try page.post(Self.record + "?photos", [("move", move), ("to", to)]).status == 409, "\(move) \(to)")
    }
    #expect(try page.text(Self.folder + "captain.yaml") == before)
    // A kind without a list of photos offers nothing, and says so where it is asked all the same.
    let plain = try RunningPage()
    #expect(try plain.post("/things/one?photos", [("move", "")]).status == 422)
    #expect(try !plain.get("/things/one").text.contains("class=\"mover\""))
  }
}

/// The order of photos in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct PhotoOrderBrowserTests {
  private static let record = "/miniatures//minis/40k/ultramarines/captain"
  private static let isReady =
    "document.documentElement.classList.contains('enhanced') && document.querySelectorAll('.film img').length === 2"
  private static let order =
    "[...document.querySelectorAll('.film a')].map((a) => a.dataset.path.includes('primed') ? 'primed' : 'unpainted').join()"

  @Test(
    "a photo is moved by Alt and an arrow, by dragging, and by its buttons; the focus goes with it, and Undo takes it back (M4.3)"
  )
  func moving() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser()
    try browser.open(page.address(Self.record))
    #expect(try browser.until(Self.isReady))
    try browser.run(
      "const a = document.querySelector('.film a'); a.focus(); a.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', altKey: true, bubbles: true, cancelable: true}))"
    )
    #expect(try browser.until("\(Self.order) === 'primed,unpainted' && document.querySelector('.toast')"))
    #expect(try browser.until("document.activeElement.dataset.path?.includes('unpainted')"))
    #expect(try browser.until("document.getElementById('live').textContent === 'Now photo 2.'"))
    #expect(try page.text("minis/40k/ultramarines/captain.yaml").contains("order: 2"))
    // Back with the mouse.
    try browser.drag(".film li:nth-child(2)", to: ".film li:nth-child(1)")
    #expect(try browser.until("\(Self.order) === 'unpainted,primed'"))
    #expect(try browser.until("document.querySelector('#photo-1 a').href.includes('unpainted')"))
    try browser.run("document.querySelector('#photo-2 .mover button').click()")
    #expect(try browser.until("\(Self.order) === 'primed,unpainted' && document.activeElement.closest('#photo-1')"))
    try browser.click(".toast button")
    #expect(try browser.until("document.querySelector('.toast form')?.action.endsWith('/redo')"))
    try browser.open(page.address(Self.record))
    #expect(try browser.until("\(Self.isReady) && \(Self.order) === 'unpainted,primed'"))
  }

  @Test("the buttons that move a photo say so, in words that are seen")
  func words() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get(Self.record).text
    let mover = try #require(text.firstMatch(of: /(?s)<form class="mover".*?<\/form>/)).output
    #expect(mover.contains(">Move earlier</button>") && mover.contains(">Move later</button>"))
    #expect(mover.contains("title=\"Moves this photo one place towards the end\""))
    #expect(mover.contains("aria-label=\"Move later: 1\""))
    #expect(try page.get(Self.record, ["Accept-Language: tr"]).text.contains(">Arkaya al</button>"))
  }

  @Test("photos are moved without a script (W6.2)")
  func withoutScript() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(Browser.Window(hasScript: false))
    #expect(try browser.until("document.querySelector('.rail')"))
    try browser.open(page.address(Self.record))
    try browser.click(".film li:nth-child(2) a")
    try browser.click("#photo-2 .mover button")
    #expect(try browser.until("document.querySelector('.toast') && \(Self.order) === 'primed,unpainted'"))
    try browser.click(".by-time button")
    #expect(try browser.until("document.querySelector('.toast') && \(Self.order) === 'unpainted,primed'"))
  }
}
