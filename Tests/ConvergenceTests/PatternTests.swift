// Saving as programs save: what comes between two good states of a file is never reported.

import Glibc
import Testing
import VitrineCatalog
import VitrineComparing
import VitrineLive
import VitrineSource
import VitrineTesting

/// Each program's way to save, over a catalogue that watches.
@Suite struct PatternTests {
  private static let path = "recipes/macragge-blue.yaml"
  private static let good = "name: Macragge blue\npaints_used: [{brand: Citadel, name: Macragge Blue}]\n"
  /// A field that nobody knows: a finding of its own.
  private static let other = "name: Macragge blue\nnotes: \(String(repeating: "thin coats, ", count: 40))\ncolour: blue\n"

  /// What a finding says, wherever its file stands.
  private func words(_ findings: some Sequence<Finding>) -> Set<String> {
    Set(findings.map { "\($0.path.string): \($0.rule.slug): \($0.message)" })
  }

  @Test("no generation between two good states of a file has a finding in it that neither has", arguments: SavePattern.all)
  func quiet(_ pattern: SavePattern) throws {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    let followed = try FollowedCatalogue(root)
    var allowed = words(try followed.settled().catalogue.findings)
    Step.write(Self.path, Self.other).perform(in: root)
    allowed.formUnion(words(try followed.settled().catalogue.findings))
    _ = followed.takeDeltas()
    var (old, new) = (Self.other, Self.good)
    for _ in 0..<6 {
      for step in pattern.steps(Self.path, old, new) { step.perform(in: root) }
      let state = try followed.settled()
      for delta in followed.takeDeltas() {
        let strange = words(delta.outline.summary.findings).subtracting(allowed).filter { $0.hasPrefix(Self.path) }
        #expect(strange.isEmpty, "\(pattern), generation \(delta.outline.generation)")
      }
      #expect(words(state.catalogue.findings).isSubset(of: allowed), "\(pattern)")
      swap(&old, &new)
    }
    #expect(try followed.differences() == [], "\(pattern)")
  }

  @Test("a file that is half written is not reported, even where somebody asks meanwhile")
  func halfWritten() throws {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    let followed = try FollowedCatalogue(root)
    let before = words(try followed.settled().catalogue.findings)
    var judged = 0
    for _ in 0..<20 where judged < 3 {
      let file = open(root + "/" + Self.path, O_WRONLY | O_TRUNC | O_CLOEXEC)
      #expect(file >= 0)
      var start = timespec()
      clock_gettime(CLOCK_MONOTONIC, &start)
      _ = write(file, Self.good, Self.good.utf8.count - 4)
      let between = words(try followed.asked().catalogue.findings)
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      _ = write(file, String(Self.good.suffix(4)), 4)
      close(file)
      // Where the answer took so long that the file was quiet for a while, it counts as finished.
      let nanoseconds = (end.tv_sec - start.tv_sec) * 1_000_000_000 + end.tv_nsec - start.tv_nsec
      if nanoseconds < 150_000_000 {
        judged += 1
        #expect(between == before)
      }
      #expect(words(try followed.settled().catalogue.findings) == before)
    }
  }
}
