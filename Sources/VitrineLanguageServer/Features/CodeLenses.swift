// What there is to a record besides its text, above its first line.

import VitrineApplication
import VitrineEditing
import VitrineModel
import VitrineRules

/// `textDocument/codeLens`.
enum CodeLenses: LanguageFeature {
  static let methods = ["textDocument/codeLens"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("codeLensProvider", ["resolveProvider": false])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard request.server.client.hints.counts, let document = try request.document(), let around = document.surroundings else {
      return []
    }
    var words: [String] = []
    if !around.users.isEmpty { words.append("used by \(around.users.count)") }
    if !around.photos.isEmpty { words.append(around.photos.count == 1 ? "1 photo" : "\(around.photos.count) photos") }
    for (kind, count) in around.childCounts.sorted(by: { $0.key < $1.key }) where count > 0 {
      let kind = document.open.kinds[kind]
      words.append("\(count) \(count == 1 ? kind.name : kind.plural)")
    }
    let start = DocumentPosition(line: 0, character: 0).json
    // A command without a name is words that nobody can press.
    return .list(words.map { ["range": ["start": start, "end": start], "command": ["title": .string($0), "command": ""]] })
  }
}
