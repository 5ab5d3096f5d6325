// What a document leads to: photos, other records, pages of the web.

import VitrineApplication
import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/documentLink`.
enum DocumentLinks: LanguageFeature {
  /// So many links are given of one document.
  private static let maximum = 5_000

  static let methods = ["textDocument/documentLink"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("documentLinkProvider", ["resolveProvider": false])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return [] }
    var links: [(range: ByteRange, target: String, words: String)] = []
    if let around = document.surroundings {
      for (reference, target) in zip(around.facts.references, around.targets) {
        guard let record = target.record else { continue }
        links.append((reference.range, request.server.uri(of: record.path, in: document.served), record.title))
      }
      for (number, photo) in around.facts.photos.enumerated() where !around.missingPhotos.contains(number) {
        links.append((photo.range, request.server.uri(of: document.path(of: photo), in: document.served), photo.file))
      }
    }
    let tree = document.tree
    tree.withReader { reader in
      for node in reader.nodes.indices where reader.nodes[node].kind == .string && links.count < maximum {
        let text = reader.text(NodeID(node))
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
          continue
        }
        links.append((reader.nodes[node].range, text, "open in a browser"))
      }
    }
    return .list(
      links.prefix(maximum).map { link in
        let tooltip = request.server.client.takesLinkTooltips ? [JSONValue.Entry("tooltip", .string(link.words))] : []
        return .map(
          [
            JSONValue.Entry("range", document.text.json(link.range, request.encoding)),
            JSONValue.Entry("target", .string(link.target)),
          ] + tooltip)
      })
  }
}
