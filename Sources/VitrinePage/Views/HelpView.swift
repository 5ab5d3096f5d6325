// What a person may want to know: keys, and how to search.

/// The page of help.
enum HelpView {
  private static let keys = ["/", "n", "e", "Tab", "j", "k", "x", "Delete", "u", "Ctrl Shift Z", "← →", "t", "r", "?"]
  private static let examples = [
    "zelda", "release:2020..", "status:wishlist", "-status:library", "has:photo", "modified:-7d..", "sort:-modified",
    "is:invalid",
  ]

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let rows = keys.map {
      "<div class=\"row\"><dt><kbd>\($0)</kbd></dt><dd>\(words("help.key." + name($0)))</dd></div>" as Markup
    }
    let queries = examples.map {
      "<div class=\"row\"><dt><code>\($0)</code></dt><dd>\(words("help.query." + $0))</dd></div>" as Markup
    }
    let main: Markup = """
      <header class="head"><h1>\(words("help.title"))</h1></header>
      <section><h2>\(words("help.keys"))</h2><dl class="fields wide">\(rows)</dl></section>
      <section><h2>\(words("help.search"))</h2><p class="sub">\(words("help.searchText"))</p><dl class="fields wide">\(queries)</dl></section>
      """
    return .page(PageContent(title: words("help.title"), main: main, place: "help"))
  }

  private static func name(_ key: String) -> String {
    ["/": "slash", "?": "question", "← →": "left", "Ctrl Shift Z": "redo"][key] ?? key
  }
}
