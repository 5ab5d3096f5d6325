// Photos put into groups, each of which becomes a record.

import VitrineCatalog
import VitrineModel

extension PhotoFolder {
  /// The longest break within a burst. Units: seconds.
  private static let longestBreak = 2.0
  /// The farthest that photos of one place are apart. Units: metres.
  private static let farthest = 500.0

  /// Photos in groups: those of one name in one folder first, then by what the grouping says.
  static func grouped(_ photos: [Found], by grouping: Grouping) -> [[Found]] {
    var byName: [String: [Found]] = [:]
    for photo in photos {
      let folder = photo.name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      byName[folder + "/" + photo.stem.lowercased(), default: []].append(photo)
    }
    let units = byName.values.map { $0.sorted { $0.number < $1.number } }.sorted { left, right in
      let (first, second) = (left.lazy.compactMap(\.moment).first, right.lazy.compactMap(\.moment).first)
      switch (first?.civilSeconds, second?.civilSeconds) {
      case (let first?, let second?) where first != second: return first < second
      case (.some, nil): return true
      case (nil, .some): return false
      default: return left[0].number < right[0].number
      }
    }
    var groups: [[Found]] = []
    for unit in units {
      if let last = groups.last?.last, belongs(unit[0], with: last, grouping) {
        groups[groups.count - 1] += unit
      } else {
        groups.append(unit)
      }
    }
    return groups
  }

  private static func belongs(_ photo: Found, with last: Found, _ grouping: Grouping) -> Bool {
    if grouping == .day { return photo.moment != nil && photo.moment?.day == last.moment?.day }
    guard let now = photo.taken, let before = last.taken else { return false }
    switch grouping {
    case .photo, .day: return false
    case .burst:
      return now.civilSeconds - before.civilSeconds <= longestBreak && photo.photo.metadata?.camera == last.photo.metadata?.camera
    case .place: return now.day == before.day && distance(photo, last).map { $0 <= farthest } ?? false
    }
  }

  /// How far apart photos were taken; nil where one does not say where. Units: metres.
  private static func distance(_ left: Found, _ right: Found) -> Double? {
    func point(_ found: Found) -> (Double, Double)? {
      guard let north = found.photo.metadata?.latitude.flatMap({ Double($0) }),
        let east = found.photo.metadata?.longitude.flatMap({ Double($0) })
      else { return nil }
      return (north, east)
    }
    guard let first = point(left), let second = point(right) else { return nil }
    // So near, the Earth is flat: a degree has 111 km, of longitude less by the cosine of the latitude.
    let turns = (first.1 - second.1).remainder(dividingBy: 360)
    let (up, over) = ((first.0 - second.0) * 111_195, turns * 111_195 * cosine(first.0))
    return (up * up + over * over).squareRoot()
  }

  /// The cosine of an angle in degrees, within a thousandth: of Taylor's series, enough for up to a right angle.
  private static func cosine(_ degrees: Double) -> Double {
    let x = degrees * .pi / 180
    return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720
  }
}

extension CivilMoment {
  /// Whether a photo that says a day may have been taken then: at most a day before it or after. Where it says none, it may.
  func isPlausible(on day: CivilDay?) -> Bool { day.map { abs($0.number - self.day.number) <= 1 } ?? true }
}
