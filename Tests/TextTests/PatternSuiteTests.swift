// The patterns of the official JSON Schema test suite.

import FoundationEssentials
import Testing
import VitrineTesting
import VitrineText

@Suite struct PatternSuiteTests {
  /// What of a test group matters here: groups about other keywords and tests of other types decode to `nil`.
  private struct Group: Decodable {
    struct Schema: Decodable {
      var pattern: String?
      var format: String?
    }

    struct Test: Decodable {
      var data: Text
      var valid: Bool
      var description: String
    }

    /// A string, or anything else.
    struct Text: Decodable {
      var value: String?

      init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    var schema: Schema
    var tests: [Test]
  }

  @Test(
    "the JSON Schema test suite's patterns match as it says", .needs(.corpus("json-schema-test-suite")),
    arguments: ["pattern.json", "optional/non-bmp-regex.json", "optional/format/ecmascript-regex.json"])
  func suite(_ file: String) throws {
    let bytes = try TestData.bytes("json-schema-test-suite/tests/draft2020-12/" + file)
    var count = 0
    for group in try JSONDecoder().decode([Group].self, from: Data(bytes)) {
      for test in group.tests {
        guard let text = test.data.value else { continue }
        if let source = group.schema.pattern {
          count += 1
          #expect(try Pattern(ecma: source).matches(text) == test.valid, "\(test.description)")
        } else if group.schema.format == "regex" {
          count += 1
          #expect(isECMA(text) == test.valid, "\(test.description)")
        }
      }
    }
    #expect(count > 0)
  }

  /// True for a pattern of ECMA-262, be it one that vitrine can search for or not.
  private func isECMA(_ source: String) -> Bool {
    do throws(PatternError) {
      _ = try Pattern(ecma: source)
      return true
    } catch {
      return error.kind == .unsupported
    }
  }
}
