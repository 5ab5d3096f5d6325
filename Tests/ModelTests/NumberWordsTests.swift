import Testing
import VitrineModel

@Suite("Numbers with units")
struct NumberWordsTests {
  private static func field(_ unit: String?, types: [String] = ["number"]) -> Kind.Field {
    var field = Kind.Field(path: FieldPath(dotted: "exposure.focus_distance"), title: "Focus", meaning: .number)
    (field.unit, field.types, field.itemTypes) = (unit, types, types)
    return field
  }

  @Test(
    "are written as records have them",
    arguments: [
      ("46mm", "mm", "46"), ("46 MM", "mm", "46"), ("4.6 cm", "mm", "46"), ("35cm", "m", "0.35"), ("1.5 km", "m", "1500"),
      ("1h", "min", "60"), ("1 h 30 min", "min", "90"), ("1h30min", "min", "90"), ("1.1 h", "min", "66"),
      ("90 seconds", "min", "1.5"),
      ("8ms", "s", "0.008"), ("f/2.8", "f/", "2.8"), ("F2.8", "f/", "2.8"), ("ƒ/.95", "f/", "0.95"), ("+1 EV", "EV", "1"),
      ("-0.3EV", "EV", "-0.3"), ("5500 K", "K", "5500"), ("2.80 m", "m", "2.80"), ("12 pcs", "pcs", "12"),
      ("pcs 12", "pcs", "12"),
      ("focus distance 2", "m", "2"), ("Focus: 2", "m", nil), ("Focus 2 m", "m", "2"), ("2 kg", "m", nil), ("2 m 3 km", "m", nil),
      ("41,0256", "°", "41.0256"), ("-0,125", "°", "-0.125"), ("f/2,8", "f/", "2.8"), ("1,234", "m", nil),
      ("1,234,567", "m", nil),
      ("2 m 3", "m", nil), ("m", "m", nil), ("", "m", nil), ("1e400 m", "m", nil), ("1/0 m", "m", nil), ("1 2 m", "m", nil),
    ] as [(String, String, String?)])
  func written(text: String, unit: String, number: String?) {
    #expect(NumberWords.written(text, of: Self.field(unit)) == number)
  }

  @Test("stay fractions where the field may be a text, and whole where it has to be")
  func forms() {
    #expect(NumberWords.written("1/250s", of: Self.field("s", types: ["string", "number"])) == "1/250")
    #expect(NumberWords.written("1/250 s", of: Self.field("s")) == "0.004")
    #expect(NumberWords.written("1/2 min", of: Self.field("s", types: ["string", "number"])) == "30")
    #expect(NumberWords.written("5500.5 K", of: Self.field("K", types: ["integer"])) == nil)
    #expect(NumberWords.written("55 hundred", of: Self.field("K")) == nil)
    #expect(NumberWords.written(String(repeating: "1 h ", count: 40), of: Self.field("min")) == nil)
  }

  @Test(
    "with a decimal comma and points between thousands are written with a decimal point",
    arguments: [
      ("1.250,50", "1250.50"), ("1250,5", "1250.5"), ("-1.250.000,5 kg", "-1250000.5 kg"), ("1,250", "1.250"), ("1.250", "1.250"),
      ("0.125,5", "0.125,5"), ("1.25,5", "1.25,5"), ("1,2,3", "1,2,3"), ("1/250", "1/250"), ("a", "a"), ("", ""),
    ])
  func commas(text: String, written: String) { #expect(NumberWords.withDecimalPoint(text) == written) }

  @Test(
    "with points alone may be thousands",
    arguments: [
      ("1.250", "1250 or 1,25"), ("1.000", "1000 or 1"), ("-12.345 kg", "-12345 kg or -12,345 kg"), ("1.250.000", "1250000"),
      ("0.125", nil), ("1.25", nil), ("1.2500", nil), ("1250", nil), ("1.250,5", nil), ("1.250 m 30 cm", nil), ("", nil),
    ] as [(String, String?)])
  func points(text: String, readings: String?) {
    let found = NumberWords.readings(ofPoints: text)
    #expect(found.map { $0.whole + ($0.fraction.map { " or " + $0 } ?? "") } == readings)
    #expect(NumberWords.withDecimalComma(text) == (found?.fraction == nil ? text : text.replacing(".", with: ",")))
  }

  @Test("count as one number in queries")
  func queries() {
    #expect(NumberWords.number("46", unit: nil) == 46)
    #expect(NumberWords.number("1/250", unit: "s") == 0.004)
    #expect(NumberWords.number("10 MB", unit: "B") == 10_000_000)
    #expect(NumberWords.number("2 GiB", unit: "B") == 2_147_483_648)
    #expect(NumberWords.number("ISO 200", unit: nil, names: ["ISO"]) == 200)
    #expect(NumberWords.number("200 mm", unit: nil, names: ["ISO"]) == nil)
  }
}
