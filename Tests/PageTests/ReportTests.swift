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
    #expect(report.contains("things/bad.yaml") && report.contains("<h2>enum"))
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
}
