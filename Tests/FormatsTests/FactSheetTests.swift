// Pages about one thing: how they fit a width, and what they never do.

import Testing
import VitrineFormats
import VitrineTesting
import VitrineText

@Suite("A page of facts") struct FactSheetTests {
  private var sheet: FactSheet {
    var sheet = FactSheet(title: "Navy blazer", subtitle: "Garment · wardrobe/navy-blazer")
    sheet.entries = [
      FactSheet.Entry(
        "Colours",
        [
          FactSheet.Line([
            FactSheet.Piece("navy", .swatch("#1b2a4b")), FactSheet.Piece(", "), FactSheet.Piece("gold", .swatch("#cfa543")),
          ])
        ]
      ),
      FactSheet.Entry(
        "Note", [FactSheet.Line("Bought in a hurry before the wedding."), FactSheet.Line(""), FactSheet.Line("Fits.")]),
    ]
    return sheet
  }

  @Test("In a pipe nothing is wrapped or coloured; colours are their names (W2.3)")
  func pipe() {
    #expect(
      sheet.text(.plain) == """
        Navy blazer
        Garment · wardrobe/navy-blazer

        Colours  navy, gold
        Note     Bought in a hurry before the wedding.

                 Fits.

        """)
  }

  @Test("On a terminal of few columns values are wrapped at blanks beside their labels")
  func narrow() {
    let text = sheet.text(Look(color: false, width: 36))
    #expect(text.contains("Note     Bought in a hurry before\n         the wedding.\n\n         Fits.\n"))
  }

  @Test("Where there is no room beside them, labels stand above their values")
  func stacked() {
    #expect(sheet.text(Look(color: false, width: 30)).contains("Note\n  Bought in a hurry before the\n  wedding.\n"))
  }

  @Test("Colours are blocks before their names: exactly where the terminal can, else the nearest of 256 (W4.2)")
  func swatches() {
    var look = Look(color: true, width: 80)
    #expect(sheet.text(look).contains("\u{1B}[38;5;17m██\u{1B}[0m navy, \u{1B}[38;5;179m██\u{1B}[0m gold\n"))
    look.hasExactColors = true
    #expect(sheet.text(look).contains("\u{1B}[38;2;27;42;75m██\u{1B}[0m navy, "))
  }

  @Test("Markdown has the same words, its own marks escaped")
  func markdown() {
    var sheet = sheet
    sheet.title = "Navy *blazer*"
    #expect(
      sheet.markdown == #"""
        # Navy \*blazer\*

        Garment · wardrobe/navy-blazer

        - **Colours:** navy, gold
        - **Note:**
          - Bought in a hurry before the wedding.

          - Fits.

        """#)
  }

  @Test("No line is wider than the terminal, whatever is said, and nothing from a file steers it")
  func random() {
    var random = SplitMix(state: 20_261_121)
    let alphabet = Array(" a b c/de-f金🌑ğ\u{1B}[31m\u{202E}\te\u{301}漢")
    func word(_ most: Int) -> String { String((0..<random.below(most)).map { _ in alphabet[random.below(alphabet.count)] }) }
    for _ in 0..<300 {
      var sheet = FactSheet(title: word(90), subtitle: word(90))
      for _ in 0..<random.below(5) {
        let lines = (0..<random.below(4)).map { _ in
          FactSheet.Line(
            (0..<random.below(5)).map { _ in
              FactSheet.Piece(word(60), [.plain, .faint, .swatch("#ff0000"), .swatch("nothing"), .error][random.below(5)])
            }, hang: random.below(30))
        }
        sheet.entries.append(FactSheet.Entry(word(40), lines))
      }
      let width = 26 + random.below(120)
      let plain = sheet.text(Look(color: false, width: width))
      for line in plain.split(separator: "\n") {
        let labels = sheet.entries.map { DisplayWidth.width(of: TerminalText.visible($0.label)) }
        // Labels are never cut.
        if DisplayWidth.width(of: String(line)) > max(width, labels.max() ?? 0) { Issue.record("\(width): \(line)") }
      }
      #expect(!plain.contains("\u{1B}") && !plain.contains("\u{202E}"))
    }
  }
}

@Suite("Bars") struct BarTests {
  @Test("A bar is as long as its share, to an eighth of a cell; what is there at all always shows")
  func lengths() {
    #expect(Bar.text(1, width: 4, isASCII: false) == "████")
    #expect(Bar.text(0.5, width: 4, isASCII: false) == "██")
    #expect(Bar.text(0.28125, width: 4, isASCII: false) == "█▏")
    #expect(Bar.text(0.0001, width: 4, isASCII: false) == "▏")
    #expect(Bar.text(0, width: 4, isASCII: false) == "")
    #expect(Bar.text(.nan, width: 4, isASCII: false) == "")
    #expect(Bar.text(9, width: 4, isASCII: false) == "████")
    #expect(Bar.text(0.5, width: -1, isASCII: false) == "")
    #expect(Bar.text(0.01, width: 4, isASCII: true) == "#")
    #expect(Bar.text(0.6, width: 5, isASCII: true) == "###")
  }
}
