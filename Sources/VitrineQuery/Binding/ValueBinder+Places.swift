// Places on the Earth as values: around a point, or inside a box.

import VitrineIndex
import VitrineModel
import VitrineSource

extension ValueBinder {
  /// The area of `near:` or `bbox:`.
  func place(_ values: [Query.Value]) throws(QueryError) -> Condition {
    let path = field.field.path
    guard let latitude = field.layout.column(at: path.appending("lat")),
      let longitude = field.layout.column(at: path.appending("lon"))
    else {
      throw error("'\(name)' has no 'lat' and 'lon'", term.range, "only places go with '\(term.relation.rawValue)'")
    }
    let area = term.relation == .near ? try circle(values) : try box(values)
    return .place(latitude: latitude, longitude: longitude, area)
  }

  private func circle(_ values: [Query.Value]) throws(QueryError) -> Area {
    guard values.count == 3 else { throw wrongCount(values, "latitude, longitude and distance", 3, "near:41.01,28.97,2km") }
    let (latitude, longitude) = (try self.latitude(values[0], before: values[1]), try self.longitude(values[1]))
    let text = try text(values[2])
    guard let metres = NumberWords.number(text, unit: "m"), metres >= 0, metres.isFinite else {
      throw error("'\(text)' is no distance", values[2].range, "write metres as 500 or 500m, kilometres as 2km")
    }
    return .circle(latitude: latitude, longitude: longitude, metres: metres)
  }

  private func box(_ values: [Query.Value]) throws(QueryError) -> Area {
    guard values.count == 4 else { throw wrongCount(values, "south, west, north and east", 4, "bbox:40.9,28.8,41.2,29.2") }
    let south = try latitude(values[0], before: values[1])
    let west = try longitude(values[1])
    let north = try latitude(values[2], before: values[3])
    let east = try longitude(values[3])
    guard south <= north else {
      throw error(
        "the south of the box lies north of its north", ByteRange(values[0].range.start, values[2].range.end),
        "the order is south, west, north, east")
    }
    return .box(south: south, west: west, north: north, east: east)
  }

  private func wrongCount(_ values: [Query.Value], _ wanted: String, _ count: Int, _ example: String) -> QueryError {
    // Four whole numbers and a distance, or eight: a decimal comma looks like two values.
    let hasDecimalCommas = values.count > count
    return error(
      "'\(term.relation.rawValue)' takes \(wanted), not \(values.count) values", valuesRange(values),
      hasDecimalCommas ? "write decimals with a point, such as \(example)" : "such as \(example)")
  }

  private func latitude(_ value: Query.Value, before next: Query.Value) throws(QueryError) -> Double {
    let number = try degrees(value)
    guard abs(number) <= 90 else {
      let isSwapped = abs(number) <= 180 && (try? degrees(next)).map { abs($0) <= 90 } == true
      throw error(
        "the latitude \(try text(value)) is not between -90 and 90", value.range, isSwapped ? "the latitude comes first" : "")
    }
    return number
  }

  private func longitude(_ value: Query.Value) throws(QueryError) -> Double {
    let number = try degrees(value)
    guard abs(number) <= 180 else { throw error("the longitude \(try text(value)) is not between -180 and 180", value.range) }
    return number
  }

  private func degrees(_ value: Query.Value) throws(QueryError) -> Double {
    let text = try text(value)
    guard let number = NumberWords.number(text, unit: "°"), number.isFinite else {
      throw error("'\(text)' is not a number of degrees", value.range, "write degrees with a point, such as 41.01")
    }
    return number
  }
}
