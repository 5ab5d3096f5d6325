// Help on a terminal and in a pipe: the first page, and the pager.

import FoundationEssentials
import Testing
import VitrineTesting

@Suite struct HelpPageTests {
  @Test("'vitrine' alone fits on a screen of 40 lines, in a catalogue and outside of one")
  func firstPage() throws {
    let scratch = try TemporaryFolder()
    for folder in [TestData.checkout + "/examples/collection", "/"] {
      for width in [40, 80, 200] {
        let run = try Shell.run("COLUMNS=\(width) vitrine", in: folder, scratch: scratch)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 40, "\(run.output)")
        #expect(run.output.contains("What to do next:"))
      }
    }
  }

  private func shown(_ command: String, pager: String?, rows: Int = 24) throws -> (screen: String, paged: String?) {
    let folder = try TemporaryFolder()
    let variables = pager.map { ["PAGER=" + $0] } ?? []
    let terminal = try Pseudoterminal(command, in: folder, rows: rows, variables: variables + ["TERM=xterm"])
    _ = try terminal.waitForEnd()
    let paged = FileManager.default.contents(atPath: folder.path + "/paged").map { String(decoding: $0, as: UTF8.self) }
    return (terminal.output, paged)
  }

  @Test("long help on a terminal goes through the pager, with the colours of a terminal")
  func paged() throws {
    let (screen, paged) = try shown("vitrine help list", pager: "cat >paged")
    #expect(screen.isEmpty, "\(screen)")
    #expect(paged?.contains("Exit status:") == true)
  }

  @Test("help that fits on the screen, an empty PAGER and --no-pager need no pager")
  func unpaged() throws {
    let cases = [
      ("vitrine help list", "cat >paged", 2000), ("vitrine help list", "", 24),
      ("vitrine help list --no-pager", "cat >paged", 24),
    ]
    for (command, pager, rows) in cases {
      let (screen, paged) = try shown(command, pager: pager, rows: rows)
      #expect(screen.contains("Exit status:") && paged == nil, "\(command) \(pager)")
    }
  }

  @Test("a pager that is not there, or does not work, costs nobody the help")
  func missing() throws {
    let (screen, _) = try shown("vitrine help list", pager: "no-such-pager-anywhere")
    #expect(screen.contains("Exit status:"))
  }

  @Test("a pager that is left before it has read all ends the command well")
  func left() throws {
    let (screen, _) = try shown("vitrine help list; echo \"status $?\"", pager: "head -n 1")
    #expect(screen.contains("vitrine list:") && screen.contains("status 0") && !screen.contains("Exit status:"))
  }

  @Test("in a pipe there is no pager")
  func pipe() throws {
    let (screen, paged) = try shown("vitrine help list | cat", pager: "cat >paged")
    #expect(screen.contains("Exit status:") && paged == nil)
  }
}
