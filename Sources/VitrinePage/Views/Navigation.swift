// The entries of the page's navigation, in one list: beside a wide page, at the foot of a phone, and on the page that has all of them.

import VitrineApplication
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineSource

/// What the navigation leads to besides kinds and saved queries.
enum Navigation {
  /// An entry.
  struct Entry {
    /// The address.
    let address: String
    /// The key of its word.
    let word: String
    /// Its sign.
    let icon: Icon
    /// What `PageContent.place` is on the pages that it stands for.
    let place: String
    /// A number that is worth a look; 0 for none.
    let count: @Sendable (PageRequest) -> Int
    /// Whether the catalogue has what it leads to.
    let isOffered: @Sendable (PageRequest) -> Bool

    /// An entry of an address.
    init(
      _ address: String, _ word: String, _ icon: Icon, _ place: String,
      isOffered: @escaping @Sendable (PageRequest) -> Bool = { _ in true },
      count: @escaping @Sendable (PageRequest) -> Int = { _ in 0 }
    ) {
      (self.address, self.word, self.icon, self.place, self.isOffered, self.count) = (
        address, word, icon, place, isOffered, count
      )
    }
  }

  /// The entries beside a wide page, below the kinds, in their order; on a phone they are on the page `/more`.
  static func rail(_ request: PageRequest) -> [Entry] { entries.filter { $0.isOffered(request) } }

  private static let entries: [Entry] = [
    Entry("/\(HomeView.word)", "tab.browse", .browse, "home", isOffered: beginsElsewhere),
    Entry("/map", "map.label", .map, "map", isOffered: hasPlaces),
    Entry("/timeline", "timeline.title", .days, "timeline", isOffered: { !DayCalendar.kinds(in: $0.open).isEmpty }),
    Entry("/colors", "color.title", .drop, "colors", isOffered: { Palette.isThere(in: $0.open) }),
    Entry("/views", "view.title", .bookmark, "views"),
    Entry("/camera", "camera.title", .camera, "camera"),
    Entry("/report", "report.title", .report, "report", count: { $0.catalogue.findings.count(of: .error) }),
    Entry("/properties", "property.title", .properties, "properties"),
    Entry("/log", "log.title", .log, "log"),
    Entry("/trash", "trash.title", .trash, "trash"),
    Entry("/import", "import.title", .bring, "import"),
    Entry("/export", "export.title", .take, "export"),
    Entry("/share", "share.title", .share, "share"),
    Entry("/libraries", "library.title", .lock, "libraries"),
    Entry("/help", "help.title", .help, "help"),
    Entry("/about", "about.title", .about, "about"),
  ]

  private static let beginsElsewhere: @Sendable (PageRequest) -> Bool = { HomeView.kind($0) != nil }
  private static let hasPlaces: @Sendable (PageRequest) -> Bool = { !MapView.kinds($0).isEmpty }

  /// The tabs at the foot of a phone.
  static func tabs(_ request: PageRequest) -> [Entry] { allTabs.filter { $0.isOffered(request) } }

  private static let allTabs: [Entry] = [
    Entry("/", "tab.browse", .browse, "home", isOffered: { !beginsElsewhere($0) }),
    Entry("/\(HomeView.word)", "tab.browse", .browse, "home", isOffered: beginsElsewhere),
    Entry("/all#q", "tab.search", .search, "all"),
    Entry("/new", "tab.new", .new, "new"),
    Entry("/map", "map.label", .map, "map", isOffered: hasPlaces),
    // There is room for five: where nothing has a place, the report has that of the map.
    Entry("/report", "report.title", .report, "report", isOffered: { !hasPlaces($0) }),
    Entry("/more", "tab.more", .more, "more"),
  ]

  /// Whether a page is of the records of a kind or of a saved query, which a phone comes to from the start.
  static func isCollection(_ place: String, _ request: PageRequest) -> Bool {
    place.hasPrefix("@") || request.open.kinds.contains { $0.plural == place }
  }

  /// Whether a page is found on a phone by the last tab alone.
  static func isOnlyInMore(_ place: String, _ request: PageRequest) -> Bool {
    entries.contains { $0.place == place } && !tabs(request).contains { $0.place == place }
  }
}

/// The page that has all entries, for phones.
enum MoreView {
  static func answer(_ request: PageRequest) -> PageAnswer {
    if request.part == "rail" {
      return .part("\(PageFrame.rail(request.value("place") ?? "", request))\(FrozenNotice.markup(request))")
    }
    let words = request.words
    let main: Markup = """
      <header class="head"><h1>\(words("tab.more"))</h1></header>
      <nav class="more" aria-label="\(words("tab.more"))"><h2>\(words("frame.collections"))</h2><ul>\(PageFrame.kinds("", request))</ul>\
      \(PageFrame.views("", request))<h2>\(words("frame.catalogue"))</h2>\
      <ul>\(Navigation.rail(request).map { PageFrame.entry($0, "", request) })</ul>\(PageFrame.languages(request))</nav>
      """
    return .page(PageContent(title: words("tab.more"), main: main, place: "more"))
  }
}
