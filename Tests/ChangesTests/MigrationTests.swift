// Records brought from one version of their schema to the next.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineSource
import VitrineTesting

@Suite struct MigrationTests {
  /// A catalogue of one kind with these migrations and one record; the record and the manifest after the plan.
  private func migrated(
    _ migrations: String, version: Int = 2, record: String, versions: String = "versions: {thing: 1}\n", fields: String = "",
    to: Int? = nil
  ) throws -> (record: String, manifest: String) {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("vitrine: 1\ncollections: [{kind: thing, files: \"*.thing.yaml\"}]\n" + versions, to: "vitrine.yaml")
    try folder.write(
      """
      $schema: https://json-schema.org/draft/2020-12/schema
      title: Thing
      type: object
      x-vitrine: {version: \(version), plural: things, display: name, migrations: \(migrations)}
      properties: {name: {type: string}\(fields)}
      """, to: "schemas/thing.schema.yaml")
    try folder.write(record, to: "a.thing.yaml")
    let catalogue = try CatalogueLoader.load(root: folder.path, options: CatalogueLoader.Options(indexes: true))
    let plan = try MigrationPlanning.plan(.init(kinds: [0], to: to), in: catalogue) { Stock.file(named: $0) }
    func text(_ path: String) -> String {
      let before = catalogue.text(at: path)
      let after = plan.edits.first { $0.path == path }.map { $0.result(on: before) } ?? before
      return String(decoding: after ?? [], as: UTF8.self)
    }
    return (text("a.thing.yaml"), text("vitrine.yaml"))
  }

  @Test("a renamed key keeps its place, its value's form and its comments (M9.5)")
  func rename() throws {
    let result = try migrated(
      "[{to: 2, steps: [{rename: [maker, author]}]}]", record: "name: x\nmaker:   'Ann'   # of course\nzz: 1\n")
    #expect(result.record == "name: x\nauthor:   'Ann'   # of course\nzz: 1\n")
    #expect(result.manifest.hasSuffix("versions: {thing: 2}\n"))
  }

  @Test("lists on the way are crossed (M9.5)")
  func lists() throws {
    let result = try migrated(
      "[{to: 2, steps: [{rename: [parts.size, parts.length]}, {set: {parts.unit: mm}}, {remove: [parts.junk]}]}]",
      record: "parts:\n  - {size: 1}\n  - size: 2 # two\n    junk: [1]\n  - unit: m\n")
    #expect(result.record == "parts:\n  - {length: 1, unit: mm}\n  - length: 2 # two\n    unit: mm\n  - unit: m\n")
  }

  @Test("a value moves to another map; maps that are missing are made (M9.5)")
  func move() throws {
    let result = try migrated("[{to: 2, steps: [{move: [pages, print.pages]}]}]", record: "name: x\npages: 12\n")
    #expect(result.record == "name: x\nprint:\n  pages: 12\n")
  }

  @Test("steps of versions that were passed are not made again, and '--to' stops before the newest (M9.5)")
  func versions() throws {
    let steps = "[{to: 2, steps: [{set: {two: 2}}]}, {to: 3, steps: [{set: {three: 3}}]}, {to: 4, steps: [{set: {four: 4}}]}]"
    let result = try migrated(steps, version: 4, record: "name: x\n", versions: "versions: {thing: 2}\n", to: 3)
    #expect(result.record == "name: x\nthree: 3\n")
    #expect(result.manifest.hasSuffix("versions: {thing: 3}\n"))
  }

  @Test("a record's own version comes before the manifest's, and is written anew (M9.5)")
  func ownVersion() throws {
    let steps = "[{to: 2, steps: [{set: {two: 2}}]}, {to: 3, steps: [{set: {three: 3}}]}]"
    let result = try migrated(
      steps, version: 3, record: "schemaVersion: 2 # mine\nname: x\n", versions: "", fields: ", schemaVersion: {type: integer}")
    #expect(result.record == "schemaVersion: 3 # mine\nname: x\nthree: 3\n")
  }

  @Test("what is at the newest version already is left alone, and so is what says nothing (M9.5)")
  func nothing() throws {
    let result = try migrated("[{to: 2, steps: [{set: {two: 2}}]}]", record: "name: x\n", versions: "")
    #expect(result.record == "name: x\n")
  }

  @Test("a name that is taken, and a version that is not there, are refused (M9.5)")
  func refusals() {
    #expect(throws: PlanRefusal.self) {
      try migrated("[{to: 2, steps: [{rename: [a, b]}]}]", record: "a: 1\nb: 2\n")
    }
    #expect(throws: PlanRefusal.self) { try migrated("[{to: 2, steps: [{set: {a: 1}}]}]", record: "x: 1\n", to: 3) }
    #expect(throws: PlanRefusal.self) {
      try migrated("[{to: 2, steps: [{move: [a, b.c]}]}]", record: "a: 1\nb: {c: 2}\n")
    }
  }
}
