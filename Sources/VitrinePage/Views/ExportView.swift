// Records taken along: an export, seen as it will be, as a download.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineExchange
import VitrineFormats
import VitrineHTTP
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The page of exports.
///
/// Shape: the address, or the form of a list with records chosen in it, has `kind` and `q`, or `path` for each record in their place; with `format`, and
/// without `preview`, the answer is the file.
struct ExportView {
  private let request: PageRequest
  private let said: [RequestTarget.Parameter]
  private let kind: String
  private let query: String
  /// The records that were chosen one by one; none where kind and query say which.
  private let paths: [String]
  private var words: PageWords { request.words }

  /// The most of the file that is shown. Units: bytes.
  private static let mostShown = 2_000
  /// The most records of a catalogue whose export is shown before anybody asks: of more it takes longer than a page should.
  private static let mostUnasked = 5_000

  static func answer(_ request: PageRequest) throws -> PageAnswer { try ExportView(request).answer() }

  /// The records that a form or an address names.
  ///
  /// Errors: the query cannot be understood; a record of the paths is not there any more.
  static func selection(kind: String, query: String, paths: [String], _ request: PageRequest) throws -> ExportSelection {
    guard !paths.isEmpty else {
      return try ExportSelection([kind, query].filter { !$0.isEmpty }, in: request.open, folder: request.catalogue.root)
    }
    if let selection = ExportSelection(of: paths.map { Path($0) }, in: request.catalogue) { return selection }
    let gone = paths.first { request.catalogue.record(at: Path($0)) == nil }
    throw PageError.missing(request.words("error.record", gone ?? ""))
  }

  private init(_ request: PageRequest) {
    self.request = request
    let said = request.isWrite ? request.form : request.query
    let paths = said.filter { $0.name == "path" }.map(\.value)
    func which(_ name: String) -> String {
      // The bar of a list sends its kind and its query along, though records are chosen.
      paths.isEmpty ? said.first { $0.name == name }?.value ?? "" : ""
    }
    (self.said, self.paths, kind, query) = (said, paths, which("kind"), which("q"))
  }

  private func value(_ name: String) -> String? { said.first { $0.name == name }?.value }

  /// The format that was chosen, or the usual one where none was; nil for one that there is not.
  private var format: (any ExportFormat.Type)? {
    guard let name = value("format") else { return ExportFormatChoice.standard }
    return ExportFormatChoice.format(named: name)
  }

  private func answer() throws -> PageAnswer {
    guard value("format") != nil, value("preview") == nil else {
      // What needs no form has an address.
      guard request.isWrite, paths.isEmpty else { return .page(preview) }
      let plural = request.open.kinds.first { $0.name == kind }?.plural ?? kind
      return .redirect("/export?kind=\(PageAddress.encoded(plural))&q=\(PageAddress.encoded(query))")
    }
    let run = try export()
    if let fault = self.fault(of: run) { return .page(content(fault, nil)) }
    var sink = ByteSink()
    _ = try run.write(to: &sink)
    return .bytes(
      sink.bytes, type: run.format.isBinary ? "application/octet-stream" : "text/plain; charset=utf-8",
      headers: [
        ("Content-Disposition", "attachment; filename=\"\(fileName(of: run))\""), ("Cache-Control", "no-store"),
      ])
  }

  /// The export that is meant.
  ///
  /// Errors: there is no such format; as of `selection`.
  private func export() throws -> ExportRun {
    guard let format else { throw PageError(status: 422, message: words("error.form")) }
    var selection = try Self.selection(kind: kind, query: query, paths: paths, request)
    if value("follow") != nil { selection.follow() }
    var run = ExportRun(
      selection: selection, format: format, writesPaths: false, tellsPhotos: true, count: nil, leaveOut: { _, _ in })
    run.escapesFormulas = value("safe") != nil
    return run
  }

  /// Why an export cannot be one file; nil where it can.
  private func fault(of run: ExportRun) -> String? {
    guard run.format.separatesKinds, run.selection.kinds.count > 1 else { return nil }
    return words(paths.isEmpty ? "export.oneKind" : "export.oneKindChosen", run.format.name)
  }

  private func fileName(of run: ExportRun) -> String {
    let kinds = run.selection.kinds
    let only = kinds.count == 1 ? kinds.first.map { request.open.kinds[$0].plural } : nil
    let plain = (kind.isEmpty ? only ?? "" : kind).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return (plain.isEmpty ? "catalogue" : plain) + "." + run.format.name
  }

