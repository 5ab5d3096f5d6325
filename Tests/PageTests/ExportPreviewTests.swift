// What is seen of an export before it is downloaded, and of an import while it works.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// The page `/export`, and how the forms of imports wait.
@Suite struct ExportPreviewTests {
  /// The start of a file as a page shows it; nil where it shows none.
  private func shown(_ page: String) -> String? {
    page.firstMatch(of: /(?s)<pre tabindex="0" role="region" aria-label="[^"]+">(.*?)<\/pre>/).map { match in
      [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(String(match.output.1)) {
        $0.replacing($1.0, with: $1.1)
      }
    }
  }

  @Test("a small export is shown as a whole, to the byte, with its name and its size; what is in it never becomes markup (M8.1)")
  func whole() throws {
    let page = try RunningPage()
    try page.folder.write("title: Three\nnotes: \"<script>alarm()</script> & 'more'\"\n", to: "things/three.yaml")
    for format in ["json", "ndjson", "yaml", "csv"] {
      let file = try page.get("/export?kind=things&q=three&format=\(format)").text
      let reply = try page.get("/export?kind=things&q=three&format=\(format)&preview=1")
      #expect(reply.status == 200 && reply.text.contains("The whole file") && !reply.text.contains("<script>alarm"))
      #expect(reply.text.contains("<bdi>things.\(format)</bdi> · 1 record · \(file.utf8.count) B"), "\(reply.text)")
      #expect(shown(reply.text) == file.replacing("\r\n", with: "\n"), "\(format)")
      #expect(reply.text.contains("value=\"\(format)\" checked"))
    }
    // It is there before anybody asks, for records that were chosen, and in Turkish.
    #expect(try shown(page.get("/export").text) == page.get("/export?format=json").text)
    let chosen = [("path", "things/one.yaml"), ("format", "ndjson")]
    let one = try page.post("/export", chosen + [("preview", "1")]).text
    #expect(try one.contains("1 selected") && shown(one) == page.post("/export", chosen).text, "\(one)")
    let turkish = try page.get("/export", ["Accept-Language: tr"]).text
    #expect(turkish.contains("Dosyanın tamamı") && turkish.contains("3 kayıt"))
  }

  @Test("of a large export the first lines are shown as the file has them, and how many records there are (M8.1)")
  func start() throws {
    var files = RunningPage.files
    for number in 100..<400 {
      files["things/n\(number).yaml"] = "title: Number \(number)\nnotes: \(String(repeating: "é ", count: 90))x\n"
    }
    let page = try RunningPage(files)
    for format in ["json", "ndjson", "yaml", "csv"] {
      let file = try page.get("/export?kind=things&q=Number&format=\(format)").text
      let text = try page.get("/export?kind=things&q=Number&format=\(format)&preview=1").text
      let start = try #require(shown(text))
      #expect(text.contains("How the file begins") && text.contains("</bdi> · 300 records</p>"), "\(format)")
      #expect(start.utf8.count > 500 && start.utf8.count <= 2_000 && start.hasSuffix("\n"), "\(format): \(start.utf8.count)")
      #expect(file.replacing("\r\n", with: "\n").hasPrefix(start), "\(format): \(start)")
      #expect(text.contains("follow at the right") == (format == "csv"))
    }
    let database = try page.get("/export?kind=things&q=Number&format=sqlite&preview=1").text
    #expect(shown(database) == nil && database.contains("A database is no text") && database.contains("300 records"))
  }

