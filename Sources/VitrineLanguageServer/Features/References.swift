// All values that name a record.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// `textDocument/references`.
enum References: LanguageFeature {
  static let methods = ["textDocument/references"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] { [JSONValue.Entry("referencesProvider", true)] }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document(), document.kind != nil else { return .null }
    let named = document.reference(at: try request.offset(in: document))
    if let named, named.target.record == nil { return [] }
    let target = named?.target.record?.path ?? document.path
    var found = document.open.catalogue.book.withWriter { writer in
      writer.references(toRecordAt: target).map { (path: $0.path, range: $0.reference.range) }
    }
    if request.params.member("context", "includeDeclaration")?.flag == true,
      let place = document.open.catalogue.book.withWriter({ $0.facts(ofRecordAt: target)?.place })
    {
      found.insert((target, place), at: 0)
    }
    var texts: [Path: DocumentText] = [:]
    var locations: [JSONValue] = []
    for (path, range) in found {
      if texts[path] == nil { texts[path] = document.served.document(at: path) }
      guard let text = texts[path] else { continue }
      let uri = request.server.uri(of: path, in: document.served)
      locations.append(["uri": .string(uri), "range": text.json(range, request.encoding)])
    }
    return .list(locations)
  }
}
