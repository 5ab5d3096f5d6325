// Records and values get other names, everywhere, by the plans of `vitrine mv` and `vitrine property rename`.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/rename` and `textDocument/prepareRename`.
enum Renames: LanguageFeature {
  static let methods = ["textDocument/rename", "textDocument/prepareRename"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("renameProvider", ["prepareProvider": true])]
  }

  /// What has a name.
  private enum Subject {
    case record(Path)
    case value(Kind.Field, kind: Int, String)
  }

  static var needsSettledTexts: Bool { true }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    guard let document, let (subject, range) = subject(at: try request.offset(in: document), document) else {
      throw ProtocolError(.requestFailed, "nothing here has a name to change: a reference, a title, or a value of a list has")
    }
    if request.method == "textDocument/prepareRename" {
      let name =
        switch subject {
        case .record(let path): path.stem.name.string
        case .value(_, _, let value): value
        }
      return ["range": document.text.json(range, request.encoding), "placeholder": .string(name)]
    }
    guard let name = request.params["newName"]?.text else { throw ProtocolError(.invalidParams, "'newName' is missing") }
    let plan = try plan(subject, name, document.open)
    return try PlannedEdits.workspaceEdit(plan, document.served, request.server)
  }

  private static func plan(_ subject: Subject, _ name: String, _ open: OpenCatalogue) throws -> Plan {
    let moment = ChangeMoment(open.now)
    switch subject {
    case .record(let path):
      let isKeeper = !open.catalogue.children(of: path).isEmpty
      let root = open.catalogue.root
      guard !name.isEmpty, !name.utf8.contains(0) else { throw ProtocolError(.invalidParams, "the new name is empty") }
      let target = try MoveTarget(name, of: path, isKeeper: isKeeper, in: open, folder: root)
      return try MovePlanner.plan(path, to: target.path, takesFolder: target.takesFolder, in: open.catalogue, at: moment)
    case .value(let field, let kind, let value):
      let fields = [PropertyField(kind: kind, path: field.path)]
      let property = PropertyName(field.path.dotted, fields, value: value)
      return try PropertyRenaming.plan(property, to: name, in: open.catalogue, at: moment) { Stock.file(named: $0) }
    }
  }

  private static func subject(at offset: Int, _ document: ServedDocument) -> (Subject, ByteRange)? {
    if let (reference, target) = document.reference(at: offset) {
      return target.record.map { (.record($0.path), reference.range) }
    }
    guard let number = document.open.catalogue.kindIndex(ofRecordAt: document.path) else { return nil }
    let kind = document.open.kinds[number]
    let tree = document.tree
    guard let root = tree.roots.first else { return nil }
    return tree.withReader { reader in
      guard let place = TreePlace(reader, root, at: offset), let node = place.node, let field = kind.field(FieldPath(place.names))
      else {
        return nil
      }
      let range = reader.node(node).range
      if place.isKey { return nil }
      if field.path == kind.display { return (.record(document.path), range) }
      guard reader.resolved(node).isScalar, field.isVocabulary || field.meaning == .enumeration else { return nil }
      return (.value(field, kind: number, reader.text(node)), range)
    }
  }
}
