// A text stands in another where its bytes do.

import Testing
import VitrineText

@Suite struct ContainingTests {
  @Test(
    "a text stands in another where its bytes do, at whichever end",
    arguments: [
      ("block mapping", "block", true), ("block mapping", "mapping", true), ("block mapping", "k m", true),
      ("block mapping", "block mapping", true), ("block mapping", "block mappings", false), ("block mapping", "mapping ", false),
      ("aab", "ab", true), ("", "a", false), ("", "", true), ("a", "", true), ("a\r\nb", "\nb", true),
      ("caf\u{E9}", "cafe\u{301}", false),
    ])
  func containing(text: String, part: String, isThere: Bool) {
    #expect(text.contains(part) == isThere)
    #expect(text[...].contains(part[...]) == isThere)
  }
}
