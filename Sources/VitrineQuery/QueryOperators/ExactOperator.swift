// `eq:`, for exactly a text.

import VitrineModel

/// The text as written, with its case and marks.
enum ExactOperator: QueryOperator {
  static let word = "eq:"
  static let rank = 1
  static let syntax = OperandSyntax.text(mayBeEmpty: true)
  static let completesValues = true
  static let help = [OperatorHelp("text", "title:eq:Zelda", finds: "exactly this text")]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning.isFreeText }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    try binder.some(values) { value throws(QueryError) in TextsTest([try binder.text(value)]) }
  }
}

extension Query.Relation {
  /// `f:eq:v`
  package static let exactly = Query.Relation.word(ExactOperator.self)
}
