// Schemas in the shapes that published ones have: what is said of one fault is one finding, of the alternative that the person meant.

import Testing

@Suite("Messages of schemas in the shapes of published ones")
struct PublishedShapeTests {
  /// A schema, a document, and what is found in it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    let document: String
    let findings: String
  }

  @Test("say what would be accepted, once, of the alternative that was meant", arguments: cases)
  func findings(_ example: Case) {
    let found = check(example.schema, example.document)
    #expect(found == example.findings)
    // Words that help nobody.
    for words in ["another form", "a map or a map", "a list or a list", "text or text"] { #expect(!found.contains(words)) }
  }

  /// Forms whose parts are told apart by `type`, as descriptors of content types have them.
  private static let form = """
    type: array
    items:
      oneOf:
        - {title: Input, type: object, required: [type, name], properties: {type: {enum: [TextLine, TextArea]}, name: {type: string}}}
        - type: object
          required: [type, items]
          properties: {type: {const: ItemSet}, items: {type: array}}
        - type: object
          required: [type, ref]
          properties: {type: {const: Fragment}, ref: {type: string}}
    """

  /// Alternatives that differ in what they require, with nothing else allowed, as trees of tests have them.
  private static let tree = """
    type: array
    items:
      oneOf:
        - {type: object, required: [case], additionalProperties: false, properties: {case: {type: string}, title: {type: string}}}
        - {type: object, required: [group], additionalProperties: false, properties: {group: {type: string}, title: {type: string}}}
    """

  /// Rules of a value or a map of rules or a list of both, as configurations of linters and labelers have them.
  private static let labels = """
    type: object
    additionalProperties:
      anyOf:
        - {type: string}
        - type: array
          items:
            anyOf:
              - {type: string}
              - type: object
                additionalProperties: false
                properties: {any: {type: array, items: {type: string}}, all: {type: array, items: {type: string}}}
    """

  private static let cases: [Case] = [
    Case(
      testDescription: "a discriminator has a value that no alternative has", schema: form,
      document: "- {type: TextLin, name: a}\n",
      findings:
        "1:10-17 V112 /0/type 'TextLin' is not a known type | did you mean 'TextLine'? | use 'TextLine', 'TextArea', 'ItemSet' or 'Fragment' | safe: TextLine"
    ),
    Case(
      testDescription: "the discriminator says which alternative is explained", schema: form,
      document: "- {type: ItemSet, name: a}\n",
      findings: #"1:4-8 V101 /0 'items' is missing in item 1 | add 'items' (a list)"#),
    Case(
      testDescription: "the discriminator is missing", schema: form, document: "- {name: a}\n",
      findings:
        #"1:4-8 V101 /0 'type' is missing in item 1 | add 'type': 'TextLine', 'TextArea', 'ItemSet' or 'Fragment'"#
    ),
    Case(
      testDescription: "alternatives are told apart by what they require", schema: tree, document: "- {group: a, titel: b}\n",
      findings:
        #"1:14-19 V102 /0/titel unknown field 'titel' | did you mean 'title'? | rename it to 'title', or delete it | safe: title"#
    ),
    Case(
      testDescription: "the key that tells them apart is misspelt", schema: tree, document: "- {gruop: a}\n",
      findings:
        #"1:4-9 V102 /0/gruop unknown field 'gruop' | did you mean 'group'? | rename it to 'group', or delete it | note: one of 'case' and 'group' has to be there | safe: group"#
    ),
    Case(
      testDescription: "a map of a list of alternatives, once", schema: labels, document: "docs:\n  - any: docs/**\n",
      findings:
        #"2:10-17 V103 /docs/0/any 'any' must be a list, found the text 'docs/**' | write it as a list: [docs/**] | write a list here | safe: [docs/**]"#
    ),
    Case(
      testDescription: "a value of no alternative's type", schema: labels, document: "docs: 5\n",
      findings:
        #"1:7-8 V103 /docs 'docs' must be text or a list, found the number 5 | quote it | write text or a list here | safe: "5""#),
    Case(
      testDescription: "nothing where a map of files is wanted",
      schema: """
        type: object
        properties:
          imports: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
        """,
      document: "imports:\n",
      findings:
        #"1:9-9 V103 /imports 'imports' must be text or a list, found nothing | text or a list wanted | write text or a list here"#
    ),
    Case(
      testDescription: "a key that misses a pattern",
      schema: "{type: object, additionalProperties: false, patternProperties: {'^[A-Z]+$': {type: string}}}",
      document: "Path: x\n",
      findings:
        #"1:1-5 V102 /Path unknown field 'Path' | write a key of the form '^[A-Z]+$', or delete it | note: keys of the form '^[A-Z]+$' are allowed"#
    ),
    Case(
      testDescription: "names of keys by propertyNames", schema: "{type: object, propertyNames: {pattern: '^[a-z]+$'}}",
      document: "Path: x\n",
      findings:
        #"1:1-5 V121 /Path 'Path' is not allowed as a key | write it as the pattern '^[a-z]+$' wants | note: 'Path' does not have the form of the key"#
    ),
    Case(
      testDescription: "a key that asks for a value is not forbidden besides",
      schema: """
        type: object
        properties: {type: {type: string}, dimension: {type: string}}
        dependentSchemas: {dimension: {properties: {type: {const: Number}}}}
        allOf:
          - if: {properties: {type: {not: {const: Number}}}}
            then: {not: {required: [dimension]}}
        """,
      document: "type: Switch\ndimension: W\n",
      findings:
        #"1:7-13 V111 /type 'type' must be 'Number', found the text 'Switch' | 'Number' wanted | write 'Number' | note: this is wanted because 'dimension' is there | unsafe: Number"#
    ),
    Case(
      testDescription: "keys that must not be there beside another",
      schema: """
        type: object
        if: {required: [type]}
        then: {not: {anyOf: [{required: [kind]}, {required: [itemType]}]}}
        """,
      document: "type: switch\nkind: state\n",
      findings:
        #"2:1-5 V119 /kind 'kind' is not allowed here | not allowed here | delete it | note: it is not allowed because 'type' is there"#
    ),
    Case(
      testDescription: "keys of which one alone may be there",
      schema: "{type: object, not: {required: [channel, channels]}}",
      document: "channel: a\nchannels: [b]\n",
      findings: #"2:1-9 V119 /channels 'channel' and 'channels' must not stand together | delete all but one of them"#),
    Case(
      testDescription: "a required key in another spelling, where any key is allowed",
      schema: "{type: object, required: [spec_dir, files], properties: {spec_dir: {type: string}, files: {type: array}}}",
      document: "specDir: spec\nother: x\n",
      findings: #"""
        1:1-8 V101 · 'files' is missing | add 'files' (a list)
        1:1-8 V101 · 'spec_dir' is missing | did you mean 'spec_dir'? | rename 'specDir' to 'spec_dir', or add it | unsafe: spec_dir
        """#),
    Case(
      testDescription: "versions by const", schema: "{type: object, required: [version], properties: {version: {const: 1}}}",
      document: "version: 2\n",
      findings: #"1:10-11 V111 /version 'version' must be 1, found the number 2 | 1 wanted | write 1 | unsafe: 1"#),
    Case(
      testDescription: "alternatives that look alike from outside",
      schema: """
        oneOf:
          - {type: object, required: [name], properties: {name: {type: string}, port: {type: integer}}, additionalProperties: false}
          - {type: object, required: [name], properties: {name: {type: string}, path: {type: string}}, additionalProperties: false}
        """,
      document: "name: a\nport: eighty\n",
      findings:
        #"2:7-13 V103 /port 'port' must be a whole number, found the text 'eighty' | a whole number wanted | write a whole number here"#
    ),
  ]
}
