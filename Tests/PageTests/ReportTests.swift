// The report of what is wrong, and its fixes.

import Testing
import VitrinePage
import VitrineTesting

/// Findings and their fixes, as browsers without a script send their forms.
@Suite struct ReportTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  @Test("a fix of a finding is one button, and only for that finding")
  func findings() throws {
    try page.folder.write("title: ' Spaced '\nshelf: topp\n", to: "things/bad.yaml")
    let record = try page.get("/things/bad").text
    #expect(record.contains("class=\"finding error\""))
    let report = try page.get("/report").text
    #expect(
      report.contains("things/bad.yaml")
        && report.contains("<h2>A value is not in the schema&#39;s list <code class=\"faint\">enum</code>"))
    #expect(try page.get("/report?by=file").text.contains("<h2>things/bad.yaml"))
    let form = try #require(
      record.firstMatch(of: /name="rule" value="(V\d+)"><input type="hidden" name="start" value="(\d+)"/))
    let fixed = try page.post(
      "/report", [("path", "things/bad.yaml"), ("rule", String(form.output.1)), ("start", String(form.output.2))])
    #expect(fixed.status == 303, "\(fixed.text)")
    #expect(try page.post("/report", [("path", "things/bad.yaml"), ("rule", "V999"), ("start", "0")]).status == 409)
    try page.folder.write("title: ' Spaced, too '\n", to: "things/worse.yaml")
    #expect(try page.get("/report").text.contains("surrounding-space"))
    let preview = try page.post("/report", [("all", "surrounding-space")])
    #expect(preview.status == 200 && preview.text.contains("<ins>+title:"))
    let agreed = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/report", RunningPage.fields(of: String(agreed))).status == 303)
    #expect(try !page.get("/report").text.contains("surrounding-space"))
  }

  @Test(
    "a finding keeps its id while others come before it and its lines move, so that a fix is that of the finding which has the focus"
  )
  func ids() throws {
    func ids() throws -> [String: String] {
      let found = try page.get("/report").text.matches(
        of: /<li class="finding [a-z]+" id="(finding-[0-9a-f]+)">.*?href="\/things\/([a-z]+)"/.dotMatchesNewlines())
      return Dictionary(found.map { (String($0.output.2), String($0.output.1)) }) { first, _ in first }
    }
    for name in ["m", "n"] { try page.folder.write("title: \(name)\nshelf: topp\n", to: "things/\(name).yaml") }
    let before = try ids()
    #expect(before.count == 2 && Set(before.values).count == 2)
    try page.folder.write("title: a\nshelf: topp\n", to: "things/a.yaml")
    try page.folder.write("# Moved.\n\ntitle: m\nshelf: topp\n", to: "things/m.yaml")
    let after = try ids()
    #expect(after.count == 3 && after["m"] == before["m"] && after["n"] == before["n"])
    // Two of the same words in one file are two.
    try page.folder.write("title: a\nlabels: [x, x, x]\n", to: "things/a.yaml")
    let text = try page.get("/report").text
    let all = text.matches(of: /id="(finding-[0-9a-f]+)"/).map { String($0.output.1) }
    #expect(Set(all).count == all.count)
  }
}
