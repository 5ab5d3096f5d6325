// The records of a kind, or of all: cards or a table, filters with counts, an order, windows of rows.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// A list of records, with all that its address holds.
struct CollectionView {
  /// How many rows a window has.
  static let window = 24
  /// How many rows are found at once while somebody types, and the most that a script may ask for.
  private static let (found, most) = (24, 1_200)

  /// What comes after the rows by itself while somebody types, and stays as it is until then.
  private static let filtersLater: Markup = "<div id=\"filters\" data-later></div>"
  private static let lettersLater: Markup = "<div id=\"letters\" data-later></div>"

  private let request: PageRequest
  private let kind: Int?
  private let query: String
  private let sort: String?
  /// The columns that are asked for; empty for those of the query or the kind.
  private let show: [String]
  private let layout: Layout
  /// The layout that an address without one means.
  private let home: Layout
  private let start: Int
  private let count: Int

  /// How records are laid out.
  enum Layout: String {
    case cards, table, timeline, map
  }

  /// The list that an address asks for.
  init(_ request: PageRequest, kind: Int?) {
    self.request = request
    self.kind = kind
    query = request.value("q") ?? ""
    sort = request.value("sort").flatMap { $0.isEmpty ? nil : $0 }
    // A form without a script sends one value a column, an address of a link all of them in one.
    show = request.values("show").flatMap { $0.split(separator: ",").map(String.init) }
    home = kind.map { Self.home(of: request.open.kinds[$0], request) } ?? .cards
    layout = request.value("as").flatMap { Layout(rawValue: $0) } ?? home
    start = request.value("from").flatMap { Int($0) } ?? 0
    let usual = request.part == "found" ? Self.found : Self.window
    count = request.part == nil ? usual : min(max(request.value("count").flatMap { Int($0) } ?? usual, 1), Self.most)
  }

  /// What the manifest says that is shown of a kind first: cards, unless it says something else that can be shown.
  private static func home(of kind: Kind, _ request: PageRequest) -> Layout {
    switch request.catalogue.manifest.home(ofKind: kind.name) {
    case .list: .table
    case .map where kind.location != nil: .map
    case .map, .gallery, nil: .cards
    }
  }

  /// The records of all kinds.
  static func answerAll(_ request: PageRequest) throws -> PageAnswer { CollectionView(request, kind: nil).answer() }

  private var words: PageWords { request.words }
  private var isTable: Bool { layout == .table }
  /// The order that the layout has where nobody asks for another.
  private var usual: String? { layout == .timeline ? own.flatMap { Timeline.sort(of: $0) } : nil }
  private var own: Kind? { kind.map { request.open.kinds[$0] } }
  private var name: String { own.map { PageFrame.plural(of: $0) } ?? words("all.title") }

  /// The address of the list with some of it different.
  private func address(query: String? = nil, sort: String?? = .none, layout: Layout? = nil, from: Int = 0) -> String {
    let order: String? = if case .some(let given) = sort { given } else { self.sort }
    return PageAddress.collection(
      own, query: query ?? self.query,
      [
        ("sort", order ?? ""), ("as", word(layout ?? self.layout)), ("show", show.joined(separator: ",")),
        ("from", from > 0 ? String(from) : ""),
      ])
  }

  /// The word of a layout in an address; "" for the usual one.
  private func word(_ layout: Layout) -> String { layout == home ? "" : layout.rawValue }

  /// The page, or the part of it that is wanted.
  func answer() -> PageAnswer {
    if layout == .map, kind == nil { return .redirect(MapView.address(nil, query: query)) }
    var wanted = CollectionRequest(kind: kind, query: query, sort: sort ?? usual, count: count)
    wanted.start = start
    wanted.isWhole = isWhole
    wanted.show = show
    let place = query.hasPrefix("@") ? query : own?.plural ?? "all"
    do throws(QueryError) {
      let list = try wanted.collection(in: request.open)
      if request.part == "rows" { return .part(window(list)) }
      if request.part == "aside" { return .part("\(filters(list))\(letters(list))\(nothing.meant, if: list.total == 0)") }
      if request.part == "pins" { return MapPins(list, byKind: false, request).answer }
      // Who types the name of a field has not searched for anything yet.
      if request.part == "found", list.total == 0, let begun = SearchBox.begun(query, own, request) {
        return .part("<div class=\"failed\">\(begun)</div>")
      }
      let results = self.results(list)
      if request.part != nil { return .part(results) }
      guard layout == .map else { return .page(PageContent(title: name, main: page(results, error: nil), place: place)) }
      let map = MapView(list, query: query, kind: kind, request).markup
      var content = PageContent(title: name, main: "\(page(results, error: nil))\(map)", place: place)
      content.usesPosition = true
      return .page(content)
    } catch {
      if request.part != nil { return .part(failure(error)) }
      return .page(PageContent(title: name, main: page(failure(error), error: error), status: 400, place: place))
    }
  }

