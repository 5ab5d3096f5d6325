// `near:`, for places around a point and colours like another.

import VitrineAlgorithms
import VitrineIndex
import VitrineModel
import VitrineText

/// At most so far from a place, or from a colour.
enum NearOperator: QueryOperator {
  static let word = "near:"
  static let rank = 4
  static let valuesTogether: ClosedRange<Int>? = 2...3
  static let completesValues = true
  static let help = [
    OperatorHelp("place", "location:near:41.01,28.97,2km", finds: "within so many m or km of a point"),
    OperatorHelp("place", "location:near:Istanbul,20km", finds: "the same of a town"),
    OperatorHelp(
      "colour", "color:near:1b2a6b,12", finds: "one like it: 0 is the same, 100 the way\nfrom black to white"),
  ]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning == .location || meaning == .color }

  static func wrongCount(_ count: Int) -> (message: String, suggestion: String) {
    (
      "'near:' takes a place and a radius, or a colour and a distance",
      "such as 'near:41.01,28.97,2km', 'near:Istanbul,20km' and 'near:navy,12'"
    )
  }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    switch binder.field.field.meaning {
    case .location: try binder.area { () throws(QueryError) in try circle(values, binder) }
    case .color: .value(column: binder.field.way.column, try color(values, binder))
    case .text, .enumeration, .number, .boolean, .date, .dateInt, .dateTime, .time, .reference, .map: throw binder.noRelation
    }
  }

  private static func circle(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Circle {
    if values.count == 2 {
      let name = try binder.text(values[0])
      if NumberWords.number(name, unit: "°") == nil {
        let metres = try metres(values[1], binder)
        let (latitude, longitude) = try binder.point(named: name, values[0])
        return Circle(latitude: latitude, longitude: longitude, metres: metres)
      }
    }
    try binder.requireCount(3, of: values, "latitude, longitude and distance", example: "near:41.01,28.97,2km")
    let latitude = try binder.latitude(values[0], before: values[1])
    let longitude = try binder.longitude(values[1])
    return Circle(latitude: latitude, longitude: longitude, metres: try metres(values[2], binder))
  }

  private static func metres(_ value: Query.Value, _ binder: ValueBinder) throws(QueryError) -> Double {
    let text = try binder.text(value)
    guard let metres = NumberWords.number(text, unit: "m"), metres >= 0, metres.isFinite else {
      throw binder.error("'\(text)' is no distance", value.range, "write metres as 500 or 500m, kilometres as 2km")
    }
    return metres
  }

  private static func color(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> ColorDistanceTest {
    let field = binder.field.field
    guard values.count == 2 else {
      throw binder.error(
        "'near:' takes a colour and a distance, not \(values.count) values", binder.range(of: values), "such as near:navy,10")
    }
    let word = try binder.text(values[0])
    let names = ValueWords.names(of: field, named: word)
    let hex = field.palette.first { $0.name == names.first }?.hex ?? OKLab.hex(word)
    guard let hex, let color = OKLab(hex: hex) else {
      let nearest = NearestWord.nearest(to: word, in: field.palette.map(\.name) + field.aliases.map(\.word))
      throw binder.error(
        "'\(word)' is no colour", values[0].range,
        nearest.map { "did you mean '\($0)'?" } ?? "write a name of the palette, or 1b2a4b")
    }
    let end = try binder.text(values[1])
    guard let distance = NumberWords.number(end, unit: nil), distance >= 0, distance.isFinite else {
      throw binder.error("'\(end)' is no distance", values[1].range, "write a number: 2 is hardly seen, 10 is a kindred colour")
    }
    let palette = Dictionary(field.palette.map { ($0.name, $0.hex) }) { first, _ in first }
    return ColorDistanceTest(color: color, distance: distance, palette: palette)
  }
}

/// All points within so many metres of one, on a sphere. Units: degrees; metres.
private struct Circle: Area {
  let latitude: Double
  let longitude: Double
  let metres: Double

  func contains(latitude: Double, longitude: Double) -> Bool {
    // A degree of latitude is as long everywhere: most points are out by that alone.
    let span = metres / GreatCircle.radius * 180 / .pi
    guard (latitude - self.latitude).magnitude <= span * 1.000_001 + 1e-9 else { return false }
    let distance = GreatCircle.distance(
      fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude, longitude: longitude)
    return distance <= metres
  }

  var explanation: String {
    "within \(ConditionText.number(metres)) m of \(ConditionText.number(latitude)), \(ConditionText.number(longitude))"
  }
}

/// The colour is this near in OKLab, times 100. Colours by name are looked up in `palette`, a map from name to `#rrggbb`.
private struct ColorDistanceTest: PlainValueTest {
  let color: OKLab
  let distance: Double
  let palette: [String: String]

  var cost: Double { 300 }
  var fraction: Double { 0.02 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    let name = segment.text(index)
    guard let other = OKLab(hex: palette[name] ?? name) else { return false }
    return color.distance(to: other) <= distance
  }

  func explanation(_ meaning: FieldMeaning) -> String {
    let parts = [color.lightness, color.a, color.b].map { ConditionText.number(($0 * 1000).rounded() / 1000) }
    return "within \(ConditionText.number(distance)) of oklab(\(parts.joined(separator: " ")))"
  }
}
