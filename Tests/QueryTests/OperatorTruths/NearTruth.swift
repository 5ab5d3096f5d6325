// What `near:` means.

import Glibc
import VitrineModel
import VitrineQuery

/// At most so far from a place, or from a colour.
enum NearTruth: OperatorTruth {
  static let word = "near:"

  static func terms(of meaning: FieldMeaning) -> [String] {
    switch meaning {
    case .location: ["near:41.01,28.97,2km", "near:0,180,20000000"]
    case .color: ["near:1b2a4b,15", "near:#ffffff,40"]
    default: []
    }
  }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    switch field.field.meaning {
    case .location: isNear(values, field)
    case .color: isLike(values, field)
    default: nil
    }
  }

  private static func isNear(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    let numbers = values.compactMap { value -> Double? in
      guard let text = value.word else { return nil }
      return NaiveWords.number(text, unit: "m") ?? NaiveWords.number(text, unit: "km").map { $0 * 1000 }
    }
    guard numbers.count == 3, values.count == 3 else { return nil }
    return field.points.contains { distance(numbers[0], numbers[1], $0.latitude, $0.longitude) <= numbers[2] }
  }

  /// The distance of two points in metres, by the angle between them as vectors.
  private static func distance(_ one: Double, _ two: Double, _ three: Double, _ four: Double) -> Double {
    let (a, b, c) = (one * .pi / 180, three * .pi / 180, (four - two) * .pi / 180)
    let across = ((cos(b) * sin(c)) * (cos(b) * sin(c)) + pow(cos(a) * sin(b) - sin(a) * cos(b) * cos(c), 2)).squareRoot()
    return 6_371_008.8 * atan2(across, sin(a) * sin(b) + cos(a) * cos(b) * cos(c))
  }

  private static func isLike(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    guard values.count == 2, let word = values[0].word, let end = values[1].word, let within = NaiveWords.plain(end), within >= 0
    else { return nil }
    func lab(_ text: String) -> OKLab? { OKLab(hex: field.field.palette.first { $0.name == text }?.hex ?? text) }
    guard let color = lab(word) else { return nil }
    return field.texts.contains { text in lab(text).map { $0.distance(to: color) <= within } ?? false }
  }
}
