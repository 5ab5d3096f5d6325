// One saved search: what it asks for, its name, and its removal.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The page `/views/NAME`.
struct ViewForm {
  private let request: PageRequest
  private let view: SavedView
  private let changes: ViewChanges

  /// The view that an address names.
  init(_ request: PageRequest) throws {
    let name = request.path.dropFirst().joined(separator: "/")
    guard let view = request.catalogue.views[name], let changes = ViewChanges(of: name, in: request.open) else {
      throw PageError.missing(request.words("view.missing", String(name.prefix(100))))
    }
    (self.request, self.view, self.changes) = (request, view, changes)
  }

  private var words: PageWords { request.words }
  private var address: String { ViewsPage.address(view.name) }

  /// Title, kind and query as inputs of a form; `isAwaited` where the title is what is still to be typed.
  static func fields(title: String, kind: String, query: String, isAwaited: Bool = false, _ request: PageRequest) -> Markup {
    let words = request.words
    let options = request.open.kinds.map { option -> Markup in
      """
      <option value="\(option.name)"\(" selected", if: option.name == kind || option.plural == kind)>\(PageFrame.plural(of: option))</option>
      """
    }
    // What was sent back is not saved yet.
    let changed: Markup = request.isWrite ? " data-changed" : .empty
    return """
      <div class="field" data-name="title"\(changed)><label for="title">\(words("view.titleField"))</label><input class="input" id="title" name="title" value="\(title)" autocomplete="off"\(" autofocus", if: isAwaited)></div>\
      <div class="field" data-name="kind"\(changed)><label for="kind">\(words("export.kind"))</label><select class="input" id="kind" name="kind"><option value="">\(words("all.title"))</option>\(options)</select></div>\
      <div class="field" data-name="q"\(changed)><label for="view-q">\(words("view.query"))</label><input class="input code" id="view-q" name="q" value="\(query)" autocomplete="off" autocapitalize="off" spellcheck="false">\
      <p class="hint">\(words("view.queryHint"))</p></div>
      """
  }

  /// The forms; `said` is what did not work.
  func page(said: String?) throws -> PageAnswer {
    func typed(_ name: String, _ present: String) -> String { said == nil ? present : request.typed(name) ?? present }
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let title = view.title(in: words.language)
    let findings = Array(request.catalogue.findings.findings(in: changes.file)).prefix(10)
    let wrong: Markup =
      findings.isEmpty ? .empty : "<ul class=\"findings\">\(FindingView.items(findings, request, showsPath: true))</ul>"
    let main: Markup = """
      <div class="bar"><a class="chip back" href="/views">‹ \(words("view.title"))</a><span class="grow"></span>\
      <a class="btn" href="\(PageFrame.address(of: view, request))">\(words("view.open"))</a></div>
      <section><h1><bdi>\(title)</bdi></h1><p class="sub"><code>@\(view.name)</code> · \(changes.file.string)</p>\(wrong)
      <form class="edit" method="post" action="\(address)">\(message)\
      \(Self.fields(title: typed("title", view.title), kind: typed("kind", view.kind ?? ""), query: typed("q", view.query), request))\
      <div class="actions"><button class="btn first" name="do" value="save">\(words("form.save"))</button></div></form>
      <h2>\(words("view.name"))</h2><form class="edit" method="post" action="\(address)"><div class="field"><label for="to">\(words("property.to"))</label>\
      <input class="input" id="to" name="to" value="\(typed("to", view.name))" autocomplete="off" maxlength="65"><p class="hint">\(words("view.renameHint"))</p></div>\
      <div class="buttons start"><button class="btn" name="do" value="rename">\(words("rename.do"))</button>\
      <button class="btn danger" name="do" value="delete">\(words("record.delete"))</button></div></form></section>
      """
    return .page(PageContent(title: title, main: main, status: said == nil ? 200 : 422, place: "views"))
  }

  /// Saves it, gives it another name, or moves it to the trash: the last two after a preview.
  func change() throws -> PageAnswer {
    try ViewsPage.saying(request.words) {
      switch request.typed("do") {
      case "save":
        let plan = try changes.edit(
          title: request.line("title"),
          kind: Kind.index(calledBy: request.typed("kind"), among: request.open.kinds),
          query: request.line("q"))
        return try ChangeView.done(plan, "/views", request)
      case "rename":
        let to = request.line("to")
        return try agreed(
          PlanPreview(
            plan: try changes.rename(to: to), action: address, fields: [("do", "rename"), ("to", to)], button: words("rename.do"),
            back: "/views"))
      case "delete":
        return try agreed(
          PlanPreview(
            plan: changes.removal, action: address, fields: [("do", "delete")], button: words("delete.do"), isDanger: true,
            back: "/views"))
      default: throw PageError(status: 422, message: words("error.form"))
      }
    } _: {
      try page(said: $0)
    }
  }

  private func agreed(_ preview: PlanPreview) throws -> PageAnswer {
    try preview.outcome(request, isSeen: true) ?? preview.page(preview.plan.title, place: "views", request)
  }
}