  // MARK: what it would be

  private var preview: PageContent {
    let isAsked = value("preview") != nil || !paths.isEmpty
    guard isAsked || request.catalogue.recordCount <= Self.mostUnasked else { return content(nil, nil) }
    do {
      let run = try export()
      if let fault = self.fault(of: run) { return content(fault, nil) }
      return content(nil, try shown(run))
    } catch {
      return content(PageSite.failure(error, words).message, nil)
    }
  }

  /// How many records there are, and how their file begins.
  private func shown(_ run: ExportRun) throws -> Markup {
    let count = run.selection.count
    let records: Markup = "<bdi>\(fileName(of: run))</bdi> · \(words("home.records", count: count))"
    guard !run.format.isBinary else {
      return "<h2>\(words("share.preview"))</h2><p class=\"sub\">\(records)</p><p class=\"hint\">\(words("export.binary"))</p>"
    }
    let start = try run.preview(mostBytes: Self.mostShown)
    let title = words(start.isWhole ? "export.whole" : "export.begins")
    // The lines of a table end as those of no page do.
    let lines = String(start.text.map { $0 == "\r\n" ? "\n" : $0 })
    let isWider = run.format.separatesKinds && !start.isWhole
    return """
      <h2>\(title)</h2><p class="sub">\(records)\(" · \(ShownValue.size(start.text.utf8.count))", if: start.isWhole)</p>\
      <div class="difference"><pre tabindex="0" role="region" aria-label="\(title)">\(lines)</pre></div>\
      \("<p class=\"hint\">\(words("export.wider"))</p>", if: isWider)\("<p class=\"hint\">\(words("export.digests"))</p>", if: start.leavesOutDigests)
      """
  }

  /// `shown` is what is seen of the export; nil for nothing.
  private func content(_ said: String?, _ shown: Markup?) -> PageContent {
    let chosenFormat = format?.name
    let formats = ExportFormatChoice.all.map { format in
      """
      <label class="choice"><input type="radio" name="format" value="\(format.name)"\(" checked", if: format.name == chosenFormat)>\
      <span><b>\(format.name)</b> <span class="faint">\(words.known("export.format." + format.name) ?? format.summary)</span></span></label>
      """ as Markup
    }
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let main: Markup = """
      <header class="head"><h1>\(words("export.title"))</h1></header>
      <share-form class="share">\(message)
      <form class="edit" method="\(paths.isEmpty ? "get" : "post")" action="/export">
      \(paths.isEmpty ? which : chosen)
      <fieldset class="field"><legend>\(words("export.format"))</legend>\(formats)</fieldset>
      <label class="choice"><input type="checkbox" name="follow" value="1"\(" checked", if: value("follow") != nil)> <span>\(words("export.follow"))</span></label>
      <label class="choice"><input type="checkbox" name="safe" value="1"\(" checked", if: value("safe") != nil)> <span>\(words("export.safe"))</span></label>
      <div class="actions"><button class="btn" name="preview" value="1" data-preview>\(words("share.preview"))</button>\
      <button class="btn first" data-download>\(words("export.do"))</button>\(PageFrame.doing(words("export.doing")))</div></form>
      <section class="preview"\(" hidden", if: shown == nil)>\(shown ?? .empty)</section></share-form>
      """
    return PageContent(title: words("export.title"), main: main, status: said == nil ? 200 : 422, place: "export")
  }

  /// The questions of which records.
  private var which: Markup {
    let kinds = ([("", words("all.title"))] + request.open.kinds.map { ($0.plural, PageFrame.plural(of: $0)) }).map {
      "<option value=\"\($0.0)\"\(" selected", if: $0.0 == kind)>\($0.1)</option>" as Markup
    }
    return """
      <div class="field"><label for="kind">\(words("export.kind"))</label><select class="input" id="kind" name="kind">\(kinds)</select></div>
      <div class="field"><label for="q">\(words("export.query"))</label><input class="input" id="q" name="q" value="\(query)" placeholder="status:library" autocomplete="off" spellcheck="false"></div>
      """
  }

  /// The records that were chosen: how many they are, and what sends them again.
  private var chosen: Markup {
    let hidden = paths.map { "<input type=\"hidden\" name=\"path\" value=\"\($0)\">" as Markup }
    return "<p class=\"sub\">\(words("bulk.count", words.number(Set(paths).count)))</p>\(hidden)"
  }
}
