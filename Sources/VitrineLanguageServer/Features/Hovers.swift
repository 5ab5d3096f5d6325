// What a key means, what a value stands for, and the rule behind a finding.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/hover`.
enum Hovers: LanguageFeature {
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
        let field = form.location(of: place.names).field
        guard place.isKey || reader.resolved(node).isScalar else { return }
        range = reader.node(node).range
        if !place.isKey, let field, let words = field.words(on: reader.text(node)) { parts.append(words) }
        if let field { parts.append(field.page) }
      }
    }
    if let (subject, place) = document.subject(at: offset) {
      range = place
      parts.insert(page(of: subject, document), at: 0)
    }
    if let reference = document.reference(at: offset) {
      range = reference.reference.range
      parts.insert(reference.target.record.map { document.page(ofRecordAt: $0.path) } ?? "", at: 0)
    }
    for finding in document.open.catalogue.findings.findings(in: document.path) where finding.range.touches(offset) {
      parts.append(page(of: finding.rule))
      range = range ?? finding.range
    }
    parts.removeAll(where: \.isEmpty)
    guard !parts.isEmpty else { return .null }
    let page = parts.joined(separator: "\n\n---\n\n")
    let contents: JSONValue =
      request.server.client.hoversInMarkdown
      ? ["kind": "markdown", "value": .string(page)] : ["kind": "plaintext", "value": .string(page.withoutMarkdown)]
    return ["contents": contents, "range": range.map { document.text.json($0, request.encoding) } ?? .null]
  }

  /// What `vitrine explain` says of a rule.
  private static func page(of rule: Rule) -> String {
    ShownPage.cut(String(decoding: RulePages.page(of: rule), as: UTF8.self))
  }

  /// What a word of the catalogue's own texts stands for.
  private static func page(of subject: DocumentSubject, _ document: ServedDocument) -> String {
    switch subject {
    case .kind(let name):
      guard let number = document.open.kinds.firstIndex(where: { $0.name == name }) else { return "" }
      let kind = document.open.kinds[number]
      let required = kind.fields.filter { $0.isRequired && $0.path.names.count == 1 }.map { "`\($0.path.dotted)`" }
      let count = document.open.index.tables[number].liveCount
      let lines = [
        "**\(kind.title.markdown)** · `\(name)` · \(count) \(count == 1 ? "record" : "records")", kind.description.markdown,
        required.isEmpty ? "" : "required: " + required.joined(separator: ", "),
      ]
      return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .rule(let name): return RuleBook.rule(named: name).map { page(of: $0) } ?? ""
    case .view(let name):
      guard let view = document.open.catalogue.views[name] else { return "" }
      let count = document.open.count(ofView: name).map { " · \($0) \($0 == 1 ? "record" : "records")" } ?? ""
      return "**\(view.title.markdown)**\(count)\n\n`\(view.query.replacingBackticks)`\n\n\(view.description.markdown)"
    case .schema(let path, let pointer): return page(ofSchema: path, pointer, document)
    case .field(let kind, let field):
      if document.form?.isOf(kind) == true { return "" }
      return document.open.kinds.first { $0.name == kind }?.field(field)?.page ?? ""
    }
  }

  /// The title, the description and the values of a schema.
  private static func page(ofSchema path: Path, _ pointer: String, _ document: ServedDocument) -> String {
    var schemas = SchemaLocations(document.open.catalogue.schemas)
    guard let location = schemas.location(path, pointer: pointer), let tree = schemas.tree(at: path) else { return "" }
    let from = schemas.isOwn(path) ? "" : " · comes with vitrine"
    return tree.withReader { reader in
      func text(_ key: String) -> String { reader.value(location.node, named: key).map { reader.text($0) } ?? "" }
      let values = reader.value(location.node, named: "enum").map { list in reader.items(list).map { reader.text($0) } } ?? []
      let shown =
        values.prefix(12).map { "`\($0.replacingBackticks)`" }.joined(separator: ", ") + (values.count > 12 ? ", …" : "")
      let lines = [
        "**\(text("title").markdown)** · `\(SchemaStore.shortName(of: path))`\(from)", text("description").markdown, shown,
      ]
      return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
  }
}
