// What is found in schemas themselves.

import Testing
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// Findings of rules V603 to V605.
@Suite struct SchemaFindingTests {
  /// A schema and what is found in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let findings: String
    var testDescription: String { schema }

    init(_ schema: String, _ findings: String) {
      self.schema = schema
      self.findings = findings
    }
  }

  @Test("a fault in a schema is found at its place", arguments: cases)
  func findings(_ example: Case) {
    #expect(check(example.schema, "5") == example.findings)
  }

  @Test("the meta-schema finds what is wrong with a schema, in the schema")
  func metaSchema() throws {
    var library = try Suite.metaSchemas()
    let text = """
      type: strin
      required: title
      properties:
        a: {minLength: -1}
      """
    library.add(uri: "schemas/a.yaml", tree: YAML.parse(Array(text.utf8)).tree)
    let found = library.validateSchema(uri: "schemas/a.yaml")
    #expect(found.allSatisfy { $0.uri == "schemas/a.yaml" && $0.finding.rule == SchemaRules.schemaInvalid })
    #expect(
      found.map { describe($0.finding, text) }.joined(separator: "\n") == #"""
        1:7-12 V603 /type 'strin' is not a known type | did you mean 'string'? | use 'array', 'boolean', 'integer', 'null', 'number', 'object' or 'string' | safe: string
        2:11-16 V603 /required 'required' must be a list, found the text 'title' | write it as a list: [title] | write a list here | safe: [title]
        4:18-20 V603 /properties/a/minLength 'minLength' is -1, the least allowed is 0 | 0 or more | use a number within the range
        """#)
  }

  @Test("a schema can be walked: names, types, values, annotations, references followed")
  func view() throws {
    var library = SchemaLibrary()
    library.add(uri: "s/part.yaml", tree: YAML.parse(Array("title: Part\nenum: [a, b]\nx-vitrine: {ordered: true}".utf8)).tree)
    let text = """
      title: Thing
      type: object
      required: [name]
      properties:
        name: {type: string, description: what it is called}
        parts: {type: array, items: {$ref: part.yaml}}
        made: {$ref: "#/$defs/date", title: Made}
      $defs: {date: {type: integer, format: date-int, title: Date}}
      """
    library.add(uri: "s/thing.yaml", tree: YAML.parse(Array(text.utf8)).tree)
    let compilation = library.compile(uri: "s/thing.yaml")
    let root = try #require(compilation.schema).root
    #expect(compilation.findings == [])
    #expect(root.title == "Thing")
    #expect(root.required == ["name"])
    #expect(root.properties.map(\.name) == ["name", "parts", "made"])
    let views = Dictionary(uniqueKeysWithValues: root.properties.map { ($0.name, $0.view) })
    #expect(views["name"]?.types == ["string"])
    #expect(views["name"]?.description == "what it is called")
    let part = try #require(views["parts"]?.items)
    #expect(part.enumValues == ["a", "b"])
    #expect(part.title == "Part")
    #expect(part.referenced?.documentURI == "s/part.yaml")
    let annotation = try #require(part.annotation("x-vitrine"))
    #expect(annotation.tree.withReader { $0.value(annotation.node, "ordered").map { _ in true } } == true)
    #expect(views["made"]?.title == "Made")
    #expect(views["made"]?.format == "date-int")
    #expect(views["made"]?.annotation("x-vitrine") == nil)
  }

  @Test("a reference to a circle of bare references compiles, and is reported once")
  func circle() {
    #expect(
      check("properties: {a: {$ref: '#/$defs/x'}}\n$defs: {x: {$ref: '#/$defs/y'}, y: {$ref: '#/$defs/x'}}", "a: 1").contains(
        "V603"))
  }

  private static let cases: [Case] = [
    Case(
      #"$ref: '#'"#,
      #"schemas/test.yaml 1:7-10 V603 /$ref the schema refers to itself without end | put something between: a property or an item"#
    ),
    Case(
      #"""
      $dynamicAnchor: a
      allOf: [{$ref: '#/$defs/x'}]
      $defs: {x: {$dynamicRef: '#a'}}
      """#,
      #"schemas/test.yaml 3:26-30 V603 /$defs/x/$dynamicRef the schema refers to itself without end | put something between: a property or an item"#
    ),
    Case(
      #"$ref: nowhere.yaml"#,
      #"schemas/test.yaml 1:7-19 V604 /$ref 'nowhere.yaml' leads to nothing: no schema has the address 'schemas/nowhere.yaml' | correct the reference, or add the file it names"#
    ),
    Case(
      #"""
      properties: {a: {$ref: '#/$defs/nam'}}
      $defs: {name: {}}
      """#,
      #"schemas/test.yaml 1:24-37 V604 /properties/a/$ref '#/$defs/nam' leads to nothing: there is no '#/$defs/nam' in that schema | did you mean '#/$defs/name'? | correct the reference, or add the file it names | unsafe: '#/$defs/name'"#
    ),
    Case(
      #"pattern: '('"#,
      #"schemas/test.yaml 1:10-13 V603 /pattern the pattern cannot be used: this '(' has no ')' | correct the regular expression (ECMA-262)"#
    ),
    Case(
      #"""
      $schema: https://json-schema.org/draft/2020-12/schem
      type: string
      """#,
      #"schemas/test.yaml 1:10-53 V604 /$schema no meta-schema has the address 'https://json-schema.org/draft/2020-12/schem' | did you mean 'https://json-schema.org/draft/2020-12/schema'? | correct the reference, or add the file it names | unsafe: 'https://json-schema.org/draft/2020-12/schema'"#
    ),
    Case(
      #"x-vitrine: {trimmed: 5, length: words, uniqueBy: []}"#,
      #"""
      schemas/test.yaml 1:22-23 V605 /x-vitrine/trimmed 'trimmed' must be true or false | write `trimmed: true`
      schemas/test.yaml 1:33-38 V605 /x-vitrine/length 'words' is not a known unit of length | write `length: characters` or `length: codepoints`
      schemas/test.yaml 1:50-52 V605 /x-vitrine/uniqueBy 'uniqueBy' must be a list of keys | write `uniqueBy: [name]`
      """#),
    Case(
      #"""
      enum: [a]
      x-vitrine: {aliases: {b: c}}
      """#,
      #"schemas/test.yaml 2:26-27 V605 /x-vitrine/aliases/b the alias 'b' stands for 'c', which is not in the enum | add 'c' to the enum"#
    ),
    Case(
      #"properties: {a: 5}"#,
      #"schemas/test.yaml 1:17-18 V603 /properties/a a schema must be a map, true or false | write a map of keywords here"#),
  ]
}
