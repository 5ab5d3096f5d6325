// What may be typed next: keys with their meaning, values, names of records, photos. The text need not parse.

import VitrineEditing
import VitrineSource

/// `textDocument/completion` and `completionItem/resolve`.
enum Completions: LanguageFeature {
  static let methods = ["textDocument/completion", "completionItem/resolve"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("completionProvider", ["triggerCharacters": [":", " ", "-", "\"", "/"], "resolveProvider": true])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    if request.method == "completionItem/resolve" { return resolved(request) }
    guard let document = try request.document(), let form = document.form else { return .null }
    let offset = try request.offset(in: document)
    let place = LinePlace(document.text, at: offset)
    let list = CompletionList(
      document, form.location(of: place.names, isInside: place.part != .value), place, request.server.client)
    return ["isIncomplete": .bool(list.isAbridged), "items": .list(list.items)]
  }

  /// The item that is shown, with the page of the record that it names; any other as it is. Pages are made for the one that a person looks at, not for
  /// all that are offered.
  private static func resolved(_ request: FeatureRequest) -> JSONValue {
    let item = request.params
    guard case .map(var members) = item, let uri = item.member("data", "uri")?.text,
      let path = item.member("data", "record")?.text,
      let document = request.server.document(at: uri)
    else { return item }
    let page = document.page(ofRecordAt: Path(path))
    guard !page.isEmpty else { return item }
    members.removeAll { $0.key == "documentation" }
    members.append(JSONValue.Entry("documentation", request.server.client.documentation(page)))
    return .map(members)
  }
}
