// The page in Turkish, and what forms say: the words of a person at a page, without the syntax of files and the terminal.

import Testing
import VitrinePage
import VitrineTesting

/// The words of pages and forms.
@Suite struct LanguageTests {
  private static let turkish = ["Accept-Language: tr"]

  @Test("a Turkish page says in Turkish what the program is, what formats hold and what was changed (S1.4)")
  func turkish() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let about = try page.get("/about", Self.turkish).text
    #expect(about.contains(" kayıt · ") && about.contains(" fotoğraf") && about.contains("hata yok"), "\(about)")
    #expect(about.contains("hiç kullanılmaz") && !about.contains("never used") && !about.contains("no errors"))
    let export = try page.get("/export", Self.turkish).text
    #expect(export.contains("her satırda bir JSON nesnesi") && !export.contains("one JSON object"))
    let table = try page.get("/games?as=table", Self.turkish).text
    #expect(table.contains("</span>\u{A0}Kutulu") && !table.contains("</span>\u{A0}physical"))
    let address = "/games/celeste?edit"
    #expect(try page.post(address, try page.form(address, typing: ["status": "wishlist"])).status == 303)
    let removal = try page.form("/games/hades?delete")
    #expect(try page.post("/games/hades?delete", removal + [("naming", "kept")]).status == 303)
    let log = try page.get("/log", Self.turkish).text
    #expect(
      log.contains("Silindi: &#39;Hades&#39;") && log.contains("Değiştirildi: &#39;Celeste&#39; (status → wishlist)"), "\(log)")
    let english = try page.get("/log").text
    #expect(
      english.contains("Deleted &#39;Hades&#39;") && english.contains("Changed &#39;Celeste&#39; (status → wishlist)"),
      "\(english)")
  }

  @Test("what stands before a name in Turkish is no label with a colon, and a line begins with a capital")
  func names() throws {
    let page = try RunningPage()
    #expect(try page.get("/new/thing", Self.turkish).text.contains("<h1>Yeni thing</h1>"))
    let list = try page.get("/things", Self.turkish).text
    #expect(list.contains(">Toplam 2</p>") && list.contains("Things içinde ara") && list.contains(">Yeni thing</a>"))
    #expect(try page.get("/things/one?delete", Self.turkish).text.contains("<h1>One silinsin mi?</h1>"))
    #expect(try page.get("/things/one?delete").text.contains("<h1>Delete One?</h1>"))
  }

  @Test("in Turkish a note of the report and the last tab are called by words of menus")
  func menuWords() throws {
    let page = try RunningPage()
    try page.folder.write("a: 1\n", to: "stray.yaml")
    #expect(try page.get("/report", Self.turkish).text.contains("<span class=\"level\">Bilgi</span>"))
    #expect(try page.get("/", Self.turkish).text.contains("</svg>Diğer</a>"))
  }

  @Test("cards and tables say days in words of the page's language, short; a day that is none stays as it is written")
  func days() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    try page.folder.write("title: Odd\nrelease: 1995-13-40\n", to: "games/odd.yaml")
    for (lines, day) in [([], "12 Nov 2024"), (Self.turkish, "12 Kas 2024")] {
      let pins = try page.get("/memories?as=map", ["Vitrine-Part: pins"] + lines).text
      #expect(pins.contains("\"\(day) · ") && !pins.contains("2024-11-12"), "\(pins)")
    }
    for look in ["as=cards", "as=table"] {
      for (lines, day) in [([], "12 Nov 2024"), (Self.turkish, "12 Kas 2024")] {
        let memories = try page.get("/memories?\(look)", lines).text
        #expect(memories.contains("<time datetime=\"2024-11-12\">\(day)</time>"), "\(memories)")
      }
      let games = try page.get("/games?q=chrono+or+odd&show=title,release&\(look)").text
      #expect(games.contains("<time datetime=\"1995-03-11\">11 Mar 1995</time>") && games.contains("1995-13-40"), "\(games)")
    }
  }

  @Test("where something is, is said in the page's language, in its numbers, and a new record is called so")
  func places() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let (english, turkish) = (try page.get("/memories/2026/ciya").text, try page.get("/memories/2026/ciya", Self.turkish).text)
    #expect(english.contains("2.9 km from Salacak, ") && english.contains("40.9904° N, 29.0243° E"))
    #expect(turkish.contains("2,9 km uzakta: Salacak, ") && turkish.contains("40.9904° K, 29.0243° D"), "\(turkish)")
    let far = "?at=40.85,28.9"
    #expect(try page.get("/place\(far)", Self.turkish).text.contains(" km uzakta: "))
    #expect(try page.get("/new/memory\(far)", Self.turkish).text.contains(" km uzakta: "))
  }

  @Test("a language that is chosen shows the same page: its search, and where it answered a form the page of that form")
  func chosen() throws {
    let page = try RunningPage()
    let list = try page.get("/things?q=one&sort=-title").text
    #expect(list.contains("name=\"back\" value=\"/things?q=one&amp;sort=-title\""))
    func goal(_ back: String, _ referrer: String?) throws -> String? {
      let lines = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
      let more = referrer.map { ["Referer: http://127.0.0.1:\(page.server.port)" + $0] } ?? []
      return try page.post("/language", [("language", "tr"), ("back", back)], lines + more).headers["location"]
    }
    #expect(try goal("/things?q=one", nil) == "/things?q=one")
    // What was searched since the page was made, the browser knows.
    #expect(try goal("/things?q=one", "/things?q=two") == "/things?q=two")
    #expect(try goal("/things", "/bulk") == "/things")
    #expect(try goal("//else.where/", nil) == "/")
    let answer = try page.post("/bulk", [("path", "things/one.yaml"), ("do", "set")]).text
    #expect(!answer.contains("name=\"back\" value=\"/bulk\""))
  }

  @Test("forms show days with hyphens and take them so; their help speaks of values, not of the file")
  func forms() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let form = try page.get("/games/chrono-trigger?edit").text
    #expect(form.contains("value=\"1995-03-11\"") && !form.contains("YYYYMMDD") && !form.contains("19950311"))
    let untouched = try page.text("games/chrono-trigger.yaml")
    let address = "/games/chrono-trigger?edit"
    #expect(try page.post(address, try page.form(address)).status == 303)
    #expect(try page.text("games/chrono-trigger.yaml") == untouched)
    #expect(try page.post(address, try page.form(address, typing: ["release": "1995-03"])).status == 303)
    #expect(try page.text("games/chrono-trigger.yaml").contains("release: 199503 "))
    #expect(try page.get(address).text.contains("value=\"1995-03\""))
    for (path, said) in [
      ("/new/garment", "bare #"), ("/new/miniature", "vitrine set"), ("/new/recipe", "in quotes"),
      ("/new/game", "start them with"),
    ] {
      for lines in [[], Self.turkish] { #expect(!(try page.get(path, lines).text.contains(said)), "\(path)") }
    }
    #expect(try page.get("/new/garment", Self.turkish).text.contains("Bir ila beş renk, ana renk önce."))
    let search = try page.get("/games?q=zzzz:1").text
    #expect(search.contains("unknown field") && !search.contains("vitrine schema"))
  }

  @Test("a catalogue without kinds says so where a record would be made; photos are shown beside their words in a form")
  func empty() throws {
    let page = try RunningPage(["vitrine.yaml": "vitrine: 1\ncollections: []\n"])
    #expect(try page.get("/new").text.contains("no kinds of records yet"))
    let full = try RunningPage(copyOf: "examples/collection")
    try full.folder.write(
      "title: One\nrelease: 2001\nstatus: library\nphotos: [{file: chrono-trigger.jpg, caption: A box}]\n", to: "games/x.yaml")
    #expect(try full.get("/games/x?edit").text.contains("<img class=\"about\""))
  }

  @Test("days and numbers are typed as one says them in Turkish: months by their names, fractions with a comma")
  func typed() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let usual = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
    let address = "/games/chrono-trigger?edit"
    for (typed, written) in [("25 Ocak 2018", "20180125"), ("3 ŞUBAT 2019", "20190203"), ("Mayıs 2020", "202005")] {
      let reply = try page.post(address, try page.form(address, typing: ["release": typed]), usual + Self.turkish)
      #expect(reply.status == 303, "\(typed)")
      let line = try #require(page.text("games/chrono-trigger.yaml").split(separator: "\n").first { $0.hasPrefix("release:") })
      #expect(line.contains(written), "\(line)")
    }
    let place = try page.form(
      "/new/memory", typing: ["title": "Kule", "location.lat": "41,0256", "location.lon": "28,9741", "category": "Travel"])
    #expect(try page.post("/new/memory", place, usual + Self.turkish).status == 303)
    #expect(try page.get("/memories?q=Kule").text.contains("Kule"))
  }
}

