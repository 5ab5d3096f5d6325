// A whole text, exactly as written.

import VitrineIndex
import VitrineModel
import VitrineText

/// The text is exactly one of these.
struct TextsTest: PlainValueTest {
  private let texts: Set<String>
  /// The folded form of each, which equal texts share.
  private let folded: Set<[UInt8]>

  /// A test for some texts.
  init(_ texts: Set<String>) {
    self.texts = texts
    folded = Set(texts.map { Folding.fold($0) })
  }

  var cost: Double { 8 }
  var fraction: Double { 0.02 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    let mayBe = segment.withFolded(index) { text in
      folded.count <= 8
        ? folded.contains { $0.count == text.count && $0.elementsEqual(text) } : folded.contains(Array(text))
    }
    return mayBe && texts.contains(segment.text(index))
  }

  func explanation(_ meaning: FieldMeaning) -> String {
    "is exactly " + texts.sorted().map { "'\($0)'" }.joined(separator: " or ")
  }
}
