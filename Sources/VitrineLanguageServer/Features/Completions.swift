// What may be typed next: keys with their meaning, values, names of records, photos. The text need not parse.

import VitrineEditing

/// `textDocument/completion`.
enum Completions: LanguageFeature {
  static let methods = ["textDocument/completion"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("completionProvider", ["triggerCharacters": [":", " ", "-", "\"", "/"], "resolveProvider": false])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document(), let form = document.form else { return .null }
    let offset = try request.offset(in: document)
    let place = LinePlace(document.text, at: offset)
    let list = CompletionList(
      document, form.location(of: place.names, isInside: place.part != .value), place, request.server.client)
    return ["isIncomplete": .bool(list.isAbridged), "items": .list(list.items)]
  }
}
