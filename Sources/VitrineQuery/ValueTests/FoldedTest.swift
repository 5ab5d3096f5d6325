// A whole text, regardless of case and marks.

import VitrineIndex
import VitrineModel
import VitrineText

/// The folded text is this folded text.
struct FoldedTest: PlainValueTest {
  /// The text, folded.
  let whole: [UInt8]

  /// A test for a text, however it is spelled.
  init(_ text: String) { whole = Folding.fold(text) }

  var cost: Double { 4 }
  var fraction: Double { 0.02 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    segment.withFolded(index) { $0.count == whole.count && $0.elementsEqual(whole) }
  }

  func explanation(_ meaning: FieldMeaning) -> String { "is '\(String(decoding: whole, as: UTF8.self))'" }
}
