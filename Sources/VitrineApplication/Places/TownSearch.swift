// The town that a name means, in a table of places.

import VitrinePlaces
import VitrineQuery
import VitrineText

/// Looks for the largest town of a name.
struct TownSearch {
  private let name: String
  private let folded: [UInt8]
  /// The city, region or country that it lies in; empty where none is named.
  private let area: [UInt8]

  /// A search for `Paris`, or for `Paris, Texas`.
  init(_ text: String) {
    let parts = text.split(separator: ",", maxSplits: 1).map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    name = parts.first ?? text
    folded = Folding.fold(name)
    area = Folding.fold(parts.count > 1 ? parts[1] : "")
  }

  /// What the name stands for; a city that the table has only by its quarters is where the largest of them is.
  func answer(from gazetteer: Gazetteer) -> NamedPlaces.Answer {
    let towns = gazetteer.everyTown
    let countries = gazetteer.countryNames
    func lies(_ town: Gazetteer.ListedTown) -> Bool {
      area.isEmpty || [town.city, town.region, town.country, countries[town.country] ?? ""].contains { Folding.fold($0) == area }
    }
    func largest(_ isMeant: (Gazetteer.ListedTown) -> Bool) -> Gazetteer.ListedTown? {
      towns.filter { isMeant($0) && lies($0) }.max {
        ($0.size, $1.name, $1.latitude, $1.longitude) < ($1.size, $0.name, $0.latitude, $0.longitude)
      }
    }
    if let town = largest({ Folding.fold($0.name) == folded }) ?? largest({ Folding.fold($0.city) == folded }) {
      return .point(latitude: town.latitude, longitude: town.longitude)
    }
    return .unknown(nearest: NearestWord.nearest(to: name, in: Set(towns.filter(lies).flatMap { [$0.name, $0.city] })))
  }
}
