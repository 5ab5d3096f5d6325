// What can be folded away: values of several lines, and comments.

import VitrineApplication
import VitrineEditing
import VitrineSource
import VitrineSyntax

/// `textDocument/foldingRange`.
enum FoldingRanges: LanguageFeature {
  /// So many folds are given of one document.
  private static let maximum = 5_000

  static let methods = ["textDocument/foldingRange"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("foldingRangeProvider", true)]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return [] }
    let text = document.text
    var folds: [(start: Int, end: Int, isComment: Bool)] = []
    let tree = document.tree
    tree.withReader { reader in
      for index in reader.nodes.indices where reader.nodes[index].kind == .mapping {
        for entry in reader.writtenEntries(NodeID(index)) {
          let value = reader.node(entry.value)
          let (start, end) = (text.line(of: Int(reader.node(entry.key).start)), text.line(of: max(Int(value.end) - 1, 0)))
          if end > start { folds.append((start, end, false)) }
        }
      }
    }
    var line = 0
    while line < text.lineStarts.count {
      let first = line
      while line < text.lineStarts.count, text.content(ofLine: line).first(where: { $0 != 0x20 }) == 0x23 { line += 1 }
      if line > first + 1 { folds.append((first, line - 1, true)) }
      line += 1
    }
    folds.sort { ($0.start, $1.end) < ($1.start, $0.end) }
    return .list(
      folds.prefix(maximum).map { fold in
        let range: JSONValue = ["startLine": JSONValue(fold.start), "endLine": JSONValue(fold.end)]
        return fold.isComment ? range.adding("kind", "comment") : range
      })
  }
}
