// What the pages say, as a browser without a script gets them.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Views.
@Suite struct ViewTests {
  @Test("the start counts the kinds and the records")
  func home() throws {
    let text = try RunningPage().get("/").text
    #expect(text.contains("<h1>A shelf</h1>") && text.contains("2 records"))
    #expect(text.contains("href=\"/things\"") && text.contains("lang=\"en\""))
  }

  @Test("what was begun and is not done stands on the start")
  func begun() throws {
    let page = try RunningPage()
    #expect(try !page.get("/").text.contains("Half finished"))
    try page.folder.write("title: Two\nstate: used\n", to: "things/two.yaml")
    let text = try page.get("/").text
    #expect(text.contains("Half finished things") && text.contains("id=\"b-r-things_2Ftwo\""))
    #expect(!text.contains("id=\"b-r-things_2Fone\""))
  }

  @Test("an empty catalogue explains itself")
  func empty() throws {
    var files = RunningPage.files
    for name in ["things/one.yaml", "things/two.yaml"] { files[name] = nil }
    let text = try RunningPage(files).get("/").text
    #expect(text.contains("Welcome") && text.contains("/new/thing"))
  }

  @Test("a list has cards or rows, an order, and filters with counts that follow it (G5.1, G5.7, S4.1, S4.4)")
  func collection() throws {
    let page = try RunningPage()
    let cards = try page.get("/things").text
    #expect(cards.contains("2 in all") && cards.contains("href=\"/things/one\""))
    #expect(cards.contains("href=\"/things?q=shelf%3Atop\"") || cards.contains("shelf%3Atop"))
    let narrow = try page.get("/things?q=shelf%3Atop").text
    #expect(narrow.contains("1 of 2") && !narrow.contains("href=\"/things/two\""))
    // Several of one field: the others of it are still offered.
    #expect(narrow.contains("q=shelf%3Atop%2Cmiddle"))
    let table = try page.get("/things?as=table&sort=-title").text
    let (one, two) = (table.firstRange(of: "/things/one"), table.firstRange(of: "/things/two"))
    #expect(try #require(two).lowerBound < #require(one).lowerBound)
    #expect(table.contains("aria-sort=\"descending\""))
  }

  @Test("the parts of a list that the script asks for are no pages: no part has another page in it")
  func parts() throws {
    let page = try RunningPage()
    for part in ["results", "found", "aside", "rows"] {
      let text = try page.get("/things?q=o", ["Vitrine-Part: \(part)"]).text
      for other in ["<main", "class=\"rail\"", "type=\"search\"", "<html"] { #expect(!text.contains(other), "\(part) \(other)") }
    }
    #expect(try page.get("/things?q=o", ["Vitrine-Part: found"]).text.contains("id=\"rows\""))
  }

  @Test(
    "a field's name that is being typed is no search that found nothing: it says how it goes on, and takes nothing away (G5.2)")
  func beginningOfField() throws {
    let page = try RunningPage()
    let typed = try page.get("/things?q=shelf%3Atop+stat", ["Vitrine-Part: found"]).text
    #expect(
      typed.contains("class=\"failed\"") && typed.contains("go on with a value: state:") && !typed.contains("class=\"empty\""))
    // What is asked for at last is answered, and says the same.
    let asked = try page.get("/things?q=stat").text
    #expect(asked.contains("Nothing is found.</p>") && asked.contains("go on with a value: state:"))
    for other in ["zzz", "state%3Anew+zzz", "shelf%3Atop+state%3Agone"] {
      let text = try page.get("/things?q=\(other)", ["Vitrine-Part: found"]).text
      #expect(text.contains("class=\"empty\"") && !text.contains("class=\"failed\"") && !text.contains("go on"), "\(other)")
    }
    // What has records is shown, whatever else it begins.
    #expect(try page.get("/things?q=t", ["Vitrine-Part: found"]).text.contains("id=\"rows\""))
  }

