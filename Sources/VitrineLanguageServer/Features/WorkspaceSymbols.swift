// Records found by a query, wherever they are.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineIndex
import VitrineLive
import VitrineModel
import VitrineQuery
import VitrineSource

/// `workspace/symbol`.
enum WorkspaceSymbols: LanguageFeature {
  /// So many records are given at once.
  private static let maximum = 500

  static let methods = ["workspace/symbol"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("workspaceSymbolProvider", true)]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let query = request.params["query"]?.text ?? ""
    var symbols: [JSONValue] = []
    for served in request.server.catalogues {
      let open = served.open
      for path in paths(query, open).prefix(maximum - symbols.count) {
        guard let record = open.catalogue.record(at: path) else { continue }
        let start = DocumentPosition(line: 0, character: 0).json
        symbols.append([
          "name": .string(record.title), "kind": 1,
          "containerName": .string(open.kinds[record.kind].name + " " + Path(path.folder).shown),
          "location": ["uri": .string(request.server.uri(of: path, in: served)), "range": ["start": start, "end": start]],
        ])
      }
    }
    return .list(symbols)
  }

  /// The records that a query finds; where it is none yet, those that are called so.
  private static func paths(_ query: String, _ open: OpenCatalogue) -> [Path] {
    if query.isEmpty { return ReferenceSearch("", kind: nil, in: open, limit: maximum).candidates.map(\.path) }
    do throws(QueryError) {
      let found = try open.ask([query]).answer.rows
      if !found.isEmpty { return found.prefix(maximum).map { open.index.path(of: $0) } }
    } catch {
      // What is being typed is no query yet.
    }
    return ReferenceSearch(query, kind: nil, in: open, limit: maximum).candidates.map(\.path)
  }
}
