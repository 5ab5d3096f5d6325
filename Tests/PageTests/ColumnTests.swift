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
    #expect(
      games.contains("aria-label=\"Platforms\"><span>Platforms</span><span class=\"edge\"")
        && !games.contains("sort=properties.platforms"))
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

  @Test(
    "a column has the width that its edge was dragged to or its keys gave it, also when files change, rows come, and the page is loaded again"
  )
  func widths() throws {
    var files = RunningPage.files
    for number in 100..<160 { files["things/n\(number).yaml"] = "title: Number \(number)\n" }
    let page = try RunningPage(files)
    let browser = try page.browser()
    try browser.open(page.address("/things?as=table"))
    #expect(try browser.until("document.querySelector('.windowed')"))
    let widths = "[...document.querySelectorAll('thead th')].map((head) => head.offsetWidth)"
    let usual = try browser.run("return \(widths).join()").split(separator: ",").compactMap { Int($0) }
    #expect(usual.count == 4)
    // By the keys, then by the mouse, to no less than the least.
    try browser.run("document.querySelectorAll('.edge')[3].focus()")
    try browser.type("\u{E014}\u{E014}\u{E012}\u{E014}")
    let weight = usual[3] + 32
    #expect(try browser.until("\(widths).join() === '\(usual[0]),\(usual[1]),\(usual[2]),\(weight)'"))
    try browser.drag("th:nth-child(2) .edge", to: "th:nth-child(1) .edge")
    let isChosen = "\(widths)[1] === 64 && \(widths)[3] === \(weight)"
    #expect(try browser.until(isChosen))
    let edge = try browser.run(
      "const e = document.activeElement; return [e.role, e.ariaLabel, e.ariaValueMin, e.ariaValueNow, e.ariaValueMax].join()")
    #expect(edge == "separator,Width of State,64,64,1600")
    // What changes on the disk, and all rows, come into the same columns, and the edge keeps the focus.
    try page.folder.write("title: First\n", to: "things/first.yaml")
    #expect(try browser.until("document.getElementById('count').textContent.startsWith('63')"))
    #expect(try browser.run("return \(isChosen) && document.activeElement.ariaValueNow === '64'") == "true")
    try browser.run("scrollTo(0, document.documentElement.scrollHeight)")
    #expect(try browser.until("document.querySelectorAll('#rows > tr:not(.space)').length === 63 && \(isChosen)"))
    try browser.run("window.isBefore = true; location.reload()")
    #expect(try browser.until("!window.isBefore && document.querySelector('.windowed') && \(isChosen)"))
    // Beside other columns, too; other kinds have theirs. The usual width comes back with Home or a double click.
    try browser.open(page.address("/things?as=table&show=title,weight,state"))
    #expect(try browser.until("document.querySelector('.windowed') && \(widths)[1] === \(weight) && \(widths)[2] === 64"))
    try browser.run("document.querySelectorAll('.edge')[1].focus()")
    try browser.type("\u{E011}")
    #expect(try browser.until("localStorage.widths === '[[\"thing state\",64]]' && \(widths)[1] !== \(weight)"))
    try browser.run("document.querySelectorAll('.edge')[2].dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))")
    #expect(try browser.until("localStorage.widths === '[]' && \(widths)[2] > 64"))
  }
}
