// A file is about to get another name in the editor: what names it follows.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineSource

/// `workspace/willRenameFiles`.
enum FileRenames: LanguageFeature {
  static let methods = ["workspace/willRenameFiles"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    let filters: JSONValue = [["scheme": "file", "pattern": ["glob": "**/*.{yaml,yml}", "matches": "file"]]]
    return [JSONValue.Entry(LanguageServer.fileOperations, ["willRename": ["filters": filters]])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let files = request.params["files"]?.items ?? []
    // Of several at once each would have to know of the others.
    guard files.count == 1, let old = files[0]["oldUri"]?.text, let new = files[0]["newUri"]?.text.flatMap(DocumentURI.path),
      let document = request.server.document(at: old), document.kind != nil, let goal = document.served.path(of: new)
    else { return .null }
    do {
      let plan = try MovePlanner.plan(
        document.path, to: goal, takesFolder: false, in: document.open.catalogue, at: ChangeMoment(document.open.now))
      // The editor moves the file itself.
      let rest = Plan(plan.title, plan.edits, moves: plan.moves.filter { $0.from != document.path })
      return rest.isEmpty ? .null : try PlannedEdits.workspaceEdit(rest, document.served, request.server)
    } catch {
      return .null
    }
  }
}
