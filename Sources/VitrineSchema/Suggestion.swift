// Which known word was probably meant, and whether it is safe to write it unasked.

import VitrineText

/// A known word near to what was written.
struct Suggestion {
  /// The word.
  let word: String
  /// True where nothing else can have been meant.
  let isSafe: Bool

  /// The suggestion for a word among known ones; nil where none is near.
  ///
  /// Safe is what differs in case, marks or composition only, and the one word a single slip away from a word of five letters or more.
  init?(for written: String, among words: [String]) {
    guard written.utf8.count <= 1_000, let nearest = NearestWord.nearest(to: written, in: words) else { return nil }
    word = nearest
    let folded = Folding.vocabulary(written)
    let equals = words.filter { $0 != written && Folding.vocabulary($0) == folded }
    if !equals.isEmpty {
      isSafe = equals.count == 1
      return
    }
    guard written.count >= 5, nearest.count >= 4 else {
      isSafe = false
      return
    }
    let near = words.filter { Self.isOneSlip(folded, Folding.vocabulary($0)) }
    isSafe = near == [nearest]
  }

  /// Whether one letter too much, missing, wrong, or two changed round make one text of the other.
  private static func isOneSlip(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let one = Array(String(decoding: left, as: UTF8.self).unicodeScalars)
    let other = Array(String(decoding: right, as: UTF8.self).unicodeScalars)
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    var start = 0
    while start < min(one.count, other.count), one[start] == other[start] { start += 1 }
    var end = 0
    while end < min(one.count, other.count) - start, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    let rest = (one[start..<one.count - end], other[start..<other.count - end])
    if rest.0.count <= 1, rest.1.count <= 1 { return true }
    return rest.0.count == 2 && rest.1.count == 2 && rest.0.first == rest.1.last && rest.0.last == rest.1.first
  }
}

/// What a suggestion was made for: a written word and a list of literals.
struct SuggestionKey: Hashable {
  /// The most that are kept.
  static let most = 4_096

  /// What was written.
  let written: String
  /// The first of the literals.
  let first: UInt32
  /// How many literals there are.
  let count: Int
}
