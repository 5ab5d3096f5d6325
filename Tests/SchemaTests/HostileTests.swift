// Schemas and values made to hang, trap or fill the memory. Each ends, and says why it was given up.

import Testing
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite struct HostileTests {
  private func evaluator(_ schema: String, _ options: CompileOptions = CompileOptions()) -> Evaluator? {
    var library = SchemaLibrary()
    library.add(uri: "test:///s", tree: JSON.parse(Array(schema.utf8)).tree)
    return library.compile(uri: "test:///s", options: options).schema.map { Evaluator($0) }
  }

  private func codes(_ schema: String, _ value: String, steps: Int = 500_000) throws -> Set<String> {
    var evaluator = try #require(self.evaluator(schema))
    let tree = JSON.parse(Array(value.utf8)).tree
    let findings = evaluator.evaluate(tree, root: try #require(tree.roots.first), EvaluateOptions(steps: steps))
    return Set(findings.map(\.rule.code))
  }

  @Test("a value as deep as JSON may be is checked by a schema that refers to itself")
  func deepValue() throws {
    let schema = #"{"properties": {"a": {"$ref": "\#u{23}"}}, "additionalProperties": {"type": "null"}}"#
    let good = String(repeating: #"{"a":"#, count: 500) + "{}" + String(repeating: "}", count: 500)
    #expect(try codes(schema, good) == [])
    let bad = String(repeating: #"{"a":"#, count: 500) + #"{"b":1}"# + String(repeating: "}", count: 500)
    #expect(try codes(schema, bad).count == 1)
  }

  @Test("a circle made by $dynamicRef alone is given up")
  func dynamicCircle() throws {
    let schema = """
      {"$id": "test:///outer", "$dynamicAnchor": "x", "$ref": "inner", "$defs": {
        "inner": {"$id": "inner", "allOf": [{"$dynamicRef": "#x"}], "$defs": {"x": {"$dynamicAnchor": "x"}}}}}
      """
    #expect(try codes(schema, "1") == ["V122"])
  }

  @Test("alternatives within alternatives are given up after the allowed steps")
  func manyAlternatives() throws {
    let branches = (0..<10_000).map { #"{"required": ["k\#($0)"]}"# }.joined(separator: ",")
    let schema = #"{"items": {"anyOf": [\#(branches)]}}"#
    #expect(try codes(schema, "[" + String(repeating: "{},", count: 5_000) + "{}]").contains("V122"))
  }

  @Test("every alternative doubles: the evaluation ends")
  func doubling() throws {
    let definitions = (0..<60).map {
      ##""d\##($0)": {"oneOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}]}"##
    }
    let schema = ##"{"$ref": "#/$defs/d0", "$defs": {\##(definitions.joined(separator: ",")), "d60": {"type": "string"}}}"##
    #expect(try codes(schema, "1").contains("V122"))
  }

  @Test("a pattern that would take for ever is a finding, also for keys")
  func patterns() throws {
    let text = "\"" + String(repeating: "a", count: 60) + "!\""
    #expect(try codes(#"{"pattern": "^(a+)+$"}"#, text) == ["V122"])
    #expect(try codes(#"{"patternProperties": {"^(a+)+$": true}}"#, "{\(text): 1}") == ["V122"])
    let many = "[" + Array(repeating: text, count: 3_000).joined(separator: ",") + "]"
    #expect(try codes(#"{"items": {"pattern": "^(a+)+$"}}"#, many).contains("V122"))
  }

  @Test("a hundred thousand items are compared with each other in time that grows with their number")
  func uniqueItems() throws {
    let numbers = (0..<100_000).map(String.init).joined(separator: ",")
    #expect(try codes(#"{"uniqueItems": true}"#, "[\(numbers)]", steps: 5_000_000) == [])
    #expect(try codes(#"{"uniqueItems": true}"#, "[\(numbers), 5.0]", steps: 5_000_000) == ["V113"])
    let objects = (0..<10_000).map { #"{"b": [1.0, {"x": \#($0)}], "a": 1e2}"# }.joined(separator: ",")
    #expect(
      try codes(#"{"uniqueItems": true}"#, #"[\#(objects), {"a": 100, "b": [1, {"x": 7.0}]}]"#, steps: 5_000_000) == ["V113"])
  }

  @Test("the number of findings is capped")
  func cap() throws {
    var evaluator = try #require(self.evaluator(#"{"items": {"type": "string"}}"#))
    let tree = JSON.parse(Array(("[" + Array(repeating: "1", count: 50_000).joined(separator: ",") + "]").utf8)).tree
    #expect(evaluator.evaluate(tree, root: tree.roots[0]).count == Limits.findings)
    let few = evaluator.evaluate(tree, root: tree.roots[0], EvaluateOptions(findings: 7))
    #expect(few.count == 7)
    #expect(few.last?.note == "there is more to find here; it is reported once this is fixed")
  }

  @Test("numbers of any size and shape are compared exactly")
  func numbers() throws {
    let long = String(repeating: "9", count: 20_000)
    let cases: [(String, String, Bool)] = [
      (#"{"maximum": 1e308}"#, "1e308", true), (#"{"maximum": 1e308}"#, "1.0000000000000000000000001e308", false),
      (#"{"multipleOf": 0.0001}"#, "0.0075", true), (#"{"multipleOf": 0.01}"#, "19.99", true),
      (#"{"multipleOf": 0.01}"#, "19.991", false), (#"{"multipleOf": 0.123456789}"#, "1e308", false),
      (#"{"multipleOf": 3}"#, long, true), (#"{"multipleOf": 7}"#, long + "1", false), (#"{"const": 1}"#, "1.0", true),
      (#"{"const": 100}"#, "1e2", true), (#"{"enum": [12345678901234567890123]}"#, "12345678901234567890123.0", true),
      (#"{"enum": [12345678901234567890123]}"#, "12345678901234567890124", false), (#"{"minimum": -1e-400}"#, "-1e-401", true),
      (#"{"minimum": 0}"#, "-1e-999999999999", false), (#"{"type": "integer"}"#, "1e999999999999", true),
      (#"{"multipleOf": 12345678901234567890.5}"#, "24691357802469135781", true),
      (#"{"multipleOf": 1e-1000000}"#, "1e1000000", true),
      (#"{"exclusiveMaximum": 18446744073709551616}"#, "18446744073709551615", true),
      (#"{"multipleOf": 1e19}"#, "18446744073709551615", false),
    ]
    for (schema, value, isValid) in cases {
      #expect(try codes(schema, value).isEmpty == isValid, "\(schema) \(value.prefix(40))")
    }
  }

  @Test("schemas and values mutated at random never trap and always agree with themselves", arguments: 0..<8)
  func mutations(_ seed: Int) throws {
    var random = SplitMix(state: UInt64(seed) &* 7_919 &+ 1)
    let name = "schemas and values mutated at random, of the official suite"
    let files = Suite.need.isMet(for: name) ? try Suite.files("draft2020-12") : []
    let remotes = try SuiteTests.library2020.get()
    for _ in 0..<12 {
      let chosen = random.below(files.count + 4)
      let bytes =
        chosen < files.count
        ? try TestData.bytes(Suite.root + "tests/draft2020-12/" + files[chosen]) : Array(WrittenSuite.text.utf8)
      let tree = JSON.parse(mutated(bytes, &random)).tree
      guard !tree.roots.isEmpty else { continue }
      let groups = Suite.members(tree)
      for group in groups.prefix(12) where !group.roots.isEmpty {
        var library = remotes
        library.add(
          uri: "test:///schema.json", tree: Suite.member(group, "schema"), draft: random.below(4) == 0 ? .draft7 : .draft2020)
        let options = CompileOptions(assertFormats: true, annotations: true)
        guard let schema = library.compile(uri: "test:///schema.json", options: options).schema else { continue }
        _ = library.validateSchema(uri: "test:///schema.json")
        _ = schema.root.properties.map { ($0.name, $0.view.items?.types, $0.view.enumValues, $0.view.title) }
        var evaluator = Evaluator(schema)
        for value in groups.map({ Suite.member($0, "tests") }) + [tree] where !value.roots.isEmpty {
          let options = EvaluateOptions(steps: 100_000)
          let findings = evaluator.evaluate(value, root: value.roots[0], options)
          #expect(value.withReader { evaluator.isValid($0, value.roots[0], options) } == findings.isEmpty)
        }
      }
    }
  }

  /// A text with some tokens replaced by others.
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    let words = [
      "\"$ref\"", "\"$dynamicRef\"", "\"#\"", "\"#/$defs/a\"", "\"not\"", "\"anyOf\"", "true", "false", "null", "-1", "1e400",
      "0.1", "{}", "[]",
      "\"unevaluatedProperties\"", "\"unevaluatedItems\"", "\"items\"", "\"$id\"", "\"\"", "\"x-vitrine\"", "{\"trimmed\":true}",
      "\"if\"",
      "\"prefixItems\"", "\"contains\"", "\"$anchor\"", "\"type\"", "\"format\"", "\"date-int\"", "\"dependentSchemas\"",
      "\"enum\"",
    ]
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x22, let end = bytes[(index + 1)...].firstIndex(of: 0x22) {
        if random.below(25) == 0 { result += words[random.below(words.count)].utf8 } else { result += bytes[index...end] }
        index = end + 1
      } else {
        if bytes[index] >= 0x30, bytes[index] <= 0x39, random.below(10) == 0 {
          result += words[random.below(words.count)].utf8
        } else {
          result.append(bytes[index])
        }
        index += 1
      }
    }
    return result
  }
}
