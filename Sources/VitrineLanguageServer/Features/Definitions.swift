// Where the record or the photo is that a value names.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/definition`.
enum Definitions: LanguageFeature {
  static let methods = ["textDocument/definition"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] { [JSONValue.Entry("definitionProvider", true)] }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return .null }
    let offset = try request.offset(in: document)
    if let target = document.reference(at: offset)?.target.record {
      let place = document.open.catalogue.book.withWriter { $0.facts(ofRecordAt: target.path)?.place } ?? ByteRange(at: 0)
      return json(document.location(target.path, place, request.server), request.encoding)
    }
    guard let photo = document.listedPhoto(at: offset) else {
      return document.subject(at: offset).flatMap { declaration(of: $0.subject, document, request) } ?? .null
    }
    return json(start: request.server.uri(of: document.path(of: photo), in: document.served))
  }

  /// Where something is declared. What comes with vitrine is a file that is written for whoever looks at it.
  private static func declaration(of subject: DocumentSubject, _ document: ServedDocument, _ request: FeatureRequest)
    -> JSONValue?
  {
    var schemas = SchemaLocations(document.open.catalogue.schemas)
    let found: SchemaLocations.Location?
    switch subject {
    case .kind(let name): found = schemas.location(SchemaStore.path(ofKind: name), pointer: "")
    case .rule(let name):
      let page = RuleBook.rule(named: name).flatMap { request.server.reference.page(of: $0) }
      return page.map { json(start: DocumentURI.uri(of: $0)) }
    case .view(let name):
      let file = document.open.catalogue.files(below: SavedView.folder).first { SavedView.name(ofPath: $0.path) == name }
      return file.map { json(start: request.server.uri(of: $0.path, in: document.served)) }
    case .schema(let path, let pointer): found = schemas.location(path, pointer: pointer)
    case .field(let kind, let field): found = schemas.key(of: field, ofKind: kind)
    }
    guard let found, let tree = schemas.tree(at: found.path) else { return nil }
    let node = tree.withReader { $0.node(found.node) }
    let place = tree.roots.first == found.node ? ByteRange(at: 0) : node.isScalar ? node.range : ByteRange(at: node.start)
    if schemas.isOwn(found.path) { return json(document.location(found.path, place, request.server), request.encoding) }
    guard let file = request.server.reference.schema(at: found.path), let bytes = Stock.file(named: found.path) else {
      return nil
    }
    return json([(DocumentURI.uri(of: file), DocumentText(bytes), place)], request.encoding)
  }

  /// The beginning of a file.
  private static func json(start uri: String) -> JSONValue {
    let start = DocumentPosition(line: 0, character: 0).json
    return ["uri": .string(uri), "range": ["start": start, "end": start]]
  }

  /// The first of some places; null where there is none.
  private static func json(_ places: [(uri: String, text: DocumentText, range: ByteRange)], _ encoding: PositionEncoding)
    -> JSONValue
  {
    places.first.map { ["uri": .string($0.uri), "range": $0.text.json($0.range, encoding)] } ?? .null
  }
}