/// What the engine says, on the pages of a person who reads Turkish.
@Suite struct TurkishPageTests {
  private static let turkish = ["Accept-Language: tr"]
  private let page: RunningPage
  private let usual: [String]

  init() throws {
    page = try RunningPage()
    usual = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"] + Self.turkish
  }

  @Test("the report, a record and the text of a broken file say in Turkish what is wrong and what helps")
  func findings() throws {
    try page.folder.write("title: ' x'\nstate: nwe\nwidth: 3\n", to: "things/bad.yaml")
    try page.folder.write("title: [Broken\nstate: new\n", to: "things/broken.yaml")
    let report = try page.get("/report", Self.turkish).text
    for said in ["bilinmeyen alan: &#39;width&#39;", "&#39;title&#39; boşlukla başlıyor", "boşlukları sil", "şunu kullanın: "] {
      #expect(report.contains(said), "\(said): \(report)")
    }
    for left in ["unknown field", "begins with", "delete the blanks", "use &#39;", "not a known"] {
      #expect(!report.contains(left), "\(left)")
    }
    #expect(report.contains("<h2>Şema bu anahtarı bilmiyor <code class=\"faint\">unknown-field</code>"))
    #expect(try page.get("/report").text.contains("unknown field &#39;width&#39;"))
    let record = try page.get("/things/bad", Self.turkish).text
    #expect(record.contains("bilinmeyen alan: &#39;width&#39;") && !record.contains("unknown field"))
    let text = try page.get("/things/broken?edit", Self.turkish).text
    #expect(text.contains("hiç kapanmıyor") && !text.contains("never closed"), "\(text)")
  }

