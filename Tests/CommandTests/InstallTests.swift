// What contrib/install puts under a prefix, and contrib/uninstall takes away.

import FoundationEssentials
import Glibc
import Testing
import VitrineTesting

@Suite("Installed without a package") struct InstallTests {
  @Test("programs run from any folder, units name them, what an earlier version had goes, and nothing is left that was put there")
  func install() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    let prefix = folder.path + "/a prefix"
    let contrib = TestData.checkout + "/contrib"
    let programs = ["VITRINE_PROGRAMS=" + URL(fileURLWithPath: Programs.vitrine).deletingLastPathComponent().path]
    func run(_ command: String) throws -> TranscriptStep {
      try Shell.run(command, in: folder.path, scratch: scratch, variables: programs)
    }
    // Of an earlier version: a page that is none any more, and another's file beside it.
    try folder.write("share/man/man1/vitrine-gone.1\n", to: "a prefix/share/vitrine/installed")
    try folder.write("gone", to: "a prefix/share/man/man1/vitrine-gone.1")
    try folder.write("not vitrine's", to: "a prefix/share/man/man1/other.1")

    // What is in the way stops it half way, and nothing of either version is forgotten.
    try folder.write("in the way", to: "a prefix/share/bash-completion")
    #expect(try run("'\(contrib)/install' 'a prefix'").status != 0)
    #expect(try run("grep -c -e ^bin/vitrine$ -e vitrine-gone 'a prefix/share/vitrine/installed'").output == "2\n")
    unlink(prefix + "/share/bash-completion")

    let installed = try run("'\(contrib)/install' 'a prefix'")
    #expect(installed.status == 0 && installed.output.hasPrefix("installed vitrine and "), "\(installed)")
    #expect(access(prefix + "/share/man/man1/vitrine-gone.1", F_OK) != 0)
    let version = try run("vitrine --version").output
    #expect(try run("'\(prefix)/bin/vitrine' --version").output == version)
    let checked = try run("'\(prefix)/bin/vitrine' -C '\(TestData.checkout)/examples/collection' check")
    #expect(checked.status == 0, "\(checked)")
    let unit = try run("grep -h ^ExecStart= 'a prefix'/lib/systemd/user/vitrine@.service")
    #expect(unit.output == "ExecStart=\"\(prefix)/bin/vitrined\" run --root %f\n", "\(unit)")

    let again = try run("'\(contrib)/install' 'a prefix'")
    #expect(again.output == installed.output, "\(again)")
    let removed = try run("'\(contrib)/uninstall' 'a prefix'")
    #expect(removed.status == 0 && removed.output == "removed vitrine from a prefix\n", "\(removed)")
    #expect(try run("find 'a prefix' -type f").output == "a prefix/share/man/man1/other.1\n")
    #expect(try run("'\(contrib)/uninstall' 'a prefix'").status == 3)
  }
}
