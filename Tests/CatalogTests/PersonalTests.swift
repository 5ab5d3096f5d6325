// A collection of game reviews: written for the test with the faults that were found in a real one, and the real one, written by hand over ten years by somebody
// who has never heard of us.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineSource
import VitrineTesting

@Suite("A stranger's game reviews")
struct PersonalTests {
  /// The front matter of pages as a catalogue, with a schema written after reading twenty of the real ones.
  private func catalogue(_ pages: [(name: String, text: String)]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/Tests/CatalogTests/personal")
    for (name, page) in pages {
      let parts = page.split(separator: "---\n", maxSplits: 2, omittingEmptySubsequences: false)
      try folder.write(String(try #require(parts.count == 3 ? parts[1] : nil)), to: "games/" + name.dropLast(3) + ".yaml")
    }
    return folder
  }

  /// A page, with the lines given in the place of those of the same keys; an empty one takes its line out.
  private static func page(id: Int, title: String, _ changes: [String: String] = [:]) -> String {
    let lines = [
      ("id", "id: \(id)"), ("title", "title: \(title)"), ("description", "description: \(title) - Review"),
      ("score", "score: 80"),
      ("date", "date: 2019-06-02"), ("completed", "completed: true"), ("goty", "goty:\n  - \"\""),
      ("screenshots", "screenshots: []"),
      ("cover", "cover: //example.org/\(id)/cover.jpg"), ("image", "image: //example.org/\(id)/image.jpg"),
    ]
    let matter = lines.map { changes[$0.0] ?? $0.1 }.filter { !$0.isEmpty }
    return "---\n" + matter.joined(separator: "\n") + "\n---\nA game.\n"
  }

  @Test("what is found in a few files is just what is wrong with them (G2.1)")
  func written() throws {
    let pages = [
      ("fine.md", Self.page(id: 1, title: "Fine", ["goty": "goty: [Gold]"])),
      ("empty-medal.md", Self.page(id: 2, title: "Empty Medal")),
      ("no-cover.md", Self.page(id: 3, title: "No Cover", ["cover": "", "goty": ""])),
      ("other-cover.md", Self.page(id: 4, title: "Other Cover", ["cover": "cover: https://example.org/4.jpg", "goty": ""])),
      ("no-day.md", Self.page(id: 5, title: "No Day", ["date": "date: 2021-13-41", "goty": ""])),
      ("no-picture.md", Self.page(id: 6, title: "No Picture", ["image": "image: ''", "goty": ""])),
      ("seven.md", Self.page(id: 7, title: "Seven", ["score": "score: 75", "goty": ""])),
    ]
    let folder = try catalogue(pages)
    let found = try CatalogueLoader.load(root: folder.path).snapshot.findings
    #expect(
      found.map { "\($0.path.string):\($0.span.start.line) \($0.rule.slug)" }.sorted() == [
        "games/empty-medal.yaml:8 enum", "games/no-cover.yaml:1 required", "games/no-day.yaml:5 date-invalid",
        "games/no-picture.yaml:9 empty", "games/other-cover.yaml:8 pattern", "games/seven.yaml:4 multiple-of",
      ])
  }

  @Test("what is found in 334 files is just what is wrong with them (G2.1)", .needs(.corpus("games/personal")))
  func findings() throws {
    let folder = try catalogue(
      try TestData.files("games/personal/jesski").map { name in
        (name, String(decoding: try TestData.bytes("games/personal/jesski/" + name), as: UTF8.self))
      })
    let found = try CatalogueLoader.load(root: folder.path).snapshot.findings
    // 282 lists hold one empty text instead of nothing.
    let medals = found.filter { $0.pointer == "/goty/0" }
    #expect(medals.count == 282)
    #expect(Set(medals.map(\.rule.slug)) == ["enum"])
    let others = found.filter { $0.pointer != "/goty/0" }.map {
      "\($0.path.string):\($0.span.start.line):\($0.span.start.column) \($0.rule.slug)"
    }
    #expect(
      others == [
        "games/bunny-business.yaml:1:1 required", "games/dark-souls-3.yaml:13:8 pattern", "games/demonologist.yaml:13:8 empty",
        "games/destinations.yaml:13:8 empty", "games/sayonara-wild-hearts-.yaml:5:7 date-invalid",
        "games/sayonara-wild-hearts-.yaml:8:16 date-invalid", "games/the-house-abandon.yaml:13:8 empty",
      ])
  }
}
