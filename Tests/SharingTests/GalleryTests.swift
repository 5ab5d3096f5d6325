// A gallery of hostile words: nothing in it becomes markup, and nothing is fetched.

import Testing
import VitrineCatalog
import VitrineFormats
import VitrineModel
import VitrineSharing
import VitrineSource

@Suite struct GalleryTests {
  private let dress = GalleryPage.Dress(
    style: "p { color: red }", script: "'use strict';",
    digests: (String(repeating: "00", count: 32), String(repeating: "ff", count: 32)))

  private func page(_ records: [GalleryRecord], title: String = "Shelf", inside: Bool = false, in language: Language = .english)
    -> String
  {
    var sink = ByteSink()
    var page = GalleryPage(language: language)
    page.begin(title: title, subtitle: "", kinds: ["games", "coins"], dress: dress, photosInside: inside, to: &sink)
    for record in records { page.add(record, to: &sink) { .file(path: $0) } }
    page.end(dress: dress, to: &sink)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private func record(_ word: String) -> GalleryRecord {
    GalleryRecord(
      kind: (0, word), title: word,
      few: [GalleryRecord.Fact(label: word, pieces: [FactSheet.Piece(word), FactSheet.Piece(word, .swatch(word))], key: word)],
      entries: [FactSheet.Entry(word, [FactSheet.Line([FactSheet.Piece(word), FactSheet.Piece(word, .swatch(word))])])],
      photos: [(Path(word), word), (Path(word + "2"), word)])
  }

  @Test(
    "words of a record never become markup",
    arguments: [
      "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "<!--", "]]>",
      "&lt;b&gt;",
      "\u{0}\u{1B}[2J\u{9B}", "javascript:alert(1)", "\u{202E}evil", "</style></title><svg onload=alert(1)>",
    ])
  func hostile(word: String) {
    let text = page([record(word)], title: word)
    // The markup is the same as that of a harmless word: as many signs of each sort, and the same tags.
    let plain = page([record("word")], title: "word")
    for sign in ["<", ">", "\"", "'"] as [Character] {
      #expect(text.count { $0 == sign } == plain.count { $0 == sign }, "\(sign)")
    }
    #expect(tags(text) == tags(plain))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
  }

  @Test("M7.5: the page allows no address but its own, and names none")
  func policy() {
    for inside in [true, false] {
      let text = page([record("a:b/c d.jpg")], inside: inside)
      let digest = String(repeating: "A", count: 43) + "="
      #expect(
        text.contains(
          "default-src 'none'; img-src \(inside ? "data:;" : "'self' file: data:;") style-src 'sha256-\(digest)'; script-src"))
      #expect(text.contains("sha256-//////////////////////////////////////////8='"))
      #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("unsafe"))
      // A name is no scheme.
      #expect(text.contains("src=\"a%3Ab/c%20d.jpg\""))
    }
  }

  @Test("a Turkish gallery is Turkish in its capitals, and in what is said of photos")
  func turkish() throws {
    var bare = record("ihlamur")
    bare.photos = []
    let text = page([record("ihlamur"), bare], in: try #require(Languages.language("tr")))
    #expect(text.contains("<html lang=\"tr\">") && text.contains("aria-hidden=\"true\">İ</div>"))
    #expect(text.contains("alt=\"ihlamur, 2. fotoğraf\"") && text.contains("data-photo=\"{}. fotoğraf, toplam {}\""))
  }

  private func tags(_ text: String) -> [Substring] {
    text.split(separator: "<").dropFirst().map { $0.prefix { $0 != " " && $0 != ">" } }
  }
}
