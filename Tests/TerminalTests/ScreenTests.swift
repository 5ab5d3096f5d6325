// Lines, frames and the bytes that show them.

import Testing
import VitrineTerminal
import VitrineText

@Suite("Screens")
struct ScreenTests {
  private func bytes(_ writer: inout FrameWriter, _ lines: [String], cursor: (row: Int, column: Int)? = nil) -> String {
    let frame = Frame(size: TerminalSize(rows: 3, columns: 5), lines: lines.map { StyledLine($0) }, cursor: cursor)
    return String(decoding: writer.bytes(for: frame), as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test("only lines that changed are written")
  func differences() {
    var writer = FrameWriter(hasColors: true)
    #expect(
      bytes(&writer, ["one", "twoxx"], cursor: (0, 2))
        == "^[?2026h^[?25l^[0m^[2J^[1;1Hone^[K^[2;1Htwoxx^[1;3H^[?25h^[?2026l")
    #expect(bytes(&writer, ["one", "twoxx"], cursor: (0, 2)) == "")
    #expect(bytes(&writer, ["one", "two", "3"]) == "^[?2026h^[?25l^[2;1Htwo^[K^[3;1H3^[K^[?2026l")
    #expect(bytes(&writer, ["one"]) == "^[?2026h^[?25l^[2;1H^[K^[3;1H^[K^[?2026l")
    writer.forget()
    #expect(bytes(&writer, ["one"]) == "^[?2026h^[?25l^[0m^[2J^[1;1Hone^[K^[?2026l")
  }

  @Test("no text steers the terminal")
  func hostileText() {
    var writer = FrameWriter(hasColors: true)
    #expect(bytes(&writer, ["\u{1B}[2J\n\u{9B}1m"]).contains("␛[2J"))
  }

  @Test("without colours what was found is underlined")
  func styles() {
    for (hasColors, expected) in [(true, "^[1;36mx^[0m"), (false, "^[1;4mx^[0m")] {
      var writer = FrameWriter(hasColors: hasColors)
      let frame = Frame(size: TerminalSize(rows: 1, columns: 9), lines: [StyledLine("x", [.accent, .dim])])
      let text = String(decoding: writer.bytes(for: frame), as: UTF8.self).replacing("\u{1B}", with: "^")
      #expect(text.contains(expected))
    }
  }

  @Test("a line is cut by cells, not by characters")
  func cutting() {
    var line = StyledLine("日本語", .bold)
    line.append("abc")
    #expect((0...9).map { line.truncated(to: $0).text } == ["", "…", "…", "日…", "日…", "日本…", "日本…", "日本語…", "日本語a…", "日本語abc"])
    #expect((0...12).allSatisfy { line.fitted(to: $0).width == $0 })
  }

  @Test("words are found as they are folded, and made bold as they are written")
  func highlighting() {
    func shown(_ text: String, _ words: String...) -> String {
      var line = StyledLine()
      line.append(text, highlighting: words.map { Folding.fold($0) })
      return line.spans.map { $0.style.contains(.accent) ? "[\($0.text)]" : $0.text }.joined()
    }
    #expect(shown("Pokémon ÉTÉ", "poke", "ete") == "[Poké]mon [ÉTÉ]")
    #expect(shown("Poke\u{301}mon", "kem") == "Po[ke\u{301}m]on")
    #expect(shown("Straße", "s") == "[S]tra[ß]e")
    #expect(shown("aaa", "aa") == "[aaa]")
    #expect(shown("İstanbul", "istan") == "[İstan]bul")
    #expect(shown("時のオカリナ", "オカ") == "時の[オカ]リナ")
    #expect(shown("nothing", "", "x") == "nothing")
  }

  @Test("titles that begin with what was typed stand first, each group in its old order")
  func ranking() {
    let titles = ["Dr. Mario", "Automario", "Mario Kart", "The Mario", "Mario", "Éa Mario Kart"]
    var ranking = TitleRanking()
    for title in titles { ranking.append { $0 += Folding.fold(title) } }
    func ranked(_ words: String...) -> [String] {
      ranking.ranked(Array(titles.indices), by: words.map { Folding.fold($0) }).map { titles[$0] }
    }
    #expect(ranked("mario") == ["Mario", "Mario Kart", "Dr. Mario", "The Mario", "Éa Mario Kart", "Automario"])
    #expect(ranked("mario", "ka") == ["Mario Kart", "Éa Mario Kart", "Dr. Mario", "Automario", "The Mario", "Mario"])
    #expect(ranked("kart", "mario") == ["Mario Kart", "Éa Mario Kart", "Dr. Mario", "Automario", "The Mario", "Mario"])
    #expect(ranked() == titles)
  }
}
