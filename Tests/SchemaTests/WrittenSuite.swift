// Schemas with values that they allow and refuse, one keyword each, written for the tests; in the form of the official suite.

import Testing
import VitrineSchema
import VitrineTesting

/// What the engine must get right wherever the official suite is not at hand.
@Suite struct WrittenSuite {
  /// A schema with values that are valid and values that are not.
  struct Group: Sendable, CustomTestStringConvertible {
    let title: String
    let schema: String
    let valid: [String]
    let invalid: [String]

    init(_ title: String, _ schema: String, valid: [String], invalid: [String]) {
      (self.title, self.schema, self.valid, self.invalid) = (title, schema, valid, invalid)
    }

    var testDescription: String { title }

    /// The group in the form of the official suite.
    var text: String {
      let tests = valid.map { #"{"description": "\#(title)", "data": \#($0), "valid": true}"# }
      let others = invalid.map { #"{"description": "\#(title)", "data": \#($0), "valid": false}"# }
      return #"{"description": "\#(title)", "schema": \#(schema), "tests": [\#((tests + others).joined(separator: ", "))]}"#
    }
  }

  /// All groups as one text in the form of the official suite.
  static let text = "[" + groups.map(\.text).joined(separator: ",\n") + "]"

  private static let metaSchemas = Result { try Suite.metaSchemas() }

  @Test("every keyword allows and refuses what the specification says", arguments: groups)
  func keyword(_ group: Group) throws {
    let outcome = Suite.run(Array("[\(group.text)]".utf8), .draft2020, try Self.metaSchemas.get())
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
    #expect(outcome.passed == group.valid.count + group.invalid.count)
  }

  private static let groups: [Group] = [
    .init(
      "true and false", #"true"#,
      valid: [#"1"#, #"null"#], invalid: []),
    .init(
      "false", #"false"#,
      valid: [], invalid: [#"1"#, #"{}"#]),
    .init(
      "type", #"{"type":"string"}"#,
      valid: [#""a""#], invalid: [#"1"#, #"null"#, #"[]"#]),
    .init(
      "type: integer", #"{"type":"integer"}"#,
      valid: [#"1"#, #"1.0"#, #"-3"#, #"1e3"#], invalid: [#"1.5"#, #""1""#, #"true"#]),
    .init(
      "type: several", #"{"type":["number","null"]}"#,
      valid: [#"1.5"#, #"null"#], invalid: [#""a""#, #"false"#]),
    .init(
      "enum", #"{"enum":[1,"a",[2],{"b":null}]}"#,
      valid: [#"1"#, #"1.0"#, #""a""#, #"[2]"#, #"{"b":null}"#], invalid: [#"2"#, #""b""#, #"[2,2]"#, #"{}"#]),
    .init(
      "const", #"{"const":{"a":[1]}}"#,
      valid: [#"{"a":[1]}"#, #"{"a":[1.0]}"#], invalid: [#"{"a":[2]}"#, #"[]"#]),
    .init(
      "const: no number is true", #"{"const":1}"#,
      valid: [#"1"#], invalid: [#"true"#]),
    .init(
      "multipleOf", #"{"multipleOf":0.01}"#,
      valid: [#"0.07"#, #"4"#, #"19.99"#], invalid: [#"0.075"#]),
    .init(
      "minimum and maximum", #"{"minimum":1,"maximum":3}"#,
      valid: [#"1"#, #"3"#, #""a""#], invalid: [#"0.999"#, #"3.001"#]),
    .init(
      "exclusiveMinimum and exclusiveMaximum", #"{"exclusiveMinimum":1,"exclusiveMaximum":3}"#,
      valid: [#"2"#, #"1.001"#], invalid: [#"1"#, #"3"#]),
    .init(
      "minLength and maxLength", #"{"minLength":2,"maxLength":3}"#,
      valid: [#""ab""#, #""a\u00e9\ud83d\ude00""#, #"1"#], invalid: [#""a""#, #""abcd""#, #""\ud83d\ude00""#]),
    .init(
      "pattern", #"{"pattern":"^a+$"}"#,
      valid: [#""aa""#, #"1"#], invalid: [#""b""#, #""ab""#]),
    .init(
      "pattern: anywhere", #"{"pattern":"b"}"#,
      valid: [#""abc""#], invalid: [#""ac""#]),
    .init(
      "minItems and maxItems", #"{"minItems":1,"maxItems":2}"#,
      valid: [#"[1]"#, #"[1,2]"#, #"{}"#], invalid: [#"[]"#, #"[1,2,3]"#]),
    .init(
      "uniqueItems", #"{"uniqueItems":true}"#,
      valid: [#"[1,2]"#, #"[1,true]"#, #"["1",1]"#], invalid: [#"[1,1.0]"#, #"[{"a":1,"b":2},{"b":2,"a":1}]"#]),
    .init(
      "items", #"{"items":{"type":"integer"}}"#,
      valid: [#"[]"#, #"[1,2]"#, #""a""#], invalid: [#"[1,"a"]"#]),
    .init(
      "prefixItems", #"{"prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}"#,
      valid: [#"[]"#, #"[1]"#, #"[1,"a"]"#], invalid: [#"["a"]"#, #"[1,"a",2]"#]),
    .init(
      "contains", #"{"contains":{"const":5}}"#,
      valid: [#"[5]"#, #"[1,5]"#, #"{}"#], invalid: [#"[]"#, #"[1]"#]),
    .init(
      "minContains and maxContains", #"{"contains":{"const":5},"minContains":2,"maxContains":3}"#,
      valid: [#"[5,5]"#, #"[5,1,5,5]"#], invalid: [#"[5]"#, #"[5,5,5,5]"#]),
    .init(
      "minContains: 0", #"{"contains":{"const":5},"minContains":0}"#,
      valid: [#"[]"#, #"[1]"#], invalid: []),
    .init(
      "minProperties and maxProperties", #"{"minProperties":1,"maxProperties":2}"#,
      valid: [#"{"a":1}"#, #"[]"#], invalid: [#"{}"#, #"{"a":1,"b":2,"c":3}"#]),
    .init(
      "required", #"{"required":["a","b"]}"#,
      valid: [#"{"a":1,"b":null}"#, #"1"#], invalid: [#"{"a":1}"#, #"{}"#]),
    .init(
      "properties", #"{"properties":{"a":{"type":"integer"},"b":false}}"#,
      valid: [#"{"a":1}"#, #"{"c":"x"}"#], invalid: [#"{"a":"x"}"#, #"{"b":1}"#]),
    .init(
      "patternProperties", #"{"patternProperties":{"^x":{"type":"integer"}}}"#,
      valid: [#"{"x1":1,"y":"a"}"#], invalid: [#"{"x":"a"}"#]),
    .init(
      "additionalProperties",
      #"{"properties":{"a":true},"patternProperties":{"^x":true},"additionalProperties":{"type":"null"}}"#,
      valid: [#"{"a":1,"xx":2,"z":null}"#], invalid: [#"{"z":1}"#]),
    .init(
      "propertyNames", #"{"propertyNames":{"maxLength":2}}"#,
      valid: [#"{"ab":1}"#, #"{}"#], invalid: [#"{"abc":1}"#]),
    .init(
      "dependentRequired", #"{"dependentRequired":{"a":["b"]}}"#,
      valid: [#"{"b":1}"#, #"{"a":1,"b":2}"#], invalid: [#"{"a":1}"#]),
    .init(
      "dependentSchemas", #"{"dependentSchemas":{"a":{"required":["b"]}}}"#,
      valid: [#"{}"#, #"{"a":1,"b":2}"#], invalid: [#"{"a":1}"#]),
    .init(
      "allOf", #"{"allOf":[{"minimum":1},{"maximum":3}]}"#,
      valid: [#"2"#], invalid: [#"0"#, #"4"#]),
    .init(
      "anyOf", #"{"anyOf":[{"type":"string"},{"minimum":2}]}"#,
      valid: [#""a""#, #"2"#], invalid: [#"1"#]),
    .init(
      "oneOf", #"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#,
      valid: [#"1"#, #"2.5"#], invalid: [#"3"#, #"1.5"#]),
    .init(
      "not", #"{"not":{"type":"string"}}"#,
      valid: [#"1"#], invalid: [#""a""#]),
    .init(
      "if, then and else", #"{"if":{"const":1},"then":false,"else":{"maximum":5}}"#,
      valid: [#"2"#, #""a""#], invalid: [#"1"#, #"6"#]),
    .init(
      "unevaluatedProperties", #"{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"#,
      valid: [#"{"a":1}"#, #"{}"#], invalid: [#"{"b":1}"#]),
    .init(
      "unevaluatedItems", #"{"allOf":[{"prefixItems":[true]}],"unevaluatedItems":false}"#,
      valid: [#"[1]"#, #"[]"#], invalid: [#"[1,2]"#]),
    .init(
      "unevaluatedProperties behind a branch",
      #"{"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false}"#,
      valid: [#"{"a":1}"#, #"{"a":1,"b":2}"#], invalid: [#"{"a":2,"b":1}"#]),
    .init(
      "$ref and $defs", ##"{"$defs":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/$defs/n"}}}"##,
      valid: [#"{"a":1}"#], invalid: [#"{"a":"x"}"#]),
    .init(
      "$ref to itself", ##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##,
      valid: [#"{"a":{"a":{}}}"#], invalid: [#"{"a":{"b":1}}"#]),
    .init(
      "$ref with escapes", ##"{"$defs":{"a/b~c%":{"const":1}},"$ref":"#/$defs/a~1b~0c%25"}"##,
      valid: [#"1"#], invalid: [#"2"#]),
    .init(
      "$anchor", ##"{"$defs":{"n":{"$anchor":"here","const":1}},"$ref":"#here"}"##,
      valid: [#"1"#], invalid: [#"2"#]),
    .init(
      "$id", #"{"$id":"http://example.org/a/root.json","$defs":{"n":{"$id":"b.json","const":1}},"$ref":"b.json"}"#,
      valid: [#"1"#], invalid: [#"2"#]),
    .init(
      "$dynamicRef",
      ##"{"$id":"http://example.org/tree","$dynamicAnchor":"node","properties":{"next":{"$dynamicRef":"#node"}},"additionalProperties":false}"##,
      valid: [#"{"next":{"next":{}}}"#], invalid: [#"{"next":{"x":1}}"#]),
    .init(
      "the meta-schema", #"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
      valid: [#"{"type":"string"}"#, #"true"#], invalid: [#"{"type":"text"}"#, #"{"minLength":-1}"#]),
    .init(
      "unknown keywords", #"{"x-vitrine":{"a":1},"unknown":[1]}"#,
      valid: [#"1"#, #"{}"#], invalid: []),
  ]
}
