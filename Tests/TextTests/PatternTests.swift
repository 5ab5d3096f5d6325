// Patterns mean what ECMA-262 says, and no pattern takes long.

import Testing
import VitrineTesting
import VitrineText

@Suite struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var matching: [String]
    var others: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ matching: [String], not others: [String] = []) {
      self.pattern = pattern
      self.matching = matching
      self.others = others
    }
  }

  @Test(
    "a pattern matches what ECMA-262 says",
    arguments: [
      Case("", ["", "a"]),
      Case("^a*$", ["", "aaa"], not: ["abc", "aaa\n"]),
      Case("a+", ["xxaayy"], not: ["b", ""]),
      Case("^abc$", ["abc"], not: ["abc\n", "\nabc", "x\nabc"]),
      Case(#"^\t$"#, ["\t"], not: ["\\t"]),
      Case(#"^\cC$"#, ["\u{3}"], not: ["\\cC"]),
      Case(#"^\cc$"#, ["\u{3}"]),
      Case(#"^\d$"#, ["0"], not: ["߀", "৪"]),
      Case(#"^\D$"#, ["߀", "é", "\u{1F432}"], not: ["0"]),
      Case(#"^\w$"#, ["a", "_", "9"], not: ["é", "-"]),
      Case(#"^\W$"#, ["é", "-", "ÿ", "ſ"], not: ["a", "_"]),
      Case(#"\bcole\b"#, ["école cole", "écolé cole"], not: ["ecole"]),
      Case(#"\Bb"#, ["ab"], not: ["b", "éb"]),
      Case(
        #"^\s$"#,
        [
          " ", "\t", "\u{b}", "\u{c}", "\n", "\r", "\u{a0}", "\u{feff}", "\u{2028}", "\u{2029}", "\u{2003}", "\u{1680}",
          "\u{202f}",
          "\u{205f}", "\u{3000}",
        ], not: ["\u{1}", "\u{2013}", "\u{85}", "\u{180e}", "\u{200b}"]),
      Case(
        #"^\S$"#, ["\u{1}", "\u{2013}", "\u{85}", "\u{200b}", "a", "\u{10ffff}"], not: [" ", "\u{a0}", "\u{feff}", "\u{2029}"]),
      Case(#"^[\s]$"#, ["\u{a0}", "\u{feff}"], not: ["a"]),
      Case(#"^[^\s]$"#, ["a", "é"], not: ["\u{a0}", "\u{3000}"]),
      Case(#"^[\S]$"#, ["a", "é"], not: ["\u{a0}", "\u{3000}"]),
      Case(#"^[^\S]$"#, [" ", "\u{3000}"], not: ["a"]),
      Case(#"^[\Da]$"#, ["a", "é", "😀"], not: ["0"]),
      Case("^.$", ["a", "é", "😀", "\u{85}", "\u{b}"], not: ["\n", "\r", "\u{2028}", "\u{2029}", ""]),
      Case("^[^]$", ["a", "\n", "😀", "\u{2028}"], not: [""]),
      Case("[]", [], not: ["", "a"]),
      Case("a[]|b", ["b"], not: ["a"]),
      Case("^[^a]$", ["\n", "b", "é"], not: ["a"]),
      Case(#"^\p{Letter}+$"#, ["Hello", "π"], not: ["123"]),
      Case(#"^\p{L}cole$"#, ["école"]),
      Case(#"^\P{L}$"#, ["1", "\n"], not: ["a", "é"]),
      Case(#"^\p{digit}+$"#, ["42", "৪২"], not: ["-%#"]),
      Case(#"^\p{Script=Greek}+$"#, ["αβγ"], not: ["abc"]),
      Case(#"^\p{sc=Latin}+$"#, ["abcé"], not: ["αβγ"]),
      Case(#"^\p{scx=Deva}$"#, ["क"], not: ["a"]),
      Case(#"^\p{General_Category=Uppercase_Letter}$"#, ["A", "Ä"], not: ["a"]),
      Case(#"^[\p{Lu}\d]+$"#, ["A1Ä"], not: ["a"]),
      Case(#"^[^\p{Lu}]$"#, ["a"], not: ["Ä"]),
      Case(#"^\p{Emoji_Presentation}$"#, ["😀"], not: ["a"]),
      Case(#"^\p{Any}$"#, ["a", "\n"]),
      Case(#"^\p{ASCII}+$"#, ["ab"], not: ["é"]),
      Case(#"^\p{Assigned}$"#, ["a"], not: ["\u{378}"]),
      Case(#"^\p{LC}$"#, ["a", "B"], not: ["ª"]),
      Case("^🐲*$", ["", "🐲", "🐲🐲"], not: ["🐉", "D"]),
      Case(#"^\uD83D\uDC32$"#, ["🐲"], not: ["🐉"]),
      Case(#"^[\uD83D\uDC32-\uD83D\uDC33]$"#, ["🐲", "🐳"], not: ["🐱"]),
      Case(#"^\u{1F432}$"#, ["🐲"]),
      Case(#"^\u00e9\x41$"#, ["éA"]),
      Case(#"\uD83D"#, [], not: ["🐲", "x"]),
      Case(#"^[\uD800-\uDFFFa]$"#, ["a"], not: ["b"]),
      Case(#"^[\u0000-\uFFFF]$"#, ["a", "\u{ffff}"], not: ["🐲"]),
      Case(#"^\0$"#, ["\0"]),
      Case(#"^[\b]$"#, ["\u{8}"], not: ["b"]),
      Case(#"^\/\.\-\@\ \_$"#, ["/.-@ _"]),
      Case(#"^[\w-]+$"#, ["a-b"], not: ["."]),
      Case(#"^[\w-.]+$"#, ["a-b.c"], not: ["/"]),
      Case("^[[:alpha:]]$", ["a]", ":]", "[]"], not: ["b]", "a"]),
      Case("^[a&&b~|]$", ["&", "~", "|"], not: ["c"]),
      Case("^{x}]$", ["{x}]"]),
      Case("^a{2,3}$", ["aa", "aaa"], not: ["a", "aaaa"]),
      Case("^a{2,}?b$", ["aab"], not: ["ab"]),
      Case("^a{,2}$", ["a{,2}"], not: ["aa"]),
      Case("^(a)(b)?\\2c$", ["ac", "abbc"], not: ["abc"]),
      Case(#"^(?<x>a|b)\k<x>$"#, ["aa", "bb"], not: ["ab"]),
      Case(#"^\k<jahr>?(?<jahr>\d)$"#, ["1"]),
      Case("(?<=\\$)\\d", ["$1"], not: ["1"]),
      Case("(?<!\\$)\\d", ["1"], not: ["$1"]),
      Case("^(?=.*\\d)(?!.*x)", ["a1"], not: ["a", "1x"]),
      Case("^(?:a|b|)$", ["a", "b", ""], not: ["c"]),
      Case("#a b", ["#a b"], not: ["ab"]),
      Case("^\\(\\*UTF\\)", ["(*UTF)"]),
    ])
  func meaning(_ example: Case) throws {
    let pattern = try Pattern(ecma: example.pattern)
    for text in example.matching { #expect(pattern.matches(text), "\(text.debugDescription) should match") }
    for text in example.others { #expect(!pattern.matches(text), "\(text.debugDescription) should not match") }
  }

  @Test(
    "what ECMA-262 has not is an error with its place",
    arguments: [
      (#"\a"#, 0), (#"^\S(|(.|\n)*\S)\Z"#, 15), (#"\A"#, 0), (#"\z"#, 0), (#"x\h"#, 1), (#"\Q"#, 0), (#"\G"#, 0), (#"\N"#, 0),
      ("a++", 2), ("a*+", 2), ("a??+", 3), ("a**", 2), ("*a", 0), ("(*UTF)", 1), ("^*", 1), (#"\b+"#, 2), ("(?=a)*", 5),
      ("(a", 0), ("a)", 1), ("é(", 2), ("[a", 0), ("[z-a]", 1), ("a{3,2}", 1), ("a{70000}", 1), ("a\\", 1), ("[\\", 1),
      ("(?i)a", 0), ("(?>a)", 0), ("(?P<x>a)", 0), ("(?|a)", 0), ("(?#c)", 0), ("(?", 0), ("(?<", 3), ("(?<1>a)", 3),
      ("(?<a>x)(?<a>y)", 7),
      (#"\1"#, 0), (#"(a)\2"#, 3), (#"\k<a>"#, 0), (#"\k"#, 0), (#"\p{Foo}"#, 0), (#"\p{letter}"#, 0), (#"\pL"#, 0),
      (#"\p{L"#, 0),
      (#"\p{Script=Klingon}"#, 0), (#"\u12"#, 0), (#"\u{110000}"#, 0), (#"\u{}"#, 0), (#"\x1"#, 0), (#"\c1"#, 0), (#"\01"#, 0),
      (#"\é"#, 0),
      (#"[\B]"#, 1), ("(?<=a+)b", 0),
    ])
  func errors(_ pattern: String, _ offset: Int) throws {
    let error = try #require(throws: PatternError.self) { try Pattern(ecma: pattern) }
    #expect(error.offset == offset, "\(error.message)")
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
    #expect(!error.message.contains("PCRE") && !error.message.contains("cannot be used"))
  }

  @Test("a pattern with bytes that are not UTF-8, too long or too large is an error")
  func badBytes() throws {
    #expect(throws: PatternError.self) { try Pattern(ecma: [0x61, 0xFF]) }
    #expect(throws: PatternError.self) { try Pattern(ecma: String(repeating: "a", count: Pattern.longest + 1)) }
    #expect(throws: PatternError.self) {
      try Pattern(ecma: String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000))
    }
    #expect(throws: PatternError.self) {
      try Pattern(ecma: String(repeating: "(?:", count: 1000) + String(repeating: ")", count: 1000))
    }
    #expect(throws: PatternError.self) { try Pattern(ecma: "((((\\p{L}{1000}){1000}){1000}){1000}){1000}") }
  }

  @Test(
    "what is ECMA-262 but cannot be searched for is told from what is wrong",
    arguments: [("(?<=a+)b", PatternError.Kind.unsupported), ("a{70000}", .unsupported), (#"\Z"#, .syntax), ("(a", .syntax)])
  func kinds(_ pattern: String, _ kind: PatternError.Kind) throws {
    #expect(try #require(throws: PatternError.self) { try Pattern(ecma: pattern) }.kind == kind)
  }

  @Test("a text that is not UTF-8 is searched as if repaired")
  func brokenText() throws {
    let pattern = try Pattern(ecma: "^a.b$")
    #expect(pattern.outcome(in: [0x61, 0xFF, 0x62]) == .matched)
    #expect(pattern.outcome(in: [0x61, 0xFF, 0xFF, 0x62]) == .unmatched)
    #expect(try Pattern(ecma: #"\ufffd"#).outcome(in: [0xC3]) == .matched)
  }

  @Test(
    "a catastrophic pattern is given up within milliseconds",
    arguments: [
      ("(a+)+$", "a", "!"), ("(a|a)*b", "a", "c"), ("^(a|aa)+$", "a", "!"), ("(.*)*x", "a", ""), ("(x+x+)+y", "x", ""),
      ("a*a*a*a*a*b", "a", ""), ("a+[bc]", "a", ""), ("^(.)*?[^b]*c", "a", ""), ("(?:a?){50}a{50}b", "a", ""),
      (#"(.+)\1{3}x"#, "a", ""),
      ("(?=(a+)+$)", "a", "!"), ("^([a-z0-9]+)*@", "q", ""),
    ])
  func catastrophes(_ source: String, _ unit: String, _ tail: String) throws {
    let pattern = try Pattern(ecma: source)
    let clock = ContinuousClock()
    for length in [30, 255, 5_000, 200_000] {
      let text = Array((String(repeating: unit, count: length) + tail).utf8)
      var outcome = Pattern.Outcome.matched
      let time = clock.measure { outcome = pattern.outcome(in: text) }
      #expect(outcome != .matched)
      // The bound is generous, since the machine may be busy; without limits these take hours.
      #expect(time < .milliseconds(2_000), "\(length) characters took \(time)")
    }
  }

  @Test("long texts and modest patterns are not given up")
  func longTexts() throws {
    let text = Array(String(repeating: "Lorem ipsum dolor sit amet, 42. ", count: 2_000).utf8)
    #expect(try Pattern(ecma: "^(?:[A-Za-z0-9,. ]|\\n)*$").outcome(in: text) == .matched)
    #expect(try Pattern(ecma: "amet, (41|42)\\. $").outcome(in: text) == .matched)
    #expect(try Pattern(ecma: "\\bZebra\\b").outcome(in: text) == .unmatched)
    #expect(try Pattern(ecma: "^\\S(.*\\S)?$").outcome(in: text) == .unmatched)
  }

  @Test("random patterns on random texts never trap and always end")
  func fuzz() {
    var random = Random(7)
    let parts = Array("ab()[]{}*+?|^$.\\dwsSpuxkc<>=!:-0123,é🐲 LZ".utf8)
    var compiled = 0
    for _ in 0..<1_500 {
      let source = (0..<random.below(24)).map { _ in parts[random.below(parts.count)] }
      guard let pattern = try? Pattern(ecma: source) else { continue }
      compiled += 1
      _ = pattern.outcome(in: (0..<random.below(40)).map { _ in parts[random.below(parts.count)] })
      _ = pattern.outcome(in: random.bytes(random.below(300)))
    }
    #expect(compiled > 50)
  }

  @Test("one pattern serves many threads at once")
  func threads() async throws {
    let pattern = try Pattern(ecma: "^(a|b)+c$")
    await withTaskGroup(of: Bool.self) { group in
      for worker in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { round in
            pattern.matches((worker + round) % 2 == 0 ? "ababc" : "abab") == ((worker + round) % 2 == 0)
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
