// What a selection grows to: the value, the entry, the map around it.

import VitrineApplication
import VitrineEditing
import VitrineSource
import VitrineSyntax

/// `textDocument/selectionRange`.
enum SelectionRanges: LanguageFeature {
  /// So many places are looked up at once.
  private static let maximum = 1_000

  static let methods = ["textDocument/selectionRange"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("selectionRangeProvider", true)]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return .null }
    let positions = (request.params["positions"]?.items ?? []).prefix(maximum).compactMap { DocumentPosition($0) }
    let tree = document.tree
    return tree.withReader { reader in
      .list(
        positions.map { position in
          let offset = document.text.offset(of: position, request.encoding)
          var ranges = [ByteRange(0, document.text.bytes.count)]
          if let root = tree.roots.first, let place = TreePlace(reader, root, at: offset) {
            for node in place.nodes.map({ reader.node($0).range }) where node != ranges.last { ranges.append(node) }
          }
          return ranges.reduce(JSONValue.null) { parent, range in
            let own: JSONValue = ["range": document.text.json(range, request.encoding)]
            return parent.isNull ? own : own.adding("parent", parent)
          }
        })
    }
  }
}
