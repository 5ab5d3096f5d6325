// From trees to rows: what each kind of value, in and out of its place, becomes.

import Testing
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineTesting

/// The reading of records into columns.
@Suite struct RowReaderTests {
  /// Expects the entries of the fields of one thing.
  private func check(_ text: String, _ expected: [String: String], _ location: SourceLocation = #_sourceLocation) {
    let index = RecordIndex(kinds: SampleKinds.all(), records: [SampleKinds.record("a.yaml", 1, text)])
    for (path, entries) in expected {
      #expect(index.entries(RowID(table: 1, row: 0), path) == entries, "\(path)", sourceLocation: location)
    }
  }

  @Test("lists of maps in lists of maps: each value knows its elements, counted over the row")
  func nestedLists() {
    check(
      """
      parts:
        - name: lid
          holes: [{x: 1, y: 2}, {x: 3}]
        - name: base
        - holes:
            - y: 4
            - {x: 5, y: 6}
      """,
      [
        "parts": "{} {} {}", "parts.name": "lid@0 base@1", "parts.holes": "{}@0 {}@0 {}@2 {}@2",
        "parts.holes.x": "1:int@0/0 3:int@0/1 5:int@2/3", "parts.holes.y": "2:int@0/0 4:int@2/2 6:int@2/3",
      ])
  }

  @Test("what stands in the wrong place is kept as what it is")
  func wrongPlaces() {
    check(
      "parts: lid\ntitle: {a: 1}\nlevel: [low, high]", ["parts": "lid", "title": "{}", "level": "low high", "parts.name": ""])
    check("parts: [lid, {name: x}, 3]", ["parts": "lid {} 3:int", "parts.name": "x@1"])
    check("parts: {name: x}", ["parts": "{}", "parts.name": "x@0"])
  }

  @Test("nulls count in lists, and are nothing elsewhere")
  func nulls() {
    check("tags: [~, a, null]\ntitle: ~\nflag:", ["tags": "~ a ~", "title": "", "flag": ""])
    check("tags: [~]", ["tags": "~"])
    check("tags: []", ["tags": ""])
    check("tags: ~", ["tags": ""])
    check("parts: [~, {name: ~}, {name: x}]", ["parts": "~ {} {}", "parts.name": "x@2"])
  }

  @Test("lists in lists are one list")
  func listsInLists() {
    check("tags: [[a, [b]], [], [[[c, ~]]]]", ["tags": "a b c ~"])
    check("parts: [[{name: a}], [{name: b}, {name: c}]]", ["parts": "{} {} {}", "parts.name": "a@0 b@1 c@2"])
  }

  @Test("aliases and merge keys are followed, and of keys given twice the first counts")
  func aliases() {
    check(
      "x: &p {name: a, count: 2}\nparts: [*p, {<<: *p, count: 3}]\ntitle: one\ntitle: two",
      ["parts.name": "a@0 a@1", "parts.count": "2:int@0 3:int@1", "title": "one"])
  }

  @Test("values that nearly all differ are told apart all the same, and those that come later again are one")
  func gatheredValues() throws {
    let titles = (0..<4000).map { $0 < 2500 ? "title \($0)" : $0 % 2 == 0 ? "again" : "title \($0 / 3)" }
    let records = titles.enumerated().map { SampleKinds.record("\(10_000 + $0).yaml", 1, "title: \($1)") }
    let index = RecordIndex(kinds: SampleKinds.all(), records: records)
    let table = index.tables[1]
    let column = try #require(table.layout.column(at: FieldPath(["title"])))
    #expect((0..<4000).map { table.firstValue($0, column).map { table.pools[column].text($0) } } == titles)
    // Null and map are numbered, too.
    #expect(table.pools[column].count == 2503)
    #expect(Set((0..<4000).compactMap { table.firstValue($0, column) }).count == 2501)
  }

  @Test("a text and a number of the same letters are two values")
  func kindsOfValues() {
    check("tags: [1, \"1\", true, \"true\", 1.0]", ["tags": "1:int 1 true:bool true 1.0:float"])
  }

  @Test("records of no use have a row with a path")
  func brokenRecords() {
    for text in ["", "just text", "- 1\n- 2", "title: [", "\u{0}", "title: a\ntitle", "%YAML 9\n---\n{"] {
      let index = RecordIndex(kinds: SampleKinds.all(), records: [SampleKinds.record("a/b.yaml", 1, text)])
      #expect(index.count == 1)
      #expect(index.path(of: RowID(table: 1, row: 0)) == "a/b.yaml")
    }
  }

  @Test("of an endless text queries see the beginning, cut between characters")
  func endlessText() {
    let text = "title: x" + String(repeating: "é", count: 2 << 20)
    let index = RecordIndex(kinds: SampleKinds.all(), records: [SampleKinds.record("a.yaml", 1, text)])
    let title = index.title(of: RowID(table: 1, row: 0))
    #expect(title.utf8.count == (2 << 20) - 1)
    #expect(title.hasSuffix("é"))
  }

