// All kinds with places on one map: the map of a list, with pins by kind and a search across them.

import VitrineAnswers
import VitrineApplication
import VitrineIndex
import VitrineModel
import VitrineQuery

/// The page `/map`.
struct MapPage {
  private let request: PageRequest
  private let query: String
  private let kinds: [Int]

  /// The map, or the part of it that is wanted.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    MapPage(request: request, query: request.value("q") ?? "", kinds: MapView.kinds(request)).answer()
  }

  private var words: PageWords { request.words }

  private func answer() -> PageAnswer {
    guard !kinds.isEmpty else { return page(explanation, error: nil) }
    do throws(QueryError) {
      let list = try list(of: query)
      if request.part == "pins" { return MapPins(list, byKind: kinds.count > 1, request).answer }
      let view = MapView(list, query: query, kind: nil, byKind: kinds.count > 1, request)
      let chips = try chips(view)
      switch request.part {
      case "aside": return .part("\(chips)\(nothing.meant, if: list.total == 0)")
      case .some: return .part(results(list, view, chips))
      case nil:
        var content = "\(head(error: nil))\(results(list, view, chips))</record-list>\(view.markup)" as Markup
        if list.total == 0, query.isEmpty { content = "\(head(error: nil))</record-list>\(empty)\(view.markup)" }
        return page(content, error: nil)
      }
    } catch {
      let failure: Markup = """
        <div class="failed">\(SearchBox.message(error, query, "/map", request))\
        <p><a class="btn small" href="/map">\(words("search.clear"))</a></p></div>
        """
      return request.part == nil ? page("\(head(error: error))\(failure)</record-list>", error: error) : .part(failure)
    }
  }

  private func list(of query: String) throws(QueryError) -> RecordCollection {
    var wanted = CollectionRequest(kind: nil, query: query, sort: nil, count: 0)
    wanted.among = kinds
    return try wanted.collection(in: request.open)
  }

  private func page(_ content: Markup, error: QueryError?) -> PageAnswer {
    let title: Markup = "<header class=\"head\"><h1>\(words("map.label"))</h1></header>"
    var page = PageContent(
      title: words("map.label"), main: "\(title)\(content)", status: error == nil ? 200 : 400, place: "map")
    page.usesPosition = error == nil && !kinds.isEmpty
    return .page(page)
  }

  private func head(error: QueryError?) -> Markup {
    """
    \(SearchBox.markup(action: "/map", query: query, label: words("map.search"), error: error, request))
    <record-list id="results" data-kind="">
    """
  }

  private var nothing: NothingFound {
    NothingFound(query: query, kinds: kinds, address: { PageAddress.view("map", query: $0) }, request: request)
  }

  private func results(_ list: RecordCollection, _ view: MapView, _ chips: Markup) -> Markup {
    let all = kinds.reduce(0) { $0 + request.open.index.tables[$1].liveCount }
    let nothing = list.total > 0 ? .empty : self.nothing.markup()
    return
      "<div class=\"tools\"><p class=\"sub\" id=\"count\">\(words.counted(list.total, of: all))</p></div>\(PageFrame.notes(list.remark.map { [words.said($0)] } ?? []))\(chips)\(nothing)"
  }

  /// The kinds with their signs: what the pins mean, and what narrows them.
  private func chips(_ view: MapView) throws(QueryError) -> Markup {
    var pins = view.pins
    if KindChips.areChosen(in: query) { pins = MapPins(try list(of: KindChips.wider(query)), byKind: true, request) }
    let counts = pins.pins.reduce(into: [Int: Int]()) { $0[pins.kind($1), default: 0] += 1 }
    return KindChips.markup(kinds, counts: counts, query: query, request) { kind in
      MapView.sign(pins.categories[min(kind, pins.categories.count - 1)])
    } address: {
      PageAddress.view("map", query: $0)
    }
  }

  /// What a catalogue sees that has kinds with places, and no record of them.
  private var empty: Markup {
    let buttons = kinds.map { index -> Markup in
      let kind = request.open.kinds[index]
      return """
        <a class="btn" href="/new/\(PageAddress.encoded(kind.name))">\(words("new.of", kind.language.lowercased(kind.title)))</a>
        """
    }
    return "<div class=\"empty\"><p>\(words("map.empty"))</p><div class=\"buttons\">\(buttons)</div></div>"
  }

  /// What a catalogue sees whose kinds have no places.
  private var explanation: Markup {
    """
    <div class="empty"><p>\(words("map.noKind"))</p><p class="sub">\(words("map.howTo")) <code>x-vitrine: {location: true}</code></p></div>
    """
  }
}
