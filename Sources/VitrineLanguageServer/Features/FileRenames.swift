// Files and folders are about to get other names in the editor: what names the records and photos among them follows.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineSource

/// `workspace/willRenameFiles`.
enum FileRenames: LanguageFeature {
  static let methods = ["workspace/willRenameFiles"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry(LanguageServer.fileOperations, ["willRename": ["filters": LanguageServer.followedFiles]])]
  }

  static var needsSettledTexts: Bool { true }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let files = (request.params["files"]?.items ?? []).compactMap { file -> (old: Path, new: Path)? in
      guard let old = file["oldUri"]?.text.flatMap(DocumentURI.path), let new = file["newUri"]?.text.flatMap(DocumentURI.path)
      else { return nil }
      return (old, new)
    }
    for served in request.server.catalogues {
      var renamed: [Path: Path] = [:]
      for (old, new) in files {
        guard let old = served.path(of: old), let new = served.path(of: new) else { continue }
        renamed[old] = new
      }
      guard !renamed.isEmpty else { continue }
      let open = served.open
      do {
        // The editor moves the files itself.
        let plan = try MovePlanner.plan(following: renamed, in: open.catalogue, at: ChangeMoment(open.now))
        if !plan.isEmpty { return try PlannedEdits.workspaceEdit(plan, served, request.server) }
      } catch {
        // What cannot follow, or a name that is no record's, has a finding then.
        continue
      }
    }
    return .null
  }
}
