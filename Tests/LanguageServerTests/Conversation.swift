// An editor that speaks to a language server in this process, and the catalogue that both look at.

import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import VitrineApplication
import VitrineEditing
import VitrineLanguageServer
import VitrineLive
import VitrineTesting

/// A conversation with a language server about a catalogue in a temporary folder.
final class Conversation {
  /// Whether catalogues are hosted by a service where a test does not say: VITRINE_LSP_HOSTED.
  static let areHosted = ProcessInfo.processInfo.environment["VITRINE_LSP_HOSTED"] != nil

  /// The catalogue's folder.
  let folder: TemporaryFolder
  /// The person's cache folder.
  let cache: TemporaryFolder
  /// The diagnostics that the editor shows, by the name of the file in the catalogue.
  private(set) var shown: [String: [JSONValue]] = [:]
  /// All messages of the server but diagnostics.
  private(set) var said: [JSONValue] = []
  /// What follows the catalogue for others, too.
  let live: LiveCatalog?
  private var server: LanguageServer?
  private var lastID = 0
  private var versions: [String: Int] = [:]

  /// A conversation about a copy of parts of the example, or about these files; `capabilities` is what the editor says of itself. A catalogue that is
  /// `hosted` is followed by a service, and the editor's texts are laid over it.
  init(
    parts: [String] = [], files: [String: String] = [:], capabilities: JSONValue = [:], options: JSONValue = [:],
    locale: String? = nil, beginsWithCatalogue: Bool = true, hosted: Bool = Conversation.areHosted, idleTimeout: Int64 = 0
  ) throws {
    folder = try TemporaryFolder(inMemory: true)
    cache = try TemporaryFolder(inMemory: true)
    for name in parts {
      let source = TestData.checkout + "/examples/collection/" + name
      try FileManager.default.copyItem(atPath: source, toPath: folder.path + "/" + name)
    }
    for (name, text) in files { try folder.write(text, to: name) }
    let clock = try WallClock.system.stopped { _ in "2026-11-23T12:00:00+03:00" }
    let reference = ReferencePages { [cache] in $0 == "XDG_CACHE_HOME" ? cache.path : nil }
    let isCatalogue = FileManager.default.fileExists(atPath: folder.path + "/vitrine.yaml")
    live = hosted && isCatalogue ? try LiveCatalog(root: folder.path) : nil
    server = LanguageServer(
      LanguageServer.Surroundings(
        clock: clock, send: { [unowned self] in hear($0) }, wake: {}, reference: reference,
        host: live.map { CatalogueHost($0, idleTimeout: idleTimeout) }))
    let folders: JSONValue = beginsWithCatalogue ? [["uri": .string(uri("")), "name": "catalogue"]] : []
    let result = request(
      "initialize",
      [
        "processId": .null, "locale": locale.map { .string($0) } ?? .null, "capabilities": capabilities,
        "workspaceFolders": folders, "initializationOptions": options,
      ])
    try #require(result["capabilities"] != nil)
    notify("initialized", [:])
    publish()
  }

  deinit { live?.stop() }

  /// The name of a file for the server.
  func uri(_ name: String) -> String { "file://" + folder.path + (name.isEmpty ? "" : "/" + name) }

  private func hear(_ message: JSONValue) {
    guard message["method"]?.text == "textDocument/publishDiagnostics", let uri = message.member("params", "uri")?.text else {
      said.append(message)
      return
    }
    let name = String(uri.dropFirst(self.uri("").count + 1))
    let items = message.member("params", "diagnostics")?.items ?? []
    shown[name] = items.isEmpty ? nil : items
  }

  /// Says something to the server as it is.
  func say(_ message: JSONValue) { server?.take(Message(message.json)) }

  /// Lets the server see what is on the disk, and say what it has to.
  func publish() {
    server?.settle()
    server?.publish()
  }

  /// The state of a live catalogue with all that was written before.
  func settled(_ live: LiveCatalog) -> LiveState {
    let done = DispatchSemaphore(value: 0)
    let state = Mutex<LiveState?>(nil)
    live.barrier { settled in
      state.withLock { $0 = settled }
      done.signal()
    }
    done.wait()
    return state.withLock { $0 } ?? live.state
  }

  /// The whole reply to a request.
  func reply(_ method: String, _ params: JSONValue) -> JSONValue {
    lastID += 1
    say(["jsonrpc": "2.0", "id": JSONValue(lastID), "method": .string(method), "params": params])
    return said.last { $0["id"]?.integer == lastID && $0["method"] == nil } ?? .null
  }

  /// The result of a request.
  func request(_ method: String, _ params: JSONValue) -> JSONValue { reply(method, params)["result"] ?? .null }

  /// The result of a request about a place of a document.
  func request(_ method: String, _ name: String, line: Int, _ character: Int) -> JSONValue {
    request(
      method,
      ["textDocument": ["uri": .string(uri(name))], "position": ["line": JSONValue(line), "character": JSONValue(character)]])
  }

  /// Tells the server something.
  func notify(_ method: String, _ params: JSONValue) {
    say(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Opens a document with a text.
  func open(_ name: String, _ text: String) {
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri(name)), "languageId": "yaml", "version": 1, "text": .string(text)]])
    publish()
  }

  /// Opens a document as it is on the disk.
  @discardableResult
  func open(_ name: String) throws -> String {
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    open(name, text)
    return text
  }

  /// Changes a document; a change without a range is all of the text.
  func change(_ name: String, _ changes: [JSONValue]) {
    versions[name, default: 1] += 1
    let document: JSONValue = ["uri": .string(uri(name)), "version": JSONValue(versions[name] ?? 1)]
    notify("textDocument/didChange", ["textDocument": document, "contentChanges": .list(changes)])
  }

  /// Closes a document.
  func close(_ name: String) { notify("textDocument/didClose", ["textDocument": ["uri": .string(uri(name))]]) }

  /// What stands under a file, a line each: line and column from 0, the rule, the first line of the message.
  func underlined(_ name: String) -> [String] {
    (shown[name] ?? []).map { item in
      let start = item.member("range", "start") ?? .null
      let message = item["message"]?.text?.split(separator: "\n").first ?? ""
      return "\(start["line"]?.integer ?? -1):\(start["character"]?.integer ?? -1) \(item["code"]?.text ?? "") \(message)"
    }
  }
}

extension Conversation {
  /// Opens a document whose text has a `|` where the cursor is, and asks something there.
  func ask(_ method: String, _ name: String, _ marked: String, _ more: JSONValue = [:]) -> JSONValue {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    open(name, text)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let position: JSONValue = ["line": JSONValue(lines.count - 1), "character": JSONValue(lines.last?.utf16.count ?? 0)]
    let params: JSONValue = ["textDocument": ["uri": .string(uri(name))], "position": position]
    let reply = reply(method, .map((params.entries ?? []) + (more.entries ?? [])))
    close(name)
    return reply["result"] ?? reply["error"] ?? .null
  }

  /// The labels of what may be typed, and the text of the first.
  func completions(_ name: String, _ marked: String) -> (labels: [String], texts: [String]) {
    let items = (ask("textDocument/completion", name, marked)["items"]?.items ?? []).sorted {
      ($0["sortText"]?.text ?? "") < ($1["sortText"]?.text ?? "")
    }
    return (items.compactMap { $0["label"]?.text }, items.compactMap { $0.member("textEdit", "newText")?.text })
  }
}
