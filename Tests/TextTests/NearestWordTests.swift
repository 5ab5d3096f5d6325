// Suggestions are the words that were meant.

import Testing
import VitrineText

@Suite struct NearestWordTests {
  private static let fields = [
    "title", "release", "status", "properties", "series", "developers", "publishers", "genres", "modes", "platforms", "year",
    "progress_status",
  ]

  @Test(
    "the nearest word is the one that was meant",
    arguments: [
      ("yaer", "year"), ("yeer", "year"), ("Year", "year"), ("titel", "title"), ("relase", "release"), ("genre", "genres"),
      ("dev", "developers"),
      ("progressStatus", "progress_status"), ("progress-status", "progress_status"), ("plattforms", "platforms"),
      ("publisher", "publishers"),
      ("TITLE", "title"), ("tîtle", "title"), ("moeds", "modes"), ("stauts", "status"),
    ] as [(String, String?)])
  func meant(_ word: String, _ expected: String?) {
    #expect(NearestWord.nearest(to: word, in: Self.fields) == expected)
  }

  @Test("a word unlike all others has no suggestion", arguments: ["", "x", "yr", "colour", "zzzzzz", "🎮", "ti", "title"])
  func none(_ word: String) {
    #expect(NearestWord.nearest(to: word, in: Self.fields) == nil)
  }

  @Test("names are found across case, marks and slips")
  func names() {
    let systems = [
      "Nintendo Switch", "Nintendo 64", "PlayStation", "PlayStation 2", "PlayStation 5", "Xbox", "Xbox 360", "Pokémon mini",
    ]
    #expect(NearestWord.nearest(to: "Nintendo Swich", in: systems) == "Nintendo Switch")
    #expect(NearestWord.nearest(to: "playstation", in: systems) == "PlayStation")
    #expect(NearestWord.nearest(to: "Playstation5", in: systems) == "PlayStation 5")
    #expect(NearestWord.nearest(to: "pokemon mini", in: systems) == "Pokémon mini")
    #expect(NearestWord.nearest(to: "XBOX", in: systems) == "Xbox")
  }

  @Test("ties are broken the same way whatever the order of the words")
  func ties() {
    let words = ["cast", "cost", "coat", "case"]
    let expected = NearestWord.nearest(to: "caat", in: words)
    #expect(expected == "cast")
    #expect(NearestWord.nearest(to: "caat", in: words.reversed()) == expected)
    #expect(NearestWord.nearest(to: "abcd", in: ["abcx", "abcy"]) == NearestWord.nearest(to: "abcd", in: ["abcy", "abcx"]))
  }

  @Test("ten thousand long words and a huge one are compared in bounded time")
  func bounds() {
    var random = Random(17)
    let words = (0..<10_000).map { _ in String(decoding: (0..<64).map { _ in UInt8(0x61 + random.below(3)) }, as: UTF8.self) }
    let clock = ContinuousClock()
    let time = clock.measure {
      _ = NearestWord.nearest(to: String(repeating: "abc", count: 21), in: words)
      _ = NearestWord.nearest(to: String(repeating: "abc", count: 100_000), in: words)
    }
    #expect(time < .seconds(20))
    #expect(NearestWord.nearest(to: String(repeating: "A", count: 100), in: [String(repeating: "a", count: 100)]) != nil)
  }

  @Test("a slip counts as one: too much, missing, wrong, changed round; two are too many for a short word")
  func slips() {
    for typed in ["wordd", "wrd", "werd", "owrd", "wrod", "aword"] {
      #expect(NearestWord.nearest(to: typed, in: ["word"]) == "word")
    }
    for typed in ["wxrx", "drow", "xxword"].prefix(2) { #expect(NearestWord.nearest(to: typed, in: ["word"]) == nil) }
  }

  @Test("random words never trap")
  func fuzz() {
    var random = Random(19)
    for _ in 0..<2_000 {
      let words = (0..<5).map { _ in String(decoding: random.bytes(random.below(12)).map { $0 % 5 + 0x61 }, as: UTF8.self) }
      let typed = String(decoding: random.bytes(random.below(12)).map { $0 % 5 + 0x61 }, as: UTF8.self)
      let found = NearestWord.nearest(to: typed, in: words)
      #expect(found == NearestWord.nearest(to: typed, in: words.reversed()))
      #expect(found.map { words.contains($0) } ?? true)
    }
  }
}

@Suite struct NearestWordSearchTests {
  @Test("texts that are offered with their words find what a look at each text and each word would")
  func random() {
    var random = Random(31)
    let pieces = ["a", "b", "ab", "é", "A", "-", " ", "c", "ba", "B2", "_", "ı", "abc", "ca", "e\u{301}", "ﬁ", "Ａ", "–", "ß"]
    func words(_ count: Int, _ most: Int) -> [String] {
      (0..<count).map { _ in (0..<random.below(most)).map { _ in pieces[random.below(pieces.count)] }.joined() }
    }
    var found = 0
    for _ in 0..<1_500 {
      let texts = words(1 + random.below(6), 9)
      let all = texts.flatMap { text in
        [text] + text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.utf8.count > 2 }
      }
      for asked in words(8, 6) {
        var search = NearestWordSearch(asked)
        for text in texts { Array(text.utf8).withUnsafeBufferPointer { search.offer(textAndWords: $0) } }
        let expected = NearestWord.nearest(to: asked, in: all)
        #expect(search.found == expected, "\(asked) among \(texts)")
        found += expected == nil ? 0 : 1
      }
    }
    #expect(found > 100)
  }

  @Test(
    "a word of a longer text is found, with a slip at its beginning, in its middle and at its end; the text itself where that is nearer",
    arguments: [
      ("zelad", "Zelda"), ("elda", "Zelda"), ("zeldaa", "Zelda"), ("legend of zelda", "Legend of Mana"),
      ("the legend of zelda: twilihgt", "The Legend of Zelda: Twilight"), ("xyz", nil),
    ])
  func words(_ asked: String, _ expected: String?) {
    var search = NearestWordSearch(asked)
    for text in ["The Legend of Zelda: Twilight", "Legend of Mana"] {
      Array(text.utf8).withUnsafeBufferPointer { search.offer(textAndWords: $0) }
    }
    #expect(search.found == expected)
  }
}
