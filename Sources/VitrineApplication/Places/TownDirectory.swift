// All towns by the words of their names, the largest first: what is found while somebody types.

import VitrineAlgorithms
package import VitrinePlaces
import VitrineText

/// The folded names of all towns in one text: some five megabytes, made when somebody looks for the first time.
package struct TownDirectory: Sendable {
  /// A town by its block and its place there, with its name's place in the text.
  private struct Entry {
    var start: UInt32
    var end: UInt32
    var block: UInt16
    var place: UInt16
    var size: UInt8
    var isCity: Bool
  }

  /// A town that was found.
  package struct Found: Sendable, Hashable {
    /// The town, or the city where that is what was looked for.
    package let name: String
    /// The whole: `Sultanahmet, Istanbul, Türkiye`.
    package let text: String
    /// Degrees.
    package let latitude: Double
    /// Degrees.
    package let longitude: Double
  }

  private let gazetteer: Gazetteer
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  /// The directory of a table; blocks that are broken are left out.
  package init(_ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    /// The largest part of each city.
    var cities: [String: (size: UInt8, block: Int, place: Int)] = [:]
    for block in 0..<gazetteer.blockCount {
      for (place, town) in gazetteer.towns(of: block).enumerated() {
        add(town.name, town.size, block, place)
        guard !town.city.isEmpty else { continue }
        let key = town.city + "\n" + town.country
        if town.size > cities[key]?.size ?? 0 { cities[key] = (town.size, block, place) }
      }
    }
    // A city is as large as all its parts, which is more than any of them.
    for (key, part) in cities {
      let city = key.split(separator: "\n").first.map(String.init) ?? key
      add(city, UInt8(clamping: Int(part.size) + Self.cityLead), part.block, part.place, isCity: true)
    }
    entries.sort { ($1.size, $0.block, $0.place) < ($0.size, $1.block, $1.place) }
  }

  private mutating func add(_ name: String, _ size: UInt8, _ block: Int, _ place: Int, isCity: Bool = false) {
    let start = UInt32(text.count)
    text += Folding.fold(name)
    entries.append(
      Entry(
        start: start, end: UInt32(text.count), block: UInt16(block), place: UInt16(place), size: size, isCity: isCity))
  }

  /// What a city of parts has over the largest of them: eight times as many people. Units: eighths of a power of two.
  private static let cityLead = 24

  /// The largest towns of which a word begins with a text: first those of that very name, then those whose name begins with it. `Paris, Texas`
  /// finds those of that region, country or city alone.
  package func towns(startingWith typed: String, most: Int) -> [Found] {
    let parts = typed.split(separator: ",", maxSplits: 1).map { Folding.fold(String($0.trimmingBlanks)) }
    guard let name = parts.first, name.count >= 2 else { return [] }
    let area = parts.count > 1 ? parts[1] : []
    var ranks: [[(town: Found, isCity: Bool)]] = [[], [], []]
    for entry in entries where Int(entry.end - entry.start) >= name.count {
      let folded = text[Int(entry.start)..<Int(entry.end)]
      let isFirst = folded.starts(with: name)
      let rank = isFirst ? (folded.count == name.count ? 0 : 1) : 2
      guard isFirst || (ranks[rank].count < most && Self.hasWord(folded, startingWith: name)), let found = found(entry, area)
      else { continue }
      if let known = ranks[rank].firstIndex(where: { $0.town.text == found.text }) {
        // Where the city is a town of the table itself, that says better where it is than its largest part.
        if ranks[rank][known].isCity { ranks[rank][known] = (found, entry.isCity) }
      } else if ranks[rank].count < most {
        ranks[rank].append((found, entry.isCity))
      }
    }
    return ranks.joined().prefix(most).map(\.town)
  }

  /// Whether a word behind the first begins with a text.
  private static func hasWord(_ name: ArraySlice<UInt8>, startingWith start: [UInt8]) -> Bool {
    var rest = name
    while let blank = rest.firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }) {
      rest = rest[(blank + 1)...]
      if rest.starts(with: start) { return true }
    }
    return false
  }

  /// The town of an entry; nil where it does not lie in an area whose name begins so.
  private func found(_ entry: Entry, _ area: [UInt8]) -> Found? {
    guard let town = gazetteer.town(Int(entry.place), of: Int(entry.block)) else { return nil }
    let country = gazetteer.countryNames[town.country] ?? town.country
    guard area.isEmpty || [town.city, town.region, country].contains(where: { Folding.fold($0).starts(with: area) }) else {
      return nil
    }
    let name = entry.isCity ? town.city : town.name
    return Found(
      name: name, text: Place.fullName([name, town.city, town.region, country]), latitude: town.latitude,
      longitude: town.longitude)
  }
}
