// The engine against the official JSON Schema test suite.

import Testing
import VitrineSchema
import VitrineTesting

/// All required tests, and the optional ones for what is claimed.
@Suite struct SuiteTests {
  static let library2020 = Result { try Suite.library(.draft2020) }
  static let library7 = Result { try Suite.library(.draft7) }

  @Test(
    "draft 2020-12: every required test of the official suite passes", .needs(Suite.need),
    arguments: try Suite.files("draft2020-12"))
  func draft2020(_ file: String) throws {
    let outcome = try Suite.run("draft2020-12/" + file, .draft2020, Self.library2020.get())
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
    #expect(outcome.passed > 0)
  }

  @Test("draft-07: every required test of the official suite passes", .needs(Suite.need), arguments: try Suite.files("draft7"))
  func draft7(_ file: String) throws {
    let outcome = try Suite.run("draft7/" + file, .draft7, Self.library7.get())
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
  }
}

/// The optional tests.
@Suite struct OptionalSuiteTests {
  /// Files of formats that are annotations only, and of 2019-09, which is read as 2020-12: what is claimed for them is that nothing
  /// valid is refused there, or for the last that one test fails.
  static let unsupported: Set<String> = [
    "format/idn-email.json", "format/idn-hostname.json", "format/iri.json", "format/iri-reference.json",
    "format/relative-json-pointer.json",
    "format/uri-template.json", "cross-draft.json",
  ]

  static func files(_ draft: String) throws -> [String] {
    try TestData.files(Suite.root + "tests/\(draft)/optional").filter { !unsupported.contains($0) }
  }

  @Test("draft 2020-12: the optional tests pass, formats asserted", .needs(Suite.need), arguments: try files("draft2020-12"))
  func draft2020(_ file: String) throws {
    let options = CompileOptions(assertFormats: file.hasPrefix("format/"))
    let outcome = try Suite.run("draft2020-12/optional/" + file, .draft2020, SuiteTests.library2020.get(), options)
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
  }

  @Test(
    "draft-07: the optional tests pass, formats asserted", .needs(Suite.need),
    arguments: try files("draft7").filter { $0 != "content.json" })
  func draft7(_ file: String) throws {
    let options = CompileOptions(assertFormats: file.hasPrefix("format/"))
    let outcome = try Suite.run("draft7/optional/" + file, .draft7, SuiteTests.library7.get(), options)
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
  }

  @Test(
    "a format that is not asserted refuses nothing", .needs(Suite.need),
    arguments: try TestData.files(Suite.root + "tests/draft2020-12/optional").filter {
      $0.hasPrefix("format/") && unsupported.contains($0)
    })
  func annotationsOnly(_ file: String) throws {
    let path = "draft2020-12/optional/" + file
    let outcome = try Suite.run(path, .draft2020, SuiteTests.library2020.get(), CompileOptions(assertFormats: true))
    #expect(outcome.failed.filter { !$0.hasSuffix("should be false") } == [])
  }
}
