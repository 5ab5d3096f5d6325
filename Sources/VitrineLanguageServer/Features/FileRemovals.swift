// Records and photos are about to be deleted in the editor: what names them loses the name, as by `vitrine rm --unlink` and `vitrine photo rm`. Decision 0089 says why.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineSource

/// `workspace/willDeleteFiles`.
enum FileRemovals: LanguageFeature {
  static let methods = ["workspace/willDeleteFiles"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry(LanguageServer.fileOperations, ["willDelete": ["filters": LanguageServer.followedFiles]])]
  }

  static var needsSettledTexts: Bool { true }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let files = (request.params["files"]?.items ?? []).compactMap { $0["uri"]?.text.flatMap(DocumentURI.path) }
    for served in request.server.catalogues {
      let paths = files.compactMap { served.path(of: $0) }
      guard !paths.isEmpty else { continue }
      let open = served.open
      let doomed = paths.flatMap { path in
        open.catalogue.record(at: path) != nil ? [path] : records(below: path, open)
      }
      do {
        let edits = try removal(of: doomed, open) + unlisting(of: paths, besides: Set(doomed), open)
        var known: Set<Path> = []
        let plan = Plan("delete files", edits.filter { known.insert($0.path).inserted })
        if !plan.isEmpty { return try PlannedEdits.workspaceEdit(plan, served, request.server) }
      } catch {
        // A record that must have the name keeps it, and has a finding then.
        continue
      }
    }
    return .null
  }

  /// What becomes of the files that name records which go. The editor deletes the files itself.
  private static func removal(of doomed: [Path], _ open: OpenCatalogue) throws -> [FileEdit] {
    // What lies below a record stays where only its file goes.
    let gone = Set(doomed)
    guard !doomed.isEmpty, doomed.allSatisfy({ open.catalogue.children(of: $0).allSatisfy { gone.contains($0.path) } }) else {
      return []
    }
    let plan = try RemovePlanner.plan(doomed, naming: .unlinked, in: open.catalogue, at: ChangeMoment(open.now))
    return plan.edits.filter { !$0.change.isRemoval }
  }

  /// What becomes of the records that list photos which go.
  private static func unlisting(of paths: [Path], besides gone: Set<Path>, _ open: OpenCatalogue) throws -> [FileEdit] {
    let photos = paths.flatMap { path in
      [path] + (open.catalogue.record(at: path) != nil ? [] : open.catalogue.files(below: path).map(\.path))
    }
    let edits = try PhotoPlanner.unlisted(Set(photos), in: open.catalogue, at: ChangeMoment(open.now))
    return edits.filter { !gone.contains($0.path) }
  }

  private static func records(below folder: Path, _ open: OpenCatalogue) -> [Path] {
    open.catalogue.files(below: folder).map(\.path).filter { open.catalogue.kindIndex(ofRecordAt: $0) != nil }
  }
}