  @Test("colours are a filter by the groups of their palette, counted once a record, with a sign and in the person's words")
  func colors() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    func groups(_ text: String) -> [String: Int] {
      let menu = text.firstMatch(of: /(?s)id="f-colors?".*?<\/details>/)?.output ?? ""
      let values = menu.matches(
        of: /<a class="value" href="[^"]*colors?%3A([a-z-]+)"[^>]*>\s*<span>(.*?)<\/span> <b>([0-9]+)<\/b>/)
      for value in values { #expect(value.output.2.contains("<svg") || value.output.2.contains("swatch"), "\(value.output.0)") }
      return Dictionary(uniqueKeysWithValues: values.map { (String($0.output.1), Int($0.output.3) ?? 0) })
    }
    let all = try page.get("/garments").text
    let counts = groups(all)
    #expect(counts.count > 2 && counts["blues"] != nil)
    #expect(all.contains("Blues</span>"))
    for (group, count) in counts {
      let found = try page.get("/garments?q=color%3A\(group)").text
      #expect(found.matches(of: /<li class="card/).count == count, "\(group)")
    }
    #expect(try page.get("/garments", ["Accept-Language: tr"]).text.contains("Maviler"))
    // A single colour that is wanted can be given up.
    let navy = try page.get("/garments?q=color%3Anavy").text
    #expect(navy.contains(/<a class="value" href="\/garments" aria-current="true"/))
  }

  @Test("a query that cannot be understood says so, with the nearest word as a link")
  func queryErrors() throws {
    let reply = try RunningPage().get("/things?q=shelff%3Atop")
    #expect(reply.status == 400)
    #expect(reply.text.contains("unknown field &#39;shelff&#39;") && reply.text.contains("href=\"/things?q=shelf%3Atop\""))
    #expect(try RunningPage().get("/things?sort=nothing").status == 400)
  }

  @Test("a saved view is a list of its own")
  func views() throws {
    var files = RunningPage.files
    files["views/tops.view.yaml"] = "title: On top\nkind: thing\nquery: shelf:top\n"
    let page = try RunningPage(files)
    #expect(try page.get("/").text.contains("On top"))
    // In the person's language, where the file has it.
    try page.folder.write(
      "title: {en: On top, tr: En üstte}\ndescription: {en: High, tr: Yüksek}\nkind: thing\nquery: shelf:top\n",
      to: "views/tops.view.yaml")
    #expect(try page.get("/", ["Accept-Language: tr"]).text.contains("En üstte"))
    #expect(try page.get("/things?q=%40tops", ["Accept-Language: tr"]).text.contains("<h1>En üstte</h1>"))
    #expect(try page.get("/views", ["Accept-Language: tr"]).text.contains("Yüksek"))
    let list = try page.get("/things?q=%40tops").text
    #expect(list.contains("<h1>On top</h1>") && !list.contains("href=\"/things/two\""))
  }

  @Test("the manifest says what is shown of a collection first, and of a catalogue of one kind at the start (S1.F1)")
  func homes() throws {
    var files = RunningPage.files
    #expect(try RunningPage(files).get("/things").text.contains("<ul class=\"grid\""))
    for (home, isTable) in [("list", true), ("gallery", false), ("map", false)] {
      files["vitrine.yaml"] = "vitrine: 1\ncollections:\n  - {kind: thing, files: \"things/**/*.yaml\", home: \(home)}\n"
      let page = try RunningPage(files)
      #expect(try page.get("/things").text.contains("<table class=\"records\"") == isTable, "\(home)")
      // The other layouts are one click away, and their addresses hold them.
      #expect(try page.get("/things").text.contains("href=\"/things?as=\(isTable ? "cards" : "table")\""), "\(home)")
      #expect(try page.get("/things?as=cards").text.contains("<ul class=\"grid\""), "\(home)")
      #expect(try page.get("/").headers["location"] == "/things", "\(home)")
    }
    let examples = try RunningPage(copyOf: "examples/collection")
    #expect(try examples.get("/memories").text.contains("<map-view"))
    #expect(try !examples.get("/memories?as=cards").text.contains("<map-view"))
    #expect(try examples.get("/").status == 200)
  }

