// Saved searches and colours: what the server writes, and what becomes of forms.

import Testing
import VitrinePage
import VitrineTesting

/// Saved searches.
@Suite struct SavedSearchTests {
  private static var files: [String: String] {
    var files = RunningPage.files
    files["views/top.view.yaml"] = "# Kept.\ntitle: {en: On top, tr: Üstte}\nkind: thing\nquery: 'shelf:top'\nsort: [title]\n"
    files["views/both.view.yaml"] = "title: Both\nquery: \"@top or shelf:middle\"\n"
    return files
  }

  private func agreed(_ preview: RawReply) throws -> [(String, String)] {
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    return form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  @Test("saved searches are listed with what they ask for, what they find, and what is wrong with them (GF8, GN5)")
  func list() throws {
    var files = Self.files
    files["views/wrong.view.yaml"] = "title: Wrong\nkind: thing\nquery: shelff:top\n"
    files["views/none.view.yaml"] = "title: None\n"
    let page = try RunningPage(files)
    let text = try page.get("/views").text
    #expect(
      text.contains("href=\"/things?q=%40top\"") && text.contains("On top") && text.contains("<code><bdi>shelf:top</bdi></code>"))
    #expect(text.contains("1 record<") && text.contains("2 records<"))
    #expect(text.contains("unknown field &#39;shelff&#39;") && text.contains("class=\"finding error\""))
    #expect(text.contains("views/none.view.yaml") && text.contains("This file has no query."))
    #expect(try page.get("/").text.contains("<li><a href=\"/views\""))
    // What was searched is kept from where it was found.
    #expect(try page.get("/things?q=shelf%3Atop").text.contains("href=\"/views?q=shelf%3Atop&amp;kind=thing\""))
    let given = try page.get("/views?q=shelf%3Atop&kind=thing").text
    #expect(given.contains("name=\"q\" value=\"shelf:top\"") && given.contains("<option value=\"thing\" selected>"))
    #expect(try RunningPage().get("/views").text.contains("There is no view yet"))
  }

  @Test("a query that is longer than anybody writes is refused, and nothing is saved")
  func tooLong() throws {
    let page = try RunningPage(Self.files)
    let query = String(repeating: "a", count: 1_000_000)
    let reply = try page.post("/views", [("do", "save"), ("title", "Long"), ("kind", "thing"), ("q", query)])
    #expect(reply.status == 422 && reply.text.contains("a query has no more than 262144 bytes"), "\(reply.text.prefix(300))")
    #expect((try? page.text("views/long.view.yaml")) == nil)
  }

  @Test("what is typed is one line, whatever ends lines in it; millions of letters take no longer than they are long")
  func lines() throws {
    let page = try RunningPage(Self.files)
    let title = " \u{2003}Top\u{2028}of\nthe\u{85}shelf\t \r\n"
    _ = try page.post("/views", [("do", "save"), ("title", title), ("name", "lined"), ("kind", "thing"), ("q", " shelf:top\n")])
    #expect(try page.text("views/lined.view.yaml") == "title: Top of the shelf\nkind: thing\nquery: shelf:top\n")
    let lines = [page.host, try page.cookie(), page.origin, "Content-Type: application/x-www-form-urlencoded"]
    let body = "do=save&name=long&title=a&q=" + String(repeating: "a", count: 4_000_000)
    let reply = try page.raw("POST /views HTTP/1.1", lines + ["Content-Length: \(body.utf8.count)"], body: body)
    #expect(reply.status == 422)
  }

  @Test("order, columns and layout of a list are kept with its search, and shown again (GF8)")
  func kept() throws {
    let page = try RunningPage(Self.files)
    let list = try page.get("/things?q=shelf%3Atop&sort=-title&as=table&show=title").text
    let link = try String(#require(list.firstMatch(of: /href="(\/views\?[^"]*)"/)).output.1).replacing("&amp;", with: "&")
    let form = try page.get(String(link)).text
    #expect(form.contains("id=\"title\" name=\"title\" value=\"\" autocomplete=\"off\" autofocus"))
    let query = "shelf:top sort:-title show:title"
    #expect(form.contains("name=\"q\" value=\"\(query)\""))
    let fields = RunningPage.fields(of: form).filter { $0.0 == "layout" } + [("q", query)]
    let done = try page.post("/views", fields + [("do", "save"), ("title", "Titles"), ("kind", "thing")])
    #expect(
      try page.text("views/titles.view.yaml")
        == "title: Titles\nkind: thing\nquery: shelf:top sort:-title show:title\nlayout: table\n")
    #expect(done.headers["location"]?.hasPrefix("/things?q=%40titles&as=table&done=") == true)
    #expect(try page.get("/").text.contains("href=\"/things?q=%40titles&amp;as=table\""))
    let unnamed = try page.post("/views", [("do", "save"), ("title", " "), ("kind", "thing"), ("q", "shelf:top")])
    #expect(unnamed.status == 422 && unnamed.text.contains("Give it a title."))
  }

