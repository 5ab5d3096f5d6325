// The picture of the page in README: two windows side by side, taken as anyone sees them.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// README's picture of the page, made as `.build/pictures/README.png`; with `VITRINE_TRANSCRIPTS=write` as `contrib/page.png`.
@Suite(.needs(Browser.needs)) struct ReadmePictureBrowserTests {
  /// The size of the picture. Units: pixels.
  private static let size = (width: 1_206, height: 480)

  @Test("README shows the example collection in a window, and a memory on a phone at night")
  func picture() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let desk = try page.browser(Browser.Window(height: 640))
    #expect(try desk.until(Self.isComplete))
    var phone = Browser.Window.phone
    phone.isDark = true
    let hand = try page.browser(phone)
    try hand.open(page.address("/memories/2026/galata-tower"))
    #expect(try hand.until(Self.isComplete))
    let (left, right) = (try desk.picture(), try hand.picture())

    // The browser puts them together, too.
    let frame = try Browser(Browser.Window(width: Self.size.width, height: Self.size.height))
    try frame.open("about:blank")
    try frame.run(
      """
      document.body.innerHTML = '<style>body { margin: 0; background: #fff; display: flex; gap: 24px; height: \(Self.size.height)px }'
        + ' img { height: 100%; border-radius: 16px; box-shadow: 0 0 0 1px #0002 }</style>'
        + '<img src="data:image/png;base64,\(Data(left).base64EncodedString())">'
        + '<img src="data:image/png;base64,\(Data(right).base64EncodedString())">';
      """)
    #expect(try frame.until("[...document.images].every((image) => image.complete && image.naturalWidth > 0)"))
    let fits =
      "document.body.scrollWidth <= \(Self.size.width) && document.images[1].getBoundingClientRect().right > \(Self.size.width - 8)"
    #expect(try frame.run("return \(fits)") == "true")
    let picture = Data(try frame.picture())
    let folder = TestData.checkout + "/.build/pictures"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try picture.write(to: URL(fileURLWithPath: folder + "/README.png"))
    guard ProcessInfo.processInfo.environment["VITRINE_TRANSCRIPTS"] == "write" else { return }
    try picture.write(to: URL(fileURLWithPath: TestData.checkout + "/contrib/page.png"))
  }

  /// Whether a page is there with all pictures that are in sight.
  private static let isComplete = """
    document.documentElement.classList.contains('enhanced') && [...document.images].every((image) =>
      image.getBoundingClientRect().top > innerHeight || image.complete)
    """
}
