// What is said of a position: the nearest town, and how far it is.

/// A position in words.
package struct Place: Sendable, Equatable {
  /// The nearest town of the country, or of all where that one has none near.
  package let town: String
  /// The city that the town is a part of; empty for a town of its own.
  package let city: String
  /// Its region, state or province; empty where none is known.
  package let region: String
  /// The country of the town.
  package let country: String
  /// The code of that country, of ISO 3166-1.
  package let countryCode: String
  /// How far the town is. Units: metres.
  package let metres: Double
  /// The country that the position lies in, where that is not the town's.
  package let otherCountry: String?

  /// Beyond this a town of another country says nothing of where one is. Units: metres.
  private static let far = 300_000.0

  /// The town by its full name: `Sultanahmet, Istanbul, Türkiye`.
  package var townName: String { Self.fullName([town, city, region, country]) }

  /// A name of parts, from the narrowest on: those that are empty or said already are left out.
  package static func fullName(_ parts: [String]) -> String {
    var said: [String] = []
    for part in parts where !part.isEmpty && !said.contains(part) { said.append(part) }
    return said.joined(separator: ", ")
  }

  /// The phrases by which a language says where something is.
  package struct Phrases: Sendable {
    /// So far from a town.
    let from: @Sendable (_ distance: String, _ town: String) -> String
    /// A place in another country than the town's.
    let inCountry: @Sendable (_ place: String, _ country: String) -> String
    /// What stands before the decimals of a number, and between its thousands.
    let (decimal, thousands): (Character, Character)

    /// The phrases of a language.
    package init(
      from: @escaping @Sendable (_ distance: String, _ town: String) -> String,
      inCountry: @escaping @Sendable (_ place: String, _ country: String) -> String, decimal: Character = ".",
      thousands: Character = ","
    ) {
      (self.from, self.inCountry, self.decimal, self.thousands) = (from, inCountry, decimal, thousands)
    }

    /// `0.5 km from Paris`, `Tecate (in the United States)`
    package static let english = Phrases(from: { "\($0) from \($1)" }, inCountry: { "\($0) (in \($1))" })
  }

  /// The whole: `0.5 km from Sultanahmet, Istanbul, Türkiye`.
  package func text(in phrases: Phrases = .english) -> String {
    if let otherCountry, metres > Place.far { return otherCountry }
    let base = metres < 50 ? townName : phrases.from(Place.distance(metres, phrases), townName)
    return otherCountry.map { phrases.inCountry(base, $0) } ?? base
  }

  /// What a person would call the place: the town alone where it is not far.
  package func name(in phrases: Phrases = .english) -> String {
    otherCountry == nil && metres < 5_000 ? townName : text(in: phrases)
  }

  /// The same where a town is near enough to name a place after; nil elsewhere, such as at sea.
  package func nearbyName(in phrases: Phrases = .english) -> String? { metres > Place.nearby ? nil : name(in: phrases) }

  /// No place is called after a town that is farther. Units: metres.
  private static let nearby = 30_000.0

  /// A distance in kilometres: with one decimal below ten.
  private static func distance(_ metres: Double, _ phrases: Phrases) -> String {
    let tenths = Int((metres / 100).rounded())
    if tenths < 100 { return "\(tenths / 10)\(phrases.decimal)\(tenths % 10) km" }
    var digits = String(Int((metres / 1000).rounded()))
    if digits.utf8.count > 4 { digits.insert(phrases.thousands, at: digits.index(digits.endIndex, offsetBy: -3)) }
    return digits + " km"
  }
}
