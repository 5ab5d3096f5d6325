// What an editor and a service have said to each other, as far as another server has to know it to go on in the service's place.

import VitrineEditing

/// A conversation that another server can take up.
struct RelayedConversation {
  /// A document that is open.
  private struct Document {
    var text: DocumentText
    var version: JSONValue
    var language: JSONValue
  }

  /// The requests without a reply yet, in their order.
  var pending: [(id: RequestID, content: [UInt8])] = []
  /// The files that findings were sent of, by their URIs.
  var published: Set<String> = []

  private var initialize: Message?
  private var encoding = PositionEncoding.utf16
  private var isInitialized = false
  /// The folders that came and went since the beginning, by their URIs: each is in one of the two.
  private var added: [String: JSONValue] = [:]
  private var removed: [String: JSONValue] = [:]
  private var documents: [String: Document] = [:]
  private var isShutDown = false
  /// True once the editor has said that it wants nothing more.
  private(set) var hasEnded = false

  /// What a server's process ends with after this conversation.
  var exitStatus: Int32 { hasEnded && isShutDown ? 0 : 1 }

  /// The request that began it, and whether it has its reply.
  var beginning: (message: Message, isAnswered: Bool)? {
    guard let initialize, case .request(let id, _, _) = initialize else { return nil }
    return (initialize, !pending.contains { $0.id == id })
  }

  /// Takes in what the editor says.
  mutating func note(_ message: Message) {
    switch message {
    case .request(_, "initialize", let params) where initialize == nil:
      initialize = message
      encoding = ClientCapabilities(params).encoding
    case .request(_, "shutdown", _): isShutDown = true
    case .notification(let method, let params): note(method, params)
    case .request, .reply, .invalid: break
    }
  }

  private mutating func note(_ method: String, _ params: JSONValue) {
    let document = params["textDocument"] ?? .null
    switch method {
    case "initialized": isInitialized = true
    case "exit": hasEnded = true
    case "workspace/didChangeWorkspaceFolders":
      for folder in params.member("event", "removed")?.items ?? [] {
        guard let uri = folder["uri"]?.text else { continue }
        (added[uri], removed[uri]) = (nil, folder)
      }
      for folder in params.member("event", "added")?.items ?? [] {
        guard let uri = folder["uri"]?.text else { continue }
        (added[uri], removed[uri]) = (folder, nil)
      }
    case "textDocument/didOpen":
      guard let uri = document["uri"]?.text, let text = document["text"]?.text else { return }
      documents[uri] = Document(
        text: DocumentText(Array(text.utf8)), version: document["version"] ?? .null, language: document["languageId"] ?? .null)
    case "textDocument/didChange":
      guard let uri = document["uri"]?.text, var open = documents.removeValue(forKey: uri) else { return }
      open.text = open.text.applying(params["contentChanges"]?.items ?? [], encoding)
      open.version = document["version"] ?? open.version
      documents[uri] = open
    case "textDocument/didClose": if let uri = document["uri"]?.text { documents[uri] = nil }
    default: break
    }
  }

  /// What is to be said to another server so that it knows all that the service knew, after the beginning.
  var messages: [Message] {
    guard isInitialized else { return [] }
    var messages = [Message.notification(method: "initialized", params: [:])]
    if !added.isEmpty || !removed.isEmpty {
      func list(_ folders: [String: JSONValue]) -> JSONValue { .list(folders.sorted { $0.key < $1.key }.map(\.value)) }
      let event: JSONValue = ["added": list(added), "removed": list(removed)]
      messages.append(.notification(method: "workspace/didChangeWorkspaceFolders", params: ["event": event]))
    }
    for (uri, document) in documents.sorted(by: { $0.key < $1.key }) {
      let text = String(decoding: document.text.bytes, as: UTF8.self)
      let item: JSONValue = [
        "uri": .string(uri), "languageId": document.language, "version": document.version, "text": .string(text),
      ]
      messages.append(.notification(method: "textDocument/didOpen", params: ["textDocument": item]))
    }
    return messages
  }
}

extension LanguageServer {
  /// Goes on with a conversation that another server has begun. What that has answered is not said again.
  func resume(_ conversation: RelayedConversation) {
    guard let (beginning, isAnswered) = conversation.beginning else { return }
    isMuted = isAnswered
    take(beginning)
    isMuted = true
    for message in conversation.messages { take(message) }
    isMuted = false
    for uri in conversation.published { assumePublished(uri) }
    for (_, content) in conversation.pending {
      let message = Message(content)
      if case .request(_, "initialize", _) = message { continue }
      take(message)
    }
  }
}
