// Where the record or the photo is that a value names.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

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
    guard let photo = document.listedPhoto(at: offset) else { return .null }
    let start = DocumentPosition(line: 0, character: 0).json
    return [
      "uri": .string(request.server.uri(of: document.path(of: photo), in: document.served)),
      "range": ["start": start, "end": start],
    ]
  }

  /// The first of some places; null where there is none.
  private static func json(_ places: [(uri: String, text: DocumentText, range: ByteRange)], _ encoding: PositionEncoding)
    -> JSONValue
  {
    places.first.map { ["uri": .string($0.uri), "range": $0.text.json($0.range, encoding)] } ?? .null
  }
}
