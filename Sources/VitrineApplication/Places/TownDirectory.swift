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
    /// The largest part of each city that is no town of the table itself.
    var cities: [String: (size: UInt8, block: Int, place: Int)] = [:]
    func key(_ name: String, _ town: Gazetteer.ListedTown) -> String {
      [name, town.region, town.country].joined(separator: "\n")
    }
    for block in 0..<gazetteer.blockCount {
      for (place, town) in gazetteer.towns(of: block).enumerated() where !town.city.isEmpty {
        if town.size > cities[key(town.city, town)]?.size ?? 0 { cities[key(town.city, town)] = (town.size, block, place) }
      }
    }
    for block in 0..<gazetteer.blockCount {
      for (place, town) in gazetteer.towns(of: block).enumerated() {
        add(town.name, town.size, block, place)
        cities[key(town.name, town)] = nil
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
    var ranks: [[Int]] = [[], [], []]
    for (index, entry) in entries.enumerated() where Int(entry.end - entry.start) >= name.count {
      let folded = text[Int(entry.start)..<Int(entry.end)]
      let isFirst = folded.starts(with: name)
      let rank = isFirst ? (folded.count == name.count ? 0 : 1) : 2
      // Of those that begin so, which lie in an area is known below.
      guard ranks[rank].count < most || !area.isEmpty, isFirst || Self.hasWord(folded, startingWith: name) else { continue }
      ranks[rank].append(index)
    }
    let found = towns(of: ranks.joined(), in: area)
    var towns: [Found] = []
    for index in ranks.joined() where towns.count < most {
      if let town = found[index], !towns.contains(where: { $0.text == town.text }) { towns.append(town) }
    }
    return towns
  }

  /// The towns of some entries, but for those that do not lie in an area whose name begins so. Each block is expanded once.
  private func towns(of indices: some Sequence<Int>, in area: [UInt8]) -> [Int: Found] {
    var found: [Int: Found] = [:]
    for (block, members) in Dictionary(grouping: indices, by: { entries[$0].block }) {
      let towns = gazetteer.towns(of: Int(block))
      for index in members where towns.indices.contains(Int(entries[index].place)) {
        found[index] = self.found(towns[Int(entries[index].place)], isCity: entries[index].isCity, area)
      }
    }
    return found
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

  /// A town as it is found; nil where it does not lie in an area whose name begins so.
  private func found(_ town: Gazetteer.ListedTown, isCity: Bool, _ area: [UInt8]) -> Found? {
    let country = gazetteer.countryNames[town.country] ?? town.country
    guard area.isEmpty || [town.city, town.region, country].contains(where: { Folding.fold($0).starts(with: area) }) else {
      return nil
    }
    let name = isCity ? town.city : town.name
    return Found(
      name: name, text: Place.fullName([name, town.city, town.region, country]), latitude: town.latitude,
      longitude: town.longitude)
  }
}
