// How every view looks: without a fault that axe finds, no wider than its window, kept as pictures.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Tests of every view in headless Chromium, at desktop and phone size, by day and by night.
@Suite(.needs(Browser.needs)) struct LooksBrowserTests {
  private static let views: [(name: String, path: String)] = [
    ("home", "/"), ("cards", "/games"), ("table", "/miniatures?as=table"), ("groups", "/projects"),
    ("record", "/garments//wardrobe/navy-blazer"), ("stages", "/miniatures//minis/40k/ultramarines/captain"),
    ("edit", "/garments//wardrobe/navy-blazer?edit"), ("items", "/recipes/macragge-blue?edit"), ("new", "/new"),
    ("new-record", "/new/memory"), ("removal", "/garments//wardrobe/navy-blazer?delete"), ("report", "/report"), ("log", "/log"),
    ("help", "/help"), ("error", "/games?q=developr%3Anintendo"), ("missing", "/nothing"), ("map", "/memories?as=map"),
    ("map-all", "/map"), ("calendar", "/timeline"), ("colors", "/colors?near=%23445566"), ("views", "/views"),
    ("view", "/views/backlog"),
    ("timeline", "/memories?as=timeline"), ("place", "/memories/2026/ciya"), ("new-place", "/new/memory?at=41.0256,28.9744"),
    ("everything", "/all?q=sort%3A-modified"), ("more", "/more"), ("properties", "/properties"), ("values", "/properties/genre"),
    ("value", "/properties/genre/RPG"), ("trash", "/trash"), ("import", "/import"), ("export", "/export"),
    ("share", "/share?kind=memories"),
    ("libraries", "/libraries"), ("about", "/about"), ("recipe", "/recipes/macragge-blue"),
    ("history", "/recipes/macragge-blue?history"), ("rename", "/recipes/macragge-blue?rename"), ("offline", "/offline"),
  ]

  /// Has axe look at the document, and gives what it finds.
  static let axeRun = axeRun("")

  /// The same for its rules of colours only: by night the elements are those of the day.
  private static let axeRunAtNight = axeRun(", runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}")

  /// The same without its rules of colours, which take most of its time: the same elements in other words have the same colours.
  private static let axeRunOfWords = axeRun(
    ", rules: {'color-contrast': {enabled: false}, 'link-in-text-block': {enabled: false}}")

  // None of the rules that are run looks into style sheets, which axe would load for itself.
  private static func axeRun(_ options: String) -> String {
    "axe.run(document, {resultTypes: ['violations'], preload: false\(options)}).then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes[0].html).join('; ')))"
  }

  /// axe-core, where contrib/setup put it.
  static let axe: String = {
    let library = TestData.checkout + "/.build/venv/lib"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
    return (folders.first.map { "\(library)/\($0)" } ?? library) + "/site-packages/axe_core_python/axe.min.js"
  }()
  /// Whether it is there.
  static let hasAxe = Need("axe-core (contrib/setup --tests)", isMet: access(axe, R_OK) == 0)

  @Test(
    "every view has no fault that axe finds, by day and as night falls, fits its window, and is kept as a picture (G1.1, W7.2, GN8, GF2)",
    arguments: [(false, "en"), (true, "en"), (true, "tr")])
  func looks(isPhone: Bool, language: String) throws {
    let page = try RunningPage(copyOf: "examples/collection")
    try page.folder.write("title: ' Half a game '\nrelease: 20261331\nstatus: wishlisted\n", to: "games/half.yaml")
    var window = isPhone ? Browser.Window.phone : Browser.Window()
    window.language = language
    let browser = try page.browser(window)
    let pictures = TestData.checkout + "/.build/pictures"
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    let axe = Self.hasAxe.isMet(for: "axe on every view") ? try String(contentsOfFile: Self.axe, encoding: .utf8) : nil
    for (name, path) in Self.views {
      try browser.open(page.address(path))
      let isReady = "document.documentElement.classList.contains('enhanced') || document.querySelector('main.alone')"
      #expect(try browser.until(isReady), "\(name)")
      #expect(try browser.run("return document.documentElement.scrollWidth <= innerWidth") == "true", "\(name) scrolls sideways")
      if let axe { try browser.command("Runtime.evaluate", "{\"expression\":\(quoted(axe))}") }
      let runs = language == "en" ? [(false, Self.axeRun), (true, Self.axeRunAtNight)] : [(false, Self.axeRunOfWords)]
      for (isDark, run) in runs {
        try browser.prefer(isDark: isDark)
        let kind = "\(isPhone ? "phone" : "desktop")\(language == "tr" ? "-turkish" : "")-\(isDark ? "dark" : "light")"
        let file = "\(pictures)/\(name)-\(kind).png"
        try Data(try browser.picture()).write(to: URL(fileURLWithPath: file))
        if axe != nil { #expect(try browser.wait(run) == "", "\(name), \(isDark ? "by night" : "by day")") }
      }
    }
  }

  private func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
