// A person at a terminal is told what a spreadsheet would do with an exported table.

import Synchronization
import Testing
import VitrineApplication
import VitrineCLI
import VitrineTesting

@Suite struct ExportWarningTests {
  /// What an export of one game says, whose title is a formula.
  private func said(atTerminal: Bool, _ words: String...) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections: [{kind: game, files: '*.yaml'}]\n", to: "vitrine.yaml")
    try folder.write("title: '=1+1'\nrelease: 20200101\nstatus: library\n", to: "a.yaml")
    let said = Mutex("")
    var session = Session.ofProcess()
    (session.endsWithCommand, session.asksServices, session.errorWidth) = (false, false, atTerminal ? 200 : nil)
    session.errorOutput = { text in said.withLock { $0 += String(decoding: text, as: UTF8.self) } }
    _ = VitrineProgram.run(["-C", folder.path, "export", "games", "-o", folder.path + "/out"] + words, in: session)
    return said.withLock { $0 }
  }

  @Test("an export to CSV warns of formulas at a terminal alone, and not where they are escaped")
  func warns() throws {
    let warning = "vitrine: 1 cell would be run as a formula by a spreadsheet; --safe-cells keeps it text\n"
    #expect(try said(atTerminal: true, "--format", "csv") == "1 record written\n" + warning)
    #expect(try said(atTerminal: true, "--format", "csv", "--safe-cells") == "1 record written\n")
    #expect(try said(atTerminal: true, "--format", "json") == "1 record written\n")
    #expect(try said(atTerminal: false, "--format", "csv") == "1 record written\n")
  }
}
