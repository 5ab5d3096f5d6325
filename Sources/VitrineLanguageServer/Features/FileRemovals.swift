// Records are about to be deleted in the editor: what names them loses the name, as by `vitrine rm --unlink`. Decision 0089 says why.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineSource

/// `workspace/willDeleteFiles`.
enum FileRemovals: LanguageFeature {
  static let methods = ["workspace/willDeleteFiles"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    // A folder takes the records in it along.
    let filters: JSONValue = [
      ["scheme": "file", "pattern": ["glob": "**/*.{yaml,yml}", "matches": "file"]],
      ["scheme": "file", "pattern": ["glob": "**", "matches": "folder"]],
    ]
    return [JSONValue.Entry(LanguageServer.fileOperations, ["willDelete": ["filters": filters]])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let files = (request.params["files"]?.items ?? []).compactMap { $0["uri"]?.text.flatMap(DocumentURI.path) }
    for served in request.server.allCatalogues {
      let paths = files.compactMap { served.path(of: $0) }
      guard !paths.isEmpty else { continue }
      let open = served.open
      let doomed = paths.flatMap { path in
        open.catalogue.record(at: path) != nil ? [path] : records(below: path, open)
      }
      // What lies below a record stays where only its file goes.
      let gone = Set(doomed)
      guard !doomed.isEmpty, doomed.allSatisfy({ open.catalogue.children(of: $0).allSatisfy { gone.contains($0.path) } }) else {
        continue
      }
      do {
        let plan = try RemovePlanner.plan(doomed, naming: .unlinked, in: open.catalogue, at: ChangeMoment(open.now))
        // The editor deletes the files itself.
        let rest = Plan(plan.title, plan.edits.filter { !$0.change.isRemoval })
        return rest.isEmpty ? .null : try PlannedEdits.workspaceEdit(rest, served, request.server)
      } catch {
        // A record that must have the name keeps it, and has a finding then.
        return .null
      }
    }
    return .null
  }

  private static func records(below folder: Path, _ open: OpenCatalogue) -> [Path] {
    open.catalogue.files(below: folder).map(\.path).filter { open.catalogue.kindIndex(ofRecordAt: $0) != nil }
  }
}