  @Test(
    "lists name the records that a record refers to by their titles, in tables as links; what leads nowhere stays as it is written"
  )
  func references() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let cards = try page.get("/outfits").text
    #expect(cards.contains("Navy blazer") && !cards.contains("navy-blazer, "))
    #expect(cards.contains("Brown brogues\u{A0}· Worn\u{A0}3</span>"))
    let table = try page.get("/outfits?as=table").text
    #expect(table.contains("href=\"/garments//wardrobe/navy-blazer\"><bdi>Navy blazer</bdi></a>"))
    try page.folder.write("name: Odd\noccasion: work\ngarments: [navy-blazer, nowhere]\n", to: "outfits/odd.yaml")
    #expect(try page.get("/outfits?as=table").text.contains("nowhere"))
  }

  @Test("kinds are called in the person's language, one and several (GF9)")
  func nouns() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let turkish = ["Accept-Language: tr"]
    let start = try page.get("/", turkish).text
    for word in ["Oyunlar", "Minyatürler", "Anılar", "Kombinler"] { #expect(start.contains(word), "\(word)") }
    #expect(!start.contains("Miniatures"))
    // Whoever asked before in another language has no part in it.
    #expect(try page.get("/games").text.contains(">Status</summary>"))
    let list = try page.get("/games", turkish).text
    #expect(list.contains("<h1>Oyunlar</h1>") && list.contains("Oyunlar içinde ara"))
    #expect(list.contains(">Durum</summary>") && !list.contains(">Status</summary>"))
    // A word keeps its mark, and no line ends between them.
    #expect(list.contains("♡</span>\u{A0}İstek listesi"))
    #expect(try page.get("/properties").text.contains("Game system"))
    let properties = try page.get("/properties", turkish).text
    #expect(properties.contains(">Geliştiriciler</span><span class=\"faint\">Oyun · söz dağarcığı</span>"))
  }

  @Test("letters beside a list stand as its titles are sorted; what begins with another sign stands under # (M10.3)")
  func letters() throws {
    var files = RunningPage.files
    for number in 10..<60 { files["things/n\(number).yaml"] = "title: Number \(number)\n" }
    for (name, title) in [("q", "'\"Quoted\" things'"), ("b", "(Brackets)"), ("d", "7 days"), ("e", "Élan")] {
      files["things/\(name).yaml"] = "title: \(title)\n"
    }
    let page = try RunningPage(files)
    func letters(_ path: String) throws -> [String] {
      try page.get(path).text.matches(of: /data-row="(\d+)">(.)<\/a>/).map { "\($0.output.2)\($0.output.1)" }
    }
    #expect(try letters("/things") == ["#0", "E3", "N4", "O54", "T55"])
    // From the last title to the first, as well; in another order there are none, whoever asks for it.
    for path in ["/things?sort=-title", "/things?as=table&q=sort%3A-title"] {
      #expect(try letters(path) == ["T0", "O1", "N2", "E52", "#53"], "\(path)")
    }
    for path in ["/things?sort=weight", "/things?q=sort%3Aweight"] { #expect(try letters(path) == [], "\(path)") }
  }

  @Test("a Turkish page sorts titles and letters by the Turkish alphabet: Ç after C, I before İ (M10.3)")
  func turkishOrder() throws {
    let ordered = ["Cam", "Cüzdan", "Çanta", "çivi", "Hırka", "Iğdır", "ışık", "iğne", "İpek", "Saat", "Şal"]
    var files = RunningPage.files.filter { !$0.key.hasPrefix("things/") }
    for (number, title) in ordered.enumerated() { files["things/a\(99 - number).yaml"] = "title: \(title)\n" }
    for number in 10..<60 { files["things/n\(number).yaml"] = "title: Zil \(number)\n" }
    let page = try RunningPage(files)
    let language = ["Accept-Language: tr"]
    func names() throws -> [String] {
      try page.get("/things", language).text.matches(of: /class="name"><bdi>([^<]+)</).map { String($0.output.1) }
    }
    #expect(try Array(names().prefix(ordered.count)) == ordered)
    let text = try page.get("/things", language).text
    let letters = text.matches(of: /data-row="(\d+)">(.)<\/a>/).map { "\($0.output.2)\($0.output.1)" }
    #expect(letters == ["C0", "Ç2", "H4", "I5", "İ7", "S9", "Ş10", "Z11"])
    // Another title takes its place at once; an English page sorts as before.
    try page.folder.write("title: Çadır\n", to: "things/new.yaml")
    #expect(try names().prefix(4) == ["Cam", "Cüzdan", "Çadır", "Çanta"])
    #expect(try page.get("/things").text.contains("data-row=\"0\">C<"))
  }

  @Test("values of filters and of properties stand in that order, too, where as many records have each")
  func turkishValues() throws {
    let words = ["cam", "çini", "hasır", "ısırgan", "ipek", "şal", "zil"]
    var files = RunningPage.files
    for (number, word) in words.enumerated() { files["things/a\(9 - number).yaml"] = "title: A\(number)\nlabels: [\(word)]\n" }
    let page = try RunningPage(files)
    let language = ["Accept-Language: tr"]
    let list = try page.get("/things", language).text
    let filter = list.matches(of: /labels%3A[^"]*"[^>]*>\s*<span>([^<]+)</).map { String($0.output.1) }
    #expect(filter.filter { words.contains($0) } == words)
    let values = try page.get("/properties/labels", language).text.matches(of: /name="value" value="([^"]+)"/).map {
      String($0.output.1)
    }
    #expect(values.filter { words.contains($0) } == words)
  }

  @Test("rows that are grouped by a day stand under the day in words")
  func groupedByDay() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    for (lines, day) in [([], "12 Nov 2024"), (["Accept-Language: tr"], "12 Kas 2024")] {
      for look in ["as=cards", "as=table"] {
        let text = try page.get("/memories?\(look)&q=group:date", lines).text
        #expect(text.contains(">\("<time datetime=\"2024-11-12\">\(day)</time>")</"), "\(text)")
      }
    }
  }

  @Test("long lists come in windows")
  func windows() throws {
    var files = RunningPage.files
    for number in 100..<400 { files["things/n\(number).yaml"] = "title: Number \(number)\n" }
    let page = try RunningPage(files)
    let first = try page.get("/things").text
    #expect(first.matches(of: /<li class="card"/).count == 24)
    #expect(first.contains("from=24") && first.contains("1–24"))
    let last = try page.get("/things?from=300").text
    #expect(last.matches(of: /<li class="card"/).count == 2)
    #expect(try page.get("/things?from=99999999").status == 200)
    #expect(try page.get("/things?from=-5").text.contains("1–24"))
    let rows = try page.get("/things?from=120", ["Vitrine-Part: rows"]).text
    #expect(
      rows.hasPrefix("<ul class=\"grid\" id=\"rows\" data-from=\"120\" data-total=\"302\" data-lead=\"120\"><li")
        && !rows.contains("<html"))
    let few = try page.get("/things?from=7&count=5&as=table", ["Vitrine-Part: rows"]).text
    #expect(few.matches(of: /<tr id/).count == 5 && few.contains("data-from=\"7\""))
    // What is found while somebody types comes without what stands beside it, and that by itself.
    let found = try page.get("/things?q=number", ["Vitrine-Part: found"]).text
    #expect(found.matches(of: /<li class="card"/).count == 24 && found.contains("300 of 302") && !found.contains("<details"))
    #expect(try page.get("/things?q=shelf:*", ["Vitrine-Part: aside"]).text.contains("<details"))
  }

  @Test("a record has its fields as the schema orders them, and links both ways (G6b.2)")
  func record() throws {
    let page = try RunningPage()
    let one = try page.get("/things/one").text
    #expect(one.contains("<dt>Beside</dt>") && one.contains("href=\"/things/two\""))
    #expect(try #require(one.firstRange(of: "<dt>Shelf")).lowerBound < #require(one.firstRange(of: "<dt>Beside")).lowerBound)
    let two = try page.get("/things/two").text
    #expect(two.contains("Used by things") && two.contains("href=\"/things/one\""))
    #expect(try page.get("/things/three").status == 404)
    #expect(try page.get("/nothing/one").status == 404)
  }

  @Test("what is written on the disk is on the next page")
  func fresh() throws {
    let page = try RunningPage()
    for number in 0..<20 {
      try page.folder.write("title: Turn \(number)\n", to: "things/one.yaml")
      #expect(try page.get("/things/one").text.contains("<bdi>Turn \(number)</bdi>"))
    }
  }

  @Test("a stream of events says what changes, and makes room as soon as its browser is gone")
  func events() throws {
    let page = try RunningPage()
    let cookie = try page.cookie()
    for number in 0..<80 {
      let client = try RawClient(port: page.server.port)
      try client.send("GET /events HTTP/1.1\r\n\(page.host)\r\n\(cookie)\r\n\r\n")
      var reply = try client.reply()
      // The one before may be going yet.
      for _ in 0..<50 where reply.status == 503 {
        let again = try RawClient(port: page.server.port)
        try again.send("GET /events HTTP/1.1\r\n\(page.host)\r\n\(cookie)\r\n\r\n")
        reply = try again.reply()
        usleep(10_000)
      }
      #expect(reply.status == 200, "\(number)")
      guard number == 79 else { continue }
      #expect(try client.chunk().contains("event: state"))
      try page.folder.write("title: Seen\n", to: "things/one.yaml")
      #expect(try client.chunk().contains("event: change"))
    }
  }

  @Test("names with markup stay text, in every view")
  func markup() throws {
    let hostile = "<img src=x onerror=alert(1)>\"'&</title><script>alert(1)</script>"
    var files = RunningPage.files
    files["things/bad.yaml"] = "title: '\(hostile.replacing("'", with: "''"))'\nshelf: '<b>top</b>'\nbeside: '<i>x</i>'\n"
    files["views/<u>v.view.yaml"] = "title: '<s>view</s>'\nkind: thing\nquery: '<b>'\n"
    let page = try RunningPage(files)
    for target in [
      "/", "/things", "/things?as=table", "/things/bad", "/things/bad?edit", "/things/bad?delete", "/report", "/report?by=file",
      "/log",
      "/things?q=%3Cscript%3E", "/complete?q=%3Cb%3E&kind=%3Ci%3E", "/new/%3Cscript%3E", "/%3Cscript%3E",
      "/report?rule=%3Cscript%3E",
    ] {
      let text = try page.get(target).text
      for word in ["<img src=x", "<script>alert", "<b>top", "<i>x", "<s>view", "<script>\""] {
        #expect(!text.contains(word), "\(target)")
      }
    }
  }

  @Test("the person's language, or the one they chose")
  func languages() throws {
    let page = try RunningPage()
    #expect(try page.get("/", ["Accept-Language: tr-TR,tr;q=0.9,en;q=0.5"]).text.contains("Koleksiyonlar"))
    #expect(try page.get("/", ["Accept-Language: de"]).text.contains("Collections"))
    let cookie = try page.cookie()
    let chosen = try page.raw("GET / HTTP/1.1", [page.host, cookie + "; vitrine-language=tr"])
    #expect(chosen.text.contains("lang=\"tr\""))
  }

  @Test("the letter of a record without a photo is a Turkish capital where the page or the catalogue is Turkish")
  func capitals() throws {
    var files = RunningPage.files
    files["things/fig.yaml"] = "title: incir\n"
    let english = try RunningPage(files)
    #expect(try english.get("/things").text.contains("data-letter=\"I\""))
    #expect(try english.get("/things", ["Accept-Language: tr"]).text.contains("data-letter=\"İ\""))
    files["vitrine.yaml", default: ""] += "lang: tr\n"
    #expect(try RunningPage(files).get("/things").text.contains("data-letter=\"İ\""))
  }

  @Test("the example collection is shown whole: every record, every kind's form, every photo")
  func examples() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let kinds = try page.get("/").text.matches(of: /<li><a href="(\/[^"?]+)"[^>]*><i class="dot k/).map { String($0.output.1) }
    #expect(kinds.count == 8)
    var seen = 0
    for kind in kinds {
      let list = try page.get(kind + "?as=table").text
      for match in list.matches(of: /<th scope="row"><input[^>]*><a href="([^"]+)"/) {
        let address = String(match.output.1)
        seen += 1
        let record = try page.get(address)
        #expect(record.status == 200, "\(address)")
        let pens = record.text.matches(of: /class="pen" href="[^"#]*#([^"]+)"/).map { String($0.output.1) }
        let form = try page.get(address + "?edit")
        #expect(form.status == 200 && !form.text.contains("class=\"msg\""), "\(address)")
        #expect(
          pens.allSatisfy { form.text.contains("id=\"\($0)\"") || form.text.contains("id=\"\($0).") }, "\(address): \(pens)")
        if seen % 6 == 0 {
          let sent = try page.post(address + "?edit", try page.form(address + "?edit"))
          #expect(sent.headers["location"] == address, "\(address): \(sent.text)")
        }
      }
    }
    #expect(seen == 87)
  }
}
