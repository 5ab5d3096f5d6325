// The design page: every component in every state, looked at by axe and kept as pictures.

import Foundation
import Testing
import VitrinePage
import VitrineTesting

/// Tests of the design page in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct DesignBrowserTests {
  /// What is looked at in one window, and the forms' state there.
  private static let windows = [
    (isPhone: false, isDark: false, state: "refused"), (isPhone: true, isDark: true, state: "conflicting"),
  ]

  @Test("every component in every state has no fault that axe finds, and fits its window (W7.2, GF2)", arguments: windows)
  func looks(isPhone: Bool, isDark: Bool, state: String) throws {
    let page = try RunningPage(copyOf: "examples/collection") { $0.files = TestData.checkout + "/Sources/CPage" }
    try page.folder.write("title: ' Half a game '\nrelease: 20261331\nstatus: wishlisted\n", to: "games/half.yaml")
    var window = isPhone ? Browser.Window.phone : Browser.Window()
    window.isDark = isDark
    let browser = try page.browser(window)
    let pictures = TestData.checkout + "/.build/pictures"
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    let axe =
      LooksBrowserTests.hasAxe.isMet(for: "axe on the design page")
      ? try String(contentsOfFile: LooksBrowserTests.axe, encoding: .utf8) : nil
    let forms = ["game", "miniature", "recipe", "memory", "garment", "shot"].map {
      ("form-\($0)", "/design/\($0)?state=\(state)")
    }
    for (name, path) in [
      ("design", "/design"), ("form-empty", "/design/memory"), ("form-filled", "/design/garment?state=filled"),
    ] + forms {
      try browser.open(page.address(path))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"), "\(name)")
      #expect(try browser.run("return document.documentElement.scrollWidth <= innerWidth") == "true", "\(name) scrolls sideways")
      let said = try #require(Int(try browser.run("return document.querySelectorAll('.msgs .msg').length")))
      #expect((said > 0) == path.hasSuffix(state), "\(name): \(said) messages")
      let file = "\(pictures)/\(name)-\(state)-\(isPhone ? "phone" : "desktop")-\(isDark ? "dark" : "light").png"
      try Data(try browser.picture()).write(to: URL(fileURLWithPath: file))
      guard let axe else { continue }
      try browser.evaluate(axe)
      #expect(try browser.wait(LooksBrowserTests.axeRun) == "", "\(name)")
    }
  }
}
