// A record and its photos that speak of different places.

import VitrineAlgorithms
import VitrineModel
import VitrineSource

/// A record whose position is more than a kilometre from where all of its photos were taken.
enum LocationConflict: RecordRule {
  static let rule = Rule(
    "V412", "location-conflict", .info, "a record's position is another than its photos have",
    help: "correct the position, or say with a comment that the photo is wrong")

  /// Nearer is the same place. Units: metres.
  private static let nearest = 1_000.0

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.records[record]
    let kind = links.kinds[facts.kind]
    guard let point = facts.location, kind.takesLocation else { return }
    let said = links.photos(of: record).compactMap { slot -> (path: Path, north: String, east: String, metres: Double)? in
      guard let metadata = links.photos[slot].metadata, let north = metadata.latitude, let east = metadata.longitude,
        let latitude = Double(north), let longitude = Double(east)
      else { return nil }
      let metres = GreatCircle.distance(
        fromLatitude: Double(point.latitude), longitude: Double(point.longitude), toLatitude: latitude, longitude: longitude)
      return (links.photos[slot].path, north, east, metres)
    }
    guard let closest = said.min(by: { $0.metres < $1.metres }), closest.metres > nearest, let first = said.first else { return }
    let edits = [TextEdit(point.range, first.north), TextEdit(point.longitudeRange, first.east)]
    let comment = TextEdit(ByteRange(at: 0), "# vitrine: ignore \(rule.slug) the photo is wrong\n")
    report(
      Finding(
        rule, in: facts.path, at: point.range, pointer: "/\((kind.location?.names ?? []).joined(separator: "/"))/lat",
        record: facts.title,
        "the record's position is \(distance(closest.metres)) from where \(said.count == 1 ? "its photo was" : "the nearest of its \(said.count) photos was") taken",
        note: "'\(first.path.string)' says \(first.north), \(first.east)",
        fixes: [
          Fix("take \(first.north), \(first.east) from the photo", edits, isSafe: false),
          Fix("keep the record's position, and say that the photo is wrong", [comment], isSafe: false),
        ]))
  }

  /// A distance in kilometres: with one decimal below ten.
  private static func distance(_ metres: Double) -> String {
    let tenths = Int((metres / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\((tenths + 5) / 10) km"
  }
}
