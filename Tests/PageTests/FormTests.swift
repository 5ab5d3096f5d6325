// What a person changes with forms alone, as a browser without a script sends them.

import Glibc
import Testing
import VitrineTesting

/// Forms and what becomes of them.
@Suite struct FormTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  /// The address that a reply leads to, without what it says of the change.
  private func place(_ reply: RawReply) -> String { String((reply.headers["location"] ?? "").split(separator: "?").first ?? "") }

  @Test("a form that nobody touched changes nothing")
  func untouched() throws {
    for (address, path) in [("/things/one", "things/one.yaml"), ("/things/two", "things/two.yaml")] {
      let before = try page.text(path)
      let reply = try page.post(address + "?edit", try page.form(address + "?edit"))
      #expect(reply.status == 303)
      #expect(reply.headers["location"] == address)
      #expect(try page.text(path) == before)
    }
  }

  @Test(
    "what no form can hold, such as CR or ESC in a text, stays where nobody touches it, and is no conflict where somebody does",
    arguments: ["\\r\\n", "\\r", "\\f", "\\e", "\\x85", "\\x01"])
  func controls(escape: String) throws {
    let rest = "notes: \"a\(escape)b\"\nsizes:\n  - {name: \"c\(escape)d\"}\nlabels: [\" e \", f]\n"
    try page.folder.write("title: \"g\(escape)h\"\n" + rest, to: "things/three.yaml")
    let untouched = try page.post("/things/three?edit", try page.form("/things/three?edit"))
    #expect(untouched.status == 303)
    #expect(try page.text("things/three.yaml") == "title: \"g\(escape)h\"\n" + rest)
    let other = try page.post("/things/three?edit", try page.form("/things/three?edit", typing: ["title": "Plain\u{1}"]))
    #expect(other.status == 303, "\(other.text)")
    #expect(try page.text("things/three.yaml") == "title: \"Plain\"\n" + rest)
    let typed = try page.post("/things/three?edit", try page.form("/things/three?edit", typing: ["notes": "i\r\nj"]))
    #expect(typed.status == 303, "\(typed.text)")
    #expect(try page.text("things/three.yaml").contains("i\n") && !page.text("things/three.yaml").contains("a\(escape)b"))
  }

  @Test(
    "a new miniature says which project it belongs to; without a word of it nothing is written, and what was typed stays")
  func parents() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let typed = ["name": "Sergeant", "miniature_type": "character"]
    let form = try page.form("/new/miniature", typing: typed)
    #expect(form.contains { $0 == ("parent", "") })
    let refused = try page.post("/new/miniature", form)
    #expect(refused.status == 422)
    #expect(refused.text.contains("Choose the project that it belongs to.") && refused.text.contains("value=\"Sergeant\""))
    let project = try #require(refused.text.firstMatch(of: /<option value="(minis[^"]*)">Ultramarines/)).output.1
    let record = String(project.dropLast(".yaml".count))
    let offered = try page.get("/projects//" + record).text
    let link = try #require(offered.firstMatch(of: /href="(\/new\/miniature\?parent=[^"]*)"/)).output.1
    let below = try page.form(String(link), typing: typed)
    #expect(below.contains { $0 == ("parent", String(project)) })
    #expect(try page.post("/new/miniature", below).status == 303)
    let folder = record.split(separator: "/").dropLast().joined(separator: "/")
    #expect(try page.text(folder + "/sergeant.yaml").hasPrefix("name: Sergeant\n"))
  }

  @Test("a field that was typed is all that is written; comments, blanks and order stay (S2.7, S3.5)")
  func minimal() throws {
    let reply = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: ["title": "First", "weight": "2.5"]))
    #expect(reply.status == 303, "\(reply.text)")
    #expect(
      try page.text("things/one.yaml")
        == "# The first.\ntitle:   First   # kept\nstate: new\nshelf: top\nweight: 2.5\nbeside: two\n")
    #expect(try page.get("/things/one").text.contains("<bdi>First</bdi>"))
  }

  @Test("an emptied field goes; lists and maps are changed item by item")
  func lists() throws {
    var fields = try page.form(
      "/things/two?edit", typing: ["shelf": "", "labels": "red\ngreen\n", "sizes/0/width": "4", "sizes/1/name": "large"])
    fields.removeAll { $0.0 == "sizes/1/width" }
    #expect(try page.post("/things/two?edit", fields).status == 303)
    #expect(
      try page.text("things/two.yaml")
        == "title: Two\nlabels: [red, green]\nsizes:\n  - {name: small, width: 4}\n  - {name: large}\n")
    let gone = try page.form("/things/two?edit", typing: ["sizes/0/-": "1"])
    #expect(try page.post("/things/two?edit", gone).status == 303)
    #expect(try page.text("things/two.yaml").contains("sizes:\n  - {name: large}\n"))
  }

  @Test("what is wrong stands below its field, in the words of check, with what was typed still there (G4.3, W7.4)")
  func errors() throws {
    let before = try page.text("things/one.yaml")
    let reply = try page.post(
      "/things/one?edit", try page.form("/things/one?edit", typing: ["shelf": "topp", "weight": "heavy", "title": ""]))
    #expect(reply.status == 422)
    let field = try #require(reply.text.firstMatch(of: /(?s)data-name="shelf".*?<\/div>\s*(?:<p class="hint|<\/div>)/)).output
    #expect(field.contains("&#39;topp&#39;") && field.contains("top"))
    #expect(reply.text.contains("Use &#39;top&#39;"))
    #expect(reply.text.contains("value=\"heavy\""))
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("the button of a message puts the nearest word in its place")
  func fixes() throws {
    let fields = try page.form("/things/one?edit", typing: ["shelf": "midle", "fix": "shelf=middle"])
    let fixed = try page.post("/things/one?edit", fields)
    #expect(fixed.text.contains("name=\"shelf\" value=\"middle\" checked>"))
  }

  @Test("what was typed is saved though something else was wrong the first time, or a button was pressed before")
  func secondTry() throws {
    let refused = try page.post(
      "/things/one?edit", try page.form("/things/one?edit", typing: ["title": "Mine", "weight": "heavy"]))
    #expect(refused.status == 422)
    var again = RunningPage.fields(of: refused.text)
    again.removeAll { $0.0 == "weight" }
    again.append(("weight", "2"))
    #expect(try page.post("/things/one?edit", again).status == 303)
    #expect(
      try page.text("things/one.yaml") == "# The first.\ntitle:   Mine   # kept\nstate: new\nshelf: top\nweight: 2\nbeside: two\n"
    )
    let fixed = try page.post(
      "/things/one?edit", try page.form("/things/one?edit", typing: ["shelf": "midle", "fix": "shelf=middle"]))
    #expect(try page.post("/things/one?edit", RunningPage.fields(of: fixed.text)).status == 303)
    #expect(try page.text("things/one.yaml").contains("shelf: middle\n"))
  }

  @Test("what somebody else changed meanwhile stays, where it is another field")
  func merge() throws {
    let fields = try page.form("/things/one?edit", typing: ["title": "Mine"])
    try page.folder.write("# The first.\ntitle:   One   # kept\nstate: used\nshelf: top\nbeside: two\n", to: "things/one.yaml")
    #expect(try page.post("/things/one?edit", fields).status == 303)
    #expect(try page.text("things/one.yaml") == "# The first.\ntitle:   Mine   # kept\nstate: used\nshelf: top\nbeside: two\n")
  }

  @Test("where both changed one field both sides are shown, and either can be had")
  func conflict() throws {
    let fields = try page.form("/things/one?edit", typing: ["title": "Mine"])
    let theirs = "title: Theirs\nstate: new\nshelf: top\nbeside: two\n"
    try page.folder.write(theirs, to: "things/one.yaml")
    let shown = try page.post("/things/one?edit", fields)
    #expect(shown.status == 422)
    #expect(shown.text.contains("value=\"Mine\"") && shown.text.contains("<code>Theirs</code>"))
    #expect(try page.text("things/one.yaml") == theirs)
    // Whoever has seen both and saves again means their own; what a third one writes then is asked about again.
    let again = RunningPage.fields(of: shown.text)
    try page.folder.write(theirs.replacing("Theirs", with: "A third"), to: "things/one.yaml")
    #expect(try page.post("/things/one?edit", again).text.contains("<code>A third</code>"))
    try page.folder.write(theirs, to: "things/one.yaml")
    let kept = try page.post("/things/one?edit", fields + [("keep", "title")])
    #expect(kept.text.contains("value=\"Mine\"") && !kept.text.contains("<code>Theirs</code>"))
    let taken = try page.post("/things/one?edit", fields + [("take", "title")])
    #expect(taken.text.contains("value=\"Theirs\"") && !taken.text.contains("<code>Theirs</code>"))
    #expect(try page.post("/things/one?edit", again).status == 303)
    #expect(try page.text("things/one.yaml") == theirs.replacing("Theirs", with: "Mine"))
  }

  @Test("every change is in the journal: undone, and done again")
  func undo() throws {
    let before = try page.text("things/one.yaml")
    let changed = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: ["title": "Changed"]))
    let address = try #require(changed.headers["location"])
    let number = try #require(address.firstMatch(of: /done=(\d+)/)).output.1
    #expect(try page.get(address).text.contains("action=\"/undo\""))
    let undone = try page.post("/undo", [("number", String(number)), ("back", "/things/one")])
    #expect(undone.status == 303 && place(undone) == "/things/one")
    #expect(try page.text("things/one.yaml") == before)
    #expect(try page.post("/redo", [("number", String(number))]).status == 303)
    #expect(try page.text("things/one.yaml").contains("Changed"))
    #expect(try page.get("/log").text.contains("Changed &#39;One&#39; (title → Changed)"))
    #expect(try page.post("/undo", [("number", "999")]).status == 422)
  }

  @Test("a new record is written where its kind says, and refused without what it needs")
  func new() throws {
    let refused = try page.post("/new/thing", try page.form("/new/thing", typing: ["weight": "1"]))
    #expect(refused.status == 422)
    #expect(refused.text.contains("&#39;title&#39; is missing"))
    let made = try page.post(
      "/new/thing", try page.form("/new/thing", typing: ["title": "Three of them", "shelf": "top", "labels": "a\nb"]))
    #expect(made.status == 303, "\(made.text)")
    #expect(place(made) == "/things/three-of-them")
    #expect(try page.text("things/three-of-them.yaml").contains("title: Three of them"))
    #expect(try page.get("/things").text.contains("Three of them"))
    #expect(try page.get("/new/thingg").status == 404)
  }

  @Test("a new record has what its form came filled in with: another's values, those of the address")
  func filledIn() throws {
    let copied = try page.post("/new/thing", try page.form("/new/thing?from=things%2Ftwo.yaml"))
    #expect(copied.status == 303, "\(copied.text)")
    let text = try page.text("things/two-copy.yaml")
    #expect(text.contains("shelf: middle") && text.contains("[red, blue]") && text.contains("width: 3"), "\(text)")
    let named = try page.post("/new/thing", try page.form("/new/thing?title=From%20outside&shelf=top"))
    #expect(named.status == 303, "\(named.text)")
    #expect(try page.text("things/from-outside.yaml") == "title: From outside\nshelf: top\n")
  }

  @Test("what goes with a record is shown first; it goes to the trash, and comes back")
  func removal() throws {
    let preview = try page.get("/things/two?delete").text
    #expect(preview.contains("things/two.yaml") && preview.contains("1 record names it"))
    let fields = [
      ("digest", try #require(preview.firstMatch(of: /name="digest" value="([^"]+)"/)).output.1), ("naming", "unlinked"),
    ]
    #expect(try page.post("/things/two?delete", [("digest", "0"), ("naming", "kept")]).status == 409)
    let gone = try page.post("/things/two?delete", fields.map { ($0.0, String($0.1)) })
    #expect(gone.status == 303)
    #expect(try page.get("/things/two").status == 404)
    #expect(try page.text("things/one.yaml") == "# The first.\ntitle:   One   # kept\nstate: new\nshelf: top\n")
    #expect(try page.post("/undo", []).status == 303)
    #expect(try page.get("/things/two").status == 200)
  }

  @Test("what names a record that is to go is named, and so is what becomes of it")
  func named() throws {
    let preview = try page.get("/things/two?delete").text
    #expect(preview.contains("1 record names it.") && preview.contains("<bdi>One</bdi>"))
    #expect(preview.contains("names a record that is gone"))
    #expect(try !page.get("/things/two?delete&naming=unlinked").text.contains("names a record that is gone"))
  }

  @Test("a stage that another reached meanwhile is not taken back by a page that is older")
  func olderStage() throws {
    let form = try page.get("/things/one").text
    #expect(form.contains("<input type=\"hidden\" name=\"was\" value=\"new\">"))
    #expect(try page.post("/things/one", [("set", "state"), ("was", "new"), ("value", "gone")]).status == 303)
    let late = try page.post("/things/one", [("set", "state"), ("was", "new"), ("value", "used")])
    #expect(late.status == 409 && late.text.contains("State was changed meanwhile"))
    #expect(try page.text("things/one.yaml").contains("state: gone"))
  }

  @Test("a stage is reached with one tap")
  func stages() throws {
    #expect(try page.get("/things/one").text.contains("class=\"track\""))
    #expect(try page.post("/things/one", [("set", "state"), ("value", "used")]).status == 303)
    #expect(try page.text("things/one.yaml").contains("state: used\n"))
    for fields in [
      [("set", "state"), ("value", "lost")], [("set", "title"), ("value", "x")], [("set", "nothing"), ("value", "x")], [],
    ] {
      #expect(try page.post("/things/one", fields).status == 422)
    }
  }

  @Test("what cannot be saved stays in the form, with what is in the way (S2.V2)")
  func failure() throws {
    // A file stands where the journal's folder would be.
    try page.folder.write("in the way", to: ".vitrine/journal")
    let before = try page.text("things/one.yaml")
    let reply = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: ["title": "Typed title"]))
    #expect(reply.status >= 400 && reply.text.contains("value=\"Typed title\""), "\(reply.status)")
    #expect(reply.text.contains("role=\"alert\"") && reply.text.contains(".vitrine"))
    #expect(try page.text("things/one.yaml") == before)
    let new = try page.post("/new/thing", try page.form("/new/thing", typing: ["title": "New title"]))
    #expect(new.status >= 400 && new.text.contains("value=\"New title\"") && new.text.contains(".vitrine"), "\(new.status)")
  }

  @Test("a record that cannot be read is edited as text, and as a form again once it can")
  func text() throws {
    let broken = "title: \"Broken <b>\nshelf: top\n"
    try page.folder.write(broken, to: "things/broken.yaml")
    let text = try page.get("/things/broken?edit").text
    #expect(text.contains("<textarea") && text.contains("title: &quot;Broken &lt;b&gt;\nshelf: top\n</textarea>"))
    #expect(text.contains("this quote is never closed"))
    let digest = try #require(text.firstMatch(of: /name="digest" value="([0-9a-f]+)"/)).output.1
    let worse = try page.post("/things/broken?edit", [("digest", String(digest)), (":text", "title: 'Other\r\nshelf: top\r\n")])
    #expect(worse.status == 422 && worse.text.contains("title: &#39;Other"))
    #expect(try page.text("things/broken.yaml") == broken)
    let old = try page.post("/things/broken?edit", [("digest", "00"), (":text", "title: Mine\r\n")])
    #expect(old.status == 409 && old.text.contains("title: Mine"))
    let done = try page.post("/things/broken?edit", [("digest", String(digest)), (":text", "title: Broken\r\nshelf: top\r\n")])
    #expect(done.status == 303)
    #expect(try page.text("things/broken.yaml") == "title: Broken\nshelf: top\n")
    #expect(try page.get("/things/broken?edit").text.contains("name=\"title\""))
    // Bytes that are no text stay as they are.
    try page.folder.write("title: a\u{1}b\n", to: "things/odd.yaml")
    #expect(try !page.get("/things/odd?edit").text.contains("name=\":text\""))
  }

  @Test("unsaved text is checked without being written")
  func check() throws {
    let before = try page.text("things/one.yaml")
    let reply = try page.post("/things/one?edit&check=1", try page.form("/things/one?edit", typing: ["title": ""]))
    #expect(reply.status == 200 && reply.text.contains("&#39;title&#39; is missing"))
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("a form of too many fields is answered by a page with the way back, and nothing is changed")
  func tooMany() throws {
    let fields = (0...20_000).map { ("path", "things/\($0).yaml") }
    let usual = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
    let referrer = page.origin.replacing("Origin", with: "Referer") + "/things?q=shelf%3Atop"
    let reply = try page.post("/bulk", fields, usual + [referrer])
    #expect(reply.status == 413 && reply.headers["content-type"] == "text/html; charset=utf-8")
    #expect(reply.text.contains("The form holds more than can be taken at once."))
    #expect(reply.text.contains("href=\"/things?q=shelf%3Atop\">Back</a>"))
  }

  @Test("what is no text has no form, which would be empty, and says so")
  func foreign() throws {
    try page.folder.write(Array("title: caf".utf8) + [0xE9, 0x0A], to: "things/latin.yaml")
    let reply = try page.get("/things/latin?edit")
    #expect(reply.status == 422 && reply.text.contains("not text in UTF-8") && !reply.text.contains("class=\"edit\""))
  }

  @Test("who was typing when the record went keeps what was typed, as a new record")
  func gone() throws {
    let typed = try page.form("/things/one?edit", typing: ["title": "Typed for long"])
    #expect(unlink(page.folder.path + "/things/one.yaml") == 0)
    let reply = try page.post("/things/one?edit", typed)
    #expect(reply.status == 404)
    #expect(reply.text.contains("The record was removed meanwhile") && reply.text.contains("action=\"/new/thing\""))
    #expect(try page.post("/new/thing", RunningPage.fields(of: reply.text)).status == 303)
    #expect(try page.text("things/typed-for-long.yaml").contains("title: Typed for long\nstate: new\nshelf: top\nbeside: two\n"))
    #expect(try page.get("/things/one?edit").status == 404)
  }

  @Test("what a form cannot hold of a change is said in the form, with what was typed still there")
  func refusals() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let record = "title: Alias\ndate: 2026-01-01\ncategory: Travel\nx-here: &here {lat: 41.0, lon: 28.9}\nlocation: *here\n"
    try page.folder.write(record, to: "memories/alias.yaml")
    let typed = ["location.lat": "42", "title": "Typed title"]
    let reply = try page.post("/memories/alias?edit", try page.form("/memories/alias?edit", typing: typed))
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.text.contains("value=\"Typed title\"") && reply.text.contains("&#39;/location&#39; is an alias"))
    #expect(try page.text("memories/alias.yaml") == record)
  }

  @Test("a list of maps has as many items in its form as in its file: none of a thousand goes when another field is changed")
  func manyItems() throws {
    let sizes = "sizes:\n" + (0..<1000).map { "  - {name: size \($0), width: \($0)}\n" }.joined()
    try page.folder.write("title: Many\n" + sizes, to: "things/many.yaml")
    let form = try page.form("/things/many?edit", typing: ["title": "More"])
    #expect(try page.post("/things/many?edit", form).status == 303)
    #expect(try page.text("things/many.yaml") == "title: More\n" + sizes)
  }

  @Test("a value that is too large for a form has no input, and stays as it is when another field is changed")
  func largeValues() throws {
    let labels = "labels: [[\((0..<10_100).map { "\($0)" }.joined(separator: ", "))]]\n"
    try page.folder.write("title: Large\n" + labels, to: "things/large.yaml")
    let form = try page.form("/things/large?edit", typing: ["title": "Larger"])
    #expect(!form.contains { $0.0 == "labels" })
    #expect(try page.post("/things/large?edit", form).status == 303)
    #expect(try page.text("things/large.yaml") == "title: Larger\n" + labels)
  }

  @Test("colours are stored once each, however often and in whatever order they are sent")
  func colors() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let typed = ["name": "Scarf", "category": "scarf", "order:colors": "navy\nnavy\npink\nblack\nnavy"]
    let form = try page.form("/new/garment", typing: typed) + ["black", "navy", "black", "navy"].map { ("colors", $0) }
    let reply = try page.post("/new/garment", form)
    #expect(reply.status == 303, "\(reply.text)")
    let text = try page.text("wardrobe/scarf.yaml")
    #expect(text.contains("colors: [navy, black]\n"), "\(text)")
  }

  @Test("a record that is there already is named, wherever the new one would stand")
  func duplicate() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let there = try page.text("games/hades.yaml")
    try page.folder.write(there, to: "games/zz.yaml")
    #expect(unlink(page.folder.path + "/games/hades.yaml") == 0)
    // The new file would be games/hades.yaml, which stands before games/zz.yaml.
    var typed = ["title": "Hades", "release": "20200917", "status": "library"]
    typed["properties.developers"] = "Supergiant Games"
    let reply = try page.post("/new/game", try page.form("/new/game", typing: typed))
    #expect(reply.status == 422)
    #expect(reply.text.contains("the same game is already in games/zz.yaml"), "\(reply.text)")
  }

  @Test("a value with blanks is completed in quotes")
  func completion() throws {
    try page.folder.write("title: Three\nlabels: [dark red]\n", to: "things/three.yaml")
    #expect(try page.get("/complete?kind=thing&q=labels:da").text.contains("data-value=\"labels:&quot;dark red&quot;\""))
  }
}
