// An index of words suggests what a look at all of them would.

import Testing
import VitrineText

@Suite struct NearestWordIndexTests {
  /// Words of a few letters, so that many are near to one another; some with marks, case and punctuation, some very long, some alike.
  private static func words(_ count: Int, _ random: inout Random) -> [String] {
    let pieces = ["a", "b", "ab", "é", "e\u{301}", "A", "-", " ", "ı", "c", "ba", "日"]
    return (0..<count).map { _ in
      let length = random.below(20) == 0 ? 30 + random.below(50) : random.below(9)
      return (0..<length).map { _ in pieces[random.below(pieces.count)] }.joined()
    }
  }

  @Test("for random words, which come and go, the index suggests what a look at each would")
  func random() {
    var random = Random(23)
    for _ in 0..<120 {
      var words = Self.words(random.below(80), &random)
      var index = NearestWordIndex(words)
      for _ in 0..<4 {
        for asked in Self.words(12, &random) + words.prefix(3) {
          let expected = NearestWord.nearest(to: asked, in: words)
          let found = index.nearest(to: asked)
          #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(asked) among \(words)")
        }
        for word in Self.words(random.below(6), &random) {
          words.append(word)
          index.add(word)
        }
        for _ in 0..<random.below(6) where !words.isEmpty {
          index.add(words.remove(at: random.below(words.count)), times: -1)
        }
      }
      #expect(index.words.map { Array($0.utf8) } == words.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test("so many new words that all are sorted anew are found as before, and what was taken out is not")
  func sortedAnew() {
    var index = NearestWordIndex([])
    for number in 0..<3_000 { index.add("word \(number)") }
    #expect(index.nearest(to: "word 2999x") == "word 2999")
    index.add("word 2999", times: -1)
    #expect(index.nearest(to: "word 2999") == "word 2990")
    #expect(index.words.count == 2_999)
  }

  @Test("names by the ten thousand, of which none is near, are compared in bounded time")
  func bounds() {
    var random = Random(29)
    let words = (0..<10_000).map { _ in String(decoding: (0..<64).map { _ in UInt8(0x61 + random.below(3)) }, as: UTF8.self) }
    let index = NearestWordIndex(words)
    let asked = String(repeating: "abc", count: 21)
    #expect(index.nearest(to: asked) == NearestWord.nearest(to: asked, in: words))
    #expect(index.nearest(to: String(repeating: "abc", count: 100_000)) == nil)
  }
}
