// Texts of many shapes with their mapping: the records that must come of them, and what becomes of every value.

import Testing
import VitrineEditing
import VitrineExchange
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Foreign files") struct ForeignFileTests {
  /// A text of another shape.
  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let format: ForeignFormat
    let text: String
    let mapping: String
    /// The records, a line of JSON each.
    let records: [String]
    /// What becomes of the values, as the summary says it; nil where all arrive.
    var account: [String]?
    var testDescription: String { name }
  }

  /// Reads a text by its mapping.
  static func read(_ text: String, _ format: ForeignFormat, _ mapping: String) throws -> ForeignText {
    let (made, findings) = ImportMapping.read(Array(mapping.utf8), RoundTripTests.kinds)
    #expect(findings.map(\.message) == [])
    var reader = ForeignReader(RoundTripTests.kinds, kind: nil, mapping: made)
    reader.reference = { name, _ in name == "Macragge Blue" ? "macragge-blue" : name }
    return reader.read(Array(text.utf8), format)
  }

  /// The records as JSON.
  static func json(_ text: ForeignText) -> [String] {
    text.records.map { record in
      record.withReader { reader, root in
        do throws(TreeJSON.TooLarge) {
          return String(decoding: try TreeJSON.text(of: root, in: reader), as: UTF8.self)
        } catch {
          return "too large"
        }
      }
    }
  }

  @Test("a text of another shape gives the records that its mapping says", arguments: examples)
  func shapes(_ example: Example) throws {
    let text = try Self.read(example.text, example.format, example.mapping)
    #expect(text.findings.map(\.message) == [])
    #expect(text.mappingFindings.map(\.message) == [])
    #expect(Self.json(text) == example.records)
    if let account = example.account {
      #expect(text.account?.words == account)
    } else {
      #expect(text.account?.dropped == [:])
      #expect(text.account?.kept == [:])
    }
  }

  @Test(
    "a list of games says the same as a table with lists in cells and as JSON", .needs(.corpus("games/gog-export/gameDB.json")))
  func twoForms() throws {
    let mapping = """
      kind: game
      fields:
        title: title
        release: releaseDate
        status: {value: library}
        developer: developers
        publisher: publishers
        genre: genres
      """
    func read(_ name: String, _ format: ForeignFormat) throws -> ForeignText {
      try Self.read(String(decoding: TestData.bytes("games/gog-export/" + name), as: UTF8.self), format, mapping)
    }
    let (table, objects) = (try read("gameDB.csv", .csv), try read("gameDB.json", .json))
    #expect(table.records.count == objects.records.count && table.records.count > 490)
    #expect(Self.json(table) == Self.json(objects))
  }

  @Test("of very many names that no field takes, those with the most values are listed")
  func manyNames() throws {
    let members = (0..<1_000).map { "\"k\($0)\": [\($0 == 777 ? "1, 2" : "1")]" }.joined(separator: ", ")
    let text = try Self.read("[{\"t\": \"A\", \(members)}]", .json, "kind: game\nfields: {title: t}")
    let line = try #require(text.account?.words.last)
    #expect(line.contains("k777 (2)") && line.contains(" and 970 more names; ") && line.utf8.count < 600)
  }

  static let examples: [Example] = [
    Example(
      name: "a list of objects, with lists of objects in it", format: .json,
      text: #"[{"name": "Hades", "makers": [{"name": "Supergiant", "city": "SF"}, {"name": "X"}]}]"#,
      mapping: """
        kind: game
        fields:
          title: name
          properties.developers: makers.name
        """,
      records: [#"{"title":"Hades","properties":{"developers":["Supergiant","X"]}}"#],
      account: [
        "3 of 4 values have a field",
        "dropped, as no field takes them: makers.city (1); 'others: keep' in the mapping keeps them as x-…",
      ]),
    Example(
      name: "lists in lists", format: .json,
      text: #"{"rows": [{"t": "A", "who": [[{"n": ["x", "y"]}], [{"n": ["z", "x"]}]]}]}"#,
      mapping: "kind: game\nfields: {title: t, properties.developers: who.n}",
      records: [#"{"title":"A","properties":{"developers":["x","y","z"]}}"#],
      account: ["5 of 5 values have a field, 1 said twice"]),
    Example(
      name: "templates of texts and of members", format: .json,
      text: #"[{"t": "A", "who": ["Foo", "Bar"], "by": [{"name": "N", "city": {"code": "IST"}}]}]"#,
      mapping: """
        kind: game
        fields:
          title: {from: t, item: "{} ({{new}})"}
          properties.developers: {from: who, item: "{} Inc."}
          properties.publishers: {from: by, item: "{name}, {city.code}"}
        """,
      records: [
        #"{"title":"A ({new})","properties":{"developers":["Foo Inc.","Bar Inc."],"publishers":["N, IST"]}}"#
      ]),
    Example(
      name: "a member as the item", format: .json, text: #"[{"t": "A", "by": [{"name": "N"}, {"name": "M"}]}]"#,
      mapping: "kind: game\nfields: {title: t, properties.developers: {from: by, item: \"{name}\"}}",
      records: [#"{"title":"A","properties":{"developers":["N","M"]}}"#]),
    Example(
      name: "values put together of columns", format: .csv, text: "first,last,year\nDoom,Eternal,2020\nQuake,,1996\n",
      mapping: """
        kind: game
        fields:
          title: {value: "{first} {last}", default: "{first}"}
          release: {from: year, date: YYYY}
        """,
      records: [
        #"{"title":"Doom Eternal","release":2020,"properties":{}}"#, #"{"title":"Quake","release":1996,"properties":{}}"#,
      ]),
    Example(
      name: "platforms by aliases and in any case", format: .csv,
      text: "Name;On;How\nBloodborne;PS4 / ps5;Digital\n",
      mapping: """
        kind: game
        fields:
          title: Name
          properties.platforms: {from: On, split: /, item: {system: "{}", format: digital}}
          x-how: How
        """,
      records: [
        #"{"title":"Bloodborne","x-how":"Digital","properties":{"platforms":[{"system":"PlayStation 4","format":"digital"},{"system":"PlayStation 5","format":"digital"}]}}"#
      ]),
    Example(
      name: "objects whose members are values of closed lists", format: .json,
      text: #"[{"t": "A", "has": [{"sys": "SNES", "kind": "Physical"}, {"sys": "playstation 5"}]}]"#,
      mapping: """
        kind: game
        fields:
          title: t
          properties.platforms: {from: has, item: {system: "{sys}", format: "{kind}"}}
        """,
      records: [
        #"{"title":"A","properties":{"platforms":[{"system":"SNES","format":"physical"},{"system":"PlayStation 5"}]}}"#
      ]),
    Example(
      name: "lists in cells, as programs print them", format: .csv,
      text: "title,genres,makers\nPendulo,\"['Adventure', 'Indie']\",\"['Pendulo Studios, S.L.', \"\"O'Neill\"\"]\"\n",
      mapping: "kind: game\nfields: {title: title, properties.genres: genres, properties.developers: makers}",
      records: [
        #"{"title":"Pendulo","properties":{"genres":["Adventure","Indie"],"developers":["Pendulo Studios, S.L.","O'Neill"]}}"#
      ]),
    Example(
      name: "a list in a cell by its separator, with words for nothing", format: .csv,
      text: "n\tg\tsc\nA\tRPG|unknown|Action|RPG\tN/A\nB\t\t007\n",
      mapping: """
        kind: game
        fields:
          title: n
          properties.genres: {from: g, split: "|", skip: [Unknown]}
          x-score: {from: sc, skip: N/A, default: 0}
        """,
      records: [
        #"{"title":"A","x-score":0,"properties":{"genres":["RPG","Action"]}}"#, #"{"title":"B","x-score":"007","properties":{}}"#,
      ],
      account: ["5 of 5 values have a field, 2 of them skipped as no value, 1 said twice"]),
    Example(
      name: "dates of several patterns, words for dates", format: .csv,
      text: "n,d\nA,\"Nov 16, 2004\"\nB,sep 2005\nC,2006\nD,TBA\n",
      mapping: """
        kind: game
        fields:
          title: n
          release: {from: d, date: ["MMM D, YYYY", MMM YYYY, YYYY], skip: TBA}
        """,
      records: [
        #"{"title":"A","release":20041116,"properties":{}}"#, #"{"title":"B","release":200509,"properties":{}}"#,
        #"{"title":"C","release":2006,"properties":{}}"#, #"{"title":"D","properties":{}}"#,
      ],
      account: ["8 of 8 values have a field, 1 of them skipped as no value"]),
    Example(
      name: "dates as ISO 8601 writes them, without a pattern", format: .json,
      text:
        #"[{"n": "A", "d": "2020-08-27"}, {"n": "B", "d": "2020-08-27T22:15:00Z"}, {"n": "C", "d": 20200827}, {"n": "D", "d": "2020-08"}, {"n": "E", "d": "2020"}]"#,
      mapping: "kind: game\nfields: {title: n, release: d}",
      records: [
        #"{"title":"A","release":20200827,"properties":{}}"#, #"{"title":"B","release":20200827,"properties":{}}"#,
        #"{"title":"C","release":20200827,"properties":{}}"#, #"{"title":"D","release":202008,"properties":{}}"#,
        #"{"title":"E","release":2020,"properties":{}}"#,
      ]),
    Example(
      name: "dates as seconds and milliseconds since 1970", format: .ndjson,
      text: """
        {"n": "A", "s": 1100563200, "ms": 1100563200000}
        {"n": "B", "s": "0", "ms": -1}
        """,
      mapping: """
        kind: memory
        fields:
          title: n
          date: {from: s, date: unix}
          created: {from: ms, date: unix-ms}
        """,
      records: [
        #"{"title":"A","date":"2004-11-16","created":"2004-11-16T00:00:00Z"}"#,
        #"{"title":"B","date":"1970-01-01","created":"1969-12-31T23:59:59Z"}"#,
      ]),
    Example(
      name: "moments by a pattern, and as they are", format: .csv,
      text: "n,a,b\nX,29.05.2026 19:42,2026-05-29 19:42:00+03:00\n",
      mapping: """
        kind: memory
        fields:
          title: n
          created: {from: a, date: "DD.MM.YYYY HH:mm"}
          modified: b
        """,
      records: [#"{"title":"X","created":"2026-05-29T19:42:00","modified":"2026-05-29T19:42:00+03:00"}"#]),
    Example(
      name: "a map of records by their keys", format: .yaml,
      text: "games:\n  chrono-trigger: {name: Chrono Trigger}\n  hades:\n    name: Hades\n",
      mapping: "kind: game\nrecords: games\nkey: slug\nfields: {title: name, x-slug: slug}",
      records: [
        #"{"title":"Chrono Trigger","x-slug":"chrono-trigger","properties":{}}"#,
        #"{"title":"Hades","x-slug":"hades","properties":{}}"#,
      ]),
    Example(
      name: "a map of records in JSON", format: .json,
      text: #"{"Doom": {"y": 1993}, "Quake": {"y": 1996}}"#,
      mapping: "kind: game\nkey: name\nfields: {title: name, release: y}",
      records: [
        #"{"title":"Doom","release":1993,"properties":{}}"#, #"{"title":"Quake","release":1996,"properties":{}}"#,
      ]),
    Example(
      name: "a list of texts", format: .json, text: #"{"description": "games", "games": ["Chess", "Go"]}"#,
      mapping: "kind: game\nfields: {title: .}",
      records: [#"{"title":"Chess","properties":{}}"#, #"{"title":"Go","properties":{}}"#],
      account: ["2 of 3 values have a field", "dropped, as they stand beside the records: description (1)"]),
    Example(
      name: "one record a document", format: .yaml,
      text: "Title: 300\nStudio: Valve\n---\nTitle: Portal\nStudio: [Valve, Nuclear Monkey]\n",
      mapping: "kind: game\nfields: {title: Title, developer: Studio}",
      records: [
        #"{"title":"300","properties":{"developers":["Valve"]}}"#,
        #"{"title":"Portal","properties":{"developers":["Valve","Nuclear Monkey"]}}"#,
      ]),
    Example(
      name: "a YAML list with aliases and merge keys", format: .yaml,
      text: "- &a {n: A, studio: S, tags: [x, y]}\n- {<<: *a, n: B}\n",
      mapping: "kind: game\nfields: {title: n, properties.developers: studio, tags: tags}",
      records: [
        #"{"title":"A","tags":["x","y"],"properties":{"developers":["S"]}}"#,
        #"{"title":"B","tags":["x","y"],"properties":{"developers":["S"]}}"#,
      ]),
    Example(
      name: "fields of one's own for all that has no other", format: .json,
      text: #"[{"Name": "A", "Hours Played": 35, "meta": {"score": 9, "by": ["x", "y"]}, "g": {"name": "RPG", "id": 4}}]"#,
      mapping: "kind: game\nothers: keep\nfields: {title: Name, properties.genres: g.name}",
      records: [
        #"{"title":"A","properties":{"genres":["RPG"]},"x-hours-played":35,"x-meta":{"score":9,"by":["x","y"]},"x-g-id":4}"#
      ],
      account: [
        "2 of 7 values have a field",
        "kept: Hours Played (1) as x-hours-played, g.id (1) as x-g-id, meta (3) as x-meta",
      ]),
    Example(
      name: "places, colours, numbers and references as commands take them", format: .csv,
      text: "n,where,cat\nGalata,\"41.0256, 28.9744\",FOOD\n",
      mapping: "kind: memory\nfields: {title: n, location: where, category: cat}",
      records: [#"{"title":"Galata","location":{"lat":41.0256,"lon":28.9744},"category":"Food"}"#]),
    Example(
      name: "words for values, in any case, and values that stand for none", format: .csv,
      text: "n,have\n\u{200B} A\u{A0},YES\nB,no\nC,sold\n",
      mapping: "kind: game\nfields: {title: n, status: {from: have, map: {yes: library, no: wishlist, sold: null}}}",
      records: [
        #"{"title":"A","status":"library","properties":{}}"#, #"{"title":"B","status":"wishlist","properties":{}}"#,
        #"{"title":"C","properties":{}}"#,
      ],
      account: ["6 of 6 values have a field, 1 of them skipped as no value"]),
  ]
}
