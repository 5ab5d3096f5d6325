// Fields that name other records, and words that records share, in forms: what a browser gets with or without a script.

import Testing
import VitrineTesting

/// References and vocabularies in forms.
@Suite struct FormReferenceTests {
  private let page: RunningPage

  init() throws { page = try RunningPage(copyOf: "examples/collection") }

  @Test("a form has the ids of records to type, and below them their titles, each with its picture and the way there")
  func titles() throws {
    let text = try page.get("/outfits/friday-office?edit").text
    #expect(text.contains("\nnavy-blazer\nwhite-oxford-shirt\ngrey-chinos\nbrown-brogues</textarea>"))
    let item = try #require(text.firstMatch(of: /<li data-word="navy-blazer"[^>]*>.*?<\/li>/)).output
    #expect(item.contains("href=\"/garments//wardrobe/navy-blazer\"") && item.contains("<bdi>Navy blazer</bdi>"))
    #expect(item.contains("class=\"cover"))
    // Nothing changes where nobody types, whichever way a record is named.
    for name in ["friday-office", "moda-sahil", "november-rain"] {
      let before = try page.text("outfits/\(name).yaml")
      #expect(try page.post("/outfits/\(name)?edit", try page.form("/outfits/\(name)?edit")).status == 303)
      #expect(try page.text("outfits/\(name).yaml") == before)
    }
  }

  @Test("records are found by words of their title and by their id, with title, kind and picture; what is not there can be made")
  func search() throws {
    for typed in ["blaz", "navy-b"] {
      let found = try page.get("/complete?kind=outfit&field=garments&q=\(typed)").text
      let option = try #require(found.firstMatch(of: /<li role="option"[^>]*data-value="navy-blazer".*?<\/li>/)).output
      #expect(option.contains("<b>Navy blazer</b>") && option.contains("Garment") && option.contains("class=\"cover"))
    }
    let unknown = try page.get("/complete?kind=outfit&field=garments&q=Moon%20%3Cb%3Eboots").text
    #expect(unknown.contains("data-create=\"/new/garment?name=Moon%20%3Cb%3Eboots\""))
    #expect(unknown.contains("Create “Moon &lt;b&gt;boots”"))
    // What a record is called already is not offered to be made, and nothing is without a word.
    for typed in ["navy%20blazer", "navy-blazer", ""] {
      #expect(try !page.get("/complete?kind=outfit&field=garments&q=\(typed)").text.contains("/new/garment"), "\(typed)")
    }
  }

  @Test("two records with one last part are offered by ids that mean one alone")
  func ambiguous() throws {
    try page.folder.write("name: Navy blazer\ncategory: jacket\n", to: "wardrobe/old/navy-blazer.yaml")
    let found = try page.get("/complete?kind=outfit&field=garments&q=navy").text
    #expect(found.contains("data-value=\"wardrobe/navy-blazer\"") && found.contains("data-value=\"wardrobe/old/navy-blazer\""))
  }

  @Test("words that were typed are known by their title or id; what leads nowhere is not")
  func words() throws {
    let found = try page.get("/complete?kind=outfit&field=garments&word=Navy%20BLAZER&word=nobody&word=wardrobe%2Fred-sneakers")
      .text
    #expect(found.contains("data-word=\"Navy BLAZER\" data-value=\"navy-blazer\""))
    #expect(found.contains("data-word=\"wardrobe/red-sneakers\" data-value=\"wardrobe/red-sneakers\""))
    #expect(!found.contains("nobody"))
    let titled = try page.form("/outfits/friday-office?edit", typing: ["garments": "Navy Blazer\nred-sneakers"])
    #expect(try page.post("/outfits/friday-office?edit", titled).status == 303)
    #expect(try page.text("outfits/friday-office.yaml").contains("garments: [navy-blazer, red-sneakers]\n"))
  }

  @Test("an id that leads nowhere stays as it was typed, and the form says so")
  func dangling() throws {
    let reply = try page.post(
      "/outfits/friday-office?edit", try page.form("/outfits/friday-office?edit", typing: ["garments": "navy-blazer\nnobody"]))
    #expect(reply.status == 422 && reply.text.contains("there is no garment &#39;nobody&#39;"))
    #expect(reply.text.contains("\nnavy-blazer\nnobody</textarea>") && !reply.text.contains("data-word=\"nobody\""))
  }

  @Test("a word that others spell in other case is known by their spelling; other words are not")
  func spellings() throws {
    func known(_ rest: String) throws -> [String] {
      try page.get("/complete?kind=game&field=properties.developers&" + rest).text.matches(
        of: /data-word="([^"]*)" data-value="([^"]*)"/
      ).map {
        "\($0.output.1)=\($0.output.2)"
      }
    }
    #expect(try known("word=square&word=Square&word=squares") == ["square=Square", "Square=Square"])
    // What stands in the form already goes before what others have.
    #expect(try known("word=square&beside=SQUARE") == ["square=SQUARE"])
    // A spelling that only this record has is its own to change.
    try page.folder.write("title: Alone\nproperties:\n  developers: [Studio two]\n", to: "games/alone.yaml")
    #expect(try known("word=Studio%20Two") == ["Studio Two=Studio two"])
    #expect(try known("word=Studio%20Two&record=games%2Falone.yaml") == [])
  }
}
