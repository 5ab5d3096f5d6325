// Colours in OKLab against the values that others publish.

import Testing
import VitrineQuery

@Suite("Colours in OKLab")
struct OKLabTests {
  // CSS Color 4 gives these for its named colours, rounded to five digits.
  @Test(
    "colours are where CSS Color 4 puts them",
    arguments: [
      ("#ffffff", 1.0, 0.0, 0.0), ("#000000", 0, 0, 0), ("#ff0000", 0.62796, 0.22486, 0.12585),
      ("#00ff00", 0.86644, -0.23389, 0.17950),
      ("#0000ff", 0.45201, -0.03246, -0.31153), ("#ffff00", 0.96798, -0.07137, 0.19857), ("#00ffff", 0.90540, -0.14944, -0.03940),
      ("#ff00ff", 0.70167, 0.27457, -0.16916), ("#808080", 0.59987, 0, 0), ("#008000", 0.51975, -0.14030, 0.10768),
    ])
  func published(hex: String, lightness: Double, a: Double, b: Double) throws {
    let color = try #require(OKLab(hex: hex))
    #expect(abs(color.lightness - lightness) < 5e-4)
    #expect(abs(color.a - a) < 5e-4)
    #expect(abs(color.b - b) < 5e-4)
  }

  @Test("black and white are 100 apart, and a colour is nowhere but where it is")
  func distances() throws {
    let (black, white) = (try #require(OKLab(hex: "000")), try #require(OKLab(hex: "#fff")))
    #expect(abs(black.distance(to: white) - 100) < 0.01)
    #expect(black.distance(to: black) == 0)
    #expect(black.distance(to: white) == white.distance(to: black))
  }

  @Test(
    "hex is six digits or three, with # or without",
    arguments: [
      ("#1B2A4B", "#1b2a4b"), ("1b2a4b", "#1b2a4b"), ("#f0A", "#ff00aa"), ("", nil), ("#", nil), ("#12", nil), ("#12345g", nil),
      ("##1234", nil),
      ("#１２３", nil), ("#1234567", nil),
    ] as [(String, String?)])
  func hex(text: String, expected: String?) { #expect(OKLab.hex(text) == expected) }
}