  /// Whether more is asked of the rows than the window: for letters that are not known yet, and for places on a map.
  private var isWhole: Bool {
    switch request.part {
    case "rows", "found": false
    case "pins": true
    default: layout == .map || request.asides.aside(of: asideKey) == nil
    }
  }

  private func page(_ results: Markup, error: QueryError?) -> Markup {
    let create: Markup =
      own.map {
        "<a class=\"btn first\" href=\"/new/\(PageAddress.encoded($0.name))\" data-key=\"n\">\(words("new.of", $0.language.lowercased($0.title)))</a>"
      } ?? .empty
    return """
      <header class="head"><h1>\(title)</h1>\(create)</header>
      \(SearchBox.markup(
        action: PageAddress.collection(own), query: query,
        kept: [("sort", sort ?? ""), ("as", word(layout)), ("show", show.joined(separator: ","))], label: request.open.language.capitalised(words("search.in", own?.nouns ?? name.lowercased())), error: error, request))
      <record-list id="results" data-kind="\(own?.name ?? "")" data-page="\(Self.window)" data-word-printed="\(words("list.printed"))">\(results)</record-list>
      """
  }

  private var title: String {
    guard query.hasPrefix("@"), let view = request.catalogue.views[String(query.dropFirst())], !view.title.isEmpty else {
      return name
    }
    return view.title(in: request.words.language)
  }

  private func failure(_ error: QueryError) -> Markup {
    """
    <div class="failed">\(SearchBox.message(error, query, PageAddress.collection(own), request))\
    <p><a class="btn small" href="\(address(query: ""))">\(words("search.clear"))</a></p></div>
    """
  }

  // MARK: results

  private func results(_ list: RecordCollection) -> Markup {
    let all = kind.map { request.open.index.tables[$0].liveCount } ?? request.catalogue.recordCount
    let found = words.counted(list.total, of: all)
    return """
      <div class="tools list-tools"><p class="sub" id="count">\(found)</p>\(picking(list), if: list.total > 0)\(keeping)\(order(list).menu)\(columnMenu(list), if: isTable)\(layouts)</div>
      \(PageFrame.notes(list.remark.map { [words.said($0)] } ?? []))\
      \(request.part == "found" ? Self.filtersLater : filters(list))
      \(body(list))\(picks(list), if: list.total > 0)
      """
  }

  /// What keeps the search under a name.
  private var keeping: Markup {
    guard !query.isEmpty || !show.isEmpty || sort != nil, !query.hasPrefix("@") else { return .empty }
    let columns = show.isEmpty ? "" : "show:" + show.joined(separator: ",")
    let kept = [query, sort.map { "sort:" + $0 } ?? "", columns].filter { !$0.isEmpty }.joined(separator: " ")
    let shown = isTable ? SavedView.Layout.table.rawValue : ""
    let address = PageAddress.view("views", query: kept, [("kind", own?.name ?? ""), ("layout", shown)])
    return "<a class=\"chip\" href=\"\(address)\">\(words("view.keep"))</a>"
  }

  // MARK: many at once

  /// What shows the boxes by which records are chosen, with or without a script.
  private func picking(_ list: RecordCollection) -> Markup {
    "<label class=\"chip picking\"><input type=\"checkbox\" id=\"picking\" class=\"visually-hidden\"><span>\(words("bulk.choose"))</span></label>"
  }

