// True or false.

import VitrineIndex
import VitrineModel

/// True, or false.
struct BooleanTest: PlainValueTest {
  private let wanted: Bool

  /// A test for one of the two.
  init(_ wanted: Bool) { self.wanted = wanted }

  var cost: Double { 4 }
  var fraction: Double { 0.5 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    segment.withFolded(index) { $0.elementsEqual((wanted ? "true" : "false").utf8) }
  }

  func explanation(_ meaning: FieldMeaning) -> String { "is \(wanted)" }
}
