// Queries at random: what is written is read as it was meant, and its normal form reads back as the same tree.

import Testing
import VitrineQuery
import VitrineSource
import VitrineTesting

@Suite struct NormalFormTests {
  /// A vocabulary with all that quoting has to cope with.
  static var vocabulary: QueryVocabulary {
    let awkward = [
      "wishlist", "From Software", "a,b", "(x)", "quote \" and ' and \\", "1..2", "..", "*", "-x", "or", "é ü", "東京", "@x", "x:y",
      "{z}", "a|b",
      "tab\there", "#tag", "!", "re:x", "\u{3000}", "“x”", "e\u{301}", "👩‍👩‍👧",
    ]
    var vocabulary = QueryVocabulary(
      fields: [
        QueryVocabulary.Field("status", awkward, operators: ["eq:", "re:", "starts:", "=", "!="]),
        QueryVocabulary.Field(
          "release", ["2020", "2019-05", "today", "1 May", "a..b"], operators: [">=", "<=", "<", ">", "on:"], hasRanges: true),
        QueryVocabulary.Field("platforms.count", ["3", "0"], hasRanges: true),
        QueryVocabulary.Field("location", written: ["near:41.01,28.97,2km", "bbox:-1,2,3,4"]),
        QueryVocabulary.Field(
          "platforms",
          members: [
            QueryVocabulary.Field("system", awkward),
            QueryVocabulary.Field(
              "regions", members: [QueryVocabulary.Field("year", ["2020"], operators: [">"], hasRanges: true)]),
          ]),
        QueryVocabulary.Field("şehir.adı", ["İstanbul"]),
      ], words: awkward)
    vocabulary.states = ["invalid", "duplicate"]
    vocabulary.views = ["backlog", "to-play"]
    vocabulary.presences = ["photo", "platforms.system", "a.count"]
    vocabulary.keys = ["title", "release", "platforms.count"]
    return vocabulary
  }

  @Test("a random query is read as it was meant, and its normal form reads back as the same tree", arguments: 1...4)
  func randomQueries(_ seed: UInt64) throws {
    var generator = QueryGenerator(Self.vocabulary, seed: seed)
    for _ in 0..<1_000 {
      let generated = generator.next()
      let query = try QueryParser.parse(generated.text)
      try #require(query.normalForm == generated.normalForm, "\(generated.text)")
      try #require(QueryParser.parse(query.normalForm).says(query), "\(generated.text)")
    }
  }
}
