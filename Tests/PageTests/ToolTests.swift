// What a person does with many records at once: properties, bulk changes, the trash, import and export, history, other names.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// Pages that work on more than one record, as browsers without a script send their forms.
@Suite struct ToolTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  /// The fields of the form that a preview ends with.
  private func agreed(_ preview: RawReply) throws -> [(String, String)] {
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    return form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
      (String($0.output.1), String($0.output.2).replacing("&amp;", with: "&").replacing("&#39;", with: "'"))
    }
  }

  private func number(_ reply: RawReply) throws -> String {
    String(try #require(reply.headers["location"]?.split(separator: "=").last))
  }

  @Test(
    "a property's values are listed with their uses, and renamed everywhere after a preview, in one change (G6b.1, G6b.2, G6b.3)")
  func properties() throws {
    #expect(try page.get("/properties").text.contains("Labels"))
    let values = try page.get("/properties/labels").text
    #expect(values.contains("<bdi>red</bdi>") && values.contains("href=\"/things?q=labels%3Aeq%3Ared\""))
    let before = try page.text("things/two.yaml")
    let preview = try page.post("/properties/labels/red", [("do", "rename"), ("to", "crimson")])
    #expect(
      preview.status == 200 && preview.text.contains("things/two.yaml")
        && preview.text.contains("<ins>+labels: [crimson, blue]</ins>"))
    #expect(try page.text("things/two.yaml") == before)
    let done = try page.post("/properties/labels/red", try agreed(preview))
    #expect(done.status == 303)
    #expect(try page.text("things/two.yaml") == before.replacing("[red, blue]", with: "[crimson, blue]"))
    #expect(try page.post("/undo", [("number", try number(done))]).status == 303)
    #expect(try page.text("things/two.yaml") == before)
    // What was seen is what is done: a file that is another now is shown again.
    let old = try agreed(try page.post("/properties/labels/red", [("do", "delete")]))
    try page.folder.write(before + "notes: more\n", to: "things/two.yaml")
    let again = try page.post("/properties/labels/red", old)
    #expect(again.status == 200 && again.text.contains("changed meanwhile"))
    #expect(try page.post("/properties/labels/none", [("do", "delete")]).status == 422)
    #expect(try page.get("/properties/labels/none").status == 404)
    #expect(try page.get("/properties/nothing").status == 400)
  }

  @Test(
    "fields of one name with other values are looked after each by itself; a value leads to those records alone that have it as a whole"
  )
  func apart() throws {
    var files = RunningPage.files
    files["vitrine.yaml"] = RunningPage.files["vitrine.yaml"].map { $0 + "  - {kind: tool, files: \"tools/**/*.yaml\"}\n" }
    files["schemas/tool.schema.yaml"] = """
      title: Tool
      type: object
      required: [title]
      properties:
        title: {title: Title, type: string}
        state: {title: State, enum: [sharp, blunt]}
        labels: {title: Labels, type: array, items: {type: string}}
      x-vitrine: {plural: tools, display: title}
      """
    files["tools/saw.yaml"] = "title: Saw\nstate: sharp\nlabels: [infrared]\n"
    let page = try RunningPage(files)
    let list = try page.get("/properties").text
    #expect(list.contains("href=\"/properties/state?kind=thing\"") && list.contains("href=\"/properties/state?kind=tool\""))
    #expect(list.contains("href=\"/properties/labels\""))
    let states = try page.get("/properties/state?kind=tool").text
    #expect(states.contains("value=\"sharp\"") && !states.contains("value=\"used\""))
    #expect(states.contains("<input type=\"hidden\" name=\"kind\" value=\"tool\">"))
    let preview = try page.post("/properties/state?kind=tool", [("do", "merge"), ("value", "sharp"), ("value", "blunt")]).text
    #expect(preview.contains("schemas/tool.schema.yaml") && !preview.contains("schemas/thing.schema.yaml"), "\(preview)")
    let value = try page.get("/properties/labels/red").text
    let link = try String(#require(value.firstMatch(of: /class="quiet" href="([^"]*)"/)).output.1).replacing("&amp;", with: "&")
    #expect(value.contains("1 record"))
    let found = try page.get(String(link)).text
    #expect(found.contains("<bdi>Two</bdi>") && !found.contains("<bdi>Saw</bdi>"), "\(link)")
  }

  @Test("both links of a value hold it as it is written, whatever it is called for people")
  func labelled() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    for (field, value, label) in [("status", "primed", "Primed"), ("format", "physical", "Physical")] {
      let text = try page.get("/properties/\(field)").text
      #expect(text.contains(label) && text.contains("name=\"value\" value=\"\(value)\""))
      let links = text.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
      let own = links.filter { $0.hasSuffix("q=\(field)%3A\(value)") || $0 == "/properties/\(field)/\(value)" }
      #expect(own.count == 2, "\(field)")
      for link in own { #expect(try page.get(link).status == 200, "\(link)") }
      #expect(try page.get("/properties/\(field)?q=\(label)").text.contains("id=\"v-\(value)\""))
    }
  }

  @Test("records that were chosen are changed together, or go together, each after a preview and undone at once")
  func bulk() throws {
    let chosen = [("path", "things/one.yaml"), ("path", "things/two.yaml"), ("back", "/things")]
    #expect(try page.post("/bulk", chosen + [("do", "set")]).text.contains("<option value=\"shelf\">"))
    #expect(try page.post("/bulk", chosen + [("do", "set"), ("field", "shelf")]).text.contains("name=\"operation\""))
    let set = chosen + [("do", "set"), ("field", "shelf"), ("operation", "set"), ("shelf", "bottom")]
    let preview = try page.post("/bulk", set)
    #expect(preview.status == 200 && preview.text.contains("things/one.yaml"))
    let done = try page.post("/bulk", try agreed(preview))
    #expect(done.headers["location"]?.hasPrefix("/things?done=") == true, "\(done.text)")
    for name in ["one", "two"] { #expect(try page.text("things/\(name).yaml").contains("shelf: bottom")) }
    _ = try page.post("/undo", [("number", try number(done))])
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
    let all = [
      ("do", "set-all"), ("kind", "thing"), ("q", "shelf:top"), ("back", "/things"), ("field", "labels"), ("operation", "add"),
      ("labels", "old\nrare"),
    ]
    #expect(try page.post("/bulk", try agreed(try page.post("/bulk", all))).status == 303)
    #expect(try page.text("things/one.yaml").contains("old") && !page.text("things/two.yaml").contains("old"))
    let wrong = try page.post("/bulk", chosen + [("do", "set"), ("field", "weight"), ("operation", "set"), ("weight", "heavy")])
    #expect(wrong.status == 422 && wrong.text.contains("heavy"))
    let removal = try page.post("/bulk", chosen + [("do", "delete")])
    let gone = try page.post("/bulk", try agreed(removal))
    #expect(gone.status == 303, "\(gone.text)")
    #expect(try page.get("/things").text.contains("class=\"empty\""))
    _ = try page.post("/undo", [("number", try number(gone))])
    #expect(try page.get("/things/two").status == 200)
    for form in [[], [("do", "set")], [("do", "delete"), ("path", "../x")], [("path", "things/one.yaml"), ("do", "other")]] {
      #expect(try page.post("/bulk", form).status == 422)
    }
  }

  @Test("what names records that are to go together is named as links, with what becomes of it, in the words of the page alone")
  func bulkNamed() throws {
    try page.folder.write("title: Three\nbeside: one\n", to: "things/three.yaml")
    let chosen = [("path", "things/one.yaml"), ("path", "things/two.yaml"), ("back", "/things"), ("do", "delete")]
    for language in ["en", "tr"] {
      let usual = [
        page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded",
        "Accept-Language: \(language)",
      ]
      let text = try page.post("/bulk", chosen, usual).text
      #expect(text.contains("<button class=\"chip on\" name=\"naming\" value=\"kept\" aria-pressed=\"true\">"), "\(text)")
      #expect(text.contains("<bdi>Three</bdi>") && text.contains(language == "en" ? "a record that is gone" : "raporda görünür"))
      #expect(
        !text.contains("--unlink") && !text.contains("--cascade") && !text.contains("leads nowhere") && !text.contains("removes ")
      )
      let unlinked = try page.post("/bulk", chosen + [("naming", "unlinked")], usual).text
      #expect(unlinked.contains("value=\"unlinked\" aria-pressed=\"true\"") && !unlinked.contains("takes what"))
      #expect(!unlinked.contains("a record that is gone") && !unlinked.contains("raporda görünür"))
    }
  }

  @Test("the trash gives back what is in it, and is emptied only after a question")
  func trash() throws {
    #expect(try page.get("/trash").text.contains("The trash is empty"))
    _ = try page.post("/things/two?delete", [("quick", "1")])
    // Another record names it: it is still there, and its removal is shown first.
    #expect(try page.get("/things/two").status == 200)
    let swept = try page.post("/things/one?delete", [("quick", "1")])
    #expect(swept.headers["location"]?.hasPrefix("/things?done=") == true)
    let shown = try page.get("/trash").text
    #expect(shown.contains("things/one.yaml"))
    let number = try number(swept)
    #expect(try page.post("/trash", [("do", "restore"), ("number", number), ("path", "things/one.yaml")]).status == 303)
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
    let again = try page.post("/things/one?delete", [("quick", "1")])
    let question = try page.post("/trash", [("do", "ask")])
    #expect(question.text.contains("for good"))
    _ = try page.post("/trash", [("do", "empty"), ("number", try self.number(again))])
    #expect(try page.get("/trash").text.contains("The trash is empty"))
    #expect(try page.post("/trash", [("do", "restore"), ("number", number)]).status == 409)
  }

  @Test("records that were chosen are exported and shared alone, thousands as well as a few (M10.3, S4.7)")
  func manyChosen() throws {
    var files = RunningPage.files
    // Their paths are longer than an address may be.
    func path(_ number: Int) -> String { "things/" + String(repeating: "long-", count: 30) + "\(number).yaml" }
    for number in 0..<2_200 { files[path(number)] = "title: Number \(number)\n" }
    let page = try RunningPage(files)
    let chosen = (0..<2_100).map { ("path", path($0)) }
    let bar = [("kind", "thing"), ("q", "Number")]
    let form = try page.post("/export", bar + chosen)
    #expect(form.status == 200 && form.text.contains("2100 selected") && form.text.contains("value=\"\(chosen[2_099].1)\""))
    let table = try page.post("/export", chosen + [chosen[0], ("format", "csv")])
    #expect(table.headers["content-disposition"] == "attachment; filename=\"things.csv\"")
    #expect(table.text.split(separator: "\r\n").count == 2_101 && !table.text.contains("Number 2100"))
    #expect(try page.post("/share", bar + chosen + [("do", "share")]).text.contains("2100 "))
    // One that went meanwhile is not left out in silence.
    let gone = try page.post("/export", chosen + [("path", "things/gone.yaml"), ("format", "csv")])
    #expect(gone.status == 404 && gone.text.contains("things/gone.yaml"))
    #expect(try page.post("/export", bar).headers["location"] == "/export?kind=things&q=Number")
  }

  @Test("what is exported is imported again as the same; an import is seen first and undone at once")
  func exchange() throws {
    let export = try page.get("/export?format=json&kind=things")
    #expect(export.headers["content-disposition"] == "attachment; filename=\"things.json\"")
    let same = try page.upload("/import", [("file", "things.json", export.body)], fields: [("mode", "add")])
    #expect(same.status == 200 && same.text.contains("0 new, 0 changed, 2 same"), "\(same.text)")
    let text = export.text.replacing("\"One\"", with: "\"First\"")
    let preview = try page.upload("/import", [("file", "things.json", Array(text.utf8))], fields: [("mode", "add")])
    #expect(
      preview.text.contains("1 new, 0 changed, 1 same") || preview.text.contains("0 new, 1 changed, 1 same"), "\(preview.text)")
    #expect(preview.text.contains("Checking and writing 1 record …"))
    let done = try page.post("/import", try agreed(preview))
    #expect(done.headers["location"]?.hasPrefix("/log?done=") == true, "\(done.text)")
    #expect(try page.get("/things").text.contains("First"))
    _ = try page.post("/undo", [("number", try number(done))])
    #expect(try !page.get("/things").text.contains("First"))
    #expect(try page.post("/import", [("kept", "nothing")]).text.contains("Choose it again"))
    let faulty = try page.upload("/import", [("file", "x.json", Array("{\"things\": [{\"title\": 3}]".utf8))])
    #expect(faulty.status == 422 && faulty.text.contains("nothing is imported"))
    // The file is not asked for again: what is chosen anew is tried on it.
    let half = Array("[{\"title\": \"Good\"}, {\"title\": 3}]".utf8)
    let refused = try page.upload("/import", [("file", "half.json", half)], fields: [("mode", "add"), ("kind", "thing")])
    #expect(refused.status == 422 && refused.text.contains("half.json") && !refused.text.contains(" required"))
    let kept = try #require(refused.text.firstMatch(of: /name="kept" value="([0-9a-f]+)"/)).output.1
    let tried = try page.upload(
      "/import", [("file", "", [])], fields: [("mode", "add"), ("kind", "thing"), ("partial", "1"), ("kept", String(kept))])
    #expect(tried.status == 200 && tried.text.contains("1 new"), "\(tried.text)")
    #expect(try page.post("/import", try agreed(tried)).status == 303)
    #expect(try page.get("/things").text.contains("Good"))
  }

  @Test("the toast says what was done, in the person's language")
  func toasts() throws {
    let page = try RunningPage()
    func toast(_ reply: RawReply, _ lines: [String] = []) throws -> String {
      let text = try page.get(try #require(reply.headers["location"]), lines).text
      return String(text.firstMatch(of: /<toast-bar[^>]*><span>(.*?)<\/span>/)?.output.1 ?? "").replacing("&#39;", with: "'")
    }
    let saved = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: ["title": "Uno"]))
    #expect(try toast(saved) == "Saved 'Uno'.")
    #expect(try toast(saved, ["Accept-Language: tr"]) == "'Uno' kaydedildi.")
    let gone = try page.post("/things/one?delete", [("quick", "1")])
    #expect(try toast(gone) == "'Uno' is in the trash.")
    #expect(try toast(gone, ["Accept-Language: tr"]) == "'Uno' çöp kutusunda.")
    let number = try #require(gone.headers["location"]?.split(separator: "=").last)
    #expect(
      try toast(try page.post("/trash", [("do", "restore"), ("number", String(number))])) == "'Uno' is back from the trash.")
    let made = try page.post("/new/thing", try page.form("/new/thing", typing: ["title": "Fresh"]))
    #expect(try toast(made) == "Added 'Fresh'.")
    #expect(try toast(made, ["Accept-Language: tr"]) == "'Fresh' eklendi.")
  }

  @Test("the values of a property are narrowed by a word, and those that are ticked are merged into one after a preview")
  func merging() throws {
    var files = RunningPage.files
    for number in 0..<20 { files["things/l\(number).yaml"] = "title: L\(number)\nlabels: [label-\(number), crimson]\n" }
    files["things/x.yaml"] = "title: X\nlabels: [rot, red, Çelik]\n"
    let page = try RunningPage(files)
    let all = try page.get("/properties/labels").text
    #expect(all.contains("type=\"search\"") && all.contains("25 values"))
    let some = try page.get("/properties/labels?q=celik&value=red").text
    #expect(some.matches(of: /<tr id="v-/).count == 2 && some.contains("value=\"red\"") && some.contains("Çelik"))
    #expect(some.contains(/value="red"[^>]* checked/))
    let part = try page.get("/properties/labels?q=zzz", ["Vitrine-Part: results"]).text
    #expect(part.hasPrefix("<div id=\"results\"") && !part.contains("<main"))
    #expect(try page.post("/properties/labels", [("value", "red"), ("do", "merge")]).status == 422)
    let chosen = [("value", "red"), ("value", "rot"), ("value", "crimson"), ("do", "merge")]
    let preview = try page.post("/properties/labels", chosen)
    #expect(preview.status == 200 && preview.text.contains("into &#39;crimson&#39;"), "\(preview.text)")
    let other = try page.post("/properties/labels", chosen + [("to", "red")])
    #expect(other.text.contains("into &#39;red&#39;"))
    let done = try page.post("/properties/labels", try agreed(preview))
    #expect(done.status == 303, "\(done.text)")
    #expect(try page.text("things/x.yaml").contains("[crimson, Çelik]"))
    #expect(try page.text("things/two.yaml").contains("[crimson, blue]"))
  }

  @Test("a record's history tells what was changed, with the difference; another name keeps references and the way back")
  func history() throws {
    _ = try page.post("/things/two?edit", try page.form("/things/two?edit", typing: ["title": "Second"]))
    let preview = try page.post("/things/two?rename", [("to", "second")])
    #expect(preview.text.contains("things/second.yaml"))
    let done = try page.post("/things/two?rename", try agreed(preview))
    #expect(done.headers["location"]?.hasPrefix("/things/second?done=") == true, "\(done.text)")
    #expect(try page.text("things/one.yaml").contains("beside: second"))
    let history = try page.get("/things/second?history").text
    #expect(history.contains("<del>-title: Two</del>") && history.contains("<ins>+title: Second</ins>"))
    let back = try page.post("/undo", [("number", try number(done)), ("back", "/things/second")])
    #expect(back.headers["location"]?.hasPrefix("/things/two?undone=") == true)
    let undone = try page.get(back.headers["location"] ?? "").text
    #expect(undone.contains("role=\"status\"><span>Undone: Moved "), "\(undone)")
    for name in ["../x", "/etc/x", "things/one", ""] {
      #expect(try page.post("/things/two?rename", [("to", name)]).status != 303, "\(name)")
    }
    let copy = try page.form("/new/thing?from=things%2Ftwo.yaml")
    #expect(
      copy.contains { $0.0 == "title" && $0.1 == "Second (copy)" } && copy.contains { $0.0 == "labels" && $0.1 == "red\r\nblue" })
    #expect(try page.get("/new/thing?title=Given").text.contains("value=\"Given\""))
    #expect(try page.get("/record/things/two.yaml").headers["location"] == "/things/two")
  }

  @Test("permission texts are shown to the letter, the reader's language first (M11.2, W5.2, W5.3, W5.4, C-A9)")
  func libraries() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let sentence = "Kombin eklemek için fotoğraf galerisine erişim gereklidir."
    let english = try page.get("/libraries").text
    let turkish = try page.get("/libraries", ["Accept-Language: tr"]).text
    for text in [english, turkish] { #expect(text.contains(sentence) && text.contains("~/Pictures")) }
    let other = "Access to the photo library is needed to add an outfit."
    #expect(
      turkish.split(separator: sentence)[0].contains(other) == false && !english.split(separator: other)[0].contains(sentence))
    #expect(try page.get("/about").text.contains("never used"))
    // It is said of what it is about: of outfits and garments, not of games.
    for (address, isConcerned) in [("/new/outfit", true), ("/new/garment", true), ("/new/game", false), ("/new/recipe", false)] {
      #expect(try page.get(address).text.contains(other) == isConcerned, "\(address)")
    }
    #expect(
      try page.get("/outfits/friday-office").text.contains(other) && !page.get("/games/chrono-trigger").text.contains(other))
  }

  @Test("the page can be installed, and its worker and its words for a stopped daemon say nothing of the catalogue")
  func installed() throws {
    for (target, type) in [
      ("/manifest.webmanifest", "application/manifest+json"), ("/worker.js", "text/javascript"), ("/offline", "text/html"),
    ] {
      // A browser fetches them without the cookie.
      let reply = try page.raw("GET \(target) HTTP/1.1", [page.host])
      #expect(reply.status == 200 && reply.headers["content-type"]?.hasPrefix(type) == true, "\(target)")
      #expect(!reply.text.contains("things") && !reply.text.contains(page.folder.path))
    }
    let entry = page.server.makeEntryAddress() + "&to=%2Frecord%2Fthings%2Fone.yaml"
    let target = "/" + entry.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)[3]
    #expect(try page.raw("GET \(target) HTTP/1.1", [page.host]).text.contains("url=/record/things/one.yaml"))
  }
}
