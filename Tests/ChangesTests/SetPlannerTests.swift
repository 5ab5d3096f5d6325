// Fields changed: what is typed to what is written.

import Testing
import VitrineChanges
import VitrineSource

@Suite("Planning changes of fields") struct SetPlannerTests {
  private static let path: Path = "albums/a/one.yaml"

  /// The text of a record after changes, or what refused them.
  private func changed(_ text: String, _ words: String...) throws -> String {
    let catalogue = try FakeCatalogue([Self.path: text, "albums/a/two.yaml": "title: Second Song\n"])
    let assignments = try words.map { try #require(FieldAssignment($0)) }
    do throws(PlanRefusal) {
      let plan = try SetPlanner.plan(assignments, records: [Self.path], in: catalogue, at: FakeCatalogue.moment)
      return catalogue.text(of: Self.path, after: plan) ?? text
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "values are read by the type of the field (GS4)",
    arguments: [
      ("title=12", "title: \"12\""), ("title=no", "title: \"no\""), ("length=1.50", "length: 1.50"),
      ("length=2min", "length: 120"),
      ("day=today", "day: 2026-11-21"), ("day=20260529", "day: 2026-05-29"),
      ("heard_at=now", "heard_at: 2026-11-21T21:00:00+03:00"),
      ("heard_at=2026-05-29T19:42", "heard_at: \"2026-05-29T19:42\""), ("loud=yes", "loud: true"), ("size=42", "size: 42"),
      ("size=042", "size: \"042\""), ("size=M", "size: M"), ("tags=a, b", "tags: [\"a, b\"]"),
      ("tags=a,b", "tags: [a, b]"), ("tags+=a,b", "tags: [a, b]"), ("tags+=\"a,b\",c", "tags: [\"a,b\", \"c\"]"),
      ("x-moods+=a,2", "x-moods: [a, 2]"),
      ("tags=[a, 1]", "tags: [a, \"1\"]"),
      ("tags=", "tags: []"), ("covers+=second song", "covers: [two]"), ("covers+=albums/a/two.yaml", "covers: [albums/a/two]"),
      ("label=Blue", "credits:\n  label: Blue"), ("x-mood=3", "x-mood: 3"),
      ("credits.writers+=Ann", "credits:\n  writers: [Ann]"),
      ("stores+={shop: web, code: 070}", "stores:\n  - shop: Web\n    code: \"070\""),
      ("stores+=corner shop/vinyl", "stores:\n  - shop: Corner Shop\n    format: vinyl"),
    ])
  func values(word: String, line: String) throws {
    let text = try changed("title: One\n", word)
    let wanted = word.hasPrefix("title=") ? line + "\n" : "title: One\n" + line + "\n"
    #expect(plain(text) == plain(wanted))
  }

  /// Quotes are the writer's to choose.
  private func plain(_ text: String) -> String { text.replacing("\"", with: "'") }

  @Test(
    "what a field cannot have is refused with the nearest word",
    arguments: [
      ("heard=oftn", "'oftn' is not a value of 'heard'; did you mean 'often'?"),
      ("herd=often", "a song has no field 'herd'; did you mean 'heard'?"),
      ("day=2026-02-30", "'2026-02-30' is no day, as 'day' is; 2026-02 has 28 days"),
      ("day=2026", "'2026' is no day, as 'day' is; write one day, such as 2026-11-21 or today"),
      ("loud=perhaps", "'perhaps' is neither true nor false, as 'loud' is; write true or false"),
      ("title+=x", "'title' of a song is no list, so '+=' has no meaning; write 'title=…'"),
      ("title.0=x", "'title' of a song is no list, and has no items by number"),
      ("stores+=web", "'web' is no item of 'stores', which are maps; write 'shop/format' or '{shop: …}'"),
      ("stores+={shp: web}", "'stores' has no member 'shp'; did you mean 'shop'?"),
      (
        "shop=web",
        "'stores' of a song is a list: write 'stores.0.shop=…' for its first item, or 'stores+=SHOP/FORMAT' for one more"
      ),
      ("name=x", "a song has no field 'name'; did you mean 'title'?"),
      (
        "my mood=x", "a song has no field 'my mood'; write 'x-my mood' for a field of your own, or see 'vitrine schema show song'"
      ),
      ("path=x", "a song has no field 'path'; write 'x-path' for a field of your own, or see 'vitrine schema show song'"),
    ])
  func refusals(word: String, message: String) throws {
    #expect(try changed("title: One\n", word) == message)
  }

  @Test("lists lose what is meant, whatever its case, and maps by some of their members (GS4)") func subtraction() throws {
    let text = "title: One\ntags: [Rock, jazz]\nstores:\n  - {shop: Web, format: file}\n  - {shop: Web, format: vinyl}\n"
    #expect(
      try changed(text, "tags-=JAZZ", "stores-={format: vinyl}", "tags-=none")
        == "title: One\ntags: [Rock]\nstores:\n  - {shop: Web, format: file}\n")
    #expect(try changed(text, "tags+=rock", "title=One") == text)
    #expect(try changed(text, "stores.1.shop=corner shop", "tags!").hasSuffix("  - {shop: Corner Shop, format: vinyl}\n"))
  }

  @Test("a change sets the stamps and adds to the history that the schema declares (M2.2)") func stamps() throws {
    let text = "title: One\nheard: once\nplays: [{how: once, when: 2026-01-01T00:00:00Z}]\nchanged: 2026-01-01T00:00:00Z\n"
    let after = try changed(text, "heard=always")
    #expect(
      after == """
        title: One
        heard: often
        heard_at: 2026-11-21T21:00:00+03:00
        plays: [{how: once, when: 2026-01-01T00:00:00Z}, {how: often, when: 2026-11-21T21:00:00+03:00}]
        changed: 2026-11-21T21:00:00+03:00

        """)
    #expect(try changed(text, "heard=once") == text)
    // A stamp that is set by name is not set again, and one of any change is only renewed.
    #expect(
      try changed("title: One\n", "heard=once", "heard_at=2025-01-01T00:00:00Z", "plays=") == """
        title: One
        heard: once
        heard_at: 2025-01-01T00:00:00Z
        plays: []

        """)
  }

  @Test("a file that cannot be edited is told with its place") func places() throws {
    #expect(
      try changed("title: \"One\n", "loud=yes") == "albums/a/one.yaml:1:8: the file cannot be edited: this quote is never closed")
    #expect(
      try changed("title: One\ntags: &a [x]\ncovers: *a\n", "covers+=two").hasPrefix(
        "albums/a/one.yaml:3:9: '/covers' is an alias"))
  }

  @Test("a word of a megabyte is compared with fifty thousand others as one that was read once", .timeLimit(.minutes(1)))
  func longWords() throws {
    let tags = (0..<50_000).map { "t\($0)" }.joined(separator: ", ")
    let word = String(repeating: "X", count: 1_000_000)
    let record = "title: One\ntags: [\(tags)]\n"
    #expect(try changed(record, "tags=" + word) == "title: One\ntags: [\(word)]\n")
    #expect(try changed(record, "tags+=" + word) == "title: One\ntags: [\(tags), \(word)]\n")
    #expect(try changed(record, "tags-=" + word) == record)
  }

  @Test("a record whose file is a link is not changed; what it leads to is named") func links() throws {
    var catalogue = try FakeCatalogue([Self.path: "title: One\n", "albums/a/two.yaml": "title: One\n"])
    catalogue.links["albums/a/two.yaml"] = Self.path
    let assignment = try #require(FieldAssignment("title=Two"))
    #expect(
      throws: PlanRefusal("this is a link to 'albums/a/one.yaml'; change that one", path: "albums/a/two.yaml")
    ) {
      try SetPlanner.plan([assignment], records: ["albums/a/two.yaml"], in: catalogue, at: FakeCatalogue.moment)
    }
  }

  @Test("more than twenty files, or a whole kind, need a yes") func questions() throws {
    var texts: [Path: String] = [:]
    for number in 10..<31 { texts["albums/a/s\(number).yaml"] = "title: Song \(number)\n" }
    let catalogue = try FakeCatalogue(texts)
    let paths = texts.keys.sorted()
    let change = [FieldAssignment(["loud"], .set, "yes")]
    func plan(_ paths: [Path], isBroad: Bool = false) throws -> Plan {
      try SetPlanner.plan(change, records: paths, isBroad: isBroad, in: catalogue, at: FakeCatalogue.moment)
    }
    #expect(try plan(paths).isDestructive)
    #expect(try plan(paths).title == "set loud to yes in 21 records")
    #expect(try !plan(Array(paths.dropLast())).isDestructive)
    #expect(try plan([paths[0]], isBroad: true).isDestructive)
  }

  @Test(
    "words are changes only where they look like some",
    arguments: [
      ("a=b", true), ("a.b+=", true), ("a-b-=c", true), ("a!", true), ("a!b", false), ("=b", false), ("a>=b", false),
      ("-a=b", false),
      ("a:b", false), ("a..b=c", false), ("a", false), ("", false), ("a+b", false), ("a.=b", false), ("-=", false), ("!", false),
    ])
  func words(word: String, isChange: Bool) {
    #expect((FieldAssignment(word) != nil) == isChange)
  }
}
