// What `on:` means.

import VitrineModel
import VitrineQuery

/// The same day of any year.
enum OnTruth: OperatorTruth {
  static let word = "on:"

  static func terms(of meaning: FieldMeaning) -> [String] {
    meaning.isTemporal ? ["on:02-29", "on:2026-05-27", "on:today"] : []
  }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    guard field.field.meaning.isTemporal, let word = values.first?.word else { return nil }
    let days = DateWords.remembered(word, field.catalogue.now)
    guard !days.isEmpty else { return nil }
    return field.texts.contains { text in
      guard let moment = (text.utf8.withContiguousStorageIfAvailable { ValueNumber.moment($0) } ?? nil) else { return false }
      return days.contains { moment.day.month == $0.month && moment.day.day == $0.day }
    }
  }
}
