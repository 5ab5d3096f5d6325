// A page over a catalogue of its own, on a port of the system's choice.

import Glibc
import VitrineApplication
import VitrineLive
import VitrinePage
import VitrineSystem
import VitrineTesting

/// A page that is served while the value is there.
final class RunningPage: Sendable {
  /// The folder of the catalogue.
  let folder: TemporaryFolder
  /// The catalogue.
  let live: LiveCatalog
  /// The page.
  let server: PageServer
  private let options: PageServer.Options

  /// A small catalogue.
  static let files = [
    "vitrine.yaml": "vitrine: 1\ntitle: A shelf\ncollections:\n  - {kind: thing, files: \"things/**/*.yaml\"}\n",
    "schemas/thing.schema.yaml": """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Thing
    type: object
    required: [title]
    additionalProperties: false
    properties:
      title: {title: Title, type: string, minLength: 1, x-vitrine: {trimmed: true}}
      state: {title: State, enum: [new, used, gone], x-vitrine: {ordered: true}}
      shelf: {title: Shelf, enum: [top, middle, bottom]}
      weight: {title: Weight, type: number, x-vitrine: {unit: kg}}
      labels: {title: Labels, type: array, uniqueItems: true, items: {type: string, minLength: 1}}
      beside: {title: Beside, type: string, x-vitrine: {reference: thing}}
      sizes:
        title: Sizes
        type: array
        items:
          type: object
          required: [name]
          additionalProperties: false
          properties: {name: {title: Name, type: string}, width: {title: Width, type: number}}
      notes: {title: Notes, type: string}
    x-vitrine: {plural: things, display: title, search: [title], sort: [title], columns: [title, state, shelf, weight]}
    """,
    "things/one.yaml": "# The first.\ntitle:   One   # kept\nstate: new\nshelf: top\nbeside: two\n",
    "things/two.yaml": "title: Two\nshelf: middle\nlabels: [red, blue]\nsizes:\n  - {name: small, width: 3}\n",
  ]

  /// Serves the given files, or the small catalogue.
  init(
    _ files: [String: String] = RunningPage.files, keepsState: Bool = false, change: (inout PageServer.Options) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    (live, server, options) = try Self.serve(folder, keepsState: keepsState, change)
  }

  /// Serves a catalogue of this checkout, copied. With `keepsState` a person's state is kept in `stateFolder`.
  init(copyOf path: String, keepsState: Bool = false, change: (inout PageServer.Options) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/" + path)
    (live, server, options) = try Self.serve(folder, keepsState: keepsState, change)
  }

  /// What `XDG_STATE_HOME` names, where state is kept.
  var stateFolder: String { Self.stateFolder(of: folder) }

  private static func stateFolder(of folder: TemporaryFolder) -> String { folder.path + "/.state" }

  private static func serve(
    _ folder: TemporaryFolder, keepsState: Bool = false, _ change: (inout PageServer.Options) -> Void
  ) throws -> (LiveCatalog, PageServer, PageServer.Options) {
    var watching = LiveCatalog.Options()
    watching.events = .system
    let live = try LiveCatalog(root: folder.path, options: watching)
    let state = keepsState ? stateFolder(of: folder) : nil
    let context = RequestContext(workingFolder: folder.path, folder: folder.path) {
      switch $0 {
      case "VITRINE_DECODE": Programs.decode
      case "XDG_STATE_HOME": state
      default: nil
      }
    }
    var options = PageServer.Options(context: context)
    options.port = 0
    options.clock = WallClock(now: { 1_795_293_201_123_456_789 }, offset: { _ in 0 })
    // Neither the cameras nor the load of the machine that runs the tests.
    options.camera.tethered = TetheredCameras(asking: { [] })
    options.camera.load = { MachineLoad() }
    change(&options)
    return (live, try PageServer(live, options), options)
  }

  /// The page after its daemon has ended and another one began, on the same port unless something else is said.
  func restarted(change: (inout PageServer.Options) -> Void = { _ in }) throws -> PageServer {
    server.stop()
    var options = options
    options.port = server.port
    change(&options)
    return try PageServer(live, options)
  }

  deinit {
    server.stop()
    live.stop()
  }

