// What `eq:` means.

import VitrineModel
import VitrineQuery

/// The text as written.
enum ExactTruth: OperatorTruth {
  static let word = "eq:"

  static func takesValues(of meaning: FieldMeaning) -> Bool { true }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    values.first?.word.map { word in field.texts.contains { $0 == word } }
  }
}
