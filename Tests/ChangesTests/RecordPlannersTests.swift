// Records written, removed and moved, as plans.

import Testing
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource

@Suite("Planning records") struct RecordPlannersTests {
  private static let texts: [Path: String] = [
    "albums/a/album.yaml": "name: First\ninfo: {}\n",
    "albums/a/one.yaml": "title: One\ncovers: [two, albums/b/three]\npicture: ../shared.png\n",
    "albums/a/two.yaml": "title: Two\n",
    "albums/b/album.yaml": "name: Second\ninfo: {}\n",
    "albums/b/three.yaml": "title: Three\ncovers:\n  - two # the best\n  - one\n",
    "views/best.view.yaml": "title: Best\nkind: song\nquery: \"covers:two path:albums/a/two\"\n",
  ]

  private func options(_ folder: Path? = nil, parent: Path? = nil) -> NewPlanner.Options {
    NewPlanner.Options(folder: folder, parent: parent) { "8c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55" }
  }

  private func new(_ kind: Int, _ words: [String], _ options: NewPlanner.Options, _ texts: [Path: String] = texts) throws -> Plan
  {
    let catalogue = try FakeCatalogue(texts)
    return try NewPlanner.plan(
      catalogue.kinds[kind], try words.map { try #require(FieldAssignment($0)) }, options, in: catalogue, at: FakeCatalogue.moment
    )
  }

  @Test("a new record has its keys in the order of the schema, its id, its day and its stamps (S2.3, S5.2, S5.7)")
  func newRecord() throws {
    let plan = try new(0, ["heard=once", "title=Four"], options("albums/b"))
    let edit = try #require(plan.edits.first)
    #expect(edit.path == "albums/b/four.yaml")
    #expect(edit.expected == .absent)
    #expect(
      edit.result(on: nil).map { String(decoding: $0, as: UTF8.self) } == """
        title: Four
        day: 2026-11-21
        heard: once
        heard_at: 2026-11-21T21:00:00+03:00
        plays:
          - how: once
            when: 2026-11-21T21:00:00+03:00

        """)
    let album = try new(1, ["name=Third", "year=1999"], options())
    #expect(album.edits.first?.path == "albums/1999/third/album.yaml")
    #expect(
      album.edits.first?.result(on: nil).map { String(decoding: $0, as: UTF8.self) }
        == "id: 8c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55\nname: Third\nyear: 1999\ninfo: {}\n")
  }

  @Test("a new record goes below its parent, and says so where none is named (M1.1)") func parents() throws {
    #expect(try new(0, ["title=Two"], options(parent: "albums/a/album.yaml")).edits.first?.path == "albums/a/two-2.yaml")
    #expect(throws: PlanRefusal.self) { try new(0, ["title=Two"], options()) }
    #expect(throws: PlanRefusal.self) { try new(0, ["title=Two"], options("elsewhere")) }
    #expect(throws: PlanRefusal.self) { try new(0, ["title=Two"], options("albums/.hidden")) }
  }

  @Test(
    "names of files are folded, and what is no letter or digit is a dash",
    arguments: [
      ("Baldur's Gate: Tales", "baldurs-gate-tales"), ("  Çay -- İstanbul ", "cay-istanbul"), ("ポケモン 金", "ポケモン-金"), ("?!", ""),
      ("a/b\\..\u{0}", "a-b"), ("NieR:Automata™", "nier-automata"),
    ])
  func slugs(text: String, slug: String) {
    #expect(PlacePattern.slug(text) == slug)
  }

  @Test("places are given away once, with a number behind the name that is made") func places() throws {
    let catalogue = try FakeCatalogue(["albums/third/album.yaml": "name: Third\n"])
    var place = RecordPlace(catalogue.kinds[1], in: catalogue)
    let value = DataValue.map([.init("name", .string("Third"))])
    #expect(try place.path(for: value) == "albums/third-2/album.yaml")
    #expect(try place.path(for: value) == "albums/third-3/album.yaml")
    #expect(PlacePattern.slug(String(repeating: "é", count: 500)).utf8.count <= 80)
  }

  @Test("a removed record takes along what lies below and photos that nobody else shows (M1.4, M2.4)") func removal() throws {
    var catalogue = try FakeCatalogue(Self.texts)
    catalogue.images = [
      "albums/a/one-1.jpg": ["albums/a/one.yaml"], "albums/shared.png": ["albums/a/one.yaml", "albums/b/three.yaml"],
    ]
    let plan = try RemovePlanner.plan(["albums/a/album.yaml"], naming: .kept, in: catalogue, at: FakeCatalogue.moment)
    #expect(plan.isDestructive)
    #expect(
      plan.edits.map(\.path) == ["albums/a/album.yaml", "albums/a/one-1.jpg", "albums/a/one.yaml", "albums/a/two.yaml"])
    #expect(plan.edits.allSatisfy { $0.change == .remove })
    #expect(
      plan.summary == [
        "removes 2 songs, 1 album and 1 photo, among them what lies below: 'One', 'Two'",
        "'albums/shared.png' stays, since 'albums/b/three.yaml' shows it, too",
        "'albums/b/three.yaml' keeps a name that leads nowhere then; --unlink takes it out, --cascade removes what has it, too",
      ])
  }

  @Test("names of what goes are taken out where that is asked for (M3.4)") func unlinking() throws {
    let catalogue = try FakeCatalogue(Self.texts)
    let plan = try RemovePlanner.plan(
      ["albums/a/two.yaml", "albums/a/one.yaml"], naming: .unlinked, in: catalogue, at: FakeCatalogue.moment)
    #expect(catalogue.text(of: "albums/b/three.yaml", after: plan) == "title: Three\ncovers: []\n")
    var many = Self.texts
    many["albums/b/four.yaml"] = "title: Four\ncovers: [one, three, two, one, albums/a/two.yaml]\n"
    let other = try FakeCatalogue(many)
    let both = try RemovePlanner.plan(
      ["albums/a/one.yaml", "albums/a/two.yaml"], naming: .unlinked, in: other, at: FakeCatalogue.moment)
    #expect(other.text(of: "albums/b/four.yaml", after: both) == "title: Four\ncovers: [three]\n")
  }

  @Test("what names a removed record goes along where that is asked for, and what names that (M1.4)") func cascade() throws {
    var texts = Self.texts
    texts["albums/c/album.yaml"] = "name: Third\ninfo: {}\n"
    texts["albums/c/five.yaml"] = "title: Five\ncovers: [three]\n"
    texts["albums/c/six.yaml"] = "title: Six\ncovers: []\n"
    let catalogue = try FakeCatalogue(texts)
    let plan = try RemovePlanner.plan(["albums/a/two.yaml"], naming: .cascaded, in: catalogue, at: FakeCatalogue.moment)
    #expect(
      plan.edits.map(\.path) == ["albums/a/one.yaml", "albums/a/two.yaml", "albums/b/three.yaml", "albums/c/five.yaml"])
    #expect(plan.summary == ["removes 4 songs, among them what names it: 'One', 'Three', 'Five'"])
  }

  @Test("a reference that a record must have is not taken out of it (M3.4)") func requiredReference() throws {
    var texts = Self.texts
    texts["albums/a/four.yaml"] = "title: Four\nremix: two\n"
    let catalogue = try FakeCatalogue(texts, song: FakeCatalogue.song.replacing("[title]", with: "[title, remix]"))
    let refusal = #expect(throws: PlanRefusal.self) {
      try RemovePlanner.plan(["albums/a/two.yaml"], naming: .unlinked, in: catalogue, at: FakeCatalogue.moment)
    }
    #expect(refusal?.path == "albums/a/four.yaml")
    #expect(
      refusal?.message
        == "'/remix' names 'two', and a song must have it; set another first, or --cascade removes this record, too")
  }

  @Test("references by last part or by id follow a move, and so do views and photos (M4.1)") func moves() throws {
    var catalogue = try FakeCatalogue(Self.texts)
    catalogue.images = ["albums/a/two.jpg": ["albums/a/two.yaml"], "albums/shared.png": ["albums/a/one.yaml"]]
    let plan = try MovePlanner.plan(
      "albums/a/two.yaml", to: "albums/b/zwei.yaml", takesFolder: false, in: catalogue, at: FakeCatalogue.moment)
    #expect(plan.moves.map(\.to) == ["albums/b/zwei.jpg", "albums/b/zwei.yaml"])
    #expect(catalogue.text(of: "albums/b/three.yaml", after: plan)?.contains("- zwei # the best") == true)
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("covers: [zwei, albums/b/three]") == true)
    #expect(catalogue.text(of: "views/best.view.yaml", after: plan)?.contains("\"covers:zwei path:albums/b/zwei\"") == true)
    #expect(!plan.isDestructive)

    let folder = try MovePlanner.plan(
      "albums/a/album.yaml", to: "albums/new/deep/album.yaml", takesFolder: true, in: catalogue, at: FakeCatalogue.moment)
    #expect(
      folder.moves.map(\.to)
        == ["albums/new/deep/album.yaml", "albums/new/deep/one.yaml", "albums/new/deep/two.jpg", "albums/new/deep/two.yaml"])
    #expect(catalogue.text(of: "albums/a/one.yaml", after: folder)?.contains("picture: ../../shared.png") == true)
  }

  @Test("a last part that would mean two records becomes a whole id") func ambiguity() throws {
    let catalogue = try FakeCatalogue(Self.texts)
    let plan = try MovePlanner.plan(
      "albums/a/two.yaml", to: "albums/b/one.yaml", takesFolder: false, in: catalogue, at: FakeCatalogue.moment)
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("covers: [albums/b/one,") == true)
  }

  @Test("nothing is overwritten by a move, and nothing becomes another kind") func refusedMoves() throws {
    let catalogue = try FakeCatalogue(Self.texts)
    for goal in ["albums/a/one.yaml", "albums/a/album.yaml", "notes/two.yaml", "albums/a/two.yaml", "albums/.a/two.yaml"] {
      #expect(throws: PlanRefusal.self) {
        try MovePlanner.plan("albums/a/two.yaml", to: Path(goal), takesFolder: false, in: catalogue, at: FakeCatalogue.moment)
      }
    }
  }

  @Test("the template of a kind, filled in, is a record; comments that a person adds behind values stay") func templates() throws
  {
    let catalogue = try FakeCatalogue(Self.texts)
    let template = RecordTemplate.text(of: catalogue.kinds[1])
    #expect(RecordTemplate.written(template) == "name:\ninfo:\n")
    let typed = RecordTemplate.written(template.replacing("name:", with: "name: Third # at last"))
    let plan = try NewPlanner.plan(
      catalogue.kinds[1], text: Array(typed.utf8), options(), in: catalogue, at: FakeCatalogue.moment)
    let text = plan.edits.first?.result(on: nil).map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "id: 8c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55\nname: Third # at last\ninfo: {}\n")
  }
}
