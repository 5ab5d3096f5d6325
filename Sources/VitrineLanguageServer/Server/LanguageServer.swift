// The language server: messages in, messages out. It knows no stream and no thread; its owner has both.

package import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSystem

/// A language server for one client. One thread uses it.
package final class LanguageServer {
  /// What it has of the process that it lives in.
  package struct Surroundings {
    /// The clock on the wall.
    package var clock: WallClock
    /// Sends a message to the client.
    package var send: (JSONValue) -> Void
    /// Called on any thread when files changed: `publish` is to be called soon.
    package var wake: @Sendable () -> Void
    /// Pages of rules and stock schemas as files.
    package var reference: ReferencePages
    /// The catalogue that this process follows for others, too.
    package var host: CatalogueHost?

    /// Surroundings of the given parts.
    package init(
      clock: WallClock, send: @escaping (JSONValue) -> Void, wake: @escaping @Sendable () -> Void,
      reference: ReferencePages = ReferencePages(), host: CatalogueHost? = nil
    ) {
      self.clock = clock
      self.send = send
      self.wake = wake
      self.reference = reference
      self.host = host
    }
  }

  /// How far the conversation has come.
  private enum Phase {
    case waiting, running, shutDown
  }

  /// A text that the editor has open.
  struct OpenText {
    /// The text.
    var text: DocumentText
    /// The version that the editor counts.
    var version: Int?
    /// The catalogue that it lies over a file of.
    var served: ServedCatalogue?
  }

  /// What the client can do.
  private(set) var client = ClientCapabilities()
  /// What the process ends with; nil while it goes on.
  package private(set) var exitStatus: Int32?

  /// Pages of rules and stock schemas as files.
  var reference: ReferencePages { surroundings.reference }

  /// The findings that `workspace/diagnostic` gave.
  var pulled = PulledDiagnostics()

  /// What it has of its process.
  let surroundings: Surroundings
  /// True while what was said to another server is said again: the client has heard the answers.
  var isMuted = false
  private var phase = Phase.waiting
  /// The catalogues that were read.
  var catalogues: [ServedCatalogue] = []
  /// The texts that the editor has open, by their URIs.
  var documents: [String: OpenText] = [:]
  /// The documents whose texts changed and are not laid over their files yet. Changes that come one upon the other in a large text are read together.
  private var changed: Set<String> = []
  /// The documents whose texts changed since the client last heard of findings.
  private var typed: Set<String> = []
  /// The folders that the editor works in.
  private var folders: [Path] = []
  /// The folders without a catalogue that can be read, and what was said of them.
  var failures: [Path: String] = [:]
  private var lastRequest = 0
  private let features: [String: any LanguageFeature.Type]

  /// A server that waits for `initialize`.
  package init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    features = Dictionary(Features.all.flatMap { feature in feature.methods.map { ($0, feature) } }) { first, _ in first }
  }

  /// Takes the next message.
  package func take(_ message: Message) {
    if !message.isChange { layChanged() }
    switch message {
    case .request(let id, let method, let params): send(reply(to: id, method, params))
    case .notification(let method, let params): note(method, params)
    case .reply: break
    case .invalid(let id, let error): send(Outgoing.failure(id, error))
    }
  }

  /// Tells that a request was not answered since the client did not want that any more.
  package func tellCancelled(_ id: RequestID) {
    send(Outgoing.failure(id, ProtocolError(.requestCancelled, "the request was cancelled")))
  }

  // MARK: requests

  private func reply(to id: RequestID, _ method: String, _ params: JSONValue) -> JSONValue {
    do {
      return Outgoing.reply(id, try result(of: method, params))
    } catch let error as ProtocolError {
      return Outgoing.failure(id, error)
    } catch let error as RequestError {
      return Outgoing.failure(id, ProtocolError(.requestFailed, error.message))
    } catch {
      return Outgoing.failure(id, ProtocolError(.requestFailed, "\(error)"))
    }
  }

  private func result(of method: String, _ params: JSONValue) throws -> JSONValue {
    switch (phase, method) {
    case (.waiting, "initialize"): return try initialize(params)
    case (.waiting, _): throw ProtocolError(.serverNotInitialized, "'initialize' comes first")
    case (.running, "initialize"): throw ProtocolError(.invalidRequest, "'initialize' comes once")
    case (.running, "shutdown"):
      phase = .shutDown
      catalogues = []
      documents = [:]
      return .null
    case (.running, _):
      guard let feature = features[method] else { throw ProtocolError(.methodNotFound, "there is no method '\(method)'") }
      if feature.needsSettledTexts { settle() }
      return try feature.reply(to: FeatureRequest(method: method, params: params, server: self))
    case (.shutDown, _): throw ProtocolError(.invalidRequest, "the server was shut down")
    }
  }

  private func initialize(_ params: JSONValue) throws -> JSONValue {
    guard case .map = params else { throw ProtocolError(.invalidParams, "'initialize' has an object of parameters") }
    phase = .running
    client = ClientCapabilities(params)
    folders = ClientCapabilities.folders(params)
    var capabilities: [JSONValue.Entry] = [
      JSONValue.Entry("positionEncoding", .string(client.encoding.rawValue)),
      JSONValue.Entry("textDocumentSync", ["openClose": true, "change": 2, "save": true]),
    ]
    for feature in Features.all { capabilities += feature.capabilities(for: client) }
    capabilities.append(JSONValue.Entry("workspace", Self.workspace(capabilities)))
    capabilities.removeAll { $0.key == Self.fileOperations }
    return ["capabilities": .map(capabilities), "serverInfo": ["name": "vitrine", "version": .string(Version.number)]]
  }

  /// The member under which features say which operations on files they want to hear of.
  static let fileOperations = "fileOperations"

  /// The files and folders whose names others may name: records, photos, and folders that take them along.
  static let followedFiles: JSONValue = [["scheme": "file", "pattern": ["glob": "**"]]]

  private static func workspace(_ capabilities: [JSONValue.Entry]) -> JSONValue {
    let operations = capabilities.filter { $0.key == fileOperations }.flatMap { $0.value.entries ?? [] }
    return ["workspaceFolders": ["supported": true, "changeNotifications": true], "fileOperations": .map(operations)]
  }

  // MARK: notifications

  private func note(_ method: String, _ params: JSONValue) {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    switch method {
    case "initialized": for folder in folders { openCatalogue(above: folder) }
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params)
    case "textDocument/didSave":
      if let path = params.member("textDocument", "uri")?.text.flatMap(DocumentURI.path) { _ = catalogue(of: path) }
    case "workspace/didChangeWorkspaceFolders": changeFolders(params)
    default: break  // Notifications that a server does not know are passed over.
    }
  }

  private func open(_ params: JSONValue) {
    guard let document = params["textDocument"], let uri = document["uri"]?.text, let text = document["text"]?.text else {
      return
    }
    let served = documents[uri]?.served
    documents[uri] = OpenText(text: DocumentText(Array(text.utf8)), version: document["version"]?.integer, served: served)
    lay(uri)
    moveFindings(to: uri)
  }

  private func change(_ params: JSONValue) {
    guard let document = params["textDocument"], let uri = document["uri"]?.text, var open = documents[uri] else { return }
    documents[uri] = nil
    open.text = open.text.applying(params["contentChanges"]?.items ?? [], client.encoding)
    open.version = document["version"]?.integer ?? open.version
    documents[uri] = open
    changed.insert(uri)
    typed.insert(uri)
  }

  /// Lays the texts that changed over their files.
  private func layChanged() {
    guard !changed.isEmpty else { return }
    let uris = changed.sorted()
    changed = []
    for uri in uris { lay(uri, isTyping: true) }
  }

  private func close(_ params: JSONValue) {
    guard let uri = params.member("textDocument", "uri")?.text, let document = documents.removeValue(forKey: uri) else { return }
    changed.remove(uri)
    guard let file = DocumentURI.path(of: uri), let served = document.served, let path = served.path(of: file) else { return }
    served.set(nil, at: path)
    let usual = DocumentURI.uri(of: served.file(at: path))
    if usual != uri { forgetFindings(of: uri, path, served) }
  }

  private func changeFolders(_ params: JSONValue) {
    func paths(_ name: String) -> [Path] {
      (params.member("event", name)?.items ?? []).compactMap { $0["uri"]?.text.flatMap(DocumentURI.path) }
    }
    let gone = Set(paths("removed"))
    folders.removeAll { gone.contains($0) }
    // What no folder and no document is of any more is given up.
    let needed = folders.compactMap { RootSearch.root(above: $0.string).map { Path($0) } }
    for served in catalogues where !needed.contains(served.root) && !documents.values.contains(where: { $0.served === served }) {
      giveUp(served)
    }
    for folder in paths("added") where !folders.contains(folder) {
      folders.append(folder)
      openCatalogue(above: folder)
    }
  }

  /// A document of a catalogue, open in the editor or not; nil for any other.
  func document(at uri: String) -> ServedDocument? {
    guard let file = DocumentURI.path(of: uri), let (served, path) = catalogue(of: file) else { return nil }
    let open = served.open
    if let document = documents[uri] {
      return ServedDocument(uri: uri, path: path, text: document.text, version: document.version, served: served, open: open)
    }
    guard let bytes = open.catalogue.text(at: path) else { return nil }
    return ServedDocument(uri: uri, path: path, text: DocumentText(bytes, isFile: true), version: nil, served: served, open: open)
  }

  /// The name that the editor has for a file of a catalogue.
  func uri(of path: Path, in served: ServedCatalogue) -> String {
    let usual = DocumentURI.uri(of: served.file(at: path))
    if documents[usual] != nil { return usual }
    let other = documents.keys.first { uri in
      DocumentURI.path(of: uri).map { file in file.name == path.name && served.path(of: file) == path } ?? false
    }
    return other ?? usual
  }

  /// The version of a document that is open.
  func version(of uri: String) -> Int? { documents[uri]?.version }

  /// Whether a file is open in the editor.
  func isOpen(_ uri: String) -> Bool { documents[uri] != nil }

  // MARK: what the server says unasked

  /// Sends the findings of all files whose findings are different. Called where no message waits.
  package func publish() {
    layChanged()
    guard phase == .running else { return }
    dropLost()
    for served in catalogues { served.readTyped(now: MonotonicClock.now) }
    if client.takesPublishedDiagnostics {
      for served in catalogues { for params in PublishedDiagnostics.news(of: served, self) { sendDiagnostics(params) } }
    } else {
      // An editor asks again of itself for what is typed in, and for nothing else.
      let isNews = catalogues.reduce(false) { PulledDiagnostics.isNews(of: $1, besides: typed, self) || $0 }
      typed = []
      if isNews, client.refreshesDiagnostics { ask("workspace/diagnostic/refresh", .null) }
    }
  }

  private func send(_ message: JSONValue) {
    if !isMuted { surroundings.send(message) }
  }

  /// Takes it that the client shows findings of a file, so that they are taken off should there be none, or should the file go by another name by now.
  func assumePublished(_ uri: String) {
    guard let file = DocumentURI.path(of: uri) else { return }
    if let (served, path) = catalogue(of: file), self.uri(of: path, in: served) == uri {
      served.published.insert(path)
    } else if client.takesPublishedDiagnostics {
      sendDiagnostics(["uri": .string(uri), "diagnostics": []])
    }
  }

  /// Sends the findings of a file.
  func sendDiagnostics(_ params: JSONValue) {
    send(Outgoing.notification("textDocument/publishDiagnostics", params))
  }

  /// When `publish` is to be called, whether or not anything happens until then; nil for never. Units: nanoseconds of `MonotonicClock`.
  package var deadline: Int64? { catalogues.compactMap(\.deadline).min() }

  /// Waits until everything that was written to disks is known, and all that follows from what was typed.
  package func settle() {
    layChanged()
    dropLost()
    for served in catalogues { served.settle() }
  }

  /// Shows a message to the person. Shape: 1 is an error, 2 a warning, 3 an information.
  func show(_ message: String, type: Int) {
    send(Outgoing.notification("window/showMessage", ["type": JSONValue(type), "message": .string(message)]))
  }

  /// Shows that something takes long; nil where the client shows nothing.
  func beginProgress(_ title: String) -> Int? {
    guard client.takesProgress else { return nil }
    ask("window/workDoneProgress/create", ["token": JSONValue(lastRequest + 1)])
    tell(lastRequest, ["kind": "begin", "title": .string(title)])
    return lastRequest
  }

  /// Asks something of the client whose reply is of no interest.
  private func ask(_ method: String, _ params: JSONValue) {
    lastRequest += 1
    send(Outgoing.request(lastRequest, method, params))
  }

  /// Shows that it is done.
  func endProgress(_ token: Int?) {
    if let token { tell(token, ["kind": "end"]) }
  }

  private func tell(_ token: Int, _ value: JSONValue) {
    send(Outgoing.notification("$/progress", ["token": JSONValue(token), "value": value]))
  }
}
