// What an operator of the query language is: one file of the shelf `QueryOperators` says all there is to say of it. Decision 0042 says why.

package import VitrineModel

/// A word between a field's colon and its values: `title:starts:the`.
///
/// The file of an operator holds how it is read, which fields take it, what it asks of their values or points, how that reads in
/// `--explain`, and its lines in help. Nothing else names it, but for what is a synonym of it.
package protocol QueryOperator: Sendable {
  /// The word with its colon, such as `near:`. No word begins another.
  static var word: String { get }
  /// Its position in lists of operators, in help and advice: the common ones first.
  static var rank: Int { get }
  /// How its values are written.
  static var syntax: OperandSyntax { get }
  /// How many values are one operand, such as the four of a box; nil where each value is one by itself, and any of them will do.
  static var valuesTogether: ClosedRange<Int>? { get }
  /// What is wrong with another number of values, and what to write instead; asked where `valuesTogether` is given.
  static func wrongCount(_ count: Int) -> (message: String, suggestion: String)
  /// True where its operand is the beginning of a value, or a whole one: then values of records are offered as completions.
  static var completesValues: Bool { get }
  /// True for fields that advice recommends it for.
  static func suits(_ meaning: FieldMeaning) -> Bool
  /// Its lines in the table of help.
  static var help: [OperatorHelp] { get }
  /// What a field has to be: one value, or the values that are one operand.
  ///
  /// Errors: the field's values do not know the operator (`ValueBinder.noRelation`), or the value is none for it.
  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition
}

extension QueryOperator {
  /// Values as behind a colon alone.
  package static var syntax: OperandSyntax { .value }
  /// Each value by itself.
  package static var valuesTogether: ClosedRange<Int>? { nil }
  /// No completions.
  package static var completesValues: Bool { false }

  /// Never asked of an operator whose values stand for themselves.
  package static func wrongCount(_ count: Int) -> (message: String, suggestion: String) {
    ("'\(word)' does not take \(count) values", "")
  }
}

/// How the values of an operator are written.
package enum OperandSyntax: Sendable {
  /// As behind a colon alone; whether `..` makes a range, is for the relation to say.
  case value
  /// Any text: two dots are no range. Whether an empty text may be asked for.
  case text(mayBeEmpty: Bool)
  /// A regular expression: what stands in brackets is one piece.
  case pattern
}

/// A line of the table of help.
package struct OperatorHelp: Sendable {
  /// The row of the table: the words for a type of field, such as "text".
  package let type: String
  /// An example, such as `title:starts:the`.
  package let example: String
  /// What the example finds.
  package let finds: String

  /// A line for a type of field.
  package init(_ type: String, _ example: String, finds: String) {
    self.type = type
    self.example = example
    self.finds = finds
  }
}

extension Query {
  /// The operators of the language, the common ones first.
  package static let operators = QueryOperators.all.sorted { $0.rank < $1.rank }
}

extension QueryOperators {
  /// The operator whose word stands at an index of a query.
  static func first(in input: QueryInput, at index: Int) -> (any QueryOperator.Type)? {
    all.first { input.starts(with: $0.word, at: index) }
  }
}

extension FieldMeaning {
  /// True for texts that people write as they like, and names of records.
  var isFreeText: Bool {
    switch self {
    case .text, .reference: true
    case .enumeration, .number, .boolean, .date, .dateInt, .dateTime, .time, .color, .location, .map: false
    }
  }
}
