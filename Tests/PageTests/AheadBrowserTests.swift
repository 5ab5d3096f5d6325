// Pages that the browser makes ahead, while the pointer rests on their link.

import Testing
import VitrinePage
import VitrineTesting

/// Tests of pages made ahead in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct AheadBrowserTests {
  @Test("a page of the navigation is made while the pointer rests on its link, and says what is true when it is shown")
  func ahead() throws {
    let page = try RunningPage()
    var window = Browser.Window()
    window.isWhole = true
    let browser = try page.browser(window)
    try browser.open(page.address("/report"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.hover(".rail a[href='/things']")
    _ = try browser.wait("setTimeout(() => done(''), 1000)")
    try page.folder.write("title: Changed since\n", to: "things/one.yaml")
    try browser.click(".rail a[href='/things']")
    #expect(
      try browser.until("location.pathname === '/things' && document.querySelector('main').textContent.includes('Changed since')")
    )
    #expect(try browser.run("return performance.getEntriesByType('navigation')[0].activationStart > 0") == "true")
    // It follows the catalogue as any other.
    try page.folder.write("title: Changed again\n", to: "things/one.yaml")
    #expect(try browser.until("document.querySelector('main').textContent.includes('Changed again')"))
  }
}
