// What `starts:` means.

import VitrineModel
import VitrineQuery
import VitrineText

/// The beginning of a text, folded.
enum StartsTruth: OperatorTruth {
  static let word = "starts:"

  static func takesValues(of meaning: FieldMeaning) -> Bool { meaning != .map }

  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool? {
    values.first?.word.map { word in field.texts.contains { Folding.fold($0).starts(with: Folding.fold(word)) } }
  }
}
