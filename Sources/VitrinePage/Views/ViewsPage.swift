// Saved searches: what each finds, what is wrong with it, and new ones.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The page `/views`, and `/views/NAME` for one of them.
enum ViewsPage {
  /// The most that are listed, and the most whose records are counted.
  private static let (mostShown, mostCounted) = (500, 100)

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count > 1 else { return list(request, said: nil) }
    return try ViewForm(request).page(said: nil)
  }

  /// Saves a new one, or changes one that is there.
  static func change(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count > 1 else { return try save(request) }
    return try ViewForm(request).change()
  }

  /// The address of a view's own page.
  static func address(_ name: String) -> String { "/views/" + PageAddress.encoded(name) }

  /// What does not work about a change, as a sentence; errors that a person cannot help are thrown on.
  static func saying(
    _ words: PageWords, _ body: () throws -> PageAnswer, _ failed: (String) throws -> PageAnswer
  ) throws -> PageAnswer {
    do {
      return try body()
    } catch let error as QueryError {
      return try failed(words.said(QueryErrorText.message(error)))
    } catch let error as PlanRefusal {
      return try failed(words.said(error.message))
    } catch let error as RequestError where error.reason == .invalid {
      return try failed(words.said(error.message))
    }
  }

  private static func save(_ request: PageRequest) throws -> PageAnswer {
    guard request.typed("do") == "save" else { throw PageError(status: 422, message: request.words("error.form")) }
    let title = request.line("title")
    return try saying(request.words) {
      let name = request.line("name")
      if name.isEmpty, slug(title).isEmpty { throw RequestError(request.words("view.untitled")) }
      var view = NewView(
        name: name.isEmpty ? slug(title) : name, query: request.line("q"),
        kind: Kind.index(calledBy: request.typed("kind"), among: request.open.kinds))
      if request.open.catalogue.views[view.name] != nil {
        throw RequestError(request.words("view.taken", view.name))
      }
      view.title = title.isEmpty ? nil : title
      view.layout = request.typed("layout").flatMap { SavedView.Layout(rawValue: $0) }
      let kind = Kind.index(calledBy: request.typed("kind"), among: request.open.kinds).map { request.open.kinds[$0] }
      let shown = PageFrame.list("@" + view.name, kind, view.layout)
      return try ChangeView.done(try view.plan(in: request.open).plan, shown, request)
    } _: {
      list(request, said: $0)
    }
  }

  /// A name that a title makes: its letters and digits with hyphens between them. No name is as long as what is left of a long title.
  private static func slug(_ title: String) -> String {
    title.prefix(1_000).lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  // MARK: the list

  private static func list(_ request: PageRequest, said: String?) -> PageAnswer {
    let words = request.words
    let views = request.catalogue.views.values.sorted { $0.name < $1.name }
    let items = views.prefix(mostShown).enumerated().map { place, view in
      item(view, count: place < mostCounted ? request.open.count(ofView: view.name) : nil, request)
    }
    let broken = brokenFiles(besides: Set(views.map(\.name)), request)
    let body: Markup =
      items.isEmpty && broken.isEmpty
      ? "<div class=\"empty\"><p>\(words("view.empty"))</p><p class=\"sub\">\(words("view.emptyStep"))</p></div>"
      : "<ul class=\"views\" id=\"rows\">\(items)\(broken)</ul>"
    let rest: Markup =
      views.count > mostShown ? "<p class=\"sub\">\(words("record.more", count: views.count - mostShown))</p>" : .empty
    let main: Markup = """
      <header class="head"><div><h1>\(words("view.title"))</h1><p class="sub">\(words("view.text"))</p></div>\
      <a class="btn first" href="#new" data-key="n">\(words("view.new"))</a></header>
      <div id="results">\(body)\(rest)</div>\(newForm(request, said: said))
      """
    return .page(
      PageContent(title: words("view.title"), main: main, status: said == nil ? 200 : 422, place: "views"))
  }

  private static func item(_ view: SavedView, count: Int?, _ request: PageRequest) -> Markup {
    let words = request.words
    let kind = Kind.index(calledBy: view.kind, among: request.open.kinds)
    let dot: Markup = kind.map { "<i class=\"dot \(ValueMarkup.pastel($0))\"></i>" } ?? "<i class=\"dot hollow\"></i>"
    let of = kind.map { PageFrame.plural(of: request.open.kinds[$0]) } ?? view.kind ?? words("all.title")
    let findings = findings(ofView: view.name, request)
    let number: Markup = count.map { "<b class=\"pill quiet\">\(words("home.records", count: $0))</b>" } ?? .empty
    let purpose = view.description(in: words.language)
    let description: Markup = purpose.isEmpty ? .empty : "<p class=\"sub\">\(purpose)</p>"
    let errors: Markup =
      findings.isEmpty
      ? .empty : "<ul class=\"findings\">\(FindingView.items(findings.prefix(5), request, showsPath: true))</ul>"
    return """
      <li class="view" id="v-\(PageAddress.encoded(view.name))"><div class="grow"><p><a class="name" href="\(PageFrame.address(of: view, request))"><bdi>\(view.title(in: words.language))</bdi></a> \(number)</p>\(description)\
      <p class="faint">\(dot) \(of) · <code>@\(view.name)</code> · <code><bdi>\(view.query)</bdi></code></p></div>\
      <a class="btn small" href="\(address(view.name))" aria-label="\(words("property.change")): \(view.name)">\(words("property.change"))</a>\(errors)</li>

      """
  }

  private static func findings(ofView name: String, _ request: PageRequest) -> [Finding] {
    guard let file = ViewChanges(of: name, in: request.open)?.file else { return [] }
    return Array(request.catalogue.findings.findings(in: file))
  }

  /// Files of the folder of views that say no query, with what is wrong with them.
  private static func brokenFiles(besides known: Set<String>, _ request: PageRequest) -> [Markup] {
    let files = request.catalogue.files(below: SavedView.folder).filter { file in
      file.isPlain && SavedView.suffixes.contains { file.path.string.hasSuffix($0) }
        && !known.contains(SavedView.name(ofPath: file.path))
    }
    return files.map(\.path).sorted().prefix(mostCounted).map { path in
      let findings = FindingView.items(
        Array(request.catalogue.findings.findings(in: path)).prefix(5), request, showsPath: true)
      return """
        <li class="view"><div class="grow"><p><b>\(path.string)</b></p><p class="faint">\(request.words("view.broken"))</p></div>\
        <ul class="findings">\(findings)</ul></li>

        """
    }
  }

  // MARK: a new one

  private static func newForm(_ request: PageRequest, said: String?) -> Markup {
    let words = request.words
    func given(_ name: String) -> String { request.typed(name) ?? request.value(name) ?? "" }
    let message: Markup = said.map { "<p class=\"msg\" id=\"new-msg\" role=\"alert\">\($0)</p>" } ?? .empty
    return """
      <section class="new-view" aria-labelledby="new"><h2 id="new">\(words("view.new"))</h2><form class="edit" method="post" action="/views" data-draft>\(message)\
      <input type="hidden" name="layout" value="\(given("layout"))">\
      \(ViewForm.fields(title: given("title"), kind: given("kind"), query: given("q"), isAwaited: !given("q").isEmpty, request))\
      <div class="field" data-name="name"\(" data-changed", if: request.isWrite)><label for="name">\(words("view.name"))</label><input class="input" id="name" name="name" value="\(given("name"))" autocomplete="off" maxlength="64">\
      <p class="hint">\(words("view.nameHint"))</p></div>\
      <div class="actions"><button class="btn first" name="do" value="save">\(words("form.save"))</button></div></form></section>
      """
  }
}
