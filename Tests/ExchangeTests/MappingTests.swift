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
      "Name;When;Who;Where\r\n\"A;B\";Nov 16, 2004;X, Y,X;Steam\r\nC;?;NA;\r\n", .csv,
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
    #expect(values[1]["release"] == .string("?"))
    #expect(values[1]["properties"] == nil)
  }

  @Test("objects within objects, and the list of records by its name")
  func objects() throws {
    let values = try value(
      #"{"data": {"list": [{"name": {"en": "A"}, "tags": ["x", "x", ""]}]}}"#, .json,
      "kind: game\nrecords: data.list\nfields: {title: name.en, tags: tags}")
    #expect(values == [.map([.init("title", .string("A")), .init("tags", .list([.string("x")]))])])
  }

  @Test("what a mapping file cannot mean is told at its place")
  func faults() {
    let text = "kind: game\nfields:\n  tilte: name\n  release: {form: x}\n  status: {from: a, value: b}\n  notes: 3\n"
    let (mapping, findings) = ImportMapping.read(Array(text.utf8), kinds)
    #expect(mapping == nil)
    #expect(
      findings.map(\.message) == [
        "a game has no field 'tilte'", "unknown member 'form'", "'release' needs either 'from' or 'value'",
        "'status' needs either 'from' or 'value'", "this must be the name of a column or member, or a map such as {value: ...}",
      ])
    #expect(findings.map(\.label).prefix(2) == ["did you mean 'title'?", "did you mean 'from'?"])
  }
}