  /// What a browser sends that was let in.
  func cookie() throws -> String {
    let entry = server.makeEntryAddress()
    let target = "/" + entry.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)[3]
    let client = try RawClient(port: server.port)
    try client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    let cookie = try client.reply().headers["set-cookie"] ?? ""
    return "Cookie: " + (cookie.split(separator: ";").first.map(String.init) ?? "")
  }

  /// The page's own `Host`.
  var host: String { "Host: 127.0.0.1:\(server.port)" }
  /// The page's own `Origin`.
  var origin: String { "Origin: http://127.0.0.1:\(server.port)" }

  /// The reply to a request with exactly these lines behind the first.
  func raw(_ first: String, _ lines: [String], body: String = "") throws -> RawReply {
    let client = try RawClient(port: server.port)
    try client.send(([first] + lines).joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try client.reply(isHead: first.hasPrefix("HEAD"))
  }

  /// What a browser gets that was let in.
  func get(_ target: String, _ lines: [String] = []) throws -> RawReply {
    try raw("GET \(target) HTTP/1.1", [host, try cookie()] + lines)
  }

  /// What a browser gets for a form; names and values are encoded.
  func post(_ target: String, _ fields: [(String, String)], _ lines: [String]? = nil) throws -> RawReply {
    let body = fields.map { Self.encoded($0.0) + "=" + Self.encoded($0.1) }.joined(separator: "&")
    let usual = [host, try cookie(), origin, "Content-Type: application/x-www-form-urlencoded"]
    return try raw("POST \(target) HTTP/1.1", (lines ?? usual) + ["Content-Length: \(body.utf8.count)"], body: body)
  }

  /// A file that a form brings: the name of its field, its own name as a browser writes it, its bytes.
  typealias Upload = (field: String, name: String, bytes: [UInt8])

  /// What a browser gets for a form with files.
  func upload(
    _ target: String, _ files: [Upload], fields: [(String, String)] = [], more lines: [String] = []
  ) throws -> RawReply {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += Array("--b0undary\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for file in files {
      let head = "Content-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\nContent-Type: image/jpeg"
      body += Array("--b0undary\r\n\(head)\r\n\r\n".utf8) + file.bytes + Array("\r\n".utf8)
    }
    return try multipart(target, body + Array("--b0undary--\r\n".utf8), more: lines)
  }

  /// What a browser gets for a body of the type of forms with files, whatever is in it.
  func multipart(
    _ target: String, _ body: [UInt8], type: String = "multipart/form-data; boundary=b0undary", more: [String] = []
  ) throws -> RawReply {
    let client = try RawClient(port: server.port)
    let lines = [host, try cookie(), origin, "Content-Type: \(type)", "Content-Length: \(body.count)"] + more
    try client.send("POST \(target) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n")
    try client.send(body)
    return try client.reply()
  }

  /// The text of a file of the catalogue.
  func text(_ path: String) throws -> String { String(decoding: try folder.read(path), as: UTF8.self) }

  /// The fields of the form on a page: what a browser would send if nobody touched it.
  func form(_ target: String) throws -> [(String, String)] { Self.fields(of: try get(target).text) }

  /// The fields of the form in a page's text.
  static func fields(of page: String) -> [(String, String)] {
    var fields: [(String, String)] = []
    for match in page.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
      fields.append((decoded(String(match.output.1)), decoded(String(match.output.2))))
    }
    for match in page.matches(of: /<input class="input" id="[^"]*" name="([^"]*)" value="([^"]*)"/) {
      // One line has no line feeds, and other lines end with CR LF.
      fields.append((decoded(String(match.output.1)), decoded(String(match.output.2)).replacing("\n", with: "")))
    }
    for match in page.matches(of: /(?s)<textarea class="[^"]*" id="[^"]*" name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/) {
      fields.append((decoded(String(match.output.1)), decoded(String(match.output.2)).replacing("\n", with: "\r\n")))
    }
    for match in page.matches(of: /<input type="(?:radio|checkbox)" name="([^"]*)" value="([^"]*)" checked>/) {
      fields.append((decoded(String(match.output.1)), decoded(String(match.output.2))))
    }
    for match in page.matches(of: /(?s)<select class="input" id="[^"]*" name="([^"]*)".*?<\/select>/) {
      let chosen = match.output.0.firstMatch(of: /<option value="([^"]*)" selected>/)?.output.1 ?? ""
      fields.append((decoded(String(match.output.1)), decoded(String(chosen))))
    }
    return fields
  }

  /// The form of a page with some fields typed anew.
  func form(_ target: String, typing typed: [String: String]) throws -> [(String, String)] {
    var fields = try form(target)
    for (name, value) in typed {
      fields.removeAll { $0.0 == name }
      fields.append((name, value))
    }
    return fields
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func decoded(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
  }
}
