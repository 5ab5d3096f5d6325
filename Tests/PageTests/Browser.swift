// A browser without a window, driven by the protocol of chromedriver over HTTP.

import FoundationEssentials
import Glibc
import VitrineSyntax
import VitrineSystem
import VitrineTesting

/// A window of headless Chromium. What it knows of pages goes with the value.
///
/// Source: W3C WebDriver; the Chrome DevTools Protocol, which chromedriver passes on.
final class Browser {
  /// The programs that a test in a browser needs.
  static let needs = ["chromium", "chromium-headless-shell", "chromedriver"].map { Need.program($0) }

  /// How a window looks.
  struct Window {
    /// Its width. Units: pixels.
    var width = 1280
    /// Its height. Units: pixels.
    var height = 800
    /// Whether it is a phone's, with touch.
    var isPhone = false
    /// Whether the person prefers dark.
    var isDark = false
    /// Whether scripts run.
    var hasScript = true
    /// The language that is preferred.
    var language = "en"
    /// Whether it is a window of the whole Chromium, which takes twice as long: for what the program without windows of its own has not.
    var isWhole = false
    /// Whether requests are written down for `log("performance")`.
    var logsRequests = false
    /// More words for the program.
    var arguments: [String] = []

    /// A phone.
    static let phone = Window(width: 390, height: 844, isPhone: true)
  }

  /// What the browser refuses or the driver cannot do.
  struct Failure: Error {
    /// What it said.
    var message: String
  }

  private let process: BrowserProcess
  private let window: Window
  /// Where pages were opened. Units: URL origins.
  private var origins: Set<String> = []

