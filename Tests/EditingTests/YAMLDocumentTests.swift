// New documents: how they look, and that they read back as what was written.

import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("New documents")
struct YAMLDocumentTests {
  @Test("are written as people write records")
  func house() {
    let record = value(
      """
      {"title": "Chrono Trigger", "release": 19950311, "acquired": "2023-10-21", "time": "20:21:00+03:00", "status": "library",
       "properties": {"series": [], "developers": ["Square"], "platforms": [{"system": "SNES", "format": "physical"}, {"system": "no"}],
       "empty": {}, "nothing": null, "deep": [[1, 2], [3, [4]], []]},
       "codes": ["12", "a: b", "", "it's", "x\\ty"], "notes": "Endings seen so far: six.\\n  Indented.\\n", "open": "One\\nTwo",
       "texts": ["One\\nTwo\\n", "three"], "lat": -41.50, "far": .inf, "true": true}
      """)
    let text = """
      title: Chrono Trigger
      release: 19950311
      acquired: 2023-10-21
      time: '20:21:00+03:00'
      status: library
      properties:
        series: []
        developers: [Square]
        platforms:
          - system: SNES
            format: physical
          - system: 'no'
        empty: {}
        nothing: null
        deep:
          - [1, 2]
          - - 3
            - [4]
          - []
      codes: ['12', 'a: b', '', it's, "x\\ty"]
      notes: |
        Endings seen so far: six.
          Indented.
      open: |-
        One
        Two
      texts:
        - |
          One
          Two
        - three
      lat: -41.50
      far: .inf
      'true': true

      """
    #expect(String(decoding: YAMLDocument.text(record), as: UTF8.self) == text)
    #expect(value(text) == record)
  }

  @Test("take other indentations and widths")
  func options() {
    var options = YAMLDocument.Options()
    options.indent = 4
    options.listIndent = 0
    options.width = 20
    let text = String(decoding: YAMLDocument.text(value("{a: {b: c}, d: [one, two, three, four]}"), options), as: UTF8.self)
    #expect(text == "a:\n    b: c\nd:\n- one\n- two\n- three\n- four\n")
  }

  @Test("that are no map are documents too")
  func scalars() {
    for (value, text) in [
      (DataValue.null, "null\n"), (.string("a\nb\n"), "|\n  a\n  b\n"), (.string("---"), "'---'\n"), (.list([]), "[]\n"),
      (.map([]), "{}\n"),
      (.list([.string("a"), .string("b")]), "[a, b]\n"), (.number("1.50"), "1.50\n"), (.number("word"), "word\n"),
    ] {
      #expect(String(decoding: YAMLDocument.text(value), as: UTF8.self) == text)
    }
  }

  @Test("read back as what was written, whatever stands in them", arguments: 0..<8)
  func roundTrip(seed: UInt64) {
    var maker = RandomChange(random: SplitMix(state: seed))
    for _ in 0..<600 {
      let wanted = maker.value()
      let text = YAMLDocument.text(wanted)
      let parsed = YAML.parse(text)
      #expect(parsed.isComplete && parsed.findings.isEmpty, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      let found = parsed.tree.withReader { reader in parsed.tree.roots.first.map { reader.dataValue($0) } ?? .null }
      #expect(found == wanted.allNormalized, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("read back the text of every YAML file of the test data", arguments: YAMLTexts.usual)
  func realFiles(_ texts: YAMLTexts) throws {
    for (file, bytes) in try texts.files(for: "documents written anew: \(texts)") {
      let parsed = YAML.parse(bytes)
      guard parsed.isComplete, !parsed.findings.contains(where: { $0.severity == .error }) else { continue }
      let wanted = parsed.tree.withReader { reader in parsed.tree.roots.first.map { reader.dataValue($0) } ?? .null }
      let text = YAMLDocument.text(wanted)
      let found = value(String(decoding: text, as: UTF8.self))
      #expect(found == wanted, "\(file)")
    }
  }

  @Test("hold a key of any length")
  func longKey() {
    let wanted = DataValue.map([
      .init(
        String(repeating: "k", count: 3_000),
        .map([.init(String(repeating: "'", count: 900), .list([.map([.init("x", .null)])]))]))
    ])
    #expect(value(String(decoding: YAMLDocument.text(wanted), as: UTF8.self)) == wanted)
  }
}
