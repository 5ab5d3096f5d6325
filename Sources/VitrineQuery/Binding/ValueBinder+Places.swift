// Points on the Earth as values, for operators that take an area.

import VitrineIndex
import VitrineModel
import VitrineSource

extension ValueBinder {
  /// The condition that an element of a location has its point in an area. Errors: the field has no points, or those of `area`.
  func area(_ area: () throws(QueryError) -> some Area) throws(QueryError) -> Condition {
    let path = field.field.path
    guard let latitude = field.layout.column(at: path.appending("lat")),
      let longitude = field.layout.column(at: path.appending("lon"))
    else {
      throw error("'\(name)' has no 'lat' and 'lon'", term.range, "only places go with '\(term.relation.text)'")
    }
    return .place(latitude: latitude, longitude: longitude, try area())
  }

  /// Throws unless there are so many values. Shape: `wanted` lists them, as in "south, west, north and east".
  func requireCount(_ count: Int, of values: [Query.Value], _ wanted: String, example: String) throws(QueryError) {
    if values.count == count { return }
    // Four whole numbers and a distance, or eight: a decimal comma looks like two values.
    let hasDecimalCommas = values.count > count
    throw error(
      "'\(term.relation.text)' takes \(wanted), not \(values.count) values", range(of: values),
      hasDecimalCommas ? "write decimals with a point, such as \(example)" : "such as \(example)")
  }

  /// From the first value to the last; the whole term where there is none.
  func range(of values: [Query.Value]) -> ByteRange {
    guard let first = values.first, let last = values.last else { return term.range }
    return ByteRange(first.range.start, last.range.end)
  }

  /// Where a place lies, by its name. Units: degrees. Errors: nobody knows it.
  func point(named name: String, _ value: Query.Value) throws(QueryError) -> (latitude: Double, longitude: Double) {
    switch namedPlaces.answer(name) {
    case .point(let latitude, let longitude): return (latitude, longitude)
    case .unknown(let nearest):
      throw error(
        "there is no town '\(name)' in the table of places", value.range,
        nearest.map { "did you mean '\($0)'?" } ?? "write latitude and longitude, such as near:41.01,28.97,2km")
    case .noTable:
      throw error(
        "names of places are not known here: the table of places is not installed", value.range,
        "write latitude and longitude, such as near:41.01,28.97,2km")
    }
  }

  /// A latitude. Errors: none that there is; the longitude in its place, as `next` tells.
  func latitude(_ value: Query.Value, before next: Query.Value) throws(QueryError) -> Double {
    let number = try degrees(value)
    guard abs(number) <= 90 else {
      let isSwapped = abs(number) <= 180 && (try? degrees(next)).map { abs($0) <= 90 } == true
      throw error(
        "the latitude \(try text(value)) is not between -90 and 90", value.range, isSwapped ? "the latitude comes first" : "")
    }
    return number
  }

  /// A longitude.
  func longitude(_ value: Query.Value) throws(QueryError) -> Double {
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
