// The YAML test suite: everything that libyaml gets right, vitrine gets right.

import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// One case of the suite.
struct YAMLSuiteCase: Sendable, CustomTestStringConvertible {
  let id: String
  let name: String
  /// What the specification says.
  let isValid: Bool
  /// Whether libyaml 0.2.5 agrees with the specification.
  let libyamlIsRight: Bool

  var testDescription: String { "\(id) \(name)" }

  static let all: [YAMLSuiteCase] =
    ((try? TestData.rows("yaml-test-suite/MANIFEST.tsv")) ?? []).map { row in
      YAMLSuiteCase(id: row[0], name: row[1], isValid: row[3] == "valid", libyamlIsRight: row[6] == "ok")
    }

  func bytes(_ file: String) throws -> [UInt8] { try TestData.bytes("yaml-test-suite/data/\(id)/\(file)") }
}

@Suite("The YAML test suite", .needs(.corpus("yaml-test-suite")))
struct YAMLTestSuiteTests {
  @Test("is there, with more than 250 cases")
  func caseCount() { #expect(YAMLSuiteCase.all.count > 250) }

  @Test("valid texts are read whole, invalid ones are refused", arguments: YAMLSuiteCase.all.filter(\.libyamlIsRight))
  func accepts(_ suiteCase: YAMLSuiteCase) throws {
    let parsed = YAML.parse(try suiteCase.bytes("in.yaml"), for: .stream)
    #expect(parsed.isComplete == suiteCase.isValid, "\(parsed.findings.map(\.message))")
    // `vitrine inspect` ends with 0 for a valid text.
    #expect(parsed.findings.contains { $0.severity == .error } == !suiteCase.isValid)
  }
}
