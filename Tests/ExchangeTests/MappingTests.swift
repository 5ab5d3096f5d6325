// Records of another shape by a mapping file.

import Testing
import VitrineEditing
import VitrineExchange
import VitrineModel
import VitrineSource
import VitrineSyntax

@Suite("Mapping files") struct MappingTests {
  private let kinds = RoundTripTests.kinds

  private func value(_ text: String, _ format: ForeignFormat, _ mapping: String) throws -> [DataValue] {
    let (made, findings) = ImportMapping.read(Array(mapping.utf8), kinds)
    #expect(findings.map(\.message) == [])
    var reader = ForeignReader(kinds, kind: nil, mapping: made)
    let read = reader.read(Array(text.utf8), format)
    #expect(read.findings.map(\.message) == [])
    return read.records.map { record in record.withReader { $0.dataValue($1) } }
  }

  @Test("columns, constants, splits, values, days and items")
  func table() throws {
    let values = try value(
      "Name;When;Who;Where\r\n\"A;B\";Nov 16, 2004;X, Y,X;Steam\r\nC;;NA;\r\n", .csv,
      """
      kind: game
      separator: ";"
      fields:
        title: Name
        release: {from: When, date: ["MMM D, YYYY"]}
        status: {value: library}
        properties.developers: {from: Who, split: ",", skip: [NA]}
        properties.platforms: {from: Where, map: {Steam: Windows}, item: {system: "{}", format: digital}}
      """)
    let first = DataValue.map([
      .init("title", .string("A;B")), .init("release", .number("20041116")), .init("status", .string("library")),
      .init(
        "properties",
        .map([
          .init("developers", .list([.string("X"), .string("Y")])),
          .init("platforms", .list([.map([.init("system", .string("Windows")), .init("format", .string("digital"))])])),
        ])),
    ])
    #expect(values[0] == first)
    #expect(values[1]["release"] == nil)
    #expect(values[1]["properties"] == .map([]))
  }

