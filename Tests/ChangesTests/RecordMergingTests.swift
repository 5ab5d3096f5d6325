// Two records of one thing made one, as plans.

import Testing
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource

@Suite("Merging records") struct RecordMergingTests {
  private func plan(
    _ kept: String, _ other: String, in catalogue: FakeCatalogue, keepsAll: Bool = false, _ decided: [FieldPath: MergeSide] = [:]
  ) throws -> Plan {
    try RecordMerging.plan(
      keeping: Path(kept), taking: Path(other), MergeOptions(decided: decided, keepsAll: keepsAll), in: catalogue,
      at: FakeCatalogue.moment)
  }

  @Test("what one lacks comes from the other, lists are joined without doubles, and comments stay") func values() throws {
    let catalogue = try FakeCatalogue([
      "albums/a/one.yaml":
        "title: One # the first\ntags: [Rock, live]\ncredits: {label: Sub}\nstores:\n  - {shop: Web, format: file}\n",
      "albums/b/one.yaml":
        "title: One\nlength: 3.5\ntags: [rock, loud]\ncredits: {writers: [Me]}\nstores:\n  - {format: file, shop: Web, code: x}\n  - {shop: Corner Shop}\n",
    ])
    let plan = try plan("albums/a/one.yaml", "albums/b/one.yaml", in: catalogue)
    #expect(
      catalogue.text(of: "albums/a/one.yaml", after: plan) == """
        title: One # the first
        length: 3.5
        tags: [Rock, live, loud]
        credits: {writers: [Me], label: Sub}
        stores:
          - {shop: Web, format: file, code: x}
          - {shop: Corner Shop}

        """)
    #expect(plan.edits.first { $0.path == "albums/b/one.yaml" }?.change == .remove)
    #expect(plan.isDestructive)
  }

  @Test("where both differ somebody has to say, and what is said holds") func conflicts() throws {
    let catalogue = try FakeCatalogue([
      "albums/a/one.yaml": "title: One\nloud: true\nheard: once\n", "albums/b/one.yaml": "title: Uno\nloud: false\n",
    ])
    let refusal = #expect(throws: PlanRefusal.self) { try plan("albums/a/one.yaml", "albums/b/one.yaml", in: catalogue) }
    #expect(refusal?.message.hasPrefix("they differ in title (One and Uno), loud (true and false); '--take title=other'") == true)
    let decided = try plan(
      "albums/a/one.yaml", "albums/b/one.yaml", in: catalogue,
      [FieldPath(["title"]): .keep, FieldPath(["loud"]): .other, FieldPath(["heard"]): .other])
    let text = try #require(catalogue.text(of: "albums/a/one.yaml", after: decided))
    #expect(text.hasPrefix("title: One\n") && text.contains("\nloud: false\n") && !text.contains("heard:"))
    let kept = try plan("albums/a/one.yaml", "albums/b/one.yaml", in: catalogue, keepsAll: true)
    #expect(catalogue.text(of: "albums/a/one.yaml", after: kept) == nil)
  }

  @Test("items that are one by what tells them apart are merged field by field") func items() throws {
    let catalogue = try FakeCatalogue([
      "albums/a/one.yaml": "title: One\nstores:\n  - {shop: Web, format: file, code: x} # here\n",
      "albums/b/one.yaml": "title: One\nstores:\n  - {shop: Web, format: file, code: z}\n",
    ])
    let refusal = #expect(throws: PlanRefusal.self) { try plan("albums/a/one.yaml", "albums/b/one.yaml", in: catalogue) }
    #expect(refusal?.message.hasPrefix("they differ in stores.code (x and z)") == true)
    let decided = try plan(
      "albums/a/one.yaml", "albums/b/one.yaml", in: catalogue, [FieldPath(["stores", "code"]): .other])
    #expect(
      catalogue.text(of: "albums/a/one.yaml", after: decided)
        == "title: One\nstores:\n  - {shop: Web, format: file, code: z} # here\n")
  }

  @Test("who named the one that goes names the one that stays, once; photos and views follow (M9.3)") func references() throws {
    var catalogue = try FakeCatalogue([
      "albums/a/one.yaml": "title: One\ncovers: [uno, three]\n", "albums/b/uno.yaml": "title: One\ncovers: [one]\n",
      "albums/b/three.yaml": "title: Three\ncovers: [one, uno] # both\nremix: albums/b/uno\n",
      "views/covers.view.yaml": "title: Covers\nkind: song\nquery: \"covers:uno -path:albums/b/uno\"\n",
    ])
    catalogue.images = ["albums/b/uno-live.jpg": ["albums/b/uno.yaml"]]
    let plan = try plan("albums/a/one.yaml", "albums/b/uno.yaml", in: catalogue)
    #expect(
      catalogue.text(of: "albums/b/three.yaml", after: plan)?.hasPrefix(
        "title: Three\ncovers: [one] # both\nremix: albums/a/one\n") == true)
    // Its own cover it is not.
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("uno") == false)
    #expect(plan.moves.map(\.to) == ["albums/a/one-live.jpg"])
    #expect(catalogue.text(of: "views/covers.view.yaml", after: plan)?.contains("\"covers:one -path:albums/a/one\"") == true)
  }

  private static let albums: [Path: String] = [
    "albums/a/album.yaml": "id: 8c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55\nname: First\ninfo: {}\n",
    "albums/b/album.yaml": "id: 0c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55\nname: First\nyear: 1999\ninfo: {}\n",
    "albums/a/one.yaml": "title: One\ncovers: [albums/b/deep/two]\n", "albums/b/deep/two.yaml": "title: Two\n",
    "albums/b/notes.txt": "x", "albums/b/taken.txt": "x", "albums/a/taken.txt": "y",
    "views/two.view.yaml": "title: Two\nquery: \"path:albums/b/deep/two\"\n",
  ]

  @Test("what lies below the one that goes moves below the one that stays, with all that names it (M1.4)") func below() throws {
    let catalogue = try FakeCatalogue(Self.albums)
    let plan = try plan("albums/a/album.yaml", "albums/b/album.yaml", in: catalogue)
    #expect(plan.moves.map(\.to) == ["albums/a/deep/two.yaml", "albums/a/notes.txt"])
    #expect(plan.summary.contains("'albums/b/taken.txt' stays, since something stands at 'albums/a/taken.txt'"))
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("covers: [albums/a/deep/two]") == true)
    #expect(catalogue.text(of: "views/two.view.yaml", after: plan)?.contains("\"path:albums/a/deep/two\"") == true)
    // The number of the one that stays holds.
    #expect(catalogue.text(of: "albums/a/album.yaml", after: plan)?.contains("id: 8c1f6a52") == true)
    #expect(plan.repeatedPath == nil)
  }

  @Test("records below that would stand in the place of others are not moved, nor is anything else") func clash() throws {
    var texts = Self.albums
    texts["albums/a/deep/two.yaml"] = "title: Another\n"
    let catalogue = try FakeCatalogue(texts)
    let refusal = #expect(throws: PlanRefusal.self) { try plan("albums/a/album.yaml", "albums/b/album.yaml", in: catalogue) }
    #expect(refusal?.message == "'albums/b/deep/two.yaml' cannot go to 'albums/a/deep/two.yaml': something stands there")
  }

  @Test("records of two kinds, and one record, are not merged") func refusals() throws {
    let catalogue = try FakeCatalogue(Self.albums)
    #expect(throws: PlanRefusal.self) { try plan("albums/a/album.yaml", "albums/a/one.yaml", in: catalogue) }
    #expect(throws: PlanRefusal.self) { try plan("albums/a/album.yaml", "albums/a/album.yaml", in: catalogue) }
    #expect(throws: PlanRefusal.self) { try plan("albums/a/album.yaml", "albums/a/gone.yaml", in: catalogue) }
  }
}