  @Test("a search is saved as `view save` does, under a name of its title, and undone; a wrong one keeps what was typed (GF8)")
  func saving() throws {
    let page = try RunningPage(Self.files)
    let done = try page.post("/views", [("do", "save"), ("title", "In the middle"), ("kind", "thing"), ("q", "shelf:middle ")])
    #expect(done.headers["location"]?.hasPrefix("/things?q=%40in-the-middle&done=") == true, "\(done.text)")
    #expect(try page.text("views/in-the-middle.view.yaml") == "title: In the middle\nkind: thing\nquery: shelf:middle\n")
    #expect(try page.get("/things?q=%40in-the-middle").text.contains("1 of 2"))
    let number = String(done.headers["location"]?.split(separator: "=").last ?? "")
    #expect(try page.post("/undo", [("number", number), ("back", "/views")]).status == 303)
    #expect(throws: (any Error).self) { try page.folder.read("views/in-the-middle.view.yaml") }
    let wrong = try page.post("/views", [("do", "save"), ("name", "x"), ("kind", "thing"), ("q", "shelff:top")])
    #expect(wrong.status == 422 && wrong.text.contains("did you mean") && wrong.text.contains("value=\"shelff:top\""))
    #expect(try page.post("/views", [("do", "save"), ("name", "top"), ("q", "one")]).text.contains("&#39;top&#39; already"))
    for name in ["../x", "a/b", "", "a b", "<b>", String(repeating: "x", count: 65)] {
      let reply = try page.post("/views", [("do", "save"), ("name", name), ("q", "one")])
      #expect(reply.status == 422 && !reply.text.contains("<b>'"), "\(name)")
    }
    #expect(try page.post("/views", [("do", "save"), ("name", "empty")]).status == 422)
    #expect(try page.post("/views", [("name", "empty"), ("q", "one")]).status == 422)
  }

  @Test("one is changed in its own file, every other byte kept; renamed with what asks for it; removed after a preview (GF8)")
  func changing() throws {
    let page = try RunningPage(Self.files)
    let form = try page.get("/views/top").text
    #expect(form.contains("value=\"shelf:top\"") && form.contains("value=\"On top\""))
    let done = try page.post("/views/top", [("do", "save"), ("title", "Upper"), ("kind", "thing"), ("q", "shelf:top,middle")])
    #expect(done.status == 303, "\(done.text)")
    let text = try page.text("views/top.view.yaml")
    #expect(text == "# Kept.\ntitle: {en: Upper, tr: Üstte}\nkind: thing\nquery: 'shelf:top,middle'\nsort: [title]\n", "\(text)")
    let wrong = try page.post("/views/top", [("do", "save"), ("title", "Upper"), ("kind", "thing"), ("q", "(")])
    #expect(wrong.status == 422 && wrong.text.contains("name=\"q\" value=\"(\""))
    #expect(try page.post("/views/top", [("do", "rename"), ("to", "both")]).status == 422)
    #expect(try page.post("/views/top", [("do", "rename"), ("to", "../top")]).status == 422)
    let rename = try page.post("/views/top", [("do", "rename"), ("to", "upper")])
    #expect(rename.text.contains("views/upper.view.yaml") && rename.text.contains("views/both.view.yaml"), "\(rename.text)")
    #expect(try page.post("/views/top", try agreed(rename)).headers["location"]?.hasPrefix("/views?done=") == true)
    #expect(try page.text("views/both.view.yaml") == "title: Both\nquery: \"@upper or shelf:middle\"\n")
    #expect(try page.get("/views/top").status == 404)
    let removal = try page.post("/views/upper", [("do", "delete")])
    #expect(removal.status == 200 && removal.text.contains("&#39;@both&#39; asks for it"))
    #expect(try page.text("views/upper.view.yaml").contains("Upper"))
    #expect(try page.post("/views/upper", try agreed(removal)).status == 303)
    #expect(try page.get("/views").text.contains("views/both.view.yaml"))
    for path in ["/views/nothing", "/views/..%2Fthings%2Fone", "/views/%2e%2e/x", "/views//x", "/views/<b>"] {
      #expect(try [400, 404].contains(page.get(path.replacing("<b>", with: "%3Cb%3E")).status), "\(path)")
    }
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
  }
}

/// Colours.
@Suite struct ColorPageTests {
  @Test("the palette stands in its groups, each colour with who uses it (W2.1, W4.2, W4.6)")
  func palette() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/colors").text
    #expect(text.contains("<rect width=\"4\" height=\"1\" fill=\"#") && text.contains("not used"))
    let link = try #require(
      text.firstMatch(of: /<li class="color" id="c-navy">.*?href="(\/garments\?q=[^"]*navy)"><b>(\d+)<\/b>/.dotMatchesNewlines()))
    #expect(try page.get(String(link.output.1)).text.contains("\(link.output.2) of "))
    #expect(text.matches(of: /<li class="color"/).count >= 40)
    #expect(try page.get("/").text.contains("href=\"/colors\""))
    #expect(try page.get("/colors", ["Accept-Language: tr"]).text.contains("<h1>Renkler</h1>"))
  }

  @Test("a colour of one's own has the nearest names; what is no colour is answered in words (W4.5)")
  func nearest() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let near = try page.get("/colors?near=%23000000").text
    #expect(near.contains("Nearest to #000000") && near.contains("id=\"n-black\"") && near.matches(of: /id="n-/).count == 6)
    for wrong in ["x", "%23gggggg", "%3Cb%3E", String(repeating: "f", count: 4_000)] {
      let reply = try page.get("/colors?near=\(wrong)")
      #expect(reply.status == 200 && reply.text.contains("is no colour") && !reply.text.contains("'<b>'"))
    }
    let other = try RunningPage()
    #expect(try other.get("/colors").text.contains("No kind of this collection has colours"))
    #expect(try !other.get("/").text.contains("href=\"/colors\""))
  }
}
