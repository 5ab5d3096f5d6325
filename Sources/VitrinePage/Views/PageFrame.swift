// The frame around every view: navigation, the head of the document, what is told at its foot.

import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineHTTP
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// Writes whole documents.
enum PageFrame {
  /// A view in the frame.
  static func page(_ content: PageContent, _ request: PageRequest) -> Markup {
    let words = request.words
    return """
      <!DOCTYPE html>
      <html lang="\(words.language)" class="\(content.kind)">
      \(head(content.title, words, request.version, isAlive: true))
      <body data-generation="\(String(request.generation))" data-life="\(request.life)" data-generation-lost="\(words("live.lost"))"
      data-generation-locked="\(words("live.locked"))" data-generation-slow="\(words("live.slow"))"
      data-generation-unsent="\(words("live.unsent"))" data-generation-back="\(words("live.back"))"\(" data-posted", if: request.isWrite)\(" data-failed", if: content.status >= 400)>
      <a class="skip" href="#main">\(words("frame.skip"))</a>
      <div class="shell">
      \(rail(content.place, request))
      <main id="main" tabindex="-1">
      \(FrozenNotice.markup(request))\(flash(request))\(content.main)
      </main>
      <nav class="tabs" aria-label="\(words("frame.main"))">
      \(Navigation.tabs(request).map { tab($0, content.place, request) })
      </nav>
      </div>
      <div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
      </body>
      </html>

      """
  }

  /// The navigation beside every view; `place` is the entry that the view is.
  static func rail(_ place: String, _ request: PageRequest) -> Markup {
    let words = request.words
    return """
      <nav class="rail" aria-label="\(words("frame.collections"))" data-place="\(place)">
      <a class="brand" href="/"><i aria-hidden="true"></i>\(title(of: request))</a>
      <ul>\(kinds(place, request))</ul>
      \(views(place, request))
      <h2>\(words("frame.catalogue"))</h2>
      <ul>\(Navigation.rail(request).map { entry($0, place, request) })</ul>
      \(languages(request))
      <form class="languages" method="post" action="/reread"><button class="link" data-key="r">\(words("frame.reread"))</button></form>
      </nav>
      """
  }

  /// What a stranger sees: how to come in.
  static func wayIn(_ words: PageWords, version: String) -> Markup {
    alone(
      words("enter.title"),
      """
      <p>\(words("enter.text"))</p>
      <p><code>vitrine serve --open</code></p>
      """, words, version)
  }

  /// What a stranger sees on another device: where the code goes that the terminal shows. `isRefused` after one that was not right.
  static func wayIn(_ words: PageWords, version: String, isRefused: Bool) -> Markup {
    alone(
      words("enter.title"),
      """
      <p>\(words("enter.code"))</p>
      \("<p class=\"msg\" role=\"alert\" id=\"refused\">\(words("enter.wrong"))</p>", if: isRefused)
      <form action="/enter"><div class="field"><label for="code">\(words("enter.digits"))</label>
      <input class="input digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="9" required autofocus\
      \(" aria-describedby=\"refused\" aria-invalid=\"true\"", if: isRefused)></div>
      <div class="actions"><button class="btn first">\(words("enter.in"))</button></div></form>
      <p class="faint">\(words("enter.again"))</p>
      <p><code>vitrine serve --lan</code></p>
      <p class="faint">\(words("enter.warning"))</p>
      <p><a class="quiet" href="/authority.crt">\(words("enter.authority"))</a></p>
      """, words, version)
  }

  /// What the service worker shows where the daemon does not answer. Nothing of the catalogue is in it.
  static func offline(_ words: PageWords, version: String) -> Markup {
    alone(
      words("offline.title"),
      """
      <p>\(words("offline.text"))</p>
      <p><code>vitrine serve --open</code></p>
      <p class="faint">\(words("offline.works"))</p>
      """, words, version, script: "modules/offline.js")
  }

