// A regular expression.

import VitrineIndex
import VitrineModel
import VitrineText

/// The pattern is found in the text as written; a search that is given up counts as not found, and is reported.
struct PatternTest: PlainValueTest {
  private let pattern: Pattern

  /// A test for a pattern.
  init(_ pattern: Pattern) { self.pattern = pattern }

  var cost: Double { 400 }
  var fraction: Double { 0.05 }
  var wasGivenUp: Bool { pattern.wasGivenUp }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool { segment.withText(index) { pattern.isFound(inOneOfMany: $0) } }

  func explanation(_ meaning: FieldMeaning) -> String { "matches /\(pattern.source)/" }
}
