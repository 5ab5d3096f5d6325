// A browser without a window, driven by the protocol of chromedriver over HTTP.

import FoundationEssentials
import Glibc
import VitrineSyntax
import VitrineSystem
import VitrineTesting

/// A session of headless Chromium, with a driver of its own. Both end with the value.
///
/// Source: W3C WebDriver; the Chrome DevTools Protocol, which chromedriver passes on.
final class Browser {
  /// The programs that a test in a browser needs.
  static let needs = ["chromium", "chromedriver"].map { Need.program($0) }

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

  private let process: pid_t
  private let port: Int
  private var session = ""
  private let folder: TemporaryFolder

  /// Starts a driver and a session.
  init(_ window: Window = Window()) throws {
    folder = try TemporaryFolder()
    // A port that was free a moment ago.
    port = try Self.freePort()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let named = ["chromedriver", "--port=\(port)", "--silent"]
    let words: [UnsafeMutablePointer<CChar>?] = named.map { word in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "chromedriver", &actions, &attributes, words, environ) == 0 else {
      throw Failure(message: "chromedriver cannot be started")
    }
    self.process = process
    for _ in 0..<500 {
      if (try? RawClient(port: port)) != nil { break }
      usleep(20_000)
    }
    session = try string(try ask("POST", "/session", Self.capabilities(window, folder.path)), "sessionId")
    try command(
      "Emulation.setEmulatedMedia",
      #"{"features":[{"name":"prefers-color-scheme","value":"\#(window.isDark ? "dark" : "light")"}]}"#)
    if !window.isPhone {
      let metrics = #"{"width":\#(window.width),"height":\#(window.height),"deviceScaleFactor":1,"mobile":false}"#
      try command("Emulation.setDeviceMetricsOverride", metrics)
    }
    if !window.hasScript { try command("Emulation.setScriptExecutionDisabled", #"{"value":true}"#) }
  }

  deinit {
    if !session.isEmpty { _ = try? ask("DELETE", "/session/\(session)", nil) }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func capabilities(_ window: Window, _ folder: String) -> String {
    var arguments = [
      "--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder)",
      "--lang=\(window.language)", "--window-size=\(window.width),\(window.height)",
    ]
    arguments += window.arguments
    var options = #""binary":"/usr/bin/chromium","args":[\#(arguments.map { "\"\($0)\"" }.joined(separator: ","))],"#
    options += #""prefs":{"intl.accept_languages":"\#(window.language)"}"#
    if window.isPhone {
      options +=
        #","mobileEmulation":{"deviceMetrics":{"width":\#(window.width),"height":\#(window.height),"pixelRatio":2,"touch":true}}"#
    }
    let requests = window.logsRequests ? #","performance":"ALL""# : ""
    return
      #"{"capabilities":{"alwaysMatch":{"browserName":"chrome","goog:chromeOptions":{\#(options)},"goog:loggingPrefs":{"browser":"ALL"\#(requests)}}}}"#
  }

  private static func freePort() throws -> Int {
    let descriptor = TCPSocket.listen(port: 0)
    guard descriptor >= 0 else { throw Failure(message: "no port is free") }
    defer { close(descriptor) }
    return TCPSocket.port(of: descriptor)
  }

  // MARK: what it is told

  /// Opens an address and waits until it is loaded.
  func open(_ address: String) throws { _ = try ask("POST", "/session/\(session)/url", #"{"url":\#(Self.quoted(address))}"#) }

  /// What a script's `return` gives, as text; of an object its JSON.
  @discardableResult
  func run(_ script: String) throws -> String {
    try text(try ask("POST", "/session/\(session)/execute/sync", #"{"script":\#(Self.quoted(script)),"args":[]}"#))
  }

  /// What a script gives to the function that is its last argument.
  func wait(_ script: String) throws -> String {
    let body = "const done = arguments[arguments.length - 1]; " + script
    return try text(try ask("POST", "/session/\(session)/execute/async", #"{"script":\#(Self.quoted(body)),"args":[]}"#))
  }

  /// Waits until an expression is true; false after thirty seconds.
  func until(_ expression: String) throws -> Bool {
    for _ in 0..<1_200 {
      if try run("return Boolean(\(expression))") == "true" { return true }
      usleep(25_000)
    }
    return false
  }

  /// Types keys where the focus is.
  func type(_ keys: String) throws {
    let actions = keys.map {
      #"{"type":"keyDown","value":\#(Self.quoted(String($0)))},{"type":"keyUp","value":\#(Self.quoted(String($0)))}"#
    }
    _ = try ask(
      "POST", "/session/\(session)/actions",
      #"{"actions":[{"type":"key","id":"keys","actions":[\#(actions.joined(separator: ","))]}]}"#)
  }

  /// Clicks the first element that a selector finds.
  func click(_ selector: String) throws {
    let element = try ask("POST", "/session/\(session)/element", #"{"using":"css selector","value":\#(Self.quoted(selector))}"#)
    let id = try string(element, "element-6066-11e4-a52e-4f735466cecf")
    _ = try ask("POST", "/session/\(session)/element/\(id)/click", "{}")
  }

  /// Chooses files for the input that a selector finds.
  func choose(_ files: [String], for selector: String) throws {
    let element = try ask("POST", "/session/\(session)/element", #"{"using":"css selector","value":\#(Self.quoted(selector))}"#)
    let id = try string(element, "element-6066-11e4-a52e-4f735466cecf")
    let text = Self.quoted(files.joined(separator: "\n"))
    _ = try ask("POST", "/session/\(session)/element/\(id)/value", #"{"text":\#(text)}"#)
  }

  /// Sends a command of the DevTools protocol.
  @discardableResult
  func command(_ name: String, _ parameters: String) throws -> [UInt8] {
    try ask("POST", "/session/\(session)/goog/cdp/execute", #"{"cmd":"\#(name)","params":\#(parameters)}"#)
  }

  /// Has every document from now on run a script before its own.
  func inject(_ script: String) throws {
    try command("Page.addScriptToEvaluateOnNewDocument", #"{"source":\#(Self.quoted(script))}"#)
  }

  /// Runs a script as the developer's console does, whatever the page allows.
  func evaluate(_ script: String) throws { try command("Runtime.evaluate", #"{"expression":\#(Self.quoted(script))}"#) }

  /// What the window shows, as PNG.
  func picture() throws -> [UInt8] {
    let text = try self.text(try ask("GET", "/session/\(session)/screenshot", nil))
    return [UInt8](Data(base64Encoded: text) ?? Data())
  }

  /// What is in the console, or in the log of requests.
  func log(_ kind: String) throws -> String {
    String(decoding: try ask("POST", "/session/\(session)/se/log", #"{"type":"\#(kind)"}"#), as: UTF8.self)
  }

  // MARK: the protocol

  private func ask(_ method: String, _ path: String, _ body: String?) throws -> [UInt8] {
    let client = try RawClient(port: port, seconds: 60)
    try client.send(method, path, ["Content-Type: application/json"], body: body)
    let reply = try client.reply()
    guard reply.status == 200 else { throw Failure(message: String(reply.text.prefix(500))) }
    return reply.body
  }

  /// The `value` of a reply, or a member of it.
  private func string(_ json: [UInt8], _ member: String) throws -> String {
    let tree = JSON.parse(json).tree
    let found = tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, named: "value") }.flatMap { reader.value($0, named: member) }.map {
        reader.text($0)
      }
    }
    guard let found else { throw Failure(message: "no '\(member)' in \(String(decoding: json.prefix(300), as: UTF8.self))") }
    return found
  }

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