  /// A document without navigation.
  private static func alone(
    _ title: String, _ content: Markup, _ words: PageWords, _ version: String, script: String? = nil
  ) -> Markup {
    """
    <!DOCTYPE html>
    <html lang="\(words.language)">
    \(head(title, words, version, isAlive: false))
    <body>
    <main class="alone" id="main">
    <div class="brand"><i aria-hidden="true"></i>vitrine</div>
    <h1>\(title)</h1>
    \(content)
    </main>
    \(script.map { "<script type=\"module\" src=\"\(PageAddress.asset($0, version: version))\"></script>" as Markup })
    </body>
    </html>

    """
  }

  /// What leads a browser that was let in on to the start, or to another of the page's addresses.
  static func leadIn(_ words: PageWords, to address: String) -> Markup {
    """
    <!DOCTYPE html>
    <html lang="\(words.language)">
    <head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(address)"><title>vitrine</title></head>
    <body><p><a href="\(address)">\(words("enter.on"))</a></p></body>
    </html>

    """
  }

  private static func head(_ title: String, _ words: PageWords, _ version: String, isAlive: Bool) -> Markup {
    """
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <link rel="manifest" href="/manifest.webmanifest">
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f4">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101114">
    <link rel="icon" href="\(PageAddress.asset("styles/icon.svg", version: version))" type="image/svg+xml">
    <link rel="stylesheet" href="\(PageAddress.asset(PageFiles.style, version: version))">
    \("<script type=\"module\" src=\"\(PageAddress.asset("modules/start.js", version: version))\"></script>", if: isAlive)
    </head>
    """
  }

  /// What the catalogue is called.
  static func title(of request: PageRequest) -> String {
    CatalogueTitle.title(of: request.catalogue) ?? request.words("frame.title")
  }

  /// An entry of a list of the navigation.
  static func entry(_ entry: Navigation.Entry, _ place: String, _ request: PageRequest) -> Markup {
    let count = entry.count(request)
    return """
      <li><a href="\(entry.address)"\(current(entry.place, place))>\(entry.icon.markup)\(request.words(entry.word))\
      \(Self.count(count, request), if: count > 0)</a></li>

      """
  }

