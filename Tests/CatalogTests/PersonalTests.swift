// A real collection, written by hand over ten years by somebody who has never heard of us.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineSource
import VitrineTesting

@Suite("A stranger's game reviews")
struct PersonalTests {
  /// The reviews' front matter as a catalogue, with a schema written after reading twenty of them.
  private func catalogue() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/Tests/CatalogTests/personal")
    for name in try TestData.files("games/personal/jesski") {
      let page = String(decoding: try TestData.bytes("games/personal/jesski/" + name), as: UTF8.self)
      let parts = page.split(separator: "---\n", maxSplits: 2, omittingEmptySubsequences: false)
      try folder.write(String(try #require(parts.count == 3 ? parts[1] : nil)), to: "games/" + name.dropLast(3) + ".yaml")
    }
    return folder
  }

  @Test("what is found in 334 files is just what is wrong with them (G2.1)")
  func findings() throws {
    let folder = try catalogue()
    let found = try CatalogueLoader.load(root: folder.path).snapshot.findings
    // 282 lists hold one empty text instead of nothing.
    let medals = found.filter { $0.pointer == "/goty/0" }
    #expect(medals.count == 282)
    #expect(Set(medals.map(\.rule.slug)) == ["enum"])
    let others = found.filter { $0.pointer != "/goty/0" }.map {
      "\($0.path):\($0.span.start.line):\($0.span.start.column) \($0.rule.slug)"
    }
    #expect(
      others == [
        "games/bunny-business.yaml:1:1 required", "games/dark-souls-3.yaml:13:8 pattern", "games/demonologist.yaml:13:8 empty",
        "games/destinations.yaml:13:8 empty", "games/sayonara-wild-hearts-.yaml:5:7 date-invalid",
        "games/sayonara-wild-hearts-.yaml:8:16 date-invalid", "games/the-house-abandon.yaml:13:8 empty",
      ])
  }
}
