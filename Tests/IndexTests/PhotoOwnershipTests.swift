// Which record owns which image.

import Testing
import VitrineRules
import VitrineTesting

@Suite struct PhotoOwnershipTests {
  @Test(
    "the longest stem that begins the image's name before a separator owns it",
    arguments: [
      ("captain.jpg", "captain"), ("captain-20261120T181500Z-primed.jpg", "captain"), ("captain_2.jpg", "captain"),
      ("captain 3.jpg", "captain"), ("captains.jpg", nil), ("captain", nil), ("captain-titus.jpg", "captain-titus"),
      ("captain-titus-2.jpg", "captain-titus"), ("captain-titusx.jpg", "captain"), ("cap.jpg", "cap"), ("ca.jpg", nil),
      ("zzz.jpg", nil),
      ("a.b.c.jpg", "a.b"), ("a.c.jpg", "a"), ("Captain.jpg", nil), ("", nil), ("captain-.jpg", "captain"), ("a!.jpg", nil),
    ] as [(String, String?)])
  func longest(image: String, owner: String?) {
    let stems = ["captain", "cap", "captain-titus", "a", "a.b", "zz", "a!b"]
    let found = PhotoOwnership(stems: stems).owner(of: image)
    #expect(found.map { stems[$0] } == owner)
  }

  @Test("in a folder with one record that record owns all; with none, nobody does")
  func few() {
    #expect(PhotoOwnership(stems: ["x"]).owner(of: "anything.jpg") == 0)
    #expect(PhotoOwnership(stems: [] as [String]).owner(of: "x.jpg") == nil)
  }

  @Test("of two records with the same stem the first one owns")
  func doubled() {
    #expect(PhotoOwnership(stems: ["b", "a", "a"]).owner(of: "a.jpg") == 1)
  }

  @Test("the answer is that of trying every stem, for random names")
  func againstPlain() {
    var random = SplitMix(state: 3)
    func name(_ most: Int) -> [UInt8] { (0..<1 + random.below(most)).map { _ in Array("ab.-".utf8)[random.below(4)] } }
    for _ in 0..<60 {
      let stems = (0..<2 + random.below(40)).map { _ in name(6) }
      let rule = PhotoOwnership(stems: stems)
      for _ in 0..<60 {
        let image = name(9)
        var best: Int?
        for (number, stem) in stems.enumerated()
        where image.starts(with: stem) && stem.count < image.count && ".-_ ".utf8.contains(image[stem.count])
          && stem.count > best.map({ stems[$0].count }) ?? -1
        {
          best = number
        }
        #expect(image.withUnsafeBufferPointer { rule.owner(of: $0) } == best)
      }
    }
  }

  @Test("ten thousand records and images in one folder, and stems that all begin alike, take no time")
  func many() {
    let stems = (0..<10_000).map { "record-\($0)" }
    let rule = PhotoOwnership(stems: stems)
    for number in 0..<10_000 { #expect(rule.owner(of: "record-\(number)-x.jpg") == number) }
    let nested = (1...250).map { String(repeating: "-", count: $0) }
    let deep = PhotoOwnership(stems: nested)
    for _ in 0..<1000 { #expect(deep.owner(of: String(repeating: "-", count: 250) + "x.jpg") == 248) }
  }
}
