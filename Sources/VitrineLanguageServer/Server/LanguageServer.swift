// The language server: messages in, messages out. It knows no stream and no thread; its owner has both.

package import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineFiles
import VitrineIndex
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

    /// Surroundings of the given parts.
    package init(
      clock: WallClock, send: @escaping (JSONValue) -> Void, wake: @escaping @Sendable () -> Void,
      reference: ReferencePages = ReferencePages()
    ) {
      self.clock = clock
      self.send = send
      self.wake = wake
      self.reference = reference
    }
  }

  /// How far the conversation has come.
  private enum Phase {
    case waiting, running, shutDown
  }

  /// A text that the editor has open.
  private struct OpenText {
    var text: DocumentText
    var version: Int?
  }

  /// What the client can do.
  private(set) var client = ClientCapabilities()
  /// What the process ends with; nil while it goes on.
  package private(set) var exitStatus: Int32?

  /// Pages of rules and stock schemas as files.
  var reference: ReferencePages { surroundings.reference }

  private let surroundings: Surroundings
  private var phase = Phase.waiting
  private var catalogues: [ServedCatalogue] = []
  private var documents: [String: OpenText] = [:]
  /// The documents whose texts changed and are not laid over their files yet. Changes that come one upon the other in a large text are read together.
  private var changed: Set<String> = []
  /// The folders that the editor works in.
  private var folders: [Path] = []
  /// The folders without a catalogue that can be read, and what was said of them.
  private var failures: [Path: String] = [:]
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
    case .request(let id, let method, let params): surroundings.send(reply(to: id, method, params))
    case .notification(let method, let params): note(method, params)
    case .reply: break
    case .invalid(let id, let error): surroundings.send(Outgoing.failure(id, error))
    }
  }

  /// Tells that a request was not answered since the client did not want that any more.
  package func tellCancelled(_ id: RequestID) {
    surroundings.send(Outgoing.failure(id, ProtocolError(.requestCancelled, "the request was cancelled")))
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
      return .null
    case (.running, _):
      guard let feature = features[method] else { throw ProtocolError(.methodNotFound, "there is no method '\(method)'") }
      return try feature.reply(to: FeatureRequest(method: method, params: params, server: self))
    case (.shutDown, _): throw ProtocolError(.invalidRequest, "the server was shut down")
    }
  }

  private func initialize(_ params: JSONValue) throws -> JSONValue {
    guard case .map = params else { throw ProtocolError(.invalidParams, "'initialize' has an object of parameters") }
    phase = .running
    client = ClientCapabilities(params)
    let named = (params["workspaceFolders"]?.items ?? []).compactMap { $0["uri"]?.text }
    folders = named.compactMap(DocumentURI.path)
    if folders.isEmpty, let root = params["rootUri"]?.text.flatMap(DocumentURI.path) { folders = [root] }
    if folders.isEmpty, let root = params["rootPath"]?.text.map({ Path($0) }), root.isAbsolute { folders = [root] }
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
    documents[uri] = OpenText(text: DocumentText(Array(text.utf8)), version: document["version"]?.integer)
    lay(uri)
  }

  private func change(_ params: JSONValue) {
    guard let document = params["textDocument"], let uri = document["uri"]?.text, var open = documents[uri] else { return }
    documents[uri] = nil
    open.text = open.text.applying(params["contentChanges"]?.items ?? [], client.encoding)
    open.version = document["version"]?.integer ?? open.version
    documents[uri] = open
    changed.insert(uri)
  }

  /// Lays the texts that changed over their files.
  private func layChanged() {
    guard !changed.isEmpty else { return }
    let uris = changed.sorted()
    changed = []
    for uri in uris { lay(uri) }
  }

  private func close(_ params: JSONValue) {
    guard let uri = params.member("textDocument", "uri")?.text, documents.removeValue(forKey: uri) != nil else { return }
    guard let file = DocumentURI.path(of: uri), let (served, path) = known(file) else { return }
    served.set(nil, at: path)
  }

  /// Lays the text of a document over its file.
  private func lay(_ uri: String) {
    guard let text = documents[uri]?.text, let file = DocumentURI.path(of: uri), let (served, path) = catalogue(of: file) else {
      return
    }
    served.set(text.bytes, at: path)
  }

  private func changeFolders(_ params: JSONValue) {
    func paths(_ name: String) -> [Path] {
      (params.member("event", name)?.items ?? []).compactMap { $0["uri"]?.text.flatMap(DocumentURI.path) }
    }
    let gone = Set(paths("removed"))
    folders.removeAll { gone.contains($0) }
    for folder in paths("added") where !folders.contains(folder) {
      folders.append(folder)
      openCatalogue(above: folder)
    }
  }

  // MARK: catalogues

  /// The catalogue that a file belongs to, read now if it was not known, and the path of the file in it.
  private func catalogue(of file: Path) -> (served: ServedCatalogue, path: Path)? {
    // A folder within a catalogue may be one of its own.
    guard let root = RootSearch.root(above: file.folder.string).map({ Path($0) }) else { return known(file) }
    if !catalogues.contains(where: { $0.root == root }) { openCatalogue(above: Path(file.folder)) }
    return known(file)
  }

  /// The innermost known catalogue that has a file.
  private func known(_ file: Path) -> (served: ServedCatalogue, path: Path)? {
    let found = catalogues.compactMap { served in served.path(of: file).map { (served: served, path: $0) } }
    return found.min { $0.path.utf8.count < $1.path.utf8.count }
  }

  private func openCatalogue(above folder: Path) {
    guard let found = RootSearch.root(above: folder.string) else { return }
    let root = Path(found)
    guard !catalogues.contains(where: { $0.root == root || $0.realRoot == Path(Path.real(root.string)) }) else { return }
    let progress = beginProgress("reading the catalogue")
    defer { endProgress(progress) }
    do throws(FileError) {
      catalogues.append(
        try ServedCatalogue(root: root, clock: surroundings.clock, language: client.language, changed: surroundings.wake))
      failures[root] = nil
    } catch {
      let message = "the catalogue in '\(root.shown)' cannot be read: \(error)"
      if failures[root] != message { show(message, type: 1) }
      failures[root] = message
      return
    }
    // What is open already may be a text of this catalogue.
    for uri in documents.keys.sorted() { lay(uri) }
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

  /// All catalogues, as they are now.
  var allCatalogues: [ServedCatalogue] { catalogues }

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
    guard phase == .running, client.takesPublishedDiagnostics else { return }
    for served in catalogues {
      for params in PublishedDiagnostics.news(of: served, self) {
        surroundings.send(Outgoing.notification("textDocument/publishDiagnostics", params))
      }
    }
  }

  /// Waits until everything that was written to disks is known.
  package func settle() {
    layChanged()
    for served in catalogues { _ = served.state }
  }

  /// Shows a message to the person. Shape: 1 is an error, 2 a warning, 3 an information.
  func show(_ message: String, type: Int) {
    surroundings.send(Outgoing.notification("window/showMessage", ["type": JSONValue(type), "message": .string(message)]))
  }

  private func beginProgress(_ title: String) -> Int? {
    guard client.takesProgress else { return nil }
    lastRequest += 1
    surroundings.send(Outgoing.request(lastRequest, "window/workDoneProgress/create", ["token": JSONValue(lastRequest)]))
    tell(lastRequest, ["kind": "begin", "title": .string(title)])
    return lastRequest
  }

  private func endProgress(_ token: Int?) {
    if let token { tell(token, ["kind": "end"]) }
  }

  private func tell(_ token: Int, _ value: JSONValue) {
    surroundings.send(Outgoing.notification("$/progress", ["token": JSONValue(token), "value": value]))
  }
}
