// Every component of the page in every state, on the catalogue's own records and kinds: for people who work on the page's files.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The design page. It is there where the page's files are read from a folder (`VITRINE_PAGE_FILES`), and says nothing that translators have to know.
enum DesignView {
  /// The states of a form, and what its fields are in.
  private enum FormState: String, CaseIterable {
    case empty, filled, refused, conflicting
  }

  /// The most cards of a kind, and the most rows of a table.
  private static let (mostCards, mostRows) = (3, 4)
  /// The most findings that are looked through for one of each severity.
  private static let mostFindings = 1_000

  /// The components, or, below the name of a kind, its form in a state: `/design/game?state=refused`.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard request.showsDesign else { throw PageError.missing(request.words("error.address")) }
    guard request.path.count > 1 else { return .page(PageContent(title: "Design", main: components(request))) }
    guard let index = Kind.index(calledBy: request.path[1], among: request.open.kinds) else {
      throw PageError.missing(request.words("error.address"))
    }
    let kind = request.open.kinds[index]
    let state = request.value("state").flatMap { FormState(rawValue: $0) } ?? .empty
    return .page(PageContent(title: kind.title, main: form(of: kind, index, state, request), usesPosition: kind.location != nil))
  }

  // MARK: components

  private static func components(_ request: PageRequest) -> Markup {
    """
    <header class="head"><h1>Design</h1></header>
    <div lang="en">
    \(section("Kinds", pastels(request)))
    \(section("Buttons", buttons(request)))
    \(section("Chips", chips))
    \(section("Signs", signs))
    \(section("Search", search(request)))
    \(section("Cards", cards(request)))
    \(section("Table", table(request)))
    \(section("Stages", stages(request)))
    \(section("Colours", colors(request)))
    \(section("Findings", findings(request)))
    \(section("Notices", notices(request)))
    \(section("Forms", forms(request)))
    </div>
    <p class="lost" role="alert">\(request.words("live.lost"))</p>
    <div class="toast" role="status"><span>\(request.words("toast.saved"))</span><button type="button" class="link">\(request.words("toast.undo"))</button></div>
    """
  }

  private static func section(_ title: String, _ content: Markup) -> Markup {
    "<section><h2>\(title)</h2>\n\(content)</section>\n"
  }

  private static func pastels(_ request: PageRequest) -> Markup {
    let kinds = request.open.kinds.enumerated().map { index, kind -> Markup in
      """
      <li><span class="kind \(ValueMarkup.pastel(index))"><span class="name"><i class="dot \(ValueMarkup.pastel(index))"></i> \(PageFrame.plural(of: kind))</span>\
      <b>\(request.open.index.tables[index].liveCount)</b><span class="faint">\(kind.description)</span></span></li>

      """
    }
    return "<ul class=\"kinds\">\(kinds)</ul>"
  }

  private static func buttons(_ request: PageRequest) -> Markup {
    let words = request.words
    let classes = ["btn", "btn first", "btn danger", "btn small", "link", "fix"]
    let label = words("form.save")
    let all = classes.map { name -> Markup in
      """
      <button type="button" class="\(name)">\(label)</button> <button type="button" class="\(name)" disabled>\(label)</button>
      """
    }
    return "<p class=\"buttons\">\(all)</p>"
  }

  private static let chips: Markup = """
    <p class="layouts"><a class="chip" href="#main">usual</a><a class="chip" href="#main" aria-current="true">current</a>\
    <a class="chip on" href="#main">on <span aria-hidden="true">✕</span></a><a class="chip back" href="#main">‹ back</a>\
    <span class="pill">12</span> <span class="pill quiet">12</span></p>
    """

  private static var signs: Markup {
    "<p class=\"layouts\">\(Icon.allCases.map { "<span title=\"\(String(describing: $0))\">\($0.markup)</span> " as Markup })</p>"
  }

  /// The box with a fault in its query, and the sentence that stands in the place of the results.
  private static func search(_ request: PageRequest) -> Markup {
    let query = "modifed:today"
    do throws(QueryError) {
      _ = try CollectionRequest(kind: nil, query: query, sort: nil, count: 1).collection(in: request.open)
      return .empty
    } catch {
      return """
        \(SearchBox.markup(action: "/all", query: query, label: request.words("search.in", request.words("all.title")), error: error, request))
        <div class="failed">\(SearchBox.message(error, query, "/all", request))</div>
        """
    }
  }

  /// Some records of each kind: with a photo or its first letter, with colours, stages and findings as they have them.
  private static func cards(_ request: PageRequest) -> Markup {
    let cards = request.open.kinds.indices.flatMap { index -> [Markup] in
      guard let list = list(index, request) else { return [] }
      return list.window.prefix(mostCards).map { CardView.card($0, of: list, request, withKind: false, prefix: "design-") }
    }
    return "<ul class=\"grid\">\(cards)<li class=\"space\"></li></ul>"
  }

  private static func table(_ request: PageRequest) -> Markup {
    let widest = request.open.kinds.indices.max { request.open.kinds[$0].columns.count < request.open.kinds[$1].columns.count }
    guard let widest, let list = list(widest, request) else { return .empty }
    let kind = request.open.kinds[widest]
    let heads = list.table.columns.map { column -> Markup in
      "<th scope=\"col\"\(" class=\"number\"", if: column.alignment == .right)>\(CardView.title(of: column, kind, in: request.open.language))</th>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(PageFrame.plural(of: kind))"><table class="records"><thead><tr>\(heads)</tr></thead>
      <tbody><tr class="group"><th colspan="\(heads.count)" scope="rowgroup">\(PageFrame.plural(of: kind))</th></tr>\
      \(list.window.prefix(mostRows).map { CardView.row($0, of: list, request) })</tbody></table></div>
      """
  }

  private static func list(_ kind: Int, _ request: PageRequest) -> RecordCollection? {
    do throws(QueryError) {
      let list = try CollectionRequest(kind: kind, query: "", sort: nil, count: mostRows).collection(in: request.open)
      return list.total > 0 ? list : nil
    } catch {
      return nil
    }
  }

  private static func stages(_ request: PageRequest) -> Markup {
    let fields = request.open.kinds.flatMap { kind in kind.fields.filter { Stages.isTrack($0) } }
    guard let field = fields.first else { return .empty }
    return "<ul>\(field.values.map { "<li>\(field.marks[$0]?.label ?? $0)\(Stages.strip(field, at: $0))</li>" as Markup })</ul>"
  }

  private static func colors(_ request: PageRequest) -> Markup {
    let field = request.open.kinds.lazy.flatMap(\.fields).first { !$0.palette.isEmpty }
    let swatches = field?.palette.map { "<span class=\"colored\">\(ValueMarkup.swatch($0.hex)) \($0.label)</span> " as Markup }
    return "<p>\(swatches ?? [])</p>"
  }

  /// A finding of each severity that the catalogue has.
  private static func findings(_ request: PageRequest) -> Markup {
    let all = request.catalogue.findings.prefix(mostFindings)
    let chosen = Dictionary(grouping: all, by: \.severity.word).sorted { $0.key < $1.key }.compactMap(\.value.first)
    return "<ul class=\"findings\">\(FindingView.items(chosen, request, showsPath: true))</ul>"
  }

  private static func notices(_ request: PageRequest) -> Markup {
    let words = request.words
    return """
      <p class="notice">\(words("plan.nothing"))</p>
      <p class="notice good">\(words("toast.saved"))</p>
      \(PageFrame.notes([words("live.gone")]))
      <p class="msg">\(words("form.conflict")) <button type="button" class="fix">\(words("form.takeOther"))</button></p>
      <div class="empty"><p>\(words("list.nothing"))</p><p><a class="btn first" href="/">\(words("list.meant", "Zelda"))</a></p><p><a class="btn" href="/">\(words("search.clear"))</a></p></div>
      """
  }

  // MARK: forms

  private static func forms(_ request: PageRequest) -> Markup {
    let rows = request.open.kinds.map { kind -> Markup in
      let links = FormState.allCases.map {
        "<a class=\"chip\" href=\"\(address(of: kind, $0))\"><span class=\"visually-hidden\">\(kind.title): </span>\($0.rawValue)</a> "
          as Markup
      }
      return "<p class=\"layouts\"><b>\(kind.title)</b> \(links)</p>"
    }
    return "\(rows)"
  }

  private static func address(of kind: Kind, _ state: FormState) -> String {
    "/design/\(PageAddress.encoded(kind.name))?state=\(state.rawValue)"
  }

  /// The form of a kind as the first record of it fills it in, with every value refused, or with every value changed by somebody else as well.
  private static func form(of kind: Kind, _ index: Int, _ state: FormState, _ request: PageRequest) -> Markup {
    let path = request.catalogue.records(ofKind: index).first?.path
    let text = state == .empty ? nil : path.flatMap { request.catalogue.text(at: $0) }
    let form = EditForm(kind, text: text, digest: "")
    let submission = FormSubmission(form, sent(form, state))
    let messages =
      switch state {
      case .empty, .filled: [FormSubmission.Message]()
      case .refused: submission.refusals(in: request.catalogue, at: request.moment, all: true)
      case .conflicting: submission.conflicts(with: form)
      }
    return FormPage(kind: kind, action: address(of: kind, state), back: "/design").markup(
      title: "\(kind.title): \(state.rawValue)", messages.isEmpty ? form.inputs : submission.inputs, messages,
      isTried: !messages.isEmpty, request)
  }

  /// What somebody would send who typed into every field: what no field takes, or something else than somebody else meanwhile.
  private static func sent(_ form: EditForm, _ state: FormState) -> [FormSubmission.Sent] {
    let typed = state == .refused ? "?" : "mine"
    return form.inputs.filter { $0.control != .items }.flatMap { [("was:" + $0.name, "before"), ($0.name, typed)] }
  }
}
