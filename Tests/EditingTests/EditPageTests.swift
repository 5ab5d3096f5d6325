// The manual of edits: every page of `manual` is as the editor does it.

import FoundationEssentials
import Testing
import VitrineTesting

@Suite("The manual of edits")
struct EditPageTests {
  @Test("has pages")
  func pages() { #expect(EditPage.names.count >= 5) }

  @Test("says what edits do, and how many bytes they take", arguments: EditPage.names)
  func page(name: String) throws {
    let page = try EditPage(name)
    if ProcessInfo.processInfo.environment["VITRINE_TRANSCRIPTS"] == "write" { try page.write() }
    let found = page.written.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = page.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, (found, wanted)) in zip(found, wanted).enumerated() where found != wanted {
      Issue.record("\(name):\(line + 1): found '\(found)', the page says '\(wanted)'")
      break
    }
    #expect(found.count == wanted.count)
    #expect(page.count > 3)
  }
}
