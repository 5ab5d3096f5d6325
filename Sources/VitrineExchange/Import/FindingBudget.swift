// How many findings of a text's records are kept, which are checked on many threads in any order.

import Synchronization

/// Room for findings, shared by those who check parts of one text. What is kept are the findings of the first records in the text, and what comes of that does not
/// depend on who is faster: a part keeps none only where parts before it have filled the room already.
package final class FindingBudget: Sendable {
  private let most: Int
  /// How many findings are kept, by part.
  private let kept: Mutex<[Int]>

  /// Room for so many findings, in so many parts.
  package init(most: Int, parts: Int) {
    self.most = most
    kept = Mutex(Array(repeating: 0, count: parts))
  }

  /// How many findings a part may keep, as far as is known by now.
  package func left(for part: Int) -> Int { most == .max ? most : kept.withLock { max(0, most - $0[..<part].reduce(0, +)) } }

  /// A part has kept so many more.
  package func note(_ count: Int, in part: Int) {
    if count > 0, most < .max { kept.withLock { $0[part] += count } }
  }
}
