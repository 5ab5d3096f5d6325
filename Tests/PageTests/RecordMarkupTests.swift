// In which order a record's page and its form say things, and with what weight.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// The markup of records.
@Suite struct RecordMarkupTests {
  /// The row of a field on a record's page.
  private func row(_ field: String, in text: String) throws -> Substring {
    let start = try #require(text.firstRange(of: "id=\"row-\(field)\"")).lowerBound
    let rest = text[start...]
    let head = try #require(text[..<start].lastIndex(of: "<"))
    return text[head..<(rest.firstRange(of: "</dd>")?.lowerBound ?? rest.endIndex)]
  }

  @Test("the form of a record begins with what people write; the id that only tools read stands last")
  func idStandsLast() throws {
    let text = try RunningPage(copyOf: "examples/collection").get("/memories/2026/ciya?edit").text
    let names = text.matches(of: /data-name="([^"]*)"/).map { String($0.output.1) }
    #expect(names.first == "title" && names.last == "id", "\(names)")
  }

  @Test("a text of sentences has the width of the row, below its label; other values stand beside theirs")
  func sentences() throws {
    let text = try RunningPage(copyOf: "examples/collection").get("/memories/2026/ciya").text
    #expect(try row("note", in: text).hasPrefix("<div class=\"row long\" "))
    #expect(try row("date", in: text).hasPrefix("<div class=\"row\" "))
  }
}
