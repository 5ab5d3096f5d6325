// View files: what is read of them, and what is found in them, each at its place.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("View files")
struct ViewTests {
  private static func file(_ text: String, _ path: String = "views/a.view.yaml") -> ViewFile {
    ViewFile(YAML.parse(Array(text.utf8)).tree, path: Path(path))
  }

  /// What is found in some views: the rule, the text it marks, the message and what is offered.
  private static func findings(_ texts: String...) -> [String] {
    let names = ["a", "b", "c", "d"]
    let files = zip(names, texts).map { file($1, "views/\($0).view.yaml") }
    let check = ViewCheck(files, layouts: Stocked.layouts, collections: Stocked.kinds.map(\.name) + ["unusable"])
    return zip(files, texts).flatMap { file, text in
      check.findings(of: file).map { finding in
        let marked = String(decoding: Array(text.utf8)[finding.range.indices], as: UTF8.self)
        let fixes = finding.fixes.map { " → " + String(decoding: $0.edits[0].replacement, as: UTF8.self) }.joined()
        return "\(file.view?.name ?? "?") \(finding.pointer) ⟨\(marked)⟩ \(finding.message)\(fixes)"
      }
    }
  }

  @Test("a view says its title in English, or in the language it has first; what is of the wrong type counts as not said")
  func reading() throws {
    let view = try #require(
      Self.file(
        """
        title: {tr: Alınacaklar, en: Still to buy}
        description: {tr: Liste}
        kind: game
        query: status:wishlist
        sort: [-release, title]
        group: [system]
        columns: [title, platforms.count]
        limit: 20
        layout: gallery
        """, "views/backlog.view.yaml"
      ).view)
    #expect(view.name == "backlog" && view.title == "Still to buy" && view.description == "Liste" && view.kind == "game")
    #expect(view.query == "status:wishlist" && view.limit == 20 && view.layout == .gallery)
    #expect(view.sort.map { "\($0.isDescending) \($0.path.dotted)" } == ["true release", "false title"])
    #expect(view.group.map(\.dotted) == ["system"])
    #expect(view.columns.map(\.dotted) == ["title", "platforms.count"] && view.columns[1].counts)
    let odd = try #require(Self.file("query: a\nsort: x\nlimit: many\nlayout: tower\ntitle: [x]\nkind:\n").view)
    #expect(odd == SavedView(name: "a", query: "a"))
    #expect(Self.file("title: a\n").view == nil)
    #expect(Self.file("").view == nil)
    #expect(Self.file("[1, 2]").view == nil)
    #expect(SavedView.name(ofPath: "views/deep/er.view.yaml") == "deep/er")
  }

  @Test("what is wrong with a query is marked in the file, whatever quotes it stands in")
  func places() {
    #expect(
      Self.findings("kind: game\nquery: title:x  developr:y\n") == [
        "a /query ⟨developr⟩ unknown field 'developr' of game → developer"
      ])
    #expect(
      Self.findings("kind: game\nquery: 'developr:\"it''s\"'\n") == [
        "a /query ⟨developr⟩ unknown field 'developr' of game → developer"
      ])
    #expect(
      Self.findings("kind: game\nquery: 'title:\"it''s\" status:wishlst'\n") == [
        "a /query ⟨wishlst⟩ 'wishlst' is not a value of 'status' → wishlist"
      ])
    #expect(
      Self.findings("kind: game\nquery: \"title:\\\"\\u00e9\\x41\\_\\\" status:wishlst\"\n") == [
        "a /query ⟨wishlst⟩ 'wishlst' is not a value of 'status' → wishlist"
      ])
    #expect(
      Self.findings("kind: game\nquery: >-\n  title:x\n  status:wishlst\n") == [
        "a /query ⟨>-\n  title:x\n  status:wishlst⟩ 'wishlst' is not a value of 'status'"
      ])
    #expect(Self.findings("query: &q 'titl:x'\n") == ["a /query ⟨titl⟩ unknown field 'titl' → title"])
    #expect(Self.findings("query: (a\n").map { $0.prefix(14) } == ["a /query ⟨(⟩ '"])
  }

  @Test("a query or an order that is too long is a finding of its file")
  func tooLong() {
    let name = String(repeating: "a.", count: 4_000) + "b"
    let said = "a field's path has no more than 40 names"
    #expect(Self.findings("query: \(name):1\n") == ["a /query ⟨\(name)⟩ \(said)"])
    #expect(Self.findings("query: title:x\nsort: [-\(name)]\n") == ["a /sort/0 ⟨\(name)⟩ \(said)"])
    let found = Self.findings("query: x\(String(repeating: "y", count: QueryParser.longest))\n")
    #expect(found == ["a /query ⟨⟩ a query has no more than 262144 bytes"])
  }

  @Test("a word with blanks is offered, but not put into the query for anyone: it would need quotes")
  func noFixWithBlanks() {
    #expect(
      Self.findings("kind: game\nquery: 'system:\"Nintendo Swich\"'\n") == [
        "a /query ⟨\"Nintendo Swich\"⟩ 'Nintendo Swich' is not a value of 'properties.platforms.system'"
      ])
  }

  @Test("kinds, orders, groups and columns are checked, each for itself")
  func fields() {
    #expect(Self.findings("kind: games\nquery: zzz:1\n") == ["a /kind ⟨games⟩ no collection has the kind 'games' → game"])
    #expect(Self.findings("kind: unusable\nquery: zzz:1\n") == [])
    #expect(
      Self.findings("kind: game\nquery: ''\nsort: [-relase, \"titel\"]\ngroup: [platform.sytem]\ncolumns: [army, title]\n") == [
        "a /sort/0 ⟨relase⟩ unknown field 'relase' of game → release", "a /sort/1 ⟨titel⟩ unknown field 'titel' of game → title",
        "a /group/0 ⟨sytem⟩ 'platform' has no field 'sytem' → system", "a /columns/0 ⟨army⟩ unknown field 'army' of game",
      ])
    #expect(Self.findings("query: kind:game sort:army\n") == ["a /query ⟨army⟩ unknown field 'army' of game"])
    #expect(Self.findings("query: kind:game or kind:recipe\ncolumns: [techniques, release, kind]\n") == [])
  }

  @Test("a fault is told once, in the view that has it; a circle of views in the first of them")
  func otherViews() {
    #expect(Self.findings("query: '@b'\n", "query: titl:x\n") == ["b /query ⟨titl⟩ unknown field 'titl' → title"])
    #expect(Self.findings("query: 'x @c'\n", "query: x\n") == ["a /query ⟨@c⟩ there is no view 'c'"])
    #expect(
      Self.findings("query: 'notes:x @b'\n", "query: '-@c'\n", "query: '@a or @d'\n", "query: x\n") == [
        "a /query ⟨@b⟩ the views use each other in a circle: @a → @b → @c → @a"
      ])
    #expect(Self.findings("query: '@b'\n", "query: '(@b or x)'\n") == ["b /query ⟨@b⟩ the view uses itself: @b → @b"])
    #expect(
      Self.findings("query: '@b @c'\n", "kind: game\nquery: x\n", "kind: recipe\nquery: x\n").map { $0.prefix(30) } == [
        "a /query ⟨@c⟩ no record can be"
      ])
  }

  @Test("views that double each other are refused before they grow")
  func doubling() {
    var views = [SavedView(name: "v0", query: "notes:x")]
    for index in 1..<40 { views.append(SavedView(name: "v\(index)", query: "@v\(index - 1) or @v\(index - 1)")) }
    #expect(Stocked.bound("@v39", views).contains("views use each other too often"))
    #expect(Stocked.bound("@v3", views).hasPrefix("game: notes contains 'x'"))
  }

  @Test("no day makes a sound view a broken one")
  func daysDoNotMatter() {
    #expect(Self.findings("kind: game\nquery: release:2020..today date:1 or release:today..2030\n").count == 1)
    #expect(Self.findings("kind: game\nquery: release:2020..today\n") == [])
    #expect(Self.findings("kind: game\nquery: release:tomorrow..2030\n") == [])
  }

  @Test("the views of the example bind, and so does each of the words a person would try (GF8)")
  func collection() throws {
    let loaded = try CatalogueLoader.load(root: TestData.checkout + "/examples/collection")
    #expect(loaded.views.keys.sorted() == ["after-dark", "backlog", "istanbul", "on-the-table", "winter-blues"])
    let layouts = loaded.snapshot.catalogue.kinds.map { TableLayout(kind: $0) }
    let binder = QueryBinder(layouts: layouts, views: loaded.views, now: Stocked.now)
    var bound: [String] = []
    for name in loaded.views.keys.sorted() { bound.append(try binder.bind(QueryParser.parse("@" + name)).explanation(layouts)) }
    #expect(
      bound == [
        """
        shot: exposure.iso 1600... or exposure.shutter 1...
        sort: -taken
        show: title, taken, exposure.iso, exposure.shutter, exposure.aperture
        """,
        """
        game: status is 'wishlist'
        sort: release, title
        show: title, release, properties.platforms
        """,
        """
        memory: location within 30000 m of 41.0256, 28.9744
        sort: -date
        """,
        """
        miniature: progress_status is 'primed' or is 'basecoated' or is 'detailed'
        sort: -progress_status, name
        show: name, progress_status, progress_updated, recipes
        """,
        """
        garment: (colors is 'navy' or is 'petrol' or is 'royal-blue' or is 'denim' or is 'teal' or is 'blue' or is 'turquoise' or is 'sky-blue' \
        or is a colour in hex that is nearest to 'navy', 'petrol', 'royal-blue', 'denim', 'teal', 'blue', 'turquoise', 'sky-blue') \
        and (seasons is 'autumn' or is 'winter')
        """,
      ])
  }
}
