// The filters of a list: which values are wanted together, and which fields are offered first.

import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

/// Filters as addresses.
@Suite struct FilterTests {
  /// The links to lists that have a value chosen, by the text of the value.
  private func links(_ page: String) -> [(value: String, query: String, isOn: Bool)] {
    page.matches(of: /<a class="value" href="[^"]*[?&]q=([^"&]*)[^"]*"( aria-current="true")?>\s*<span>([^<]*)/).map {
      let query = String($0.output.1).replacing("%3A", with: ":").replacing("%20", with: " ")
      return (String($0.output.3), query, $0.output.2 != nil)
    }
  }

  @Test(
    "several values of one list of a game narrow its list; of what a game has once, another takes the place of the first (G5.5)")
  func all() throws {
    var files = RunningPage.files
    files["schemas/thing.schema.yaml"] = files["schemas/thing.schema.yaml"]?.replacing(
      "{plural: things,", with: "{plural: things, filters: all,")
    files["things/one.yaml"] = "title: One\nshelf: top\nlabels: [red, blue]\n"
    files["things/three.yaml"] = "title: Three\nshelf: top\nlabels: [red]\n"
    let page = try RunningPage(files)
    let one = try page.get("/things?q=labels:eq:red").text
    #expect(one.contains("<a class=\"value\" href=\"/things\" aria-current=\"true\">"))
    let next = try #require(links(one).first { $0.value == "blue" })
    #expect(next.query == "labels:eq:red labels:eq:blue")
    let text = try page.get("/things?q=" + next.query.replacing(" ", with: "%20")).text
    #expect(text.contains("2 of 3") && !text.contains("href=\"/things/three\""))
    // Each is given up by itself.
    let both = links(text).filter(\.isOn)
    #expect(both.map(\.value).sorted() == ["blue", "red"] && both.contains { $0.query == "labels:eq:red" })
    let shelf = links(try page.get("/things?q=shelf:top").text)
    #expect(shelf.contains { $0.value == "middle" && $0.query == "shelf:middle" })
    // The stock kind of games has it.
    #expect(try RunningPage(copyOf: "examples/collection").get("/games?q=genre:RPG").text.contains("q=genre%3ARPG%20genre%3A"))
  }

  @Test("where the kind says nothing of it, any of several values is enough")
  func any() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/recipes").text
    #expect(text.contains("class=\"value\""))
    let one = try RunningPage().get("/things?q=shelf:top").text
    #expect(one.contains("shelf%3Atop%2Cmiddle"))
  }

  @Test("fields that split a list less well stand together behind the others, with their first values")
  func further() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/games").text
    let menu = try #require(text.split(separator: "<details class=\"filter\"").first { $0.contains("id=\"further\"") })
    #expect(menu.contains("More filters") && menu.contains("aria-label=\"Developers\""))
    // One that somebody filters by is among the first.
    let chosen = try #require(links(String(menu)).first { $0.query.hasPrefix("developer") })
    let narrowed = try page.get("/games?q=" + chosen.query.replacing(" ", with: "%20")).text
    #expect(narrowed.contains("id=\"f-developer"), "\(chosen.query)")
  }

  @Test(
    "a term of its own for each value that is wanted as well; what somebody wrote by hand stays as it is meant",
    arguments: [
      ("", "a", false, "g:a"), ("g:a", "b", false, "g:a g:b"), ("g:a g:b", "a", false, "g:b"), ("g:a x", "b", true, "x g:b"),
      ("g:a,b", "b", false, "g:a"), ("g:a", "a", true, ""),
    ])
  func narrowing(_ query: String, _ value: String, _ isSingle: Bool, _ wanted: String) {
    #expect(QueryTerms(query).narrowing(by: value, of: "g", isSingle: isSingle).text == wanted)
  }

  @Test("values that records share lead to the list of those that have them, as whole values (GF7, G6b.2)")
  func values() throws {
    let text = try RunningPage().get("/things/two").text
    #expect(text.contains("<a class=\"quiet\" href=\"/things?q=labels%3Aeq%3Ared\">red</a>, <a class"), "\(text)")
    #expect(text.contains("<a class=\"quiet\" href=\"/things?q=shelf%3Amiddle\">"))
    // What each record has another one of leads nowhere.
    #expect(!text.contains("q=title") && !text.contains("q=weight"))
  }
}
