// The outline of a document: its keys, one in another.

import VitrineApplication
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// `textDocument/documentSymbol`.
enum DocumentSymbols: LanguageFeature {
  /// So many symbols are given of one document, and so deep.
  private static let maximum = 10_000
  private static let maximumDepth = 20

  static let methods = ["textDocument/documentSymbol"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("documentSymbolProvider", true)]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return [] }
    let tree = document.tree
    guard let root = tree.roots.first else { return [] }
    return tree.withReader { reader in
      var outline = Outline(reader: reader, text: document.text, encoding: request.encoding, left: maximum)
      let symbols = outline.symbols(below: root, depth: 0)
      guard !request.server.client.takesNestedSymbols else { return .list(symbols) }
      return .list(symbols.map { flat($0, document.uri) })
    }
  }

  /// A symbol without those in it, for editors that know no nesting.
  private static func flat(_ symbol: JSONValue, _ uri: String) -> JSONValue {
    let location: JSONValue = ["uri": .string(uri), "range": symbol["range"] ?? .null]
    return ["name": symbol["name"] ?? .null, "kind": symbol["kind"] ?? .null, "location": location]
  }

  private struct Outline {
    let reader: TreeReader
    let text: DocumentText
    let encoding: PositionEncoding
    var left: Int

    mutating func symbols(below id: NodeID, depth: Int) -> [JSONValue] {
      guard depth < maximumDepth else { return [] }
      var found: [JSONValue] = []
      if reader.node(id).kind == .mapping {
        for entry in reader.writtenEntries(id) where left > 0 {
          found.append(symbol(reader.text(entry.key), entry.key, entry.value, depth))
        }
      } else if reader.node(id).kind == .sequence {
        for (index, item) in reader.items(id).enumerated() where reader.node(item).isCollection && left > 0 {
          let texts = reader.writtenEntries(item).map { [reader] in reader.text($0.value) }
          let first = texts.first { !$0.isEmpty }
          found.append(symbol(first ?? "\(index + 1)", item, item, depth))
        }
      }
      return found
    }

    private mutating func symbol(_ name: String, _ key: NodeID, _ value: NodeID, _ depth: Int) -> JSONValue {
      left -= 1
      let (keyNode, valueNode) = (reader.node(key), reader.node(value))
      let whole = ByteRange(keyNode.start, max(keyNode.end, valueNode.end))
      let kind =
        switch valueNode.kind {
        case .mapping: 19
        case .sequence: 18
        case .int, .float: 16
        case .bool: 17
        case .null, .string, .alias: 15
        }
      var members: [JSONValue.Entry] = [
        JSONValue.Entry("name", .string(name.isEmpty ? "''" : String(name.prefix(120)))),
        JSONValue.Entry("kind", JSONValue(kind)),
        JSONValue.Entry("range", text.json(whole, encoding)),
        JSONValue.Entry("selectionRange", text.json(key == value ? ByteRange(at: keyNode.start) : keyNode.range, encoding)),
      ]
      if valueNode.isScalar { members.append(JSONValue.Entry("detail", .string(String(reader.text(value).prefix(80))))) }
      let children = symbols(below: value, depth: depth + 1)
      if !children.isEmpty { members.append(JSONValue.Entry("children", .list(children))) }
      return .map(members)
    }
  }
}