  @Test("objects within objects, and the list of records by its name")
  func objects() throws {
    let values = try value(
      #"{"data": {"list": [{"name": {"en": "A"}, "tags": ["x", "x", ""]}]}}"#, .json,
      "kind: game\nrecords: data.list\nfields: {title: name.en, tags: tags}")
    #expect(
      values == [
        .map([.init("title", .string("A")), .init("tags", .list([.string("x")])), .init("properties", .map([]))])
      ])
  }

  @Test("what a mapping file cannot mean is reported at its place")
  func faults() {
    let text = "kind: game\nfields:\n  tilte: name\n  release: {form: x}\n  status: {from: a, value: b}\n  notes: 3\n"
    #expect(
      Self.faults(text) == [
        "3:3 a game has no field 'tilte' (did you mean 'title'?)", "4:13 unknown member 'form' (did you mean 'from'?)",
        "4:3 'release' needs either 'from' or 'value'", "5:28 'b' is not a value of 'status'; it is one of library, wishlist",
        "5:3 'status' needs either 'from' or 'value'",
        "6:10 this must be the name of a column or member, or a map such as {value: ...}",
      ])
  }

  @Test("a member of a mapping that would be ignored or misread is reported", arguments: refused)
  func ignored(_ field: String, _ fault: String) {
    #expect(Self.faults("kind: game\nfields:\n  \(field)\n").first == fault)
  }

  static let refused: [(String, String)] = [
    (
      "tags: {value: x, item: '{} y'}",
      "3:20 'item' says what becomes of a value of 'from', and there is none beside 'value'"
    ),
    ("tags: {value: x, skip: y}", "3:20 'skip' says what becomes of a value of 'from', and there is none beside 'value'"),
    (
      "tags: {from: x, item: constant}",
      "3:25 'item' does not say where the value goes; write '{}' for it, or '{name}' for a member of it"
    ),
    ("tags: {from: x, item: '{a'}", "3:25 this '{' has no '}'; write '{{' for the character itself"),
    ("tags: {from: x, item: 'a}'}", "3:25 this '}' has no '{'; write '}}' for the character itself"),
    ("tags: {value: 'a {} b'}", "3:17 '{}' stands for a value of 'from' in 'item'; name a column or member here, as in '{name}'"),
    ("tags: {from: [a, b]}", "3:16 this must be the name of a column or member, or a map such as {value: ...}"),
    ("tags: {from: x, map: y}", "3:24 'map' must be a map from words of the source to values, such as {Steam: Windows}"),
    ("tags: {from: x, skip: {a: b}}", "3:25 'skip' must be words for no value, such as [NA, unknown]"),
    ("tags: {from: x, split: ''}", "3:26 'split' must be what stands between values, such as ','"),
    ("status: {value: librery}", "3:19 'librery' is not a value of 'status'; did you mean 'library'?"),
    ("status: {from: x, map: {a: librery}}", "3:30 'librery' is not a value of 'status'; did you mean 'library'?"),
    (
      "release: {from: x, date: D MMM}",
      "3:28 'D MMM' says a day and no year (such as 'D MMM YYYY', 'YYYY-MM-DD', 'MMM YYYY', 'YYYY' or unix)"
    ),
    (
      "release: {from: x, date: D YYYY}",
      "3:28 'D YYYY' says a day and no month (such as 'D MMM YYYY', 'YYYY-MM-DD', 'MMM YYYY', 'YYYY' or unix)"
    ),
    (
      "release: {from: x, date: DD.MM.YY}",
      "3:28 a year has four digits: write 'YYYY' in 'DD.MM.YY' (such as 'D MMM YYYY', 'YYYY-MM-DD', 'MMM YYYY', 'YYYY' or unix)"
    ),
    (
      "properties: {from: p}\n  properties.genres: g",
      "4:3 'properties' comes from the source as a whole, so 'properties.genres' within it has no place"
    ),
    ("developer: a\n  properties.developers: b", "4:3 'properties.developers' gets its value twice"),
    (
      "properties.platforms.system: a",
      "3:3 'properties.platforms.system' lies in a list; map the list, and give its items with 'item'"
    ),
  ]

  /// What is wrong with a mapping file: line and column, message, and label in brackets.
  private static func faults(_ text: String) -> [String] {
    let (_, findings) = ImportMapping.read(Array(text.utf8), RoundTripTests.kinds)
    let source = SourceText(path: "map.yaml", bytes: Array(text.utf8))
    return source.located(findings).map { finding in
      let place = finding.span.start
      return "\(place.line):\(place.column) \(finding.message)" + (finding.label.isEmpty ? "" : " (\(finding.label))")
    }
  }

  @Test("a value that is no date of the patterns, or has no members, is reported at its own place")
  func values() throws {
    let text = """
      [{"t": "A", "d": "Fall 2019", "by": [{"name": "N"}, "M"]}]
      """
    let mapping = """
      kind: game
      fields:
        title: t
        release: {from: d, date: ["MMM D, YYYY", YYYY]}
        properties.developers: {from: by, item: "{name}"}
      """
    let read = try ForeignFileTests.read(text, .json, mapping)
    #expect(
      read.findings.map { "\($0.range.start) \($0.pointer) \($0.message)" } == [
        "17 /0/release 'Fall 2019' is no date of the form 'MMM D, YYYY' or 'YYYY'",
        "52 /0/properties/developers/1 '{name}' of the mapping names a member, and neither 'M' nor the record has it",
      ])
    var check = ImportCheck(kinds)
    let record = read.records[0]
    // The date is not reported once more by the schema.
    #expect(check.check(record).findings.map(\.message) == ["'status' is missing"])
  }

  @Test("a bad item is reported where the item stands")
  func items() throws {
    let read = try ForeignFileTests.read(
      #"[{"t": "A", "on": ["snes", "Wii V", "PS5"]}]"#, .json,
      "kind: game\nfields: {title: t, properties.platforms: {from: on, item: {system: '{}', format: digital}}}")
    var check = ImportCheck(kinds)
    let findings = check.check(read.records[0]).findings.map { read.records[0].relocated($0) }
    #expect(findings.filter { $0.message.contains("Wii V") }.map { [Int($0.range.start), Int($0.range.end)] } == [[27, 34]])
  }

  @Test("a field that gets a value in no record is reported in the mapping file")
  func nothing() throws {
    let read = try ForeignFileTests.read(
      "Name,Empty\nA,\nB,\n", .csv,
      "kind: game\nfields:\n  title: Name\n  tags: Empty\n  notes: Nmae\n  status: {from: Naem, default: library}\n")
    #expect(
      read.mappingFindings.map { "\($0.severity) \($0.range.start) \($0.message); \($0.label)" } == [
        "warning 41 'Empty' has no value for 'tags' in any of 2 records; ",
        "warning 56 there is no 'Nmae' in any of 2 records, so 'notes' gets no value; did you mean 'Name'?",
        "warning 78 there is no 'Naem' in any of 2 records, so 'status' gets no value; did you mean 'Name'?",
      ])
  }

  @Test("what is not a list of records is reported, with what to write")
  func lists() throws {
    func fault(_ text: String, _ format: ForeignFormat, _ mapping: String) throws -> String? {
      try ForeignFileTests.read(text, format, mapping).findings.first.map { "\($0.message); \($0.help)" }
    }
    #expect(
      try fault("a: {n: A}\nb: {n: B}\n", .yaml, "kind: game\nfields: {title: n}")
        == "a list of records is expected, but this is a map of them by their keys; write 'key: id' in the mapping: then the keys are the member 'id' of the records, which a field may come from"
    )
    #expect(
      try fault(#"{"games": {"a": {"n": 1}}}"#, .json, "kind: game\nrecords: games\nfields: {title: n}")
        == "a list of records is expected, but 'games' is a map of them by their keys; write 'key: id' in the mapping: then the keys are the member 'id' of the records, which a field may come from"
    )
    #expect(
      try fault("[1]", .json, "kind: game\nfields: {title: n}")
        == "a record must be an object, but this is a number; in a mapping 'from: .' takes a record that is a value itself")
    #expect(
      try fault("[{}]", .json, "kind: game\nkey: id\nfields: {title: n}")
        == "the mapping has a 'key', so the records must be a map by their keys, but here is a list; take 'key' out of the mapping: a list needs none"
    )
  }

  @Test("maps that a record gets because its kind wants them do not empty those that are there")
  func emptyMaps() throws {
    let read = try ForeignFileTests.read(
      "n,d\nA,20200101\n", .csv, "kind: game\nfields: {title: n, release: d, status: {value: library}}")
    let kind = try #require(kinds.first { $0.kind.name == "game" })
    let file = "title: A\nrelease: 20200101\nstatus: library\nproperties: {genres: [RPG]}\n"
    #expect(read.records[0].value(kind.shape)["properties"] == .map([]))
    guard case .same = RecordUpdate(of: Array(file.utf8), to: read.records[0].saidValue(kind.shape), kind.shape, isWhole: false)
    else {
      Issue.record("the file is changed")
      return
    }
    guard case .same = RecordUpdate(of: Array(file.utf8), to: read.records[0].value(kind.shape), kind.shape, isWhole: false)
    else {
      Issue.record("the file is changed by an empty map")
      return
    }
  }
}
