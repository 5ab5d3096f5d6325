// Records that the search box offers, in a real browser.

import Testing
import VitrinePage
import VitrineTesting

/// Completion by keys and by the mouse, in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct CompletionBrowserTests {
  private static let option = "document.querySelector('.completion:not([hidden]) [role=option] a')"

  @Test("a record that is offered is gone to by the arrow key and Enter, and by a click")
  func records() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    for act in ["\u{E015}\u{E007}", ""] {
      try browser.open(page.address("/things"))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
      try browser.type("/")
      try browser.type("tw")
      #expect(try browser.until("\(Self.option)?.textContent === 'Two'"))
      if act.isEmpty { try browser.click(".completion [role=option]") } else { try browser.type(act) }
      #expect(try browser.until("location.pathname === '/things/two'"))
    }
  }
}