  /// The form of those that are chosen.
  private func picks(_ list: RecordCollection) -> Markup {
    let setAll: Markup =
      kind == nil
      ? .empty : "<button class=\"link\" name=\"do\" value=\"set-all\">\(words("bulk.changeAll", count: list.total))</button>"
    return """
      <form class="picks" id="picks" method="post" action="/bulk" data-count="\(words("bulk.count"))"><input type="hidden" name="back" value="\(address())">\
      <input type="hidden" name="kind" value="\(own?.name ?? "")"><input type="hidden" name="q" value="\(query)">\
      <b class="picked"></b><button class="link" data-some name="do" value="set">\(words("bulk.change"))</button>\
      <button class="link" data-some name="do" value="delete">\(words("record.delete"))</button>\
      <button class="link" data-some formaction="/share" name="do" value="share">\(words("share.title"))</button>\
      <button class="link" formaction="/export">\(words("export.title"))</button>\(setAll)<button type="button" class="link stop" data-stop aria-label="\(words("bulk.stop"))">✕</button></form>
      """
  }

  private var nothing: NothingFound {
    NothingFound(query: query, kinds: kind.map { [$0] }, address: { address(query: $0) }, request: request)
  }

  private func body(_ list: RecordCollection) -> Markup {
    guard list.total > 0 else {
      if query.isEmpty { return "<div class=\"empty\"><p>\(words("list.empty"))</p>\(beginnings)</div>" }
      return nothing.markup(also: SearchBox.begun(query, own, request) ?? .empty)
    }
    if layout == .map { return .empty }
    let letters: Markup = request.part == "found" ? Self.lettersLater : self.letters(list)
    guard isTable else { return "\(window(list))\(more(list))\(letters)" }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(name)"><table class="records" aria-rowcount="\(list.total + 1)">\
      <thead><tr>\(order(list).heads { address(sort: .some($0)) })</tr></thead>\(tableBody(list))</table></div>
      \(more(list))\(letters)
      """
  }

  /// How a list without records gets its first ones.
  private var beginnings: Markup {
    let add: Markup =
      own.map {
        "<a class=\"btn\" href=\"/new/\(PageAddress.encoded($0.name))\">\(words("new.of", $0.language.lowercased($0.title)))</a> "
      } ?? .empty
    return "<p>\(add)<a class=\"btn\" href=\"/import\">\(words("list.import"))</a></p>"
  }

  /// The rows of the window in what holds them, with their place among all.
  private func window(_ list: RecordCollection) -> Markup {
    isTable ? "<table>\(tableBody(list))</table>" : "<ul class=\"grid\" id=\"rows\"\(place(list))>\(rows(list))</ul>"
  }

  private func tableBody(_ list: RecordCollection) -> Markup { "<tbody id=\"rows\"\(place(list))>\(rows(list))</tbody>" }

  /// Where the window stands: its first row, all rows, and how many rows there are between the last heading and the first.
  private func place(_ list: RecordCollection) -> Markup {
    let first = list.window.lowerBound
    let timeline = layout == .timeline ? kind.flatMap { Timeline(list, kind: $0, request) } : nil
    let lead = first < list.answer.rows.count ? timeline?.lead(of: first) ?? list.lead(of: first) : 0
    return " data-from=\"\(first)\" data-total=\"\(list.total)\" data-lead=\"\(lead)\""
  }

  /// The rows of the window, each behind the headings that begin with it.
  private func rows(_ list: RecordCollection) -> Markup {
    var rows = Markup.empty
    let timeline = layout == .timeline ? kind.flatMap { Timeline(list, kind: $0, request) } : nil
    for row in list.window {
      if let heading = timeline?.heading(before: row, first: row == 0) {
        rows += "<li class=\"group\" id=\"t\(row)\"><h2>\(heading)</h2></li>\n"
      }
      for heading in list.headings(before: row) {
        let field = own.flatMap { CardView.field(of: list.table.columns[heading.level], $0) }
        let text =
          heading.cell.isEmpty ? Markup.text(words("group.none")) : ValueMarkup.cell(heading.cell, words, of: field, in: own)
        let depth: Markup = heading.level > 0 ? " inner" : .empty
        rows +=
          isTable
          ? "<tr class=\"group\(depth)\" id=\"g\(row)-\(heading.level)\"><th colspan=\"\(list.table.columns.count)\" scope=\"rowgroup\">\(text)</th></tr>\n"
          : "<li class=\"group\(depth)\" id=\"g\(row)-\(heading.level)\"><h\(heading.level > 0 ? 3 : 2)>\(text)</h\(heading.level > 0 ? 3 : 2)></li>\n"
      }
      rows += isTable ? CardView.row(row, of: list, request) : CardView.card(row, of: list, request, withKind: kind == nil)
    }
    return rows
  }

  private func more(_ list: RecordCollection) -> Markup {
    let (first, next) = (list.window.lowerBound, list.window.upperBound)
    guard first > 0 || next < list.total else { return .empty }
    let before: Markup =
      first > 0
      ? "<a class=\"btn\" href=\"\(address(from: max(0, first - Self.window)))\" rel=\"prev\">\(words("list.before"))</a>"
      : .empty
    let after: Markup =
      next < list.total
      ? "<a class=\"btn\" href=\"\(address(from: next))\" rel=\"next\" id=\"more\">\(words("list.more"))</a>" : .empty
    return
      "<nav class=\"pages\" id=\"pages\" aria-label=\"\(words("list.pages"))\">\(before)<span class=\"faint\">\(words.number(first + 1))–\(words.number(next))</span>\(after)</nav>"
  }

  /// What tells what stands beside this list from that beside others.
  private var asideKey: ListAsides.Key {
    ListAsides.Key(
      kind: kind, query: query, sort: sort ?? usual, hasLetters: layout == .cards || isTable, language: words.language)
  }

  /// The filters and letters of the list, as they were found out last where nothing changed since.
  private func aside(_ list: RecordCollection) -> ListAsides.Aside {
    if let known = request.asides.aside(of: asideKey) { return known }
    let typed = QueryTerms(query).values(of: "sort").joined(separator: ",")
    let order = sort ?? usual ?? (typed.isEmpty ? own?.sort.first?.field.dotted : typed)
    let key = order.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
    let display = own?.display
    let isByTitle = asideKey.hasLetters && key != nil && (key == display?.dotted || key == display?.names.last)
    let aside = ListAsides.Aside(filters: list.filters(of: query), letters: list.letters(isByTitle: isByTitle))
    request.asides.keep(aside, of: asideKey)
    return aside
  }

  private func letters(_ list: RecordCollection) -> Markup {
    let letters = aside(list).letters
    guard let first = letters.first, let last = letters.last else { return .empty }
    let links = letters.map {
      "<a href=\"\(address(from: $0.row / Self.window * Self.window))\" data-row=\"\($0.row)\">\($0.text)</a>" as Markup
    }
    // A phone has no room for them at its edge: there a button opens them.
    return """
      <div id="letters"><button type="button" class="chip" popovertarget="az"><span class="visually-hidden">\(words("list.letters"))</span> \
      \(first.text)–\(last.text)</button><nav class="az" id="az" popover aria-label="\(words("list.letters"))">\(links)</nav></div>
      """
  }

  // MARK: order and layout

  private func order(_ list: RecordCollection) -> ListOrder {
    let kept: [(name: String, value: String)] = [
      ("q", query), ("as", word(layout)), ("show", show.joined(separator: ",")),
    ]
    return ListOrder(list: list, kind: own, query: query, sort: sort, kept: kept, request: request)
  }

  private func columnMenu(_ list: RecordCollection) -> Markup {
    ColumnMenu.markup(list, [("q", query), ("sort", sort ?? ""), ("as", word(layout))], isUsual: show.isEmpty, own, request)
  }

  private var layouts: Markup {
    """
    <div class="layouts" role="group" aria-label="\(words("layout.label"))">\
    \(chip(.cards))\(chip(.table))\
    \(chip(.timeline), if: own?.dayField != nil)\(chip(.map), if: MapView.isOffered(kind, request))</div>
    """
  }

  /// A layout as a link. The map is a page of its own: lists and maps are not swapped for one another in place.
  private func chip(_ other: Layout) -> Markup {
    let isOther = (other == .map) != (layout == .map)
    return """
      <a class="chip" href="\(other == .map && own == nil ? MapView.address(nil, query: query) : address(layout: other))"\(" aria-current=\"true\"", if: other == layout)\(" data-whole", if: isOther)>\
      \(words("layout." + other.rawValue))</a>
      """
  }

  private func filters(_ list: RecordCollection) -> Markup {
    FilterMenus(aside(list).filters, query: query, kind: own, words) { address(query: $0) }.markup
  }
}