  @Test("a form says in Turkish what is wrong while one types, and its button still has the right word")
  func form() throws {
    let address = "/things/one?edit"
    let typed = try page.form(address, typing: ["title": "", "weight": "heavy", "beside": "twoo"])
    let reply = try page.post(address + "&check=1", typed, usual).text
    #expect(reply.contains("&#39;heavy&#39; bir sayı değil (&#39;weight&#39; sayı ister); bir sayı yazın"), "\(reply)")
    #expect(!reply.contains("is not a number"))
    let shelf = try page.form(address, typing: ["shelf": "tpo"])
    let list = try page.post(address + "&check=1", shelf, usual).text
    #expect(list.contains("geçerli bir değer değil") && list.contains("şunu mu demek istediniz: &#39;top&#39;?"), "\(list)")
    #expect(list.contains("name=\"fix\" value=\"shelf=top\"") && list.contains(">&#39;top&#39; "))
    let empty = try page.post(address, try page.form(address, typing: ["title": ""]), usual)
    #expect(empty.status == 422 && empty.text.contains("&#39;title&#39; eksik"), "\(empty.text)")
  }

  @Test("an error of a query is Turkish, and its button searches for the word that was meant")
  func query() throws {
    let reply = try page.get("/things?q=shlef:top", Self.turkish)
    #expect(reply.status == 400 && reply.text.contains("bilinmeyen alan: &#39;shlef&#39;"), "\(reply.text)")
    #expect(reply.text.contains("şunu mu demek istediniz: &#39;shelf&#39;?") && reply.text.contains("q=shelf%3Atop"))
    #expect(!reply.text.contains("unknown field") && !reply.text.contains("did you mean"))
    let open = try page.get("/things?q=%22new", Self.turkish).text
    #expect(open.contains("bir tırnak hiç kapanmıyor"), "\(open)")
    #expect(try page.get("/complete?q=i", Self.turkish).text.contains("bir durum, örneğin invalid"))
  }

  @Test("a plan that is refused says why in Turkish; one that waits for a word says in Turkish what it does")
  func plans() throws {
    let refused = try page.post("/things/one?rename", [("to", "two")], usual)
    #expect(refused.status == 422 && refused.text.contains("şuraya gidemez: &#39;things/two.yaml&#39;"), "\(refused.text)")
    #expect(!refused.text.contains("cannot go to"))
    let preview = try page.post("/things/one?rename", [("to", "three")], usual).text
    #expect(preview.contains("<h1>Taşı: &#39;One&#39; → things/three</h1>"), "\(preview)")
    let property = try page.post("/properties/shelf/top", [("to", "upper"), ("do", "rename")], usual).text
    #expect(property.contains("olarak yeniden adlandır") && !property.contains("rename the"), "\(property)")
    let undo = try page.post("/undo", [("number", "77")], usual)
    #expect(undo.text.contains("böyle bir değişiklik yok") || undo.text.contains("günlükte 77. değişiklik yok"), "\(undo.text)")
  }

  @Test("an import says in Turkish what it would do, and what is wrong with the file")
  func imports() throws {
    let text = "{\"schemaVersion\": 1, \"things\": [{\"title\": \"Three\", \"labels\": [], \"sizes\": []}]}"
    let fields = [("mode", "add"), ("kind", "thing")]
    let preview = try page.upload("/import", [("file", "t.json", Array(text.utf8))], fields: fields, more: Self.turkish)
    #expect(preview.text.contains("1 yeni, 0 değişen, 0 aynı") && !preview.text.contains(" new, "), "\(preview.text)")
    let half = Array("{\"things\": [{\"title\": 3}]".utf8)
    let faulty = try page.upload("/import", [("file", "x.json", half)], fields: fields, more: Self.turkish)
    #expect(faulty.status == 422 && faulty.text.contains("burada açılan nesne hiç kapanmıyor"), "\(faulty.text)")
    let wrong = Array("{\"schemaVersion\": 1, \"things\": [{\"title\": 3}]}".utf8)
    let counted = try page.upload("/import", [("file", "y.json", wrong)], fields: fields, more: Self.turkish)
    #expect(counted.text.contains(" hatalı") && !counted.text.contains("with errors"), "\(counted.text)")
  }
}
