// Sentences of the engine found again by their forms, whatever stands in them.

import Testing
import VitrinePage

/// The matching of sentences.
@Suite struct SentenceTranslationTests {
  private static let sentences = SentenceTranslation(
    Array(
      """
      "'{1}' is missing": "'{1}' eksik"
      "'{1}' is missing in {a}": "{a} içinde '{1}' eksik"
      "'{1}' names '{2}', which is no record": "'{2}' kayıt değil ('{1}')"
      "a number": "bir sayı"
      "cannot be read: {a}": "okunamıyor: {a}"
      "did you mean '{1}'?": "şunu mu demek istediniz: '{1}'?"
      "item {1} of '{2}'": "'{2}' listesinin {1}. öğesi"
      "no disk; free one": "disk yok; bir tane boşaltın"
      "text": "metin"
      "the text '{1}'": "'{1}' metni"
      "write {a}": "{a} yazın"
      "write {1} ({2} min)": "{1} yazın ({2} min)"
      "{a} is not {b}": "{a} {b} değil"
      "{a} must be {b}, found {c}": "{a} {b} olmalı; bulunan: {c}"
      "{a} or {b}": "{a} veya {b}"
      "{a}, {b}": "{a}, {b}"

      """.utf8))

  @Test(
    "a sentence is found by its form; phrases in it are translated, values stay as they are",
    arguments: [
      ("'title' is missing", "'title' eksik"),
      ("'title' is missing in item 2 of 'tags'", "'tags' listesinin 2. öğesi içinde 'title' eksik"),
      ("'year' must be a number, found the text 'x'", "'year' bir sayı olmalı; bulunan: 'x' metni"),
      ("'year' must be text or a number, found the text ''", "'year' metin veya bir sayı olmalı; bulunan: '' metni"),
      ("write 'a', 'b, c' or 'd or e'", "'a', 'b, c' veya 'd or e' yazın"),
      ("write {a: 1, b: 2}", "{a: 1, b: 2} yazın"),
      ("write 90 (1 h 30 min)", "90 yazın (1 h 30 min)"),
      ("'x' is missing; did you mean 'y'?", "'x' eksik; şunu mu demek istediniz: 'y'?"),
      ("no disk; free one; 'x' is missing", "disk yok; bir tane boşaltın; 'x' eksik"),
      ("cannot be read: no disk; free one", "okunamıyor: disk yok; bir tane boşaltın"),
      ("cannot be read: nobody knows why", "okunamıyor: nobody knows why"),
      ("'x' is missing; nobody knows why", "'x' eksik; nobody knows why"),
    ])
  func found(_ english: String, _ turkish: String) { #expect(Self.sentences(english) == turkish) }

  @Test(
    "what has no form stays as it is; a form of few letters fits only what it was made for",
    arguments: [
      "", " ",
      "nothing of this is known", "write down what happened here", "this is not what anybody meant", "'title' is missing.",
      "text and more", "it is here, or there", "text or text",
      "Salt, or Pepper", "{a} must be",
    ])
  func unknown(_ sentence: String) {
    #expect(Self.sentences(sentence) == sentence && Self.sentences.translation(of: sentence) == nil)
  }

  @Test(
    "values come through to the byte, whatever they hold",
    arguments: [
      "it's", "'", "''", "a' is missing", "{1}", "{a}", "x; y", "did you mean 'z'?", "a, b or c", "a number", "write {a}",
      "\u{0}\n\t",
      "e\u{301} ü 🙂", "text", "cannot be read: x",
    ])
  func values(_ value: String) {
    #expect(Self.sentences("'\(value)' is missing").utf8.elementsEqual("'\(value)' eksik".utf8), "\(value)")
    #expect(
      Self.sentences("'year' must be a number, found the text '\(value)'").utf8.elementsEqual(
        "'year' bir sayı olmalı; bulunan: '\(value)' metni".utf8), "\(value)")
  }

  @Test("a template may have its placeholders in another order, or one of them twice")
  func order() {
    #expect(Self.sentences("'a' names 'b', which is no record") == "'b' kayıt değil ('a')")
    let twice = SentenceTranslation(Array("\"say {1}, please\": \"{1}, {1}!\"\n".utf8))
    #expect(twice("say it, please") == "it, it!")
  }

  @Test("what is no template is passed over: other placeholders than the English, two that touch, no map at all")
  func broken() {
    let some = SentenceTranslation(
      Array("\"lost {1} here\": x\n\"new here\": \"{1}\"\n\"both {1}{2} here\": \"{2}{1}\"\n\"good here\": iyi\n".utf8))
    #expect(some("good here") == "iyi")
    for sentence in ["lost 1 here", "new here", "both 1 here"] { #expect(some(sentence) == sentence) }
    for file in ["", "[]", "a: [b]", "\u{0}"] { #expect(SentenceTranslation(Array(file.utf8))("good here") == "good here") }
  }

  @Test("a value of a megabyte, of any make, is done with at once", .timeLimit(.minutes(1)))
  func hostile() {
    let size = 1 << 20
    let pieces = [
      "'", " '", "' ", "; ", "a or b, ", "' is missing ", "must be, found ", "x' is missing; ", "is not ", "a number ",
    ]
    for piece in pieces {
      let value = String(repeating: piece, count: size / piece.utf8.count)
      for sentence in [value, "'\(value)' is missing", "'\(value)' must be a number, found the text '\(value)'"] {
        #expect(Self.sentences(sentence).utf8.count >= sentence.utf8.count / 2)
      }
    }
    let plain = String(repeating: "ab c", count: size / 4)
    #expect(Self.sentences("'\(plain)' is missing").utf8.elementsEqual("'\(plain)' eksik".utf8))
  }
}
