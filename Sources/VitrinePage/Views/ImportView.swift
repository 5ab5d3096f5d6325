// A file of another catalogue or program taken in, after a preview.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineExchange
import VitrineFormats
import VitrineHTTP
import VitrineModel
import VitrineSource

/// The page of imports.
enum ImportView {
  /// The form's field for the file.
  private static let field = "file"
  /// The most findings that are shown.
  private static let mostShown = 50

  static func answer(_ request: PageRequest) throws -> PageAnswer { .page(form(request, [])) }

  /// Reads the file that was sent, or that is kept from the preview.
  static func read(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let sent = request.files.first { $0.field == field }
    guard let file = sent ?? request.typed("kept").flatMap({ request.kept.file($0) }) else {
      return .page(form(request, [words(request.typed("kept") == nil ? "import.none" : "import.lost")]))
    }
    // What is sent anew takes the place of what was kept.
    if sent != nil, let old = request.typed("kept") { request.kept.forget(old) }
    let key = sent == nil ? request.typed("kept") ?? "" : request.kept.keep(file)
    func again(_ said: [String]) -> PageAnswer { .page(form(request, said, kept: (key, file.name))) }
    let faults = ImportRun.obstacles(in: request.catalogue)
    guard faults.isEmpty else { return again(faults.prefix(mostShown).map { words.said($0.message) }) }
    let bytes = file.bytes
    let mode = request.typed("mode").flatMap { ImportRun.Mode(rawValue: $0) } ?? .add
    let isPartial = request.typed("partial") != nil && mode == .add
    var run = ImportRun(request.catalogue, mode: mode)
    let format = ForeignFormat.guess(name: file.name, bytes)
    let word = request.typed("kind").flatMap { $0.isEmpty ? nil : $0 }
    let kind = try run.kind(called: word, format, name: file.name)
    if format == .csv, kind == nil { return again([words("import.whichKind")]) }
    let fields =
      [("kept", key), ("mode", mode.rawValue), ("kind", kind.map { run.kinds[$0].kind.name } ?? "")]
      + (isPartial ? [("partial", "1")] : [])
    // A table of another program: somebody says what its columns are.
    let table = kind.flatMap { ForeignTable(bytes, format, run.kinds[$0]) }
    var columns: ImportColumns?
    if let table, let kind, !table.isPlain || request.typed(ImportColumns.mark) != nil {
      columns = ImportColumns(table, isOfRows: format == .csv, run.kinds[kind].kind, request)
    }
    if let columns, !columns.isAnswered { return .page(columns.page(file.name, fields, [])) }
    let mapping = columns.map { ImportMapping.read($0.mapping.text, run.kinds) }
    let refusals = (mapping?.findings ?? []).filter { $0.severity == .error }.map { words.said($0.message) }
    if let columns, !refusals.isEmpty { return .page(columns.page(file.name, fields, refusals)) }
    try run.read(bytes, name: file.name, format, kind: kind, mapping: mapping?.mapping)
    let said = sentences(of: run.findings, words)
    guard run.isSound || (isPartial && run.isDivisible) else {
      let faults = [words("import.faulty", words.said(run.counts.words))] + said
      // What another program wrote says of no record which kind it is.
      let hint = kind == nil ? [words("import.perhapsKind")] : []
      return columns.map { .page($0.page(file.name, fields, faults)) } ?? again(faults + hint)
    }
    let preview = PlanPreview(
      plan: run.plan("import \(file.name)"), action: "/import", fields: fields + (columns?.answers ?? []),
      button: words("import.do"), isDanger: mode == .overwrite, back: "/import",
      doing: words("import.writing", count: run.counts.new + run.counts.changed + run.counts.removed))
    guard preview.isAgreed(request) else {
      let above: Markup = "\(PageFrame.notes(said))\(columns?.summary(run.account) ?? .empty)"
      return preview.page(words.said(preview.plan.title), place: "import", above: above, request)
    }
    // An import is checked by its own rules, and as a whole.
    guard case .done(let number, _) = try ChangeView.run(request).carryOut(agreed: preview.plan) else {
      return .redirect("/import")
    }
    request.kept.forget(key)
    return .redirect("/log?done=\(number)")
  }

  /// What is wrong, with the records and lines: what is wrong with many records is said once, and how often.
  private static func sentences(of findings: [Finding], _ words: PageWords) -> [String] {
    var order: [String] = []
    var places: [String: [String]] = [:]
    for finding in findings {
      if places[finding.message] == nil {
        guard order.count < mostShown else { continue }
        order.append(finding.message)
      }
      places[finding.message, default: []].append(place(of: finding, words))
    }
    return order.map { message in
      let all = places[message] ?? []
      if all.count == 1 { return "\(all[0]): \(words.said(message))" }
      return
        "\(words.number(all.count)) × \(words.said(message)) (\(all.prefix(4).joined(separator: "; "))\(all.count > 4 ? "; …" : ""))"
    }
  }

  /// Where something is wrong, as a person looks for it: which record in which line; without a name, where in the line.
  private static func place(of finding: Finding, _ words: PageWords) -> String {
    let start = finding.span.start
    let line = words("import.line", words.number(start.line))
    guard finding.record.isEmpty else { return "\(finding.record.prefix(60)), \(line)" }
    return "\(line), \(words("import.character", words.number(start.column)))"
  }

  /// `kept` is the file of the last try, with its key: it is tried again unless another one is chosen.
  private static func form(
    _ request: PageRequest, _ said: [String], kept: (key: String, name: String)? = nil
  ) -> PageContent {
    let words = request.words
    let again: Markup =
      kept.map {
        "<input type=\"hidden\" name=\"kept\" value=\"\($0.key)\"><p class=\"hint\" id=\"kept\">\(words("import.kept", $0.name))</p>"
      } ?? .empty
    let kinds = ([("", words("import.byFile"))] + request.open.kinds.map { ($0.name, $0.title) }).map {
      "<option value=\"\($0.0)\"\(" selected", if: $0.0 == request.typed("kind"))>\($0.1)</option>" as Markup
    }
    let modes = ["add", "overwrite"].map {
      """
      <label class="choice"><input type="radio" name="mode" value="\($0)"\(" checked", if: $0 == request.typed("mode") ?? "add")>\
      <span>\(words("import.mode." + $0))</span></label>
      """ as Markup
    }
    let main: Markup = """
      <form class="edit" method="post" enctype="multipart/form-data" action="/import"><h1>\(words("import.title"))</h1>\(PageFrame.notes(said))
      <div class="field"><label for="file">\(words("import.file"))</label><input class="input" type="file" id="file" name="\(field)" accept=".json,.ndjson,.jsonl,.csv,.tsv,.yaml,.yml"\(" required", if: kept == nil)\(" aria-describedby=\"kept\"", if: kept != nil)>\(again)\
      <p class="hint">\(words("import.hint"))</p></div>
      <div class="field"><label for="kind">\(words("import.kind"))</label><select class="input" id="kind" name="kind">\(kinds)</select></div>
      <fieldset class="field"><legend>\(words("import.mode"))</legend>\(modes)</fieldset>
      <label class="choice"><input type="checkbox" name="partial" value="1"\(" checked", if: request.typed("partial") != nil)> <span>\(words("import.partial"))</span></label>
      <div class="actions"><button class="btn first">\(words("import.preview"))</button>\(PageFrame.doing(words("import.checking")))</div></form>
      """
    return PageContent(title: words("import.title"), main: main, status: said.isEmpty ? 200 : 422, place: "import")
  }
}
