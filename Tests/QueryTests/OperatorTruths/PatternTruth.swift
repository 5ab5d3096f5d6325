// What `re:` means.

import VitrineModel
import VitrineQuery
import VitrineText

/// A regular expression.
enum PatternTruth: OperatorTruth {
  static let word = "re:"

  static func takesValues(of meaning: FieldMeaning) -> Bool { ![.map, .location, .color].contains(meaning) }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    guard let word = values.first?.word, let pattern = try? Pattern(ecma: word) else { return nil }
    return field.texts.contains { pattern.matches($0) }
  }
}
