// The start: the kinds, what falls on this day, what is due, what is half finished, what was changed lately, what is wrong.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The first page.
enum HomeView {
  /// The first part of the address that is the start's own, whatever the page begins with.
  static let word = "start"
  /// How many cards a shelf has.
  private static let shelf = 6

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let title = PageFrame.title(of: request)
    let total = request.catalogue.recordCount
    guard total > 0 else { return .page(PageContent(title: title, main: FirstRun.markup(request), place: "home")) }
    if request.path.first != word, let kind = self.kind(request) {
      let done = ["done", "undone"].compactMap { name in request.value(name).map { (name, $0) } }
      return .redirect(PageAddress.collection(kind, query: "", done))
    }
    let main: Markup = """
      <header class="head"><h1>\(title)</h1>
      <p class="sub">\(words("home.records", count: total)) · \(words("home.photos", count: request.catalogue.photoCount))</p></header>
      \(SearchBox.markup(action: "/all", query: "", label: words("search.all"), request))
      <ul class="kinds">\(kinds(request))</ul>
      \(HomeDays.onThisDay(request))
      \(try HomeDays.due(request))
      \(begun(request))
      \(try changed(request))
      \(report(request))
      """
    return .page(PageContent(title: title, main: main, place: "home"))
  }

  /// The kind that the page begins with in place of the start: the one that the manifest names, or the only one, where it says what is shown of it
  /// first; nil for none. Decision 0131 says why.
  static func kind(_ request: PageRequest) -> Kind? {
    let (manifest, kinds) = (request.catalogue.manifest, request.open.kinds)
    if let home = manifest.homeKind, let kind = kinds.first(where: { $0.name == home.name }) { return kind }
    return kinds.count == 1 ? kinds.first { manifest.home(ofKind: $0.name) != nil } : nil
  }

  private static func kinds(_ request: PageRequest) -> Markup {
    let cards = request.open.kinds.enumerated().map { index, kind -> Markup in
      let count = request.open.index.tables[index].liveCount
      return """
        <li><a class="kind \(ValueMarkup.pastel(index))" href="\(PageAddress.collection(kind))">\(covers(index, request))
        <span class="name">\(PageFrame.plural(of: kind))</span> <b>\(request.words.number(count))</b></a></li>

        """
    }
    return "\(cards)"
  }

  /// The newest photos of a kind, as a fan; what has none shows nothing.
  private static func covers(_ kind: Int, _ request: PageRequest) -> Markup {
    guard let query = try? RecordQuery(text: "has:photo sort:-modified limit:3", kind: kind, in: request.open) else {
      return .empty
    }
    let photos = query.answer().rows.compactMap { row in
      CardView.cover(of: request.open.index.path(of: row), request)
    }
    guard !photos.isEmpty else { return .empty }
    return "<span class=\"fan\">\(photos.map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\">" as Markup })</span>"
  }

  /// The records that are on their way through the stages of their kind, neither at the first nor at the last: those changed last first.
  private static func begun(_ request: PageRequest) -> Markup {
    let shelves = request.open.kinds.indices.compactMap { kind -> Markup? in
      let table = request.open.index.tables[kind]
      let name = request.open.binder.names.names(forKind: kind).first { name in
        Stages.isTrack(table.columns[name.column].field) && !table.columns[name.column].isBuiltIn
      }
      guard let name else { return nil }
      let stages = table.columns[name.column].field.values
      let (first, last) = (QueryTerms.quoted(stages[1]), QueryTerms.quoted(stages[stages.count - 2]))
      let query = "\(name.text):\(first)..\(last)"
      var wanted = CollectionRequest(kind: kind, query: query + " sort:-modified", sort: nil, count: shelf)
      wanted.isWhole = false
      guard let list = try? wanted.collection(in: request.open), list.total > 0 else { return nil }
      let cards = list.window.map { CardView.card($0, of: list, request, withKind: false, prefix: "b-") }
      let title = request.words("home.begun", request.open.kinds[kind].nouns)
      return """
        <section aria-labelledby="begun-\(kind)"><h2 id="begun-\(kind)"><a href="\(PageAddress.collection(request.open.kinds[kind], query: query))">\(title)</a> \
        <b class="pill quiet">\(request.words.number(list.total))</b></h2><ul class="grid">\(cards)</ul></section>

        """
    }
    return "\(shelves)"
  }

  private static func changed(_ request: PageRequest) throws -> Markup {
    var wanted = CollectionRequest(kind: nil, query: "sort:-modified", sort: nil, count: shelf)
    wanted.isWhole = false
    let list = try wanted.collection(in: request.open)
    let cards = list.window.map { CardView.card($0, of: list, request, withKind: true) }
    return """
      <section aria-labelledby="lately"><h2 id="lately">\(request.words("home.lately"))</h2>
      <ul class="grid" id="rows">\(cards)</ul></section>
      """
  }

  private static func report(_ request: PageRequest) -> Markup {
    let words = request.words
    let findings = request.catalogue.findings
    guard !findings.isEmpty else {
      return "<p class=\"notice good\">\(words("report.none"))</p>"
    }
    let errors = findings.count(of: .error)
    return """
      <p class="notice"><a href="/report">\(words("report.count", count: findings.count))</a>\
      \(", \(words("report.errors", count: errors))", if: errors > 0)</p>
      """
  }
}
