// A search that finds nothing says what was probably meant.

import Testing
import VitrinePage
import VitrineTesting

@Suite struct NothingFoundTests {
  /// Where a page says that something else was probably meant: the address, and what is meant; nil where it says nothing.
  private func meant(_ page: String) -> (address: String, word: String)? {
    page.firstMatch(of: /<a class="btn first" href="([^"]*)">Did you mean “(.*?)”\?<\/a>/).map {
      (String($0.output.1).replacing("&amp;", with: "&"), String($0.output.2))
    }
  }

  @Test(
    "the word that records have is offered as a search, which finds as many as it says (G5.2)",
    arguments: [
      ("/games?q=zelad", "Zelda", "/games?q=Zelda"),
      ("/games?q=zelad&sort=-title&as=table", "Zelda", "/games?q=Zelda&sort=-title&as=table"),
      ("/games?q=genre:rgp", "RPG", "/games?q=genre%3ARPG"),
      ("/games?q=genre:rgp%20status:library", "RPG", "/games?q=genre%3ARPG%20status%3Alibrary"),
      ("/games?q=developer:%22nintedo%20ead%22", "Nintendo EAD", "/games?q=developer%3A%22Nintendo%20EAD%22"),
      ("/all?q=zelad", "Zelda", "/all?q=Zelda"), ("/games?q=genre:rgp%20limit:3", "RPG", "/games?q=genre%3ARPG%20limit%3A3"),
      ("/games?q=genre:opera", nil, ""), ("/games?q=zelad%20status:wishlist%20title:nothing", nil, ""),
    ])
  func words(_ address: String, _ word: String?, _ expected: String) throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let reply = try page.get(address)
    #expect(reply.status == 200 && reply.text.contains("Nothing is found."))
    let meant = self.meant(reply.text)
    #expect(meant?.word == word && (word == nil || meant?.address == expected), "\(String(describing: meant))")
    guard let meant else { return }
    let count = try #require(reply.text.firstMatch(of: /<p class="sub">(\d+) records?<\/p>/)?.output.1)
    #expect(try page.get(meant.address).text.contains("id=\"count\">\(count) "))
  }

  @Test(
    "a colour that is looked for as a text is offered as a colour; the map and the timeline offer words too, each with its own address"
  )
  func colors() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let blue = try #require(meant(page.get("/garments?q=blue").text))
    #expect(blue.word == "colors:blues" && blue.address == "/garments?q=colors%3Ablues")
    let shore = try #require(meant(page.get("/timeline?q=galtaa&month=2026-08").text))
    #expect(try shore.address.hasPrefix("/timeline?q=Galata") && page.get(shore.address).text.contains("Galata"), "\(shore)")
    #expect(try meant(page.get("/map?q=galtaa").text)?.address == "/map?q=Galata")
    #expect(try page.get("/games?q=zelad", ["Accept-Language: tr"]).text.contains("“Zelda” mi demek istediniz?"))
  }

  @Test("what records say is text; who still types waits for no suggestion, which comes with what stands beside the rows")
  func parts() throws {
    var files = RunningPage.files
    files["things/three.yaml"] = "title: \"Lan<b>tern\"\n"
    let page = try RunningPage(files)
    let whole = try page.get("/things?q=lan-b-tern").text
    #expect(meant(whole)?.word == "Lan&lt;b&gt;tern" && !whole.contains("<b>t"))
    let typed = try page.get("/things?q=lan-b-tern", ["Vitrine-Part: found"]).text
    #expect(typed.contains("id=\"meant\" data-later") && meant(typed) == nil)
    #expect(try meant(page.get("/things?q=lan-b-tern", ["Vitrine-Part: aside"]).text)?.word == "Lan&lt;b&gt;tern")
    #expect(try !page.get("/things?q=one", ["Vitrine-Part: aside"]).text.contains("id=\"meant\""))
  }

  @Test("while somebody types, the word that was meant follows, and a click searches for it", .needs(Browser.needs))
  func browser() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser()
    try browser.open(page.address("/games"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run("document.getElementById('q').focus()")
    try browser.type("zelad")
    #expect(try browser.until("document.querySelector('#meant a')?.textContent.includes('Zelda')"))
    try browser.click("#meant a")
    #expect(
      try browser.until(
        "document.querySelectorAll('#rows > *').length === 1 && document.getElementById('q').value === 'Zelda' && location.search === '?q=Zelda'"
      ))
  }
}