  private static func tab(_ entry: Navigation.Entry, _ place: String, _ request: PageRequest) -> Markup {
    let isHere =
      entry.place == place || (entry.place == "home" && Navigation.isCollection(place, request))
      || (entry.place == "more" && Navigation.isOnlyInMore(place, request))
    return
      "<a href=\"\(entry.address)\"\(" aria-current=\"page\"", if: isHere)>\(entry.icon.markup)\(request.words(entry.word))</a>\n"
  }

  private static func current(_ place: String, _ chosen: String) -> Markup {
    place == chosen ? " aria-current=\"page\"" : .empty
  }

  private static func count(_ number: Int, _ request: PageRequest) -> Markup {
    " <b class=\"pill\">\(request.words.number(number))</b>"
  }

  /// The kinds of the navigation, with how many records each has.
  static func kinds(_ place: String, _ request: PageRequest) -> Markup {
    let items = request.open.kinds.enumerated().map { index, kind -> Markup in
      let count = request.open.index.tables[index].liveCount
      return """
        <li><a href="\(PageAddress.collection(kind))"\(current(kind.plural, place))><i class="dot \(ValueMarkup.pastel(index))"></i>\
        \(plural(of: kind)) <b>\(request.words.number(count))</b></a></li>

        """
    }
    return "\(items)"
  }

  /// The most saved queries that are counted.
  private static let mostViews = 12

  /// The saved queries of the navigation.
  static func views(_ place: String, _ request: PageRequest) -> Markup {
    let views = request.catalogue.views.values.sorted { $0.name < $1.name }.prefix(mostViews)
    guard !views.isEmpty else { return .empty }
    let items = views.map { view -> Markup in
      let count = request.open.count(ofView: view.name).map { " <b>\(request.words.number($0))</b>" as Markup }
      let title = view.title(in: request.words.language)
      return """
        <li><a href="\(address(of: view, request))"\(current("@" + view.name, place))>\
        <i class="dot hollow"></i>\(title)\(count)</a></li>

        """
    }
    return "<h2>\(request.words("frame.views"))</h2><ul>\(items)</ul>"
  }

  /// The list of a saved query: below its kind, where it has one.
  static func address(of view: SavedView, _ request: PageRequest) -> String {
    let kind = request.open.kinds.first { $0.name == view.kind || $0.plural == view.kind }
    return list("@" + view.name, kind, view.layout)
  }

  /// The list of what a query finds, in the layout of a saved one; in that of its kind where it says none, or a map of what has no places.
  static func list(_ query: String, _ kind: Kind?, _ layout: SavedView.Layout?) -> String {
    let shown: CollectionView.Layout? =
      switch layout {
      case .table: .table
      case .gallery: .cards
      case .map: kind?.location == nil ? nil : .map
      case nil: nil
      }
    return PageAddress.collection(kind, query: query, shown.map { [("as", $0.rawValue)] } ?? [])
  }

  /// The languages to choose from.
  static func languages(_ request: PageRequest) -> Markup {
    let asked = request.query.map { "\(PageAddress.encoded($0.name))=\(PageAddress.encoded($0.value))" }.joined(separator: "&")
    let here = "/" + request.path.map(PageAddress.encoded).joined(separator: "/") + (asked.isEmpty ? "" : "?" + asked)
    // What answers a form has an address of its own that cannot be opened.
    let back = request.isWrite ? request.referrer ?? "/" : here
    let names = ["en": "English", "tr": "Türkçe"]
    let buttons = PageWords.languages.map { language -> Markup in
      let isChosen = language == request.words.language
      return """
        <button name="language" value="\(language)" lang="\(language)" class="link"\(" aria-pressed=\"true\"", if: isChosen)>\
        \(names[language] ?? language)</button>

        """
    }
    return """
      <form class="languages" method="post" action="/language" data-own>
      <input type="hidden" name="back" value="\(back)">\(buttons)</form>
      """
  }

  /// What was done just now, with the way back.
  private static func flash(_ request: PageRequest) -> Markup {
    let words = request.words
    if let number = request.value("done").flatMap({ Int($0) }) {
      return """
        \(notes(request.notes.sentences(of: number)))<toast-bar class="toast" role="status"><span>\(ChangeSentence.text(of: number, request))</span>
        <form method="post" action="/undo"><input type="hidden" name="number" value="\(number)">\
        <button class="link">\(words("toast.undo"))</button></form>\(Self.putAway(words))</toast-bar>
        """
    }
    if let number = request.value("undone").flatMap({ Int($0) }) {
      return """
        <toast-bar class="toast" role="status"><span>\(words("toast.undone", ChangeTitle.text(of: number, request)))</span>
        <form method="post" action="/redo"><input type="hidden" name="number" value="\(number)">\
        <button class="link">\(words("toast.redo"))</button></form>\(Self.putAway(words))</toast-bar>
        """
    }
    return .empty
  }

  /// What puts away what was said.
  private static func putAway(_ words: PageWords) -> Markup {
    "<button type=\"button\" class=\"away\" aria-label=\"\(words("toast.away"))\">✕</button>"
  }

  /// Sentences about what did not work; nothing for none.
  static func notes(_ sentences: [String]) -> Markup {
    guard !sentences.isEmpty else { return .empty }
    return "<div class=\"notice bad\" role=\"alert\">\(sentences.map { "<p>\($0)</p>" as Markup })</div>"
  }

  /// What is said below the buttons of a form whose answer takes its time: the page's script shows it once it is sent.
  static func doing(_ text: String) -> Markup {
    "<p class=\"why doing\" data-own hidden><progress aria-labelledby=\"doing\"></progress><span id=\"doing\">\(text)</span></p>"
  }

  /// What several records of a kind are called, with a capital at its start, in the language of the person.
  static func plural(of kind: Kind) -> String { kind.language.capitalised(kind.nouns) }
}