  /// Takes a browser that is free, or starts one; it has a fresh window, and knows no page.
  init(_ window: Window = Window()) throws {
    self.window = window
    process = try BrowserProcess.taken(for: window)
    try show(isDark: window.isDark)
    if !window.isPhone {
      let metrics = #"{"width":\#(window.width),"height":\#(window.height),"deviceScaleFactor":1,"mobile":false}"#
      try command("Emulation.setDeviceMetricsOverride", metrics)
    }
    if !window.hasScript { try command("Emulation.setScriptExecutionDisabled", #"{"value":true}"#) }
  }

  deinit { process.giveBack(origins) }

  // MARK: commands

  /// Opens an address and waits until it is loaded.
  func open(_ address: String) throws {
    origins.insert(address.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/"))
    _ = try ask("POST", "/url", #"{"url":\#(Self.quoted(address))}"#)
  }

  /// What a script's `return` gives, as text; of an object its JSON.
  @discardableResult
  func run(_ script: String) throws -> String {
    try text(try ask("POST", "/execute/sync", #"{"script":\#(Self.quoted(script)),"args":[]}"#))
  }

  /// Goes so many pages back, once the script has returned: one whose page goes meanwhile is run a second time by the driver, in the page that came.
  func goBack(_ count: Int = 1) throws { try run("setTimeout(() => history.go(-\(count)))") }

  /// What a script gives to the function that is its last argument.
  func wait(_ script: String) throws -> String {
    let body = "const done = arguments[arguments.length - 1]; " + script
    return try text(try ask("POST", "/execute/async", #"{"script":\#(Self.quoted(body)),"args":[]}"#))
  }

  /// Lets it be night or day for the page that is open, and waits until its colours are the new ones.
  func prefer(isDark: Bool) throws {
    try show(isDark: isDark)
    _ = try wait(
      "const ends = document.getAnimations().filter((one) => one.transitionProperty).map((one) => one.finished.catch(() => {}));"
        + " Promise.all(ends).then(() => requestAnimationFrame(() => requestAnimationFrame(done)));")
  }

  private func show(isDark: Bool) throws {
    try command(
      "Emulation.setEmulatedMedia",
      #"{"features":[{"name":"prefers-color-scheme","value":"\#(isDark ? "dark" : "light")"}]}"#)
  }

  /// Waits until the page's script is there, where it has one, and an expression is true; false after thirty seconds.
  func until(_ expression: String) throws -> Bool {
    guard window.hasScript else {
      for _ in 0..<1_200 {
        if try run("return Boolean(\(expression))") == "true" { return true }
        usleep(25_000)
      }
      return false
    }
    // The page looks by itself: each question from outside takes the processor some milliseconds.
    let script = """
      const end = performance.now() + 5000;
      const isAlive = () => !document.querySelector('script[src$="/start.js"]') || document.documentElement.classList.contains('enhanced');
      const look = () => {
        try {
          if (isAlive() && Boolean(\(expression))) done('true');
          else if (performance.now() > end) done('false');
          else setTimeout(look, 20);
        } catch (error) { done(String(error)); }
      };
      look();
      """
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      do {
        let found = try wait(script)
        if found == "true" { return true }
        if found != "false" { throw Failure(message: "\(found), in \(expression)") }
      } catch let failure as Failure where Self.signsOfUnloading.contains(where: { failure.message.contains($0) }) {
        // The page went meanwhile: the one that comes is asked.
        usleep(25_000)
      }
    }
    return false
  }

  /// What the driver says where a page goes before its script is done.
  private static let signsOfUnloading = [
    "script timeout", "unloaded", "navigat", "aborted", "execution context", "Cannot find context",
  ]

  /// Types keys where the focus is.
  func type(_ keys: String) throws {
    let actions = keys.map {
      #"{"type":"keyDown","value":\#(Self.quoted(String($0)))},{"type":"keyUp","value":\#(Self.quoted(String($0)))}"#
    }
    _ = try ask(
      "POST", "/actions",
      #"{"actions":[{"type":"key","id":"keys","actions":[\#(actions.joined(separator: ","))]}]}"#)
  }

  /// Clicks the first element that a selector finds.
  func click(_ selector: String) throws {
    let element = try ask("POST", "/element", #"{"using":"css selector","value":\#(Self.quoted(selector))}"#)
    let id = try BrowserProcess.string(element, "element-6066-11e4-a52e-4f735466cecf")
    _ = try ask("POST", "/element/\(id)/click", "{}")
  }

  /// Puts the mouse on the first element that a selector finds.
  func hover(_ selector: String) throws {
    let element = try ask("POST", "/element", #"{"using":"css selector","value":\#(Self.quoted(selector))}"#)
    let id = try BrowserProcess.string(element, "element-6066-11e4-a52e-4f735466cecf")
    let origin = #"{"element-6066-11e4-a52e-4f735466cecf":"\#(id)"}"#
    let move = #"{"type":"pointerMove","duration":50,"origin":\#(origin),"x":0,"y":0}"#
    _ = try ask(
      "POST", "/actions",
      #"{"actions":[{"type":"pointer","id":"mouse","parameters":{"pointerType":"mouse"},"actions":[\#(move)]}]}"#)
  }

  /// Drags the element that a selector finds with the mouse to the place of another, in small steps, as a hand does.
  func drag(_ selector: String, to other: String) throws {
    let places = try [selector, other].map { selector in
      try run(
        "const at = document.querySelector(\(Self.quoted(selector))).getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2].map(Math.round).join()"
      ).split(separator: ",").compactMap { Int($0) }
    }
    func move(_ part: Int) -> String {
      let at = (0...1).map { places[0][$0] + (places[1][$0] - places[0][$0]) * part / 10 }
      return #"{"type":"pointerMove","duration":30,"x":\#(at[0]),"y":\#(at[1])}"#
    }
    let actions =
      [move(0), #"{"type":"pointerDown","button":0}"#] + (1...10).map(move)
      + [#"{"type":"pause","duration":100}"#, #"{"type":"pointerUp","button":0}"#]
    _ = try ask(
      "POST", "/actions",
      #"{"actions":[{"type":"pointer","id":"mouse","parameters":{"pointerType":"mouse"},"actions":[\#(actions.joined(separator: ","))]}]}"#
    )
  }

  /// Chooses files for the input that a selector finds.
  func choose(_ files: [String], for selector: String) throws {
    let element = try ask("POST", "/element", #"{"using":"css selector","value":\#(Self.quoted(selector))}"#)
    let id = try BrowserProcess.string(element, "element-6066-11e4-a52e-4f735466cecf")
    let text = Self.quoted(files.joined(separator: "\n"))
    _ = try ask("POST", "/element/\(id)/value", #"{"text":\#(text)}"#)
  }

  /// The bytes of the file of a name that the browser downloads after a click.
  func download(_ name: String, by click: () throws -> Void) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try command("Browser.setDownloadBehavior", #"{"behavior":"allow","downloadPath":\#(Self.quoted(folder.path))}"#)
    defer { _ = try? command("Browser.setDownloadBehavior", #"{"behavior":"default"}"#) }
    try click()
    // It stands there empty, until it is whole.
    guard waitUntil({ (try? folder.read(name))?.isEmpty == false }) else { throw Failure(message: "\(name) is not downloaded") }
    return try folder.read(name)
  }

  /// Sends a command of the DevTools protocol.
  @discardableResult
  func command(_ name: String, _ parameters: String) throws -> [UInt8] {
    try ask("POST", "/goog/cdp/execute", #"{"cmd":"\#(name)","params":\#(parameters)}"#)
  }

  /// Has every document from now on run a script before its own.
  func inject(_ script: String) throws {
    try command("Page.addScriptToEvaluateOnNewDocument", #"{"source":\#(Self.quoted(script))}"#)
  }

  /// Runs a script as the developer's console does, whatever the page allows.
  func evaluate(_ script: String) throws { try command("Runtime.evaluate", #"{"expression":\#(Self.quoted(script))}"#) }

  /// What the window shows, as PNG.
  func picture() throws -> [UInt8] {
    let reply = try command("Page.captureScreenshot", #"{"format":"png","optimizeForSpeed":true}"#)
    return [UInt8](Data(base64Encoded: try BrowserProcess.string(reply, "data")) ?? Data())
  }

  /// What is in the console, or in the log of requests.
  func log(_ kind: String) throws -> String {
    String(decoding: try ask("POST", "/se/log", #"{"type":"\#(kind)"}"#), as: UTF8.self)
  }

  // MARK: the protocol

  private func ask(_ method: String, _ path: String, _ body: String?) throws -> [UInt8] { try process.ask(method, path, body) }

  private func text(_ json: [UInt8]) throws -> String {
    let tree = JSON.parse(json).tree
    return tree.withReader { reader in
      guard let value = tree.roots.first.flatMap({ reader.value($0, named: "value") }) else { return "" }
      return reader.resolved(value).isScalar ? reader.text(value) : String(decoding: json, as: UTF8.self)
    }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    var text = text
    text.withUTF8 { TreeJSON.append(string: $0, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