  @Test("aliases that multiply come to an end")
  func aliasBombs() {
    var text = "tags: &t0 [a, b, c, d, e, f, g, h, i, j]\n"
    for level in 1...5 {
      text += "x\(level): &t\(level) [\(Array(repeating: "*t\(level - 1)", count: 10).joined(separator: ", "))]\n"
    }
    text += "like: *t5\n"
    let index = RecordIndex(kinds: SampleKinds.all(), records: [SampleKinds.record("a.yaml", 1, text)])
    let table = index.tables[1]
    let column = table.layout.column(at: FieldPath(["like"])) ?? 0
    #expect(table.values(0, column).count <= 100_000)
    #expect(table.values(0, column).count > 10_000)
  }

  @Test("lists that nest ever deeper by aliases are followed as deep as a text may go")
  func deepAliases() {
    var text = "x0: &t0 [a]\n"
    for level in 1...50 { text += "x\(level): &t\(level) [*t\(level - 1)]\n" }
    text += "tags: *t50\ntitle: here\n"
    check(text, ["title": "here", "tags": "a"])
  }

  @Test("a field called like a built-in takes its name; the path is known all the same")
  func shadowedBuiltIns() {
    let context = RecordContext(modified: 5, photos: [PhotoFacts(path: "p.jpg", format: "jpeg", byteCount: 3)])
    let text = "path: home\nmodified: never\nphoto: [{file: mine}]\n"
    let index = RecordIndex(kinds: SampleKinds.all(), records: [SampleKinds.record("n.yaml", 2, text, context: context)])
    let id = RowID(table: 2, row: 0)
    #expect(index.entries(id, "path") == "home")
    #expect(index.entries(id, "modified") == "never")
    #expect(index.entries(id, "photo.file") == "mine@0")
    #expect(index.path(of: id) == "n.yaml")
    #expect(index.row(ofPath: "n.yaml") == id)
  }

  @Test("derived fields: time by the clock on the wall, findings, photos with what a reader of EXIF says")
  func derived() {
    var photo = PhotoFacts(path: "a.jpg", format: "jpeg", byteCount: 12)
    var metadata = PhotoMetadata()
    metadata.taken = "2026-05-29T19:42:00"
    metadata.iso = 1600
    metadata.shutter = "0.004"
    metadata.latitude = "41.5"
    metadata.longitude = "29"
    photo.metadata = metadata
    let context = RecordContext(
      modified: 1_780_000_000_900_000_000, photos: [PhotoFacts(path: "b.png", format: nil, byteCount: 0), photo])
    let record = SampleKinds.record("a.yaml", 1, "title: x", context: context)
    let index = RecordIndex(kinds: SampleKinds.all(), records: [record]) { _ in -12_600 }
    let id = RowID(table: 1, row: 0)
    let expected = [
      "modified": "2026-05-28T16:56:40-03:30", "photo": "{} {}", "photo.file": "b.png@0 a.jpg@1", "photo.format": "jpeg@1",
      "photo.bytes": "0:int@0 12:int@1", "photo.taken": "2026-05-29T19:42:00@1", "photo.iso": "1600:int@1",
      "photo.shutter": "0.004:float@1", "photo.location": "{}@1", "photo.location.lat": "41.5:float@1",
    ]
    for (path, entries) in expected { #expect(index.entries(id, path) == entries, "\(path)") }
  }

  @Test("references, parents and users by the rules of the report")
  func links() {
    let records = [
      SampleKinds.record("a/box.yaml", 0, "label: A"), SampleKinds.record("a/b/box.yaml", 0, "label: B\nwithin: a/box.yaml"),
      SampleKinds.record("a/b/t.yaml", 1, "where: box\nlike: [u, a/b/t, nobody]"),
      SampleKinds.record("a/u.yaml", 1, "where: a/box"),
    ]
    let index = RecordIndex(kinds: SampleKinds.all(), records: records)
    func entries(_ path: Path, _ field: String) -> String {
      index.row(ofPath: path).map { index.entries($0, field) } ?? "no record"
    }
    #expect(entries("a/b/t.yaml", "where") == "box->-")
    #expect(entries("a/b/t.yaml", "like") == "u->a/u.yaml a/b/t->a/b/t.yaml nobody->-")
    #expect(entries("a/b/t.yaml", "parent") == "a/b/box.yaml->a/b/box.yaml")
    #expect(entries("a/b/box.yaml", "parent") == "a/box.yaml->a/box.yaml")
    #expect(entries("a/box.yaml", "parent") == "")
    #expect(entries("a/box.yaml", "used-by") == "a/b/box.yaml->a/b/box.yaml a/u.yaml->a/u.yaml")
    #expect(entries("a/u.yaml", "used-by") == "a/b/t.yaml->a/b/t.yaml")
  }
}
