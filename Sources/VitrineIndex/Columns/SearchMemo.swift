// What the last searches found in one segment: who types on looks for the same and a letter more.

import Synchronization

/// The values of one segment that contain the texts last looked for. Segments never change, and so this stays true as long as they live.
package final class SearchMemo: Sendable {
  /// One bit a value of a segment.
  package typealias Bits = SIMD8<UInt64>

  /// A folded text, and the values that contain it.
  private struct Search {
    let text: [UInt8]
    let found: Bits

    /// Whether a text contains this one, so that it stands in no other values.
    func holds(_ text: [UInt8]) -> Bool {
      let part = self.text
      guard part.count <= text.count else { return false }
      return (0...text.count - part.count).contains { start in text[start..<start + part.count].elementsEqual(part) }
    }
  }

  /// The two last, the later one first: two words of a search each have their own.
  private let searches = Mutex<(Search?, Search?)>((nil, nil))

  /// A memo of nothing.
  init() {}

  /// The values that may contain a folded text, and whether they all do; nil where nothing is known.
  package func candidates(_ text: [UInt8]) -> (values: Bits, isExact: Bool)? {
    searches.withLock { searches in
      let known = [searches.0, searches.1].compactMap(\.self).filter { $0.holds(text) }
      return known.max { $0.text.count < $1.text.count }.map { ($0.found, $0.text.count == text.count) }
    }
  }

  /// Keeps what a search for a folded text found, in the place of the search that it goes on with, or of the older one.
  package func keep(_ text: [UInt8], _ found: Bits) {
    searches.withLock { searches in
      let isSame = searches.0?.holds(text) ?? true
      searches = (Search(text: text, found: found), isSame ? searches.1 : searches.0)
    }
  }

  /// Forgets all, so that the next search looks at each value.
  package func forget() { searches.withLock { $0 = (nil, nil) } }
}
