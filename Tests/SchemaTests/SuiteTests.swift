// The engine against the official JSON Schema test suite.

import Testing
import VitrineSchema
import VitrineTesting

/// All required tests, and the optional ones for what is claimed.
@Suite struct SuiteTests {
  static let library2020 = Result { try Suite.library(.draft2020) }
  static let library7 = Result { try Suite.library(.draft7) }

  @Test("draft 2020-12: every required test of the official suite passes", arguments: try Suite.files("draft2020-12"))
  func draft2020(_ file: String) throws {
    let outcome = try Suite.run("draft2020-12/" + file, .draft2020, Self.library2020.get())
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
    #expect(outcome.passed > 0)
  }

  @Test("draft-07: every required test of the official suite passes", arguments: try Suite.files("draft7"))
  func draft7(_ file: String) throws {
    let outcome = try Suite.run("draft7/" + file, .draft7, Self.library7.get())
    #expect(outcome.failed == [])
    #expect(outcome.faults == [])
  }
}
