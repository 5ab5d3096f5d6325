// The order of a plan's files.

import Testing
import VitrineChanges
import VitrineSource
import VitrineTesting

@Suite struct PlanOrderTests {
  @Test("the files of a plan stand in the byte order of their paths, however alike those are")
  func order() {
    var random = SplitMix(state: 3)
    for round in 0..<300 {
      let letters = ["a", "b", "/", "-", "é", "ポケモン", "long-and-alike-", "\u{1}", "\u{7F}"]
      let paths = (0..<round).map { _ in
        "games/" + (0..<Int.random(in: 0..<8, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
      }
      let plan = Plan("", paths.map { FileEdit.create(Path($0), []) })
      #expect(plan.edits.map { Array($0.path.utf8) } == paths.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }
    #expect(Plan("", []).edits.isEmpty)
  }

  @Test("a text that is made when it is wanted is that of its bytes")
  func texts() {
    final class Maker: FileTextMaker {
      func text(_ number: Int) -> [UInt8] { [UInt8(number)] }
    }
    let maker = Maker()
    #expect(FileText(maker, 7).bytes == [7])
    #expect(FileText(maker, 7) == FileText([7]))
    #expect(FileText(maker, 7) != FileText(maker, 8))
    #expect(FileEdit.create("a", FileText(maker, 9)).result(on: nil) == [9])
  }
}