  @Test("of records of several kinds those are shown that the file begins with, wherever they stand in the catalogue (M8.1)")
  func order() throws {
    var files = RunningPage.files
    files["vitrine.yaml"] = (files["vitrine.yaml"] ?? "") + "  - {kind: alpha, files: \"alphas/*.yaml\"}\n"
    files["schemas/alpha.schema.yaml"] =
      "title: Alpha\ntype: object\nproperties:\n  title: {type: string}\nx-vitrine: {display: title}\n"
    // Ids in other orders than those of paths ("b-1.yaml" before "b.yaml") and of titles.
    for name in ["z", "b", "b-1", "b.1", "ä", "m", "B", "a/deep"] { files["alphas/\(name).yaml"] = "title: Not \(name.count)\n" }
    for number in 1...20 { files["things/n\(21 - number).yaml"] = "title: N\(number)\n" }
    let page = try RunningPage(files)
    for query in ["", "N", "-title:one", "limit:13 sort:-title", "limit:4"] {
      let address = "/export?format=ndjson&q=\(query)"
      let file = try page.get(address.replacing(" ", with: "%20")).text
      let start = try #require(shown(page.get((address + "&preview=1").replacing(" ", with: "%20")).text))
      let lines = start.split(separator: "\n").count
      #expect(file.hasPrefix(start) && lines == min(10, file.split(separator: "\n").count), "\(query): \(start)\n\(file)")
    }
  }

