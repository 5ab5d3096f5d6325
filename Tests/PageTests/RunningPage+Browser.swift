// A browser that was let in to a page.

import Testing
import VitrinePage

extension RunningPage {
  /// An address of the page.
  func address(_ path: String) -> String { "http://127.0.0.1:\(server.port)" + path }

  /// A browser that was let in, at the start of the page.
  func browser(_ window: Browser.Window = Browser.Window()) throws -> Browser {
    let browser = try Browser(window)
    try browser.open(server.makeEntryAddress())
    if window.hasScript { #expect(try browser.until("document.querySelector('.rail')")) }
    return browser
  }
}
