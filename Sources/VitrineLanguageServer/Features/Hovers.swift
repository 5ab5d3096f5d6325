// What a key means, what a value stands for, and the rule behind a finding.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/hover`.
enum Hovers: LanguageFeature {
  /// The longest page of a record or a rule. Units: characters.
  private static let maximumPage = 4_000

  static let methods = ["textDocument/hover"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] { [JSONValue.Entry("hoverProvider", true)] }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return .null }
    let offset = try request.offset(in: document)
    var parts: [String] = []
    var range: ByteRange?
    let tree = document.tree
    if let form = document.form, let root = tree.roots.first {
      tree.withReader { reader in
        guard let place = TreePlace(reader, root, at: offset), let node = place.node else { return }
        let field = form.field(FieldPath(place.names))
        guard place.isKey || reader.resolved(node).isScalar else { return }
        range = reader.node(node).range
        if !place.isKey, let field, let words = field.words(on: reader.text(node)) { parts.append(words) }
        if let field { parts.append(field.page) }
      }
    }
    if let reference = document.reference(at: offset) {
      range = reference.reference.range
      parts.insert(page(of: reference.target, document), at: 0)
    }
    for finding in document.open.catalogue.findings.findings(in: document.path) where finding.range.touches(offset) {
      parts.append(page(of: finding.rule))
      range = range ?? finding.range
    }
    parts.removeAll(where: \.isEmpty)
    guard !parts.isEmpty else { return .null }
    let contents: JSONValue = ["kind": "markdown", "value": .string(parts.joined(separator: "\n\n---\n\n"))]
    return ["contents": contents, "range": range.map { document.text.json($0, request.encoding) } ?? .null]
  }

  /// What `vitrine explain` says of a rule.
  private static func page(of rule: Rule) -> String {
    guard let page = try? RulePages.page(named: rule.slug) else { return "`\(rule.code) \(rule.slug)`: \(rule.summary.markdown)" }
    return cut(String(decoding: page, as: UTF8.self))
  }

  private static func cut(_ page: String) -> String { page.count <= maximumPage ? page : String(page.prefix(maximumPage)) + " …" }

  private static func page(of target: RecordSurroundings.Target, _ document: ServedDocument) -> String {
    guard let record = target.record else { return "" }
    let asked = RecordRequest(record.path.string, as: .markdown)
    guard
      case .text(let page) = try? asked.record(
        in: document.open, folder: document.open.catalogue.root, Look(color: false, width: nil))
    else {
      return record.title.markdown
    }
    return cut(page)
  }
}
