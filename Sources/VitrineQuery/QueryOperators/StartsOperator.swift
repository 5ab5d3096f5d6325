// `starts:`, for the beginning of a text.

import VitrineIndex
import VitrineModel
import VitrineText

/// A beginning, regardless of case and marks.
enum StartsOperator: QueryOperator {
  static let word = "starts:"
  static let rank = 2
  static let syntax = OperandSyntax.text(mayBeEmpty: false)
  static let completesValues = true
  static let help = [OperatorHelp("text", "title:starts:the", finds: "what begins with it")]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning.isFreeText }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    try binder.some(values) { value throws(QueryError) in StartsTest(start: Folding.fold(try binder.text(value))) }
  }
}

/// The folded text starts with this folded text.
private struct StartsTest: PlainValueTest {
  let start: [UInt8]

  var cost: Double { 4 }
  var fraction: Double { 0.05 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool { segment.withFolded(index) { $0.starts(with: start) } }

  func explanation(_ meaning: FieldMeaning) -> String { "starts with '\(String(decoding: start, as: UTF8.self))'" }
}
