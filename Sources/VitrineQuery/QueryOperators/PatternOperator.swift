// `re:`, for a regular expression.

import VitrineModel
import VitrineSource
import VitrineText

/// A regular expression (ECMA-262), found anywhere in the text as written.
enum PatternOperator: QueryOperator {
  static let word = "re:"
  static let rank = 3
  static let syntax = OperandSyntax.pattern
  static let help = [OperatorHelp("text", "title:re:^The", finds: "what the regular expression matches")]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning.isFreeText }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    try binder.some(values) { value throws(QueryError) in PatternTest(try pattern(value, binder)) }
  }

  private static func pattern(_ value: Query.Value, _ binder: ValueBinder) throws(QueryError) -> Pattern {
    let source = try binder.text(value)
    do throws(PatternError) { return try Pattern(ecma: source) } catch {
      throw binder.error("the pattern is not valid: " + error.message, range(of: source, value, at: error.offset))
    }
  }

  /// The byte of a value at which something is wrong; the whole value where it is not written as it reads.
  private static func range(of text: String, _ value: Query.Value, at offset: Int) -> ByteRange {
    let count = text.utf8.count
    let quote = value.range.count == count + 2 ? 1 : 0
    guard value.range.count == count + 2 * quote, offset <= count else { return value.range }
    let start = Int(value.range.start) + quote + min(offset, max(count - 1, 0))
    return count == 0 ? value.range : ByteRange(start, start + 1)
  }
}
