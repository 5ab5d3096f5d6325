// Comments that silence rules.

import Testing
import VitrineModel
import VitrineSource
import VitrineSyntax

@Suite("Suppressions")
struct SuppressionTests {
  /// The rules and reasons found in a text.
  private func found(_ text: String) -> [String] {
    Suppression.all(in: YAML.parse(Array(text.utf8)).tree).map { "\($0.rule)|\($0.reason)" }
  }

  @Test("stand on a line of their own, or behind a value")
  func places() {
    #expect(found("# vitrine: ignore enum not released yet\na: 1\n") == ["enum|not released yet"])
    #expect(found("a: 1 # vitrine: ignore V112\n") == ["V112|"])
    #expect(found("a: 1\n#vitrine: ignore enum\n") == ["enum|"])
  }

  @Test("may name several rules")
  func several() { #expect(found("# vitrine: ignore enum,range both wrong\na: 1\n") == ["enum|both wrong", "range|both wrong"]) }

  @Test(
    "are no more than that",
    arguments: [
      "# vitrine ignore enum", "# vitrine: look", "a: '# vitrine: ignore enum'", "a: x# vitrine: ignore enum",
      "a: |\n  # vitrine: ignore enum\n",
    ])
  func others(_ text: String) { #expect(found(text).isEmpty) }

  @Test("are read in a file that does not parse")
  func broken() { #expect(found("# vitrine: ignore enum why\na: [\n") == ["enum|why"]) }

  @Test("know what to delete: the comment and the blanks before it")
  func comment() throws {
    let bytes = Array("a: 1  # vitrine: ignore enum x\nb: 2\n".utf8)
    let suppression = try #require(Suppression.all(in: YAML.parse(bytes).tree).first)
    #expect(String(decoding: [TextEdit(suppression.comment, "")].applied(to: bytes), as: UTF8.self) == "a: 1\nb: 2\n")
    #expect(String(decoding: bytes[suppression.range.indices], as: UTF8.self) == "enum")
  }

  /// To look at all quoted texts for each comment would take minutes.
  @Test("of 60,000 behind quoted texts each is found, and none inside")
  func many() {
    let text = (0..<60_000).map { "k\($0): '# vitrine: ignore range' # vitrine: ignore enum\n" }.joined()
    #expect(Suppression.all(in: YAML.parse(Array(text.utf8)).tree).count { $0.rule == "enum" } == 60_000)
  }
}
