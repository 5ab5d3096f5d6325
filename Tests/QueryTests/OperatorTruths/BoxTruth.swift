// What `bbox:` means.

import VitrineModel
import VitrineQuery

/// Between two parallels and two meridians.
enum BoxTruth: OperatorTruth {
  static let word = "bbox:"

  static func terms(of meaning: FieldMeaning) -> [String] {
    meaning == .location ? ["bbox:-90,170,90,-170", "bbox:0,0,50,100"] : []
  }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    let numbers = values.compactMap { $0.word.flatMap { NaiveWords.plain($0) } }
    guard field.field.meaning == .location, numbers.count == 4, values.count == 4 else { return nil }
    return field.points.contains { point in
      let isBetween =
        numbers[1] <= numbers[3]
        ? point.longitude >= numbers[1] && point.longitude <= numbers[3]
        : point.longitude >= numbers[1] || point.longitude <= numbers[3]
      return point.latitude >= numbers[0] && point.latitude <= numbers[2] && isBetween
    }
  }
}