  @Test(
    "no photo is read for what is shown: the digest of each, which is in the file, is left out there, and that is said (M8.1)")
  func digests() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let chosen = [("path", "games/chrono-trigger.yaml"), ("format", "json")]
    let file = try page.post("/export", chosen).text
    let text = try page.post("/export", chosen + [("preview", "1")]).text
    #expect(file.contains(/"[0-9a-f]{64}"/))
    #expect(try #require(shown(text)) == file.replacing(/"[0-9a-f]{64}"/, with: "\"…\""))
    #expect(text.contains("How the file begins") && text.contains("stands for the digests of photos"))
  }

  @Test("of a catalogue of many records an export is shown once somebody asks (M8.1)")
  func many() throws {
    var files = RunningPage.files
    for number in 0..<5_000 { files["things/m\(number).yaml"] = "title: Many \(number)\n" }
    let page = try RunningPage(files)
    let plain = try page.get("/export?kind=things")
    #expect(plain.status == 200 && shown(plain.text) == nil && plain.text.contains("<section class=\"preview\" hidden>"))
    let asked = try page.get("/export?kind=things&preview=1").text
    #expect(shown(asked) != nil && asked.contains("5002 records"))
  }

  @Test("a search that cannot be understood, a format that there is not and a record that is gone are said beside the questions")
  func refused() throws {
    let page = try RunningPage()
    let wrong = try page.get("/export?kind=things&q=shelff%3Atop&preview=1&format=csv")
    #expect(wrong.status == 422 && wrong.text.contains("did you mean") && wrong.text.contains("value=\"shelff:top\""))
    #expect(try page.get("/export?kind=things&format=exe&preview=1").status == 422)
    let gone = try page.post("/export", [("path", "things/none.yaml"), ("preview", "1")])
    #expect(gone.status == 422 && gone.text.contains("things/none.yaml") && shown(gone.text) == nil)
  }

  @Test(
    "an export is shown anew with each choice; while an import works the page says what is done, to everybody (M10.5, M12.4)",
    .needs(Browser.needs))
  func browser() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/export?kind=things"))
    let text = "document.querySelector('.preview pre')?.textContent"
    #expect(try browser.until("\(text).startsWith('{')"))
    try browser.run("document.querySelector('[name=format][value=ndjson]').click()")
    #expect(try browser.until("\(text).startsWith('{\"@kind\"') && location.search.includes('format=ndjson&preview=1')"))
    #expect(try browser.until("document.getElementById('live').textContent.startsWith('things.ndjson · 2 records')"))
    try browser.run("document.getElementById('q').focus()")
    try browser.type("shelff:top\u{E004}")
    #expect(try browser.until("document.querySelector('.msg')?.textContent.includes('did you mean') && !(\(text))"))

    // As sent, but for the browser's own way to another page.
    try browser.open(page.address("/import"))
    #expect(try browser.until("document.querySelector('.doing').hidden"))
    let bag = try TemporaryFolder()
    try bag.write("[{\"title\": \"Three\"}]", to: "three.json")
    try browser.choose([bag.path + "/three.json"], for: "#file")
    try browser.run(
      "addEventListener('submit', (event) => event.preventDefault()); document.querySelector('main .actions .first').click()")
    let doing = "Sending and checking the file …"
    #expect(
      try browser.until(
        "document.querySelector('.doing').checkVisibility() && document.getElementById('live').textContent === '\(doing)'"))
    #expect(try browser.run("return document.querySelector('.doing progress').position") == "-1")
  }

  /// Whether the scripts of a page have begun.
  private static let isReady = "document.documentElement.classList.contains('enhanced') && customElements.get('share-form')"

  @Test(
    "a preview that takes its time says so, leaves the page where it is, and keeps the focus on its button (M10.5)",
    .needs(Browser.needs), arguments: ["/export?kind=things", "/share"])
  func waiting(_ address: String) throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address(address))
    #expect(try browser.until(Self.isReady))
    // The answer comes once it is let through.
    try browser.run(
      """
      window.here = true;
      const own = window.fetch;
      window.fetch = (...all) => new Promise((done, failed) => { window.answer = () => own(...all).then(done, failed); });
      """)
    try browser.run("document.querySelector('[data-preview]').focus()")
    try browser.type("\u{E007}")
    let doing = "document.querySelector('share-form.waiting .doing')?.checkVisibility()"
    #expect(try browser.until("\(doing) && document.getElementById('live').textContent.startsWith('Reading')"))
    try browser.run("window.answer()")
    #expect(try browser.until("!(\(doing)) && document.querySelector('.preview').textContent.includes('2 records')"))
    #expect(try browser.until("document.getElementById('live').textContent.includes('2 records')"))
    #expect(try browser.run("return window.here && document.activeElement.matches('[data-preview]')") == "true")
    // A page that says something else takes no buttons away.
    try browser.run(
      "window.fetch = async () => new Response('<main>closed</main>'); document.querySelector('[name=follow]').click()")
    try browser.run("window.fetch = async () => { window.asked = true; throw new TypeError('not reached'); }")
    try browser.run("document.querySelector('[name=follow]').click()")
    #expect(try browser.until("window.asked && document.querySelector('[data-preview]')"))
    // Without an answer the browser itself goes for it.
    try browser.run("document.querySelector('[data-preview]').focus()")
    try browser.run("window.fetch = () => Promise.reject(new TypeError('not reached')); document.activeElement.click()")
    #expect(try browser.until("!window.here && document.querySelector('.preview').textContent.includes('2 records')"))
  }

  @Test("on a phone, where what an export is stands below the questions, it is brought to sight (M10.5)", .needs(Browser.needs))
  func phone() throws {
    let page = try RunningPage()
    let browser = try page.browser(.phone)
    try browser.open(page.address("/export?kind=things"))
    #expect(try browser.until(Self.isReady))
    let isSeen = "document.querySelector('.preview pre').getBoundingClientRect().top < innerHeight - 100"
    #expect(try browser.run("return \(isSeen)") == "false")
    try browser.run("document.querySelector('[data-preview]').click()")
    #expect(try browser.until(isSeen))
  }

  @Test(
    "a share that is made says so from an address and from chosen records; a download leaves nothing behind (M10.5)",
    .needs(Browser.needs))
  func making() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    let doing = "document.querySelector('.doing').checkVisibility()"
    // As sent, but for the browser's own way to another page.
    let stays = "addEventListener('submit', (event) => event.preventDefault())"
    try browser.open(page.address("/share?kind=things"))
    #expect(try browser.until(Self.isReady))
    try browser.run("\(stays); document.querySelector('[value=make]').click()")
    #expect(try browser.until(doing))
    try browser.open(page.address("/things"))
    try browser.run(
      """
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/export' });
      form.append(Object.assign(document.createElement('input'), { name: 'path', value: 'things/one.yaml' }));
      document.body.append(form);
      form.submit();
      """)
    #expect(try browser.until("document.querySelector('form[method=post] [data-download]') && \(Self.isReady)"))
    // The time of the page runs ahead.
    try browser.run(
      "\(stays); const later = window.setTimeout; window.setTimeout = (work, rest, ...all) => later(() => { work(); window.rested = true; }, rest / 100, ...all); document.querySelector('[data-download]').click(); setTimeout(() => {}, 10000)"
    )
    #expect(try browser.until("window.rested"))
    #expect(try browser.run("return !(\(doing)) && !document.querySelector('.lost')") == "true")
  }
}
