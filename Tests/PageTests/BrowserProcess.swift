// Browsers that tests take in turn: to start one, and to load a page into it for the first time, takes four times as long as to load the page again.

import Glibc
import Synchronization
import VitrineSyntax
import VitrineSystem
import VitrineTesting

/// A driver and a session of headless Chromium with one window.
///
/// Source: W3C WebDriver; the Chrome DevTools Protocol, which chromedriver passes on.
final class BrowserProcess: Sendable {
  /// The browsers that no test has, those that were used last at the end.
  private static let idle = Mutex<[BrowserProcess]>([])
  /// How many are kept: one for each kind of window that tests ask for again and again, of some of them two.
  private static let maximumCount = 6
  /// Ends those that are kept when the tests end.
  private static let endsAtExit: Void = { atexit { BrowserProcess.idle.withLock { $0 = [] } } }()

  private let process: pid_t
  private let port: Int
  private let session: String
  private let folder: TemporaryFolder
  /// What it was started with.
  private let capabilities: String

  /// A browser that shows windows of this kind.
  static func taken(for window: Browser.Window) throws -> BrowserProcess {
    let capabilities = capabilities(window)
    let found = idle.withLock { idle in
      idle.lastIndex { $0.capabilities == capabilities }.map { idle.remove(at: $0) }
    }
    return try found ?? BrowserProcess(capabilities)
  }

  /// Leaves the browser to others, with a fresh window and without what it knows of pages. One that cannot be made fresh ends.
  ///
  /// - Parameter origins: where pages were opened.
  func giveBack(_ origins: Set<String>) {
    guard (try? forget(origins)) != nil else { return }
    _ = Self.endsAtExit
    let ended = Self.idle.withLock { idle in
      idle.append(self)
      return idle.count > Self.maximumCount ? idle.removeFirst() : nil
    }
    withExtendedLifetime(ended) {}
  }

  private func forget(_ origins: Set<String>) throws {
    _ = try? ask("POST", "/alert/dismiss", "{}")
    let window = try Self.string(try ask("POST", "/window/new", #"{"type":"tab"}"#), "handle")
    for handle in try handles() where handle != window {
      try go(to: handle)
      _ = try ask("DELETE", "/window", nil)
    }
    try go(to: window)
    for origin in origins {
      try command("Storage.clearDataForOrigin", #"{"origin":"\#(origin)","storageTypes":"all"}"#)
    }
    try command("Network.clearBrowserCookies", "{}")
    try command("Network.clearBrowserCache", "{}")
    try command("Browser.resetPermissions", "{}")
    for kind in ["browser", "performance"] { _ = try? ask("POST", "/se/log", #"{"type":"\#(kind)"}"#) }
  }

  private func command(_ name: String, _ parameters: String) throws {
    _ = try ask("POST", "/goog/cdp/execute", #"{"cmd":"\#(name)","params":\#(parameters)}"#)
  }

  private func go(to handle: String) throws { _ = try ask("POST", "/window", #"{"handle":"\#(handle)"}"#) }

  private func handles() throws -> [String] {
    let tree = JSON.parse(try ask("GET", "/window/handles", nil)).tree
    return tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, named: "value") }.map { list in reader.items(list).map { reader.text($0) } }
        ?? []
    }
  }

  /// Starts a driver and a session.
  private init(_ capabilities: String) throws {
    self.capabilities = capabilities
    folder = try TemporaryFolder()
    // A port that was free a moment ago.
    let port = try Self.freePort()
    self.port = port
    process = try Self.startDriver(port: port, in: folder.path)
    for _ in 0..<500 {
      if (try? RawClient(port: port)) != nil { break }
      usleep(20_000)
    }
    let wanted = capabilities.replacing("USER-DATA-DIR", with: folder.path)
    do {
      session = try Self.string(try Self.ask(port, "POST", "/session", wanted), "sessionId")
    } catch {
      Self.end(process)
      throw error
    }
  }

  deinit {
    _ = try? Self.ask(port, "DELETE", "/session/" + session, nil)
    Self.end(process)
  }

  private static func end(_ process: pid_t) {
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Starts a driver in a folder, where its browser puts what it downloads.
  private static func startDriver(port: Int, in folder: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let named = ["sh", "-c", "cd \"$0\" && exec chromedriver --port=\"$1\" --silent", folder, String(port)]
    let words: [UnsafeMutablePointer<CChar>?] = named.map { word in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "sh", &actions, &attributes, words, environ) == 0 else {
      throw Browser.Failure(message: "chromedriver cannot be started")
    }
    return process
  }

  private static func capabilities(_ window: Browser.Window) -> String {
    // A window that is no phone's gets its size later, in whatever browser it is.
    let usual = Browser.Window()
    let (width, height) = window.isPhone ? (window.width, window.height) : (usual.width, usual.height)
    var arguments = [
      "--no-sandbox", "--hide-scrollbars", "--disable-gpu", "--no-first-run", "--user-data-dir=USER-DATA-DIR",
      "--lang=\(window.language)", "--accept-lang=\(window.language)", "--window-size=\(width),\(height)",
    ]
    if window.isWhole { arguments.append("--headless=new") }
    // That scripts do not run is known of the window, not of pages that are made ahead for it.
    if !window.hasScript { arguments.append("--disable-features=Prerender2") }
    arguments += window.arguments
    let program = window.isWhole ? "chromium" : "chromium-headless-shell"
    var options = #""binary":"/usr/bin/\#(program)","args":[\#(arguments.map { "\"\($0)\"" }.joined(separator: ","))],"#
    options += #""prefs":{"intl.accept_languages":"\#(window.language)"}"#
    if window.isPhone {
      options +=
        #","mobileEmulation":{"deviceMetrics":{"width":\#(window.width),"height":\#(window.height),"pixelRatio":2,"touch":true}}"#
    }
    let requests = window.logsRequests ? #","performance":"ALL""# : ""
    return
      #"{"capabilities":{"alwaysMatch":{"browserName":"\#(window.isWhole ? "chrome" : "chrome-headless-shell")","goog:chromeOptions":{\#(options)},"goog:loggingPrefs":{"browser":"ALL"\#(requests)}}}}"#
  }

  private static func freePort() throws -> Int {
    let descriptor = TCPSocket.listen(port: 0)
    guard descriptor >= 0 else { throw Browser.Failure(message: "no port is free") }
    defer { close(descriptor) }
    return TCPSocket.port(of: descriptor)
  }

  // MARK: the protocol

  /// What the driver replies to a request of the session.
  ///
  /// Errors: what it refuses, a `Browser.Failure`.
  func ask(_ method: String, _ path: String, _ body: String?) throws -> [UInt8] {
    try Self.ask(port, method, "/session/" + session + path, body)
  }

  private static func ask(_ port: Int, _ method: String, _ path: String, _ body: String?) throws -> [UInt8] {
    let client = try RawClient(port: port, seconds: 60)
    try client.send(method, path, ["Content-Type: application/json"], body: body)
    let reply = try client.reply()
    guard reply.status == 200 else { throw Browser.Failure(message: String(reply.text.prefix(500))) }
    return reply.body
  }

  /// A member of a reply's `value`.
  static func string(_ json: [UInt8], _ member: String) throws -> String {
    let tree = JSON.parse(json).tree
    let found = tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, named: "value") }.flatMap { reader.value($0, named: member) }.map {
        reader.text($0)
      }
    }
    guard let found else {
      throw Browser.Failure(message: "no '\(member)' in \(String(decoding: json.prefix(300), as: UTF8.self))")
    }
    return found
  }
}
