// The report: all findings, by rule or by file, with fixes.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineSource

/// The page of what is wrong.
enum ReportView {
  /// The most findings of one group that are shown.
  private static let mostShown = 30
  /// The most groups that are shown.
  private static let mostGroups = 200

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let isByFile = request.value("by") == "file"
    let rule = request.value("rule")
    let all = Array(request.catalogue.findings)
    let findings = rule.map { rule in all.filter { $0.rule.slug == rule || $0.rule.code == rule } } ?? all
    let body: Markup
    if findings.isEmpty {
      body = "<div class=\"empty good\"><p>\(words(all.isEmpty ? "report.none" : "report.noneOfRule"))</p></div>"
    } else {
      body = groups(findings, isByFile: isByFile, isWhole: rule != nil, request)
    }
    let fixable = findings.count { finding in finding.fixes.contains { $0.isSafe && $0.newPath == nil } }
    let main: Markup = """
      <header class="head"><h1>\(words("report.title"))</h1>\(fixAll(fixable, rule, request))</header>
      <div class="tools"><p class="sub" id="count">\(words("report.count", count: findings.count))\
      \(" · \(words("report.errors", count: findings.count { $0.severity == .error }))", if: !findings.isEmpty)</p>
      <div class="layouts" role="group" aria-label="\(words("report.by"))">\
      <a class="chip" href="/report"\(" aria-current=\"true\"", if: !isByFile && rule == nil)>\(words("report.byRule"))</a>\
      <a class="chip" href="/report?by=file"\(" aria-current=\"true\"", if: isByFile)>\(words("report.byFile"))</a></div></div>
      <div id="results">\(body)</div>
      \(editors(request), if: !all.isEmpty && request.isOnThisMachine)
      """
    return .page(PageContent(title: words("report.title"), main: main, place: "report"))
  }

  /// The editors to choose from, for this browser.
  private static func editors(_ request: PageRequest) -> Markup {
    let words = request.words
    let options = FileEditor.allCases.map { editor -> Markup in
      "<option value=\"\(editor.rawValue)\"\(" selected", if: editor == request.editor)>\(editor.title)</option>"
    }
    return """
      <hr><form class="tools" method="post" action="/editor"><label class="faint" for="editor">\(words("report.openWith"))</label>\
      <span class="order"><select id="editor" name="editor"><option value="">\(words("report.openWithNone"))</option>\(options)</select></span>\
      <button class="btn small">\(words("form.save"))</button></form>
      """
  }

  private static func fixAll(_ count: Int, _ rule: String?, _ request: PageRequest) -> Markup {
    guard count > 0 else { return .empty }
    return """
      <form method="post" action="/report"><input type="hidden" name="all" value="\(rule ?? "")">\
      <button class="btn first">\(request.words("report.fixAll", count: count))</button></form>
      """
  }

  private static func groups(_ findings: [Finding], isByFile: Bool, isWhole: Bool, _ request: PageRequest) -> Markup {
    var order: [String] = []
    var groups: [String: [Finding]] = [:]
    for finding in findings {
      let key = isByFile ? finding.path.string : finding.rule.slug
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    if !isByFile {
      // What is worst, and what there is most of, first.
      order.sort { left, right in
        let (one, other) = (groups[left] ?? [], groups[right] ?? [])
        let (first, second) = (one.first?.severity ?? .info, other.first?.severity ?? .info)
        return first != second ? first < second : one.count != other.count ? one.count > other.count : left < right
      }
    }
    let sections = order.prefix(mostGroups).map { key -> Markup in
      let list = groups[key] ?? []
      let shown = isWhole ? list.prefix(2_000) : list.prefix(mostShown)
      let rest: Markup =
        list.count > shown.count
        ? "<p><a class=\"btn small\" href=\"/report?rule=\(PageAddress.encoded(key))\">\(request.words("report.more", count: list.count - shown.count))</a></p>"
        : .empty
      let heading: Markup = isByFile ? "\(key)" : list.first.map { Self.heading($0.rule, request) } ?? .empty
      return """
        <section class="group" id="g-\(PageAddress.encoded(key))"><h2>\(heading) <b class="pill quiet">\(request.words.number(list.count))</b></h2>
        <ul class="findings">\(FindingView.items(shown, request, showsPath: true))</ul>\(rest)</section>

        """
    }
    return "\(sections)"
  }

  /// What a rule finds, and its name for who looks it up.
  private static func heading(_ rule: Rule, _ request: PageRequest) -> Markup {
    let said = request.words.said(rule.summary)
    // The name of a file stays as it is.
    let isName = said.prefix { $0 != " " }.contains(".")
    return "\(isName ? said : request.open.language.capitalised(said)) <code class=\"faint\">\(rule.slug)</code>"
  }

  // MARK: fixes

  /// Fixes one finding; or all of a rule, or all, once somebody has seen what that changes.
  static func fix(_ request: PageRequest) throws -> PageAnswer {
    let all = Array(request.catalogue.findings)
    let wanted: [Finding]
    var back = "/report"
    if let rule = request.typed("all") {
      if !rule.isEmpty { back += "?rule=\(PageAddress.encoded(rule))" }
      wanted = rule.isEmpty ? all : all.filter { $0.rule.slug == rule }
    } else {
      let path = Path(request.typed("path") ?? "")
      let (rule, start) = (request.typed("rule") ?? "", request.typed("start").flatMap { Int($0) } ?? -1)
      wanted = request.catalogue.findings.findings(in: path).filter { $0.rule.code == rule && Int($0.range.start) == start }
      if let record = request.catalogue.record(at: path) { back = PageAddress.record(path, request.open.kinds[record.kind]) }
    }
    let fixes = SafeFixes(wanted) { request.catalogue.text(at: $0) }
    guard fixes.fixed > 0 else { throw PageError(status: 409, message: request.words("report.gone")) }
    if let rule = request.typed("all") {
      let words = request.words
      let preview = PlanPreview(
        plan: fixes.plan, action: "/report", fields: [("all", rule)], button: words("report.fixAll", count: fixes.fixed),
        back: back)
      return try preview.outcome(request) ?? preview.page(words("report.fixAll", count: fixes.fixed), place: "report", request)
    }
    return try ChangeView.done(fixes.plan, back, request)
  }
}
