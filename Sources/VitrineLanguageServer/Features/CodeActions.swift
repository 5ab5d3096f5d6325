// What can be done about findings: each fix, all safe ones, a comment that silences, the record that is missing.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/codeAction`.
enum CodeActions: LanguageFeature {
  /// The kind of the action that makes all safe fixes, for editors that do so when they save.
  private static let fixAll = "source.fixAll.vitrine"

  /// The kind of the action that moves a record.
  private static let move = "refactor.move"

  static let methods = ["textDocument/codeAction"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("codeActionProvider", ["codeActionKinds": ["quickfix", .string(move), .string(fixAll)]])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    // Where the findings of a text are not known yet, the editor asks again once they are.
    guard let document = try request.document(), !document.served.isSettling(document.path) else { return [] }
    guard let range = document.text.range(request.params["range"], request.encoding) else {
      throw ProtocolError(.invalidParams, "'range' is missing, or is none")
    }
    let only = request.params.member("context", "only")?.items?.compactMap(\.text)
    func isWanted(_ kind: String) -> Bool { only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    let all = document.open.catalogue.findings.findings(in: document.path)
    var actions: [JSONValue] = []
    if isWanted("quickfix") {
      var list = DiagnosticList(document.served, request.server)
      let findings = all.filter { $0.range.touches(range) }
      for finding in findings {
        let diagnostics: JSONValue = [list.json(finding, in: document.path)]
        actions += quickFixes(finding, document, request.server).map { $0.adding("diagnostics", diagnostics) }
      }
      if let missing = findings.first(where: { $0.rule.slug == "required" && $0.fixes.isEmpty }),
        let edits = RequiredFields(document)?.edits(all), !edits.isEmpty
      {
        actions.append([
          "title": "add what is required", "kind": "quickfix", "diagnostics": [list.json(missing, in: document.path)],
          "edit": PlannedEdits.workspaceEdit(edits, in: document, request.server),
        ])
      }
      var silenced: Set<String> = []
      for finding in findings where silenced.insert(finding.rule.slug).inserted {
        let diagnostics: JSONValue = [list.json(finding, in: document.path)]
        actions += silence(finding, document, request.server).map { $0.adding("diagnostics", diagnostics) }
      }
    }
    if isWanted(move), let action = properFolder(document, request.server) { actions.append(action) }
    if isWanted(fixAll), all.contains(where: { $0.fixes.contains { $0.isSafe && $0.newPath == nil } }) {
      let run = FixRun(ReportScope([document.path]), document.open.catalogue, takesUnsafe: false)
      let edits = run.plan.edits.filter { $0.path == document.path }
      if !edits.isEmpty {
        let plan = Plan(run.plan.title, edits)
        let edit = try PlannedEdits.workspaceEdit(plan, document.served, request.server)
        actions.append(["title": "make all safe fixes in this file", "kind": .string(fixAll), "edit": edit])
      }
    }
    return .list(actions)
  }

  /// The move of a record to the folder that `new:` of its collection names for what it says now.
  private static func properFolder(_ document: ServedDocument, _ server: LanguageServer) -> JSONValue? {
    let catalogue = document.open.catalogue
    guard case .record(let collection) = catalogue.role(of: document.path), let kind = document.kind,
      let pattern = catalogue.manifest.collections[collection].newRecord, server.client.takesFileOperations,
      let value = RecordDifference.value(of: document.text.bytes)
    else { return nil }
    // A value that is not what it should be says nothing of the folder.
    let pointers = Set(PlacePattern.fields(of: pattern).map { "/" + $0.names.joined(separator: "/") })
    let findings = catalogue.findings.findings(in: document.path)
    if findings.contains(where: { $0.severity == .error && pointers.contains($0.pointer) }) { return nil }
    var places = RecordPlace(kind, in: catalogue)
    let takesFolder = !catalogue.children(of: document.path).isEmpty
    guard let proper = try? places.path(for: value), proper.folder != document.path.folder,
      let plan = try? MovePlanner.plan(
        document.path, to: Path(proper.folder).appending(document.path.name), takesFolder: takesFolder, in: catalogue,
        at: ChangeMoment(document.open.now)),
      let edit = try? PlannedEdits.workspaceEdit(plan, document.served, server)
    else { return nil }
    return ["title": .string("move to '\(Path(proper.folder).shown)', where it belongs"), "kind": .string(move), "edit": edit]
  }

  private static func quickFixes(_ finding: Finding, _ document: ServedDocument, _ server: LanguageServer) -> [JSONValue] {
    // A file is renamed by the commands: the editor has it open under its present name.
    var actions = finding.fixes.filter { $0.newPath == nil }.map { fix -> JSONValue in
      [
        "title": .string(fix.title), "kind": "quickfix", "isPreferred": .bool(fix.isSafe),
        "edit": PlannedEdits.workspaceEdit(fix.edits, in: document, server),
      ]
    }
    if finding.rule.slug == "enum" { actions += widerList(finding, document, server) }
    if finding.rule.slug == "dangling-reference" { actions += missingRecord(finding, document, server) }
    return actions
  }

  /// The value as one more word of the list that it should have been in.
  private static func widerList(_ finding: Finding, _ document: ServedDocument, _ server: LanguageServer) -> [JSONValue] {
    guard let kind = document.kind else { return [] }
    let names = finding.pointer.split(separator: "/").map(String.init).filter { Int($0) == nil }
    let field = FieldPath(names)
    let tree = document.tree
    let value = tree.withReader { reader in
      tree.roots.first.flatMap { TreePlace(reader, $0, at: Int(finding.range.start))?.node }.map { reader.text($0) }
    }
    guard let value, !value.isEmpty,
      let plan = try? ClosedListAddition.plan(
        value, to: field, of: kind, in: document.open.catalogue, stock: { Stock.file(named: $0) }),
      let edit = try? PlannedEdits.workspaceEdit(plan, document.served, server)
    else { return [] }
    return [["title": .string(plan.title), "kind": "quickfix", "edit": edit]]
  }

  /// The comments that silence a rule in the line of a finding and in the whole file. The person who reads them later wants to know since when.
  private static func silence(_ finding: Finding, _ document: ServedDocument, _ server: LanguageServer) -> [JSONValue] {
    let rule = finding.rule.slug
    guard !SyntaxRules.all.contains(finding.rule), rule != "unused-suppression", !document.path.hasSuffix(".json") else {
      return []
    }
    let reason = "\(rule) accepted on \(document.open.now.day)\n"
    func action(_ title: String, _ edit: TextEdit) -> JSONValue {
      ["title": .string(title), "kind": "quickfix", "edit": PlannedEdits.workspaceEdit([edit], in: document, server)]
    }
    let wide = action("ignore '\(rule)' in this file", TextEdit(ByteRange(at: 0), "# vitrine: ignore " + reason))
    guard let edit = comment("# vitrine: ignore-line " + reason, above: Int(finding.range.start), in: document) else {
      return [wide]
    }
    return [action("ignore '\(rule)' in this line", edit), wide]
  }

  /// The edit that puts a comment in a line of its own above that of a byte; nil where it would be none, such as inside a text of several lines.
  private static func comment(_ comment: String, above offset: Int, in document: ServedDocument) -> TextEdit? {
    let text = document.text
    let start = text.lineStarts[text.line(of: offset)]
    let indentation = String(decoding: text.bytes[start...].prefix { $0 == 0x20 }, as: UTF8.self)
    let line = indentation + comment
    let edited = YAML.parse(Array(text.bytes[..<start]) + Array(line.utf8) + Array(text.bytes[start...])).tree
    let isComment = Suppression.all(in: edited).contains { Int($0.comment.start) <= start && start < Int($0.comment.end) }
    return isComment && edited.nodes.count == YAML.parse(text.bytes).tree.nodes.count
      ? TextEdit(ByteRange(start, start), line) : nil
  }

  /// The record that a reference names and that is not there, where a new one of that title would be found by it.
  private static func missingRecord(_ finding: Finding, _ document: ServedDocument, _ server: LanguageServer) -> [JSONValue] {
    let references = document.surroundings?.facts.references ?? []
    guard let reference = references.first(where: { $0.range == finding.range }), let plan = plan(reference, document.open),
      let path = plan.edits.first?.path, Path(reference.target).stem.name == path.stem.name
    else { return [] }
    guard let edit = try? PlannedEdits.workspaceEdit(plan, document.served, server) else { return [] }
    return [["title": .string("create the \(reference.wantedKind) '\(path.shown)'"), "kind": "quickfix", "edit": edit]]
  }

  private static func plan(_ reference: Reference, _ open: OpenCatalogue) -> Plan? {
    guard let kind = open.kinds.first(where: { $0.name == reference.wantedKind }), let display = kind.display else { return nil }
    let title = Path(reference.target).stem.name.string
    let words = title.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    let options = NewPlanner.Options(makeID: RandomID.make)
    for name in [words, title] {
      let assignment = FieldAssignment(display.names, .set, name)
      guard
        let plan = try? NewPlanner.plan(kind, [assignment], options, in: open.catalogue, at: ChangeMoment(open.now)),
        plan.edits.count == 1, plan.moves.isEmpty, plan.edits[0].path.stem.name == Path(reference.target).stem.name
      else { continue }
      return plan
    }
    return nil
  }
}
