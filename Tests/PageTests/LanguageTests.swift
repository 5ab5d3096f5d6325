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
    #expect(try page.get("/log").text.contains("remove &#39;Hades&#39;"))
  }

  @Test("in Turkish a note of the report and the last tab are called by words of menus")
  func menuWords() throws {
    let page = try RunningPage()
    try page.folder.write("a: 1\n", to: "stray.yaml")
    #expect(try page.get("/report", Self.turkish).text.contains("<span class=\"level\">Bilgi</span>"))
    #expect(try page.get("/", Self.turkish).text.contains("</svg>Diğer</a>"))
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
