// Numbers as languages write them whose decimal sign is a comma: `1250,5`, and with points between thousands `1.250,50`.

extension NumberWords {
  /// A number with a comma, and points between thousands or none, as records have it: `1.250,50 kg` is `1250.50 kg`. Any other text as it is.
  package static func withDecimalPoint(_ text: String) -> String {
    guard let number = Commas(text), let fraction = number.fraction else { return text }
    return "\(number.sign)\(number.groups.joined()).\(fraction)\(number.rest)"
  }

  /// A number whose one point might stand before thousands with a comma in its place: `1.250` is `1,250`. Any other text as it is.
  package static func withDecimalComma(_ text: String) -> String {
    readings(ofPoints: text)?.fraction == nil ? text : String(text.map { $0 == "." ? "," : $0 })
  }

  /// What a number may mean whose points may stand between thousands: `1250`, and where there is one point `1,25`. Nil for any other text.
  package static func readings(ofPoints text: String) -> (whole: String, fraction: String?)? {
    guard let number = Commas(text), number.groups.count > 1, number.fraction == nil else { return nil }
    let whole = "\(number.sign)\(number.groups.joined())\(number.rest)"
    guard number.groups.count == 2 else { return (whole, nil) }
    var digits = number.groups[1]
    while digits.last == "0" { digits.removeLast() }
    return (whole, "\(number.sign)\(number.groups[0])\(digits.isEmpty ? "" : ",")\(digits)\(number.rest)")
  }

  /// The parts of a number with commas and points.
  private struct Commas {
    /// `-`, `+` or nothing.
    let sign: Substring
    /// The digits before the comma, by the points between them.
    let groups: [Substring]
    /// The digits behind the comma.
    let fraction: Substring?
    /// What follows, such as a unit.
    let rest: Substring

    /// The parts of a text; nil where it is no such number.
    init?(_ text: String) {
      guard text.utf8.count <= 64 else { return nil }
      var rest = text.drop { $0 == " " }
      sign = rest.prefix { $0 == "-" || $0 == "+" }
      rest = rest.dropFirst(sign.count)
      let whole = rest.prefix { Self.isDigit($0) || $0 == "." }
      rest = rest.dropFirst(whole.count)
      groups = whole.split(separator: ".", omittingEmptySubsequences: false)
      guard sign.count < 2, let first = groups.first, !first.isEmpty else { return nil }
      let areThousands = first.count <= 3 && first.first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
      guard groups.count == 1 || areThousands else { return nil }
      if rest.first == "," {
        let digits = rest.dropFirst().prefix { Self.isDigit($0) }
        guard !digits.isEmpty else { return nil }
        fraction = digits
        rest = rest.dropFirst(digits.count + 1)
      } else {
        fraction = nil
      }
      // A unit may follow, and no other number.
      guard !rest.contains(where: { Self.isDigit($0) || $0 == "." || $0 == "," || $0 == ":" }) else { return nil }
      self.rest = rest
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
  }
}
