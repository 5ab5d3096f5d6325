// A service over a small catalogue, on a socket in a folder of its own.

import Glibc
import Synchronization
import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineClient
import VitrineLive
import VitrineService
import VitrineTesting

/// A service that answers while the value is there.
final class RunningService: Sendable {
  /// The folder of the catalogue.
  let folder: TemporaryFolder
  /// The folder of the socket.
  let place: TemporaryFolder
  /// The catalogue.
  let live: LiveCatalog
  /// The service.
  let service: Service

  /// The socket.
  var socket: String { place.path + "/socket" }

  /// A command that says what it was asked.
  static let echo: CommandRunner = { request, state in
    let lines = request.words + ["folder=\(request.folder)", "width=\(request.width.map(String.init) ?? "none")"]
    let variables = request.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return CommandReply(output: Array((lines + variables).map { $0 + "\n" }.joined().utf8), errors: [], status: 0)
  }

  /// Starts a service over the given files, or over a catalogue of two records.
  init(
    files: [String: String]? = nil, change: (inout Service.Options) -> Void = { _ in }, stop: @escaping @Sendable () -> Void = {},
    run: @escaping CommandRunner = RunningService.echo
  ) throws {
    folder = try TemporaryFolder()
    place = try TemporaryFolder()
    for (path, text) in files ?? Self.files { try folder.write(text, to: path) }
    live = try LiveCatalog(root: folder.path, options: Self.watching)
    var options = Service.Options(version: "1.2.3", now: { 1_795_293_201_123_456_789 }, stop: stop)
    options.page = Self.page
    change(&options)
    service = try Service(
      listening: try Self.listen(place.path + "/socket"), catalogue: live, options: options, run: run, plan: Self.planning(run),
      read: Self.reading(run))
  }

  /// Starts a service over a catalogue of this checkout, copied: answered by the use cases, or by the commands that ask for the same.
  init(copyOf path: String, run: @escaping CommandRunner, readsByCommands: Bool = false) throws {
    folder = try TemporaryFolder()
    place = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/" + path)
    try folder.takeTimes(of: TestData.checkout + "/" + path)
    live = try LiveCatalog(root: folder.path, options: Self.watching)
    var options = Service.Options(version: "1.2.3", now: { 1_795_293_201_123_456_789 }, stop: {})
    options.page = Self.page
    service = try Service(
      listening: try Self.listen(place.path + "/socket"), catalogue: live, options: options, run: run, plan: Self.planning(run))
  }

  /// A page that is open already.
  private static let page: PageOpener = { opening throws(RequestError) in
    let address = "http://127.0.0.1:\(opening.port ?? 4747)/"
    return OpenPage(address: address, entry: address + "enter?key=1")
  }

  /// The same command, with a change to carry out.
  private static func planning(_ run: @escaping CommandRunner) -> CommandRunner {
    { request, state in
      var reply = run(request, state)
      reply.change = [1, 2, 3]
      return reply
    }
  }

  /// Requests answered by the command line that asks for the same: what it fails with becomes the failure of the request.
  private static func reading(_ run: @escaping CommandRunner) -> RequestReader {
    { request, state throws(RequestError) in
      let command = CommandRequest(
        words: words(of: request), folder: state.catalogue.root, environment: ["LC_ALL": "C.UTF-8"], width: nil)
      let reply = run(command, state)
      var message = String(decoding: reply.errors, as: UTF8.self)
      if message.hasPrefix("vitrine: ") { message.removeFirst("vitrine: ".count) }
      while message.last?.isNewline == true { message.removeLast() }
      switch reply.status {
      case 0, 1: return ReadAnswer(reply.output, hasErrors: reply.status == 1)
      case 2: throw RequestError(message)
      case 4: throw RequestError(message, .conflict)
      default: throw RequestError(message, .unavailable)
      }
    }
  }

  /// The words that ask the command line for the same.
  static func words(of request: ReadRequest) -> [String] {
    func options(_ all: [(name: String, value: String?)]) -> [String] {
      all.compactMap { name, value in value.map { "--\(name)=\($0)" } } + ["--"]
    }
    switch request {
    case .rows(let rows, let format):
      return ["list"]
        + options([
          ("sort", rows.sort), ("limit", rows.limit.map(String.init)), ("columns", rows.columns), ("group", rows.group),
          ("format", format),
        ]) + rows.words
    case .record(let record): return ["show"] + options([("format", record.form.rawValue)]) + [record.name]
    case .report(let paths, let format): return ["check"] + options([("format", format)]) + paths
    case .statistics(let counts, let format):
      return ["stats"]
        + options(
          [("by", counts.by), ("period", counts.period?.rawValue)] + counts.measures.map { ($0.form.rawValue, $0.field) }
            + [("limit", counts.limit.map(String.init)), ("sort", counts.sort), ("format", format)]) + counts.words
    case .rules: return ["explain", "--"]
    case .rule(let name): return ["explain", "--", name]
    }
  }

  deinit {
    service.stop()
    live.stop()
  }

  /// The library serves one catalogue in a process, and here are many.
  private static var watching: LiveCatalog.Options {
    var options = LiveCatalog.Options()
    options.events = .system
    return options
  }

  /// The files of a small catalogue.
  static let files = [
    "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: thing, files: \"things/**/*.yaml\"}\n",
    "schemas/thing.schema.yaml": """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Thing
    type: object
    required: [title]
    additionalProperties: false
    properties:
      title: {type: string, minLength: 1}
    x-vitrine: {plural: things, display: title, search: [title], sort: [title], columns: [title]}
    """, "things/one.yaml": thing("One"), "things/two.yaml": thing("Two"),
  ]

  /// The text of a record, with so many fields that are none.
  static func thing(_ title: String, faults: Int = 0) -> String {
    "title: \(title)\n" + (0..<faults).map { "unknown_field_of_no_kind_\($0): 1\n" }.joined()
  }

  /// A new client.
  func client() throws -> RawClient { try RawClient(socket) }

  /// The reply to a request on a connection of its own.
  func get(_ target: String, headers: [String] = []) throws -> RawReply { try ask("GET", target, headers) }

  /// The reply to a request on a connection of its own.
  func ask(_ method: String, _ target: String, _ headers: [String] = [], body: String? = nil) throws -> RawReply {
    let client = try client()
    try client.send(method, target, headers, body: body)
    return try client.reply(isHead: method == "HEAD")
  }

  private static func listen(_ path: String) throws -> Int32 {
    let listening = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = RawClient.address(path)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard isBound == 0, Glibc.listen(listening, 128) == 0 else { throw RawClient.Failure(what: "listen", number: errno) }
    return listening
  }
}
