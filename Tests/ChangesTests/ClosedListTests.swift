// Words of closed lists renamed and deleted: the list, what it says of the word, and the records that have it.

import Testing
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource

@Suite("Words of closed lists") struct ClosedListTests {
  private static let schemaPath: Path = "schemas/song.schema.yaml"
  /// The schema with a list of which more is said.
  private static let schema = FakeCatalogue.song.replacing(
    "heard: {enum: [never, once, often], x-vitrine: {aliases: {always: often}}}",
    with: """
      heard:
          enum:
            - never # not yet
            - once
            - often   # the best
          x-vitrine:
            aliases: {always: often, single: once}
            marks: {once: 1, often: n}
            colors: {often: "#112233"}
      """)
  private static let texts: [Path: String] = [
    "albums/a/one.yaml": "title: One\nheard: often # really\n", "albums/a/two.yaml": "title: Two\nheard: never\n",
    "albums/a/three.yaml": "title: Three\nheard: 'often'\n",
  ]

  private func name(_ field: String, _ value: String) -> PropertyName {
    PropertyName(field, [PropertyField(kind: 0, path: FieldPath(field.split(separator: ".").map(String.init)))], value: value)
  }

  /// A catalogue that has the schema as a file of its own; else it comes with the program.
  private func catalogue(_ isOwn: Bool, _ schema: String = schema) throws -> FakeCatalogue {
    try FakeCatalogue(isOwn ? Self.texts.merging([Self.schemaPath: schema]) { first, _ in first } : Self.texts, song: schema)
  }

  private func rename(_ old: String, _ new: String, in catalogue: FakeCatalogue, _ schema: String = schema) throws -> Plan {
    try PropertyRenaming.plan(name("heard", old), to: new, in: catalogue, at: FakeCatalogue.moment) { path in
      path == Self.schemaPath ? Array(schema.utf8) : nil
    }
  }

  private func delete(_ value: String, in catalogue: FakeCatalogue, _ field: String = "heard") throws -> Plan {
    try PropertyDeletion.plan(name(field, value), in: catalogue, at: FakeCatalogue.moment) { _ in nil }
  }

  @Test("a renamed word is renamed in the list, in what the list says of it, and in the records (G6b.3)") func renamed() throws {
    let catalogue = try catalogue(true)
    let plan = try rename("often", "frequently", in: catalogue)
    let schema = try #require(catalogue.text(of: Self.schemaPath, after: plan))
    #expect(schema.contains("- once\n      - frequently   # the best\n"))
    #expect(schema.contains("aliases: {always: frequently, single: once}\n"))
    #expect(schema.contains("marks: {once: 1, frequently: n}\n"))
    #expect(schema.contains("colors: {frequently: \"#112233\"}\n"))
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.hasPrefix("title: One\nheard: frequently # really\n") == true)
    #expect(catalogue.text(of: "albums/a/three.yaml", after: plan)?.contains("frequently") == true)
    #expect(catalogue.text(of: "albums/a/two.yaml", after: plan) == nil)
  }

  @Test("a word that takes in another leaves one of both in the list (G6b.3)") func joined() throws {
    let catalogue = try catalogue(true)
    let plan = try rename("often", "ONCE", in: catalogue)
    let schema = try #require(catalogue.text(of: Self.schemaPath, after: plan))
    #expect(!schema.contains("often") && schema.contains("- once\n"))
    #expect(schema.contains("aliases: {always: once, single: once}\n"))
    #expect(schema.contains("marks: {once: 1}\n"))
    #expect(plan.summary.contains("'once' is how it is spelled already"))
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("heard: once # really") == true)
  }

  @Test("a list that comes with the program becomes the catalogue's own by its change") func stock() throws {
    let catalogue = try catalogue(false)
    let plan = try rename("never", "not-yet", in: catalogue)
    let edit = try #require(plan.edits.first { $0.path == Self.schemaPath })
    #expect(edit.expected == .absent)
    #expect(
      edit.result(on: nil).map { String(decoding: $0, as: UTF8.self) } == Self.schema.replacing("- never #", with: "- not-yet #"))
  }

  @Test("a deleted word goes from the list, with what the list says of it, and from the records (G6b.4, G6b.5)")
  func deleted() throws {
    let catalogue = try catalogue(true)
    let plan = try delete("often", in: catalogue)
    #expect(plan.isDestructive)
    let schema = try #require(catalogue.text(of: Self.schemaPath, after: plan))
    #expect(!schema.contains("often"))
    #expect(
      schema.contains("aliases: {single: once}\n") && schema.contains("marks: {once: 1}\n") && schema.contains("colors: {}\n"))
    #expect(catalogue.text(of: "albums/a/one.yaml", after: plan)?.contains("heard:") == false)
  }

  @Test("an entry that must have a word goes with it as a whole (G6b.6)") func entries() throws {
    var texts = Self.texts
    texts["albums/a/two.yaml"] = "title: Two\nstores:\n  - {shop: Web, format: file} # bought\n  - {shop: Corner Shop}\n"
    texts[Self.schemaPath] = Self.schema
    let catalogue = try FakeCatalogue(texts, song: Self.schema)
    let plan = try delete("Web", in: catalogue, "stores.shop")
    #expect(
      catalogue.text(of: "albums/a/two.yaml", after: plan)?.hasPrefix("title: Two\nstores:\n  - {shop: Corner Shop}\n") == true)
    #expect(plan.summary.contains("1 entry of stores goes as a whole, since each must have a stores.shop"))
  }

  @Test("what cannot be is refused: no such word, nothing to write, a list left empty, a record left without what it must have")
  func refusals() throws {
    let catalogue = try catalogue(true)
    #expect(throws: PlanRefusal.self) { try rename("offen", "x", in: catalogue) }
    #expect(throws: PlanRefusal.self) { try rename("often", " ", in: catalogue) }
    #expect(throws: PlanRefusal.self) { try delete("nothing", in: catalogue) }
    let single = FakeCatalogue.song.replacing(
      "enum: [never, once, often], x-vitrine: {aliases: {always: often}}", with: "enum: [often]")
    let refusal = #expect(throws: PlanRefusal.self) {
      try delete(
        "often", in: FakeCatalogue([Self.schemaPath: single, "albums/a/one.yaml": "title: One\nheard: often\n"], song: single))
    }
    #expect(refusal?.message == "the list would be empty: it needs another value first")
    let required = Self.schema.replacing("required: [title]", with: "required: [title, heard]")
    let other = try self.catalogue(true, required)
    #expect(
      #expect(throws: PlanRefusal.self) { try delete("often", in: other) }?.message.hasPrefix(
        "a record must have a heard, and 2 have 'often': 'albums/a/one.yaml', 'albums/a/three.yaml'") == true)
  }
}
