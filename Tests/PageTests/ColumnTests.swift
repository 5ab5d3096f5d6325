// The columns of a table: chosen in its menu, kept in its address.

import Testing
import VitrinePage
import VitrineTesting

/// What the server makes of the columns that an address names.
@Suite struct ColumnTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  /// The heads of the table at an address.
  private func heads(_ target: String) throws -> [String] {
    let text = try page.get(target).text
    let row = text.split(separator: "<thead>").last?.split(separator: "</thead>").first ?? ""
    return row.split(separator: "</a>").compactMap { $0.split(separator: ">").last.map(String.init) }.filter { !$0.contains("<") }
  }

  @Test("a table has the columns that its address names, in that order, as a form without a script sends them or a link has them")
  func shown() throws {
    #expect(try heads("/things?as=table") == ["Title", "State", "Shelf", "Weight"])
    #expect(try heads("/things?as=table&show=title,labels,state") == ["Title", "Labels", "State"])
    #expect(try heads("/things?as=table&show=title&show=labels") == ["Title", "Labels"])
    #expect(try heads("/things?as=table&show=title,title,labels,title") == ["Title", "Labels"])
    #expect(try heads("/things?as=table&q=show:title,weight") == ["Title", "Weight"])
    #expect(try heads("/things?as=table&q=show:title,weight&show=title,notes") == ["Title", "Notes"])
  }

  @Test("the menu has the columns first, then the other fields that a cell can hold; the title cannot be taken away")
  func menu() throws {
    let text = try page.get("/things?as=table&show=title,labels").text
    let menu = text.split(separator: "id=\"columns\"").last?.split(separator: "</details>").first ?? ""
    let boxes = menu.split(separator: "<label").dropFirst().map { box in
      (box.split(separator: "value=\"").last?.split(separator: "\"").first ?? "") + (box.contains(" checked") ? "+" : "-")
    }
    #expect(boxes == ["title+", "labels+", "state-", "shelf-", "weight-", "beside-", "name-", "width-", "notes-", "modified-"])
    #expect(menu.contains("value=\"title\" checked disabled>"))
    #expect(menu.contains("<a class=\"value\" href=\"/things?as=table\">Usual columns</a>"))
    #expect(!(try page.get("/things").text.contains("id=\"columns\"")))
    #expect(!(try page.get("/all?as=table").text.contains("id=\"columns\"")))
  }

  @Test("a name that is no field is said with the nearest one")
  func unknown() throws {
    let reply = try page.get("/things?as=table&show=title,lables")
    #expect(reply.status == 400)
    #expect(reply.text.contains("lables") && reply.text.contains("labels"))
  }

  @Test("sorting, searching and the next page keep the columns, and a search that is kept under a name has them")
  func kept() throws {
    let text = try page.get("/things?as=table&show=title,labels&q=shelf:middle").text
    #expect(text.contains("href=\"/things?q=shelf%3Amiddle&amp;sort=labels&amp;as=table&amp;show=title%2Clabels\""))
    #expect(text.contains("<input type=\"hidden\" name=\"show\" value=\"title,labels\">"))
    #expect(text.contains("href=\"/views?q=shelf%3Amiddle%20show%3Atitle%2Clabels&amp;kind=thing&amp;layout=table\""))
  }

  @Test("the menu of orders says each by the title of its field; a column of maps has no order")
  func orders() throws {
    for (sort, label) in [("-title", "Title, descending"), ("labels", "Labels"), ("-state,title", "State, descending, Title")] {
      let text = try page.get("/things?as=table&sort=\(sort)").text
      #expect(text.contains("<option value=\"\(sort)\" selected>\(label)</option>"), "\(sort)")
    }
    let collection = try RunningPage(copyOf: "examples/collection")
    let memories = try collection.get("/memories?sort=date").text
    #expect(memories.contains(">Date, newest first</option>") && memories.contains("selected>Date, oldest first</option>"))
    let games = try collection.get("/games?as=table").text
    #expect(games.contains("<th scope=\"col\">Platforms</th>") && !games.contains("sort=properties.platforms"))
    #expect(games.contains("sort=properties.developers"))
    for sort in ["location.name", "name"] {
      let text = try collection.get("/memories?sort=\(sort)").text
      #expect(text.contains("<option value=\"location.name\" selected>Place name</option>"), "\(sort)")
      #expect(text.matches(of: /<option[^>]*>Place name</).count == 1, "\(sort)")
    }
  }

  @Test("a table without the title leads to its records by what stands first")
  func untitled() throws {
    let text = try page.get("/things?as=table&q=show:shelf,weight&sort=title").text
    #expect(text.contains("<a href=\"/things/one\"><bdi>top</bdi></a>"))
  }
}

/// The menu in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct ColumnBrowserTests {
  @Test(
    "a box of the menu shows its column at once, the menu stays open with the focus in it, and the way back takes it away again")
  func toggling() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things?as=table"))
    let heads = "[...document.querySelectorAll('thead th')].map((head) => head.textContent).join()"
    #expect(try browser.until("\(heads) === 'Title,State,Shelf,Weight'"))
    try browser.click("#columns summary")
    try browser.click("#columns [value=notes]")
    #expect(try browser.until("\(heads) === 'Title,State,Shelf,Weight,Notes'"))
    #expect(
      try browser.until(
        "document.activeElement.value === 'notes' && document.activeElement.checked && document.querySelector('#columns').open"))
    #expect(try browser.run("return location.search") == "?as=table&show=title%2Cstate%2Cshelf%2Cweight%2Cnotes")
    try browser.click("#columns [value=state]")
    #expect(try browser.until("\(heads) === 'Title,Shelf,Weight,Notes'"))
    try browser.goBack()
    #expect(try browser.until("\(heads) === 'Title,State,Shelf,Weight,Notes'"))
    let checked = "[...document.querySelectorAll('#columns input:checked')].map((box) => box.value).join()"
    #expect(try browser.run("return \(checked)") == "title,state,shelf,weight,notes")
  }
}
