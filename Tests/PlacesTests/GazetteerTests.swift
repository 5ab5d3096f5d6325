// Positions to places, on the table that travels with vitrine.

import FoundationEssentials
import Glibc
import Testing
import VitrinePlaces
import VitrineTesting

/// Tests of the table and of what is found in it.
@Suite struct GazetteerTests {
  private static let path = TestData.checkout + "/contrib/places/places.bin"
  private static let bytes = (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } ?? []

  private static func finder() throws -> PlaceFinder { PlaceFinder(try #require(Gazetteer(bytes))) }

  @Test("a position is told by the nearest town, its region and its country (S3.3)")
  func words() throws {
    var finder = try Self.finder()
    let mosque = finder.place(latitude: 41.0090, longitude: 28.9802)
    #expect(mosque?.text() == "0.6 km from Sultanahmet, Istanbul, Türkiye")
    #expect(mosque?.name() == "Sultanahmet, Istanbul, Türkiye")
    let yosemite = finder.place(latitude: 37.7456, longitude: -119.5936)
    #expect(yosemite?.region == "California")
    let rocks = finder.place(latitude: -33.8568, longitude: 151.2153)
    #expect(rocks?.text().contains(", Sydney, New South Wales, Australia") == true)
    let ocean = finder.place(latitude: -48.8767, longitude: -123.3933)
    #expect((ocean?.metres ?? 0) > 2_000_000)
    let beyond = [finder.place(latitude: 91, longitude: 0), finder.place(latitude: .nan, longitude: 0)]
    #expect(beyond == [nil, nil])
  }

  @Test("of more than two hundred places everywhere, the country and the town are right (S3.3)")
  func positions() throws {
    let text = try String(contentsOfFile: TestData.checkout + "/Tests/PlacesTests/positions.tsv", encoding: .utf8)
    var finder = try Self.finder()
    var wrong: [String] = []
    var count = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 5, let latitude = Double(cells[1]), let longitude = Double(cells[2]) else {
        wrong.append("no line: \(line)")
        continue
      }
      count += 1
      guard let place = finder.place(latitude: latitude, longitude: longitude) else {
        wrong.append(cells[0])
        continue
      }
      let names = finder.gazetteer.countryNames
      let land = place.otherCountry ?? place.country
      let isCountry = ["*", "-"].contains(cells[3]) || names[cells[3]] == land
      let isTown = cells[4] == "*" || place.text().contains(cells[4])
      if !isCountry || !isTown { wrong.append("\(cells[0]), \(cells[3]): \(place.text())") }
    }
    #expect(count >= 200)
    #expect(wrong == [], "\(wrong.joined(separator: "\n"))")
  }

  @Test("the nearest town by blocks is the nearest of all")
  func nearest() throws {
    var finder = try Self.finder()
    let gazetteer = finder.gazetteer
    let towns = gazetteer.everyTown
    #expect(towns.count > 170_000)
    var random = SplitMix(state: 7)
    for _ in 0..<40 {
      let latitude = Double(random.next() % 180_001) / 1000 - 90
      let longitude = Double(random.next() % 360_001) / 1000 - 180
      let best = towns.map { Self.distance(latitude, longitude, $0.latitude, $0.longitude) }.min() ?? 0
      let found = finder.place(latitude: latitude, longitude: longitude)
      let place = try #require(found)
      // A farther town of the right country may be meant instead.
      #expect(place.metres >= best - 20)
      #expect(place.metres <= best * 3 + 20_100)
    }
  }

  @Test("a table that is cut off or changed is no table, or has no such place: nothing else happens")
  func broken() throws {
    for count in [0, 7, 8, 39, 40, 500, 9_000, 20_000, Self.bytes.count / 2] {
      if let gazetteer = Gazetteer(Array(Self.bytes.prefix(count))) {
        var finder = PlaceFinder(gazetteer)
        _ = finder.place(latitude: 41, longitude: 29)
      }
    }
    var random = SplitMix(state: 3)
    for _ in 0..<60 {
      var bytes = Self.bytes
      for _ in 0..<8 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
      for _ in 0..<4 { bytes[Int(random.next() % 30_000)] = UInt8(truncatingIfNeeded: random.next()) }
      guard let gazetteer = Gazetteer(bytes) else { continue }
      var finder = PlaceFinder(gazetteer)
      _ = finder.place(latitude: 41, longitude: 29)
      _ = finder.place(latitude: -90, longitude: 180)
    }
  }

  private static func distance(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    func point(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
      let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
      return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
    let difference = point(a, b) - point(c, d)
    return 2 * 6_371_008.8 * asin(min(1, (difference * difference).sum().squareRoot() / 2))
  }
}
