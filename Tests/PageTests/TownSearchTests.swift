// Towns by their names, as a form finds them while somebody types.

import Testing
import VitrineApplication
import VitrineTesting

/// Searches in the table of towns.
@Suite struct TownSearchTests {
  private static let places = PlacesFile(path: TestData.checkout + "/contrib/places/places.bin")

  private func found(_ typed: String, most: Int = 8) -> [String] {
    Self.places.towns(startingWith: typed, most: most).map(\.text)
  }

  @Test("of thousands that begin so the largest come first, in all the world and in an area")
  func short() {
    #expect(found("sa").first == "São Paulo, Brazil")
    #expect(found("sa, texas").first == "San Antonio, Texas, United States")
    #expect(found("sa").count == 8 && found("sa", most: 3) == Array(found("sa").prefix(3)))
    #expect(found("sa, nowhere") == [])
  }

  @Test("a city that the table has by its parts alone is one town; one that it has itself is where it says")
  func cities() {
    #expect(found("istanb") == ["Istanbul, Türkiye"])
    let paris = Self.places.towns(startingWith: "paris", most: 1)
    #expect(paris.map(\.text) == ["Paris, Île-de-France, France"])
    #expect(paris.allSatisfy { abs($0.latitude - 48.853) < 0.01 && abs($0.longitude - 2.349) < 0.01 })
  }
}
