// Colours of a record, as swatches beside their names.

import VitrineApplication
import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSyntax

/// `textDocument/documentColor` and `textDocument/colorPresentation`.
enum DocumentColors: LanguageFeature {
  static let methods = ["textDocument/documentColor", "textDocument/colorPresentation"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] { [JSONValue.Entry("colorProvider", true)] }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document(), let kind = document.kind else { return [] }
    let found = colors(in: document, kind)
    guard request.method == "textDocument/colorPresentation" else {
      return .list(found.map { ["range": document.text.json($0.range, request.encoding), "color": json($0.color)] })
    }
    guard let range = document.text.range(request.params["range"], request.encoding), let wanted = request.params["color"],
      let field = found.first(where: { $0.range.touches(range) })?.field
    else { return [] }
    return .list(
      names(of: field, near: wanted).map {
        [
          "label": .string($0),
          "textEdit": ["range": request.params["range"] ?? .null, "newText": .string(YAMLDocument.scalar($0))],
        ]
      })
  }

  private static func colors(in document: ServedDocument, _ kind: Kind) -> [(range: ByteRange, color: RGB, field: Kind.Field)] {
    let tree = document.tree
    guard let root = tree.roots.first else { return [] }
    var found: [(range: ByteRange, color: RGB, field: Kind.Field)] = []
    tree.withReader { reader in
      for field in kind.fields where field.meaning == .color {
        field.path.forEachValue(reader, from: root) { node in
          guard let hex = ShownValue.hex(of: reader.text(node), field), let color = RGB(hex: hex) else { return }
          found.append((reader.node(node).range, color, field))
        }
      }
    }
    return found
  }

  private static func json(_ color: RGB) -> JSONValue {
    func part(_ value: UInt8) -> JSONValue { .number("\(Double(value) / 255)") }
    return ["red": part(color.red), "green": part(color.green), "blue": part(color.blue), "alpha": 1]
  }

  /// The nearest colours of the palette; where there is none, the colour by its numbers.
  private static func names(of field: Kind.Field, near color: JSONValue) -> [String] {
    func part(_ name: String) -> Double {
      guard case .number(let text)? = color[name] else { return 0 }
      return min(max(Double(text) ?? 0, 0), 1) * 255
    }
    let (red, green, blue) = (part("red"), part("green"), part("blue"))
    func distance(_ other: RGB) -> Double {
      let (r, g, b) = (Double(other.red) - red, Double(other.green) - green, Double(other.blue) - blue)
      return r * r + g * g + b * b
    }
    let palette = field.palette.compactMap { entry in RGB(hex: entry.hex).map { (name: entry.name, distance: distance($0)) } }
    if !palette.isEmpty { return palette.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(5).map(\.name) }
    let digits = [red, green, blue].map { value -> String in
      let text = String(Int(value.rounded()), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return ["#" + digits.joined()]
  }
}
