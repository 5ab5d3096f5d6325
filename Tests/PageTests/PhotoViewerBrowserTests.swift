// The large view of a record's photos: keys, wheel, fingers, and the way back.

import Testing
import VitrinePage
import VitrineTesting

/// Tests of photos as large as the window, in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct PhotoViewerBrowserTests {
  private func open(_ window: Browser.Window = Browser.Window()) throws -> (RunningPage, Browser) {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(window)
    try browser.open(page.address("/miniatures//minis/40k/ultramarines/captain"))
    #expect(
      try browser.until(
        "document.documentElement.classList.contains('enhanced') && document.querySelectorAll('.photo img').length > 1"))
    return (page, browser)
  }

  private static let scale = "new DOMMatrix(getComputedStyle(document.querySelector('.viewer img')).transform).a"

  @Test("keys and wheel go through photos and into them; the way back closes, and the address opens (W3.1)")
  func keys() throws {
    let (page, browser) = try open()
    try browser.click(".photo a")
    #expect(try browser.until("document.querySelector('.viewer[open] img').naturalWidth && location.hash === '#photo=1'"))
    #expect(try browser.until("document.querySelector('.viewer .count').textContent === '1 of 2'"))
    try browser.type("\u{E014}")
    #expect(
      try browser.until("document.querySelector('.viewer .count').textContent === '2 of 2' && location.hash === '#photo=2'"))
    try browser.type("++")
    #expect(try browser.until("\(Self.scale) > 2.4"))
    // What is larger than the window is moved by the arrows, and never out of sight.
    try browser.type("\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}\u{E012}")
    #expect(
      try browser.run(
        "const box = document.querySelector('.viewer img').getBoundingClientRect(); return box.left <= 1 && location.hash")
        == "#photo=2")
    try browser.type("0")
    #expect(try browser.until("\(Self.scale) === 1"))
    try browser.run(
      "document.querySelector('.viewer').dispatchEvent(new WheelEvent('wheel', {deltaY: -400, clientX: 300, clientY: 300, bubbles: true, cancelable: true}))"
    )
    #expect(try browser.until("\(Self.scale) > 2"))
    try browser.type("i")
    #expect(
      try browser.until(
        "document.querySelector('.drawer').checkVisibility() && document.querySelector('.drawer').textContent.includes('captain-2026')"
      ))
    try browser.goBack()
    #expect(try browser.until("!document.querySelector('.viewer') && location.hash === ''"))
    #expect(try browser.run("return document.activeElement.closest('figure').id") == "photo-2")
    try browser.click(".photo a")
    #expect(try browser.until("document.querySelector('.viewer')"))
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('.viewer') && location.hash === ''"))
    try browser.open(page.address("/miniatures//minis/40k/ultramarines/captain?x#photo=2"))
    #expect(try browser.until("document.querySelector('.viewer .count')?.textContent === '2 of 2'"))
  }

  @Test("fingers swipe to the next, pinch and tap twice to come nearer, and pull down to close (W3.1)")
  func fingers() throws {
    let (page, phone) = try open(.phone)
    // The page is served as long as the value is there.
    defer { withExtendedLifetime(page) {} }
    try phone.run("document.querySelector('.photo a').click()")
    #expect(try phone.until("document.querySelector('.viewer[open] img').naturalWidth"))
    try phone.run(
      """
      window.send = (type, id, x, y) => document.querySelector('.viewer').dispatchEvent(
        new PointerEvent(type, {bubbles: true, isPrimary: id === 1, pointerId: id, pointerType: 'touch', clientX: x, clientY: y}));
      document.querySelector('.viewer').setPointerCapture = () => {};
      send('pointerdown', 1, 300, 400); send('pointermove', 1, 220, 405); send('pointermove', 1, 120, 405); send('pointerup', 1, 120, 405);
      """)
    #expect(try phone.until("document.querySelector('.viewer .count').textContent === '2 of 2'"))
    try phone.run(
      """
      send('pointerdown', 1, 150, 400); send('pointerdown', 2, 250, 400); send('pointermove', 1, 100, 400); send('pointermove', 2, 300, 400);
      send('pointerup', 1, 100, 400); send('pointerup', 2, 300, 400);
      """)
    #expect(try phone.until("Math.abs(\(Self.scale) - 2) < 0.05"))
    // A finger moves what is large; it swipes nothing.
    try phone.run("send('pointerdown', 1, 300, 400); send('pointermove', 1, 100, 400); send('pointerup', 1, 100, 400)")
    #expect(try phone.run("return document.querySelector('.viewer .count').textContent") == "2 of 2")
    let tap = "send('pointerdown', 1, 200, 300); send('pointerup', 1, 200, 300);"
    try phone.run(tap + tap)
    #expect(try phone.until("\(Self.scale) === 1"))
    try phone.run(tap + tap)
    #expect(try phone.until("\(Self.scale) === 2.5"))
    try phone.run(tap + tap)
    #expect(try phone.until("\(Self.scale) === 1"))
    try phone.run(
      "send('pointerdown', 1, 200, 300); send('pointermove', 1, 205, 380); send('pointermove', 1, 205, 460); send('pointerup', 1, 205, 460)"
    )
    #expect(try phone.until("!document.querySelector('.viewer')"))
  }
}
