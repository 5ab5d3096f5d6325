// The table of places beside the program: found, and read when somebody asks for a place.

import Glibc
import Synchronization
import VitrineFiles
package import VitrinePlaces
package import VitrineQuery
import VitrineSource
import VitrineText

/// The towns and borders that travel with vitrine.
package final class PlacesFile: Sendable {
  private enum Content {
    case unread
    case missing
    case read(PlaceFinder)
  }

  /// Where the file is; nil where it is neither installed with the program nor in the tree that it was built in.
  package let path: String?
  private let content = Mutex<Content>(.unread)
  private let towns = Mutex<[String: NamedPlaces.Answer]>([:])
  private let directory = Mutex<TownDirectory?>(nil)

  /// The file of this program: `share/vitrine/places.bin` beside its `bin`, or `contrib/places/places.bin` of the tree that holds its `.build`.
  package init() {
    let program = Path.real("/proc/self/exe")
    let prefix = Path.parent(of: Path.parent(of: program))
    var places = [prefix + "/share/vitrine/places.bin"]
    let parts = program.split(separator: "/", omittingEmptySubsequences: false)
    if let build = parts.lastIndex(of: ".build") {
      places.append(parts[..<build].joined(separator: "/") + "/contrib/places/places.bin")
    }
    path = places.first { access($0, R_OK) == 0 }
  }

  /// A file at a path, for tests.
  package init(path: String) { self.path = path }

  /// No table is as long. Units: bytes.
  private static let limit = 32 << 20

  /// The place of a position; nil where there is no table, or the position is none on the Earth.
  package func place(latitude: Double, longitude: Double) -> Place? {
    use { $0.place(latitude: latitude, longitude: longitude) } ?? nil
  }

  /// The largest towns of a box, as `PlaceFinder.towns` lists them; empty without a table.
  package func towns(south: Double, west: Double, north: Double, east: Double, most: Int) -> [Gazetteer.ListedTown] {
    use { $0.towns(south: south, west: west, north: north, east: east, most: most) } ?? []
  }

  /// So many names are kept with what they stand for.
  private static let mostNames = 256

  /// Where the largest town of a name lies. Shape: `Paris`, or with its city, region or country `Paris, Texas`; case and accents do not matter.
  package func town(named name: String) -> NamedPlaces.Answer {
    if let known = towns.withLock({ $0[name] }) { return known }
    let answer = use { TownSearch(name).answer(from: $0.gazetteer) } ?? .noTable
    towns.withLock { towns in
      if towns.count >= Self.mostNames { towns.removeAll() }
      towns[name] = answer
    }
    return answer
  }

  /// The largest towns of which a word begins with what somebody types; empty without a table.
  package func towns(startingWith typed: String, most: Int) -> [TownDirectory.Found] {
    let directory = directory.withLock { directory in
      if directory == nil { directory = use { $0.gazetteer }.map { TownDirectory($0) } }
      return directory
    }
    return directory?.towns(startingWith: typed, most: most) ?? []
  }

  /// The outlines of countries, all or those of a box; empty without a table.
  package func borders(_ detail: Gazetteer.Detail, in box: Gazetteer.Box? = nil) -> [Border] {
    use { $0.gazetteer.borders(detail, in: box) } ?? []
  }

  /// True where there is a table that can be read.
  package var isThere: Bool { use { _ in true } ?? false }

  private func use<Result>(_ body: (inout PlaceFinder) -> Result) -> Result? {
    content.withLock { content -> Result? in
      if case .unread = content {
        let bytes = path.flatMap { try? FileReader.read(path: Path($0), limit: Self.limit) }
        content = bytes.flatMap { Gazetteer($0) }.map { .read(PlaceFinder($0)) } ?? .missing
      }
      guard case .read(var finder) = content else { return nil }
      content = .missing
      defer { content = .read(finder) }
      return body(&finder)
    }
  }
}
