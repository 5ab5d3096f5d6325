// `bbox:`, for what lies between two parallels and two meridians.

import VitrineModel
import VitrineSource

/// A box on the Earth's surface.
enum BoxOperator: QueryOperator {
  static let word = "bbox:"
  static let rank = 5
  static let valuesTogether: ClosedRange<Int>? = 4...4
  static let help = [
    OperatorHelp("place", "location:bbox:40.9,28.8,41.2,29.2", finds: "between south, west, north and east")
  ]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning == .location }

  static func wrongCount(_ count: Int) -> (message: String, suggestion: String) {
    ("'bbox:' takes four numbers, not \(count)", "'bbox:SOUTH,WEST,NORTH,EAST' in degrees")
  }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    guard suits(binder.field.field.meaning) else { throw binder.noRelation }
    return try binder.area { () throws(QueryError) in
      try binder.requireCount(4, of: values, "south, west, north and east", example: "bbox:40.9,28.8,41.2,29.2")
      let south = try binder.latitude(values[0], before: values[1])
      let west = try binder.longitude(values[1])
      let north = try binder.latitude(values[2], before: values[3])
      let east = try binder.longitude(values[3])
      guard south <= north else {
        throw binder.error(
          "the south of the box lies north of its north", ByteRange(values[0].range.start, values[2].range.end),
          "the order is south, west, north, east")
      }
      return Box(south: south, west: west, north: north, east: east)
    }
  }
}

/// All points between two parallels and, going east from `west` to `east`, two meridians; it may cross the antimeridian. Units: degrees.
private struct Box: Area {
  let south: Double
  let west: Double
  let north: Double
  let east: Double

  func contains(latitude: Double, longitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  }

  var explanation: String {
    "from \(ConditionText.number(south)), \(ConditionText.number(west)) to \(ConditionText.number(north)), "
      + ConditionText.number(east)
  }
}
