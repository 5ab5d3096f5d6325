// Records brought from one version of their schema to the next.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineEditing
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
      let before = catalogue.text(at: Path(path))
      let after = plan.edits.first { $0.path == Path(path) }.map { $0.result(on: before) } ?? before
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

  /// A value of YAML.
  private func value(_ text: String) throws -> DataValue { try RecordText.value(of: Array(text.utf8), at: "a.yaml") }

  /// A value after the steps of a schema.
  private func result(_ steps: String, on value: DataValue, mostWork: Int = MigratedRecord.mostWork) throws -> MigratedRecord {
    var record = MigratedRecord(value, mostWork: mostWork)
    let migrations = Migration.all(in: Array("x-vitrine: {migrations: [{to: 2, steps: \(steps)}]}".utf8))
    try record.migrate(by: migrations, from: 1, to: 2, saysVersion: false)
    return record
  }

  @Test("a record with a hundred thousand parts is brought up in one pass a step (M9.5, G7.6)")
  func many() throws {
    func list(_ item: String) throws -> DataValue {
      .map([.init("parts", .list([DataValue](repeating: try value(item), count: 100_000)))])
    }
    let steps = "[{rename: [parts.size, parts.length]}, {set: {parts.unit: mm}}, {remove: [parts.junk]}]"
    let record = try result(steps, on: list("{size: 1, junk: [x]}"))
    #expect(try record.value == list("{length: 1, unit: mm}"))
    #expect(record.changes.count == 300_000)
    #expect(
      record.moved.source(of: [.key("parts"), .item(99_999), .key("length")]) == [.key("parts"), .item(99_999), .key("size")])
  }

  @Test("a text in which more is to change than it can be read again for is refused, with the place and what to do (M9.5)")
  func tooMany() throws {
    let record = "name: x\nparts:\n" + [String](repeating: "  - size: 1\n", count: 20_000).joined()
    let refusal = #expect(throws: PlanRefusal.self) {
      try migrated("[{to: 2, steps: [{rename: [parts.size, parts.length]}]}]", record: record)
    }
    #expect(refusal?.description.hasPrefix("a.thing.yaml:3:11: 20000 changes are too many") == true, "\(refusal as Any)")
    #expect(refusal?.description.hasSuffix("divide the file into smaller ones, or change it in your editor") == true)
  }

  @Test("a record that is too large for its many steps is refused, not looked at for ever")
  func tooLarge() throws {
    let record = DataValue.map([.init("a", .list([DataValue](repeating: .map([]), count: 1_000)))])
    let refusal = #expect(throws: PlanRefusal.self) { try result("[{remove: [a.b, a.c]}]", on: record, mostWork: 3_000) }
    #expect(refusal?.message.hasSuffix("divide it into smaller records") == true)
    #expect(throws: Never.self) { try result("[{remove: [a.b, a.c]}]", on: record, mostWork: 10_000) }
  }

  @Test("nothing is moved into itself, into a list, or to where no map is; a value that is in none is not lost")
  func lossless() throws {
    for (steps, record) in [
      ("[{move: [a, a.b]}]", "a: 1\n"), ("[{move: [a, list.b]}]", "a: 1\nlist: [{}]\n"),
      ("[{move: [a, list.b]}]", "a: 1\nlist: []\n"),
      ("[{move: [a, word.b]}]", "a: 1\nword: x\n"), ("[{set: {word.b: 1}}]", "word: x\n"),
    ] {
      #expect(throws: PlanRefusal.self, "\(steps) \(record)") { try result(steps, on: value(record)) }
    }
    #expect(try result("[{move: [a, b.c]}, {set: {d.e: 1}}]", on: value("a: 1\nd:\n")).value == value("d: {e: 1}\nb: {c: 1}\n"))
  }

  @Test("the way back from a place goes through all moves, the last one first (G7.6)")
  func wayBack() throws {
    let steps = "[{rename: [a, b]}, {move: [b.x, c.y]}, {rename: [c, a]}, {set: {new: 1}}, {remove: [old]}]"
    let record = try result(steps, on: value("a: {x: {z: 1}, w: 2}\nold: 3\n"))
    for (now, before) in [("a/y/z", "a/x/z"), ("b/w", "a/w"), ("new", "new"), ("a", "c")] {
      let path = now.split(separator: "/").map { PathStep.key(String($0)) }
      #expect(record.moved.source(of: path) == before.split(separator: "/").map { PathStep.key(String($0)) }, "\(now)")
    }
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
