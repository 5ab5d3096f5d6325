// A plan that waits for a person's word: what becomes of which files, and the button that carries it out.
// Decision 0057 says why the plan is made twice.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineSource

/// Shows plans before they are carried out.
struct PlanPreview {
  /// The plan.
  let plan: Plan
  /// Where the form is sent.
  let action: String
  /// What the form sends along, so that the same plan is made again.
  var fields: [(name: String, value: String)] = []
  /// What the button says.
  let button: String
  /// Whether what it does deserves red.
  var isDanger = false
  /// Where the way back leads.
  let back: String
  /// What is said while it is carried out; nil for what is soon done.
  var doing: String?

  /// The most files that are named, and the most whose difference is shown.
  private static let (mostNamed, mostDifferent) = (200, 40)

  /// What the plan was made of: the same as long as no file of it is another. What it writes is not in it, since stamps tell the time.
  var digest: String {
    var text = ""
    for edit in plan.edits { text += "\(edit.path.string)\u{0}\(Self.word(edit.expected))\(edit.change.isRemoval)\u{0}" }
    for move in plan.moves { text += "\(move.from.string)\u{0}\(move.to.string)\u{0}\(Self.word(move.expected))" }
    return ContentDigest(Array(text.utf8)).hexadecimal
  }

  private static func word(_ expected: ExpectedContent) -> String {
    switch expected {
    case .absent: "-"
    case .bytes(let bytes): ContentDigest(bytes).hexadecimal
    case .digest(let digest): digest.hexadecimal
    case .file(let trace): "\(trace.size) \(trace.modified) \(trace.inode)"
    }
  }

  /// Whether the person agreed to exactly this.
  func isAgreed(_ request: PageRequest) -> Bool { request.typed("agreed") == digest }

  /// The plan carried out where the person agreed, else nil. `isSeen` says that they saw what it brings, too.
  ///
  /// Errors: as of `ChangeView.done`.
  func outcome(_ request: PageRequest, isSeen: Bool = false) throws -> PageAnswer? {
    guard isAgreed(request) else { return nil }
    guard isSeen else { return try ChangeView.done(plan, back, request) }
    guard case .done(let number, _) = try ChangeView.run(request).carryOut(agreed: plan) else { return .redirect(back) }
    return .redirect(ChangeView.address(back, "done", number))
  }

  /// What it does, and the form.
  func markup(_ request: PageRequest) -> Markup {
    let words = request.words
    let hidden = (fields + [("agreed", digest)]).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as Markup
    }
    let isChanged: Markup =
      request.typed("agreed") == nil ? .empty : "<p class=\"msg\" role=\"alert\">\(words("plan.changed"))</p>"
    guard !plan.isEmpty else {
      return "<p class=\"notice\">\(words("plan.nothing"))</p><p><a class=\"btn\" href=\"\(back)\">\(words("plan.back"))</a></p>"
    }
    return """
      \(isChanged)\(plan.summary.map { "<p class=\"sub\">\(words.said($0))</p>" as Markup })
      \(list(words("delete.gone", count: gone.count), gone, request))\(list(words("plan.new", count: made.count), made, request))\
      \(list(words("delete.edited", count: changed.count), changed, request))\(moves(request))\(difference(request))
      <form method="post" action="\(action)">\(hidden)<div class="actions">\
      <button class="btn \("danger", if: isDanger)\("first", if: !isDanger)">\(button)</button>\
      <a class="btn" href="\(back)">\(words("form.cancel"))</a>\(doing.map(PageFrame.doing))</div></form>
      """
  }

  private var gone: [FileEdit] { plan.edits.filter { $0.change.isRemoval } }
  private var made: [FileEdit] { plan.edits.filter { $0.expected == .absent && !$0.change.isRemoval } }
  private var changed: [FileEdit] { plan.edits.filter { $0.expected != .absent && !$0.change.isRemoval } }

  private func list(_ label: String, _ edits: [FileEdit], _ request: PageRequest) -> Markup {
    guard !edits.isEmpty else { return .empty }
    let items = edits.prefix(Self.mostNamed).map { edit -> Markup in
      let record = request.catalogue.record(at: edit.path)
      let link = record.map { ValueMarkup.reference(edit.path, title: $0.title, request) }
      // What is not there yet has a title, and nothing to lead to.
      let title: Markup? =
        record == nil && edit.expected == .absent
        ? edit.result(on: nil).flatMap { RecordTitle.title(of: $0, at: edit.path, request) }.map { "<bdi>\($0)</bdi>" } : nil
      return "<li>\(link ?? title) <span class=\"faint\">\(edit.path.string)</span></li>"
    }
    let rest: Markup =
      edits.count > items.count ? "<li>\(request.words("record.more", count: edits.count - items.count))</li>" : .empty
    return "<h2>\(label)</h2><ul class=\"files\">\(items)\(rest)</ul>"
  }

  private func moves(_ request: PageRequest) -> Markup {
    guard !plan.moves.isEmpty else { return .empty }
    let items = plan.moves.prefix(Self.mostNamed).map {
      "<li><span class=\"faint\">\($0.from.string) →</span> \($0.to.string)</li>" as Markup
    }
    return "<h2>\(request.words("plan.moved", count: plan.moves.count))</h2><ul class=\"files\">\(items)</ul>"
  }

  private func difference(_ request: PageRequest) -> Markup {
    guard !changed.isEmpty else { return .empty }
    let shown = Plan(plan.title, Array(changed.prefix(Self.mostDifferent)))
    let text = UnifiedDiff.render(shown, most: Self.mostDifferent) { request.catalogue.text(at: $0) }
    return Self.difference(String(decoding: text, as: UTF8.self), request)
  }

  /// A unified diff that is opened when somebody wants it, or stands open.
  static func difference(_ text: String, isOpen: Bool = false, _ request: PageRequest) -> Markup {
    guard !text.isEmpty else { return .empty }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4_000).map { line -> Markup in
      if line.hasPrefix("+"), !line.hasPrefix("+++") { return "<ins>\(String(line))</ins>\n" }
      if line.hasPrefix("-"), !line.hasPrefix("---") { return "<del>\(String(line))</del>\n" }
      return "\(String(line))\n"
    }
    return """
      <details class="difference"\(" open", if: isOpen)><summary>\(request.words("plan.difference"))</summary><pre tabindex="0">\(lines)</pre></details>
      """
  }

  /// A page with a plan.
  func page(_ title: String, place: String, above: Markup = .empty, _ request: PageRequest, status: Int = 200) -> PageAnswer {
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(back)">‹ \(request.words("form.cancel"))</a></div>
      <section class="removal"><h1>\(request.open.language.capitalised(title))</h1>\(above)\(markup(request))</section>
      """
    return .page(PageContent(title: title, main: main, status: status, place: place))
  }
}
