// What becomes of the field of a stamp that holds something else.

import Testing
import VitrineChanges
import VitrineSource

@Suite("A stamp") struct StampTests {
  private static let path: Path = "albums/a/one.yaml"

  /// The text of a record after its field `loud` was set.
  private func changed(_ text: String) throws -> String? {
    let catalogue = try FakeCatalogue([Self.path: text])
    let plan = try SetPlanner.plan(
      [try #require(FieldAssignment("loud=yes"))], records: [Self.path], in: catalogue, at: FakeCatalogue.moment)
    return catalogue.text(of: Self.path, after: plan)
  }

  @Test("is not written over what is no time: a person wrote it")
  func strayText() throws {
    let text = "title: One\nchanged: 2026-01-01T00:00:00Z\n  and the end of a note\n"
    #expect(try changed(text)?.contains("and the end of a note\n") == true)
    #expect(try changed("title: One\nchanged: {by: me}\n")?.contains("changed: {by: me}\n") == true)
    #expect(try changed("title: One\nchanged: 21.11.2025 19:42\n")?.contains("changed: 2026-11-21T21:00:00+03:00\n") == true)
    #expect(try changed("title: One\nchanged:\n")?.contains("changed: 2026-11-21T21:00:00+03:00\n") == true)
  }
}
