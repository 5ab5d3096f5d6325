// Texts as programs write them: marks, headings, wrappers and empty values of many sorts, and what becomes of every value of them.

import Testing
import VitrineExchange

extension ForeignFileTests {
  @Test("a text with more around its records than records gives them, and every value of it is counted", arguments: wrapped)
  func wrapping(_ example: Example) throws { try shapes(example) }

  static let wrapped: [Example] = [
    Example(
      name: "a table of a spreadsheet: a mark at its start, semicolons, quotes, lines in cells, headings twice and in capitals",
      format: .csv,
      text: [
        "\u{FEFF}TITLE; Year ;Genre;Genre;Note", "\"Doom; the \"\"first\"\"\";1993;RPG;Action;",
        "Quake;1996;RPG;;\"two\nlines\"\r\n",
      ].joined(separator: "\r\n"),
      mapping: """
        kind: game
        others: keep
        fields: {title: Title, release: year, genre: Genre}
        """,
      records: [
        #"{"title":"Doom; the \"first\"","release":1993,"properties":{"genres":["RPG","Action"]}}"#,
        #"{"title":"Quake","release":1996,"properties":{"genres":["RPG"]},"x-note":"two\nlines"}"#,
      ],
      account: ["7 of 8 values have a field", "kept: Note (1) as x-note"]),
    Example(
      name: "records deep in a document, with others around them", format: .json,
      text: """
        {"v": 2, "a": {"by": ["x", "y"], "b": {"c":
        [{"id": {"names": [{"lang": "en", "text": "Hades"}]}, "d": {"e": {"f": [{"g": "X"}, {"g": ["Y"]}]}}}],
        "n": null, "z": [{"t": "other"}, {"t": "one"}]}}}
        """,
      mapping: "kind: game\nrecords: a.b.c\nfields: {title: id.names.text, properties.developers: d.e.f.g}",
      records: [#"{"title":"Hades","properties":{"developers":["X","Y"]}}"#],
      account: [
        "3 of 9 values have a field",
        "dropped, as no field takes them: id.names.lang (1); 'others: keep' in the mapping keeps them as x-…",
        "dropped, as they stand beside the records: a.b.z.t (2), a.by (2), v (1)",
      ]),
    Example(
      name: "records by name, in a document with other maps", format: .yaml,
      text: """
        made: 2026-01-01
        lists:
          now:
            doom: {title: Doom}
            quake: {title: Quake, year: 1996}
          later:
            hexen: {title: Hexen}

        """,
      mapping: "kind: game\nrecords: lists.now\nkey: slug\nfields: {title: title, release: year, x-slug: slug}",
      records: [
        #"{"title":"Doom","x-slug":"doom","properties":{}}"#,
        #"{"title":"Quake","release":1996,"x-slug":"quake","properties":{}}"#,
      ],
      account: ["5 of 7 values have a field", "dropped, as they stand beside the records: lists.later.hexen.title (1), made (1)"]),
    Example(
      name: "lines of objects of several shapes, with nothing in many ways", format: .ndjson,
      text: """
        {"n": "A", "tags": "x", "y": null, "s": ""}

        {"n": "B", "tags": ["x", null, "y"], "y": 1999, "extra": {"deep": [1, [2, {"k": 3}]]}}
        {"n": "C", "tags": [], "y": "2001", "s": "  "}
        """,
      mapping: "kind: game\nfields: {title: n, tags: tags, release: y}",
      records: [
        #"{"title":"A","tags":["x"],"properties":{}}"#, #"{"title":"B","tags":["x","y"],"release":1999,"properties":{}}"#,
        #"{"title":"C","release":2001,"properties":{}}"#,
      ],
      account: [
        "8 of 12 values have a field",
        "dropped, as no field takes them: extra.deep (2), extra.deep.k (1), s (1); 'others: keep' in the mapping keeps them as x-…",
      ]),
  ]
}
