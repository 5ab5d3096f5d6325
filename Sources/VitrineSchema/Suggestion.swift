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
  /// Safe is what differs in case, marks or composition only: nothing else can be meant. Safe is also the only known word that is one slip away, where
  /// the slip is what parts words, or a letter among five or more and no digit has a part in it: `Swich` is `Switch` and nothing else, but `Wii V` may be a console that the list
  /// lacks, and `Xbox 361` is another number.
  init?(for written: String, among words: [String]) {
    guard written.utf8.count <= 1_000 else { return nil }
    let folded = Folding.vocabulary(written)
    let found = NearestWord.nearest(to: written, in: words)
    let isNear = found.map { folded == Folding.vocabulary($0) || Self.isOneSlip(folded, Folding.vocabulary($0)) != nil } ?? false
    if !isNear, let part = Self.part(of: folded, in: words) {
      (word, isSafe) = (part, false)
      return
    }
    guard let nearest = found else { return nil }
    word = nearest
    let equals = words.filter { $0 != written && Folding.vocabulary($0) == folded }
    if !equals.isEmpty {
      isSafe = equals.count == 1
      return
    }
    guard written.count >= 5, nearest.count >= 4 else {
      isSafe = false
      return
    }
    let near = words.filter { Self.isOneSlip(folded, Folding.vocabulary($0)) != nil }
    isSafe = near == [nearest] && Self.isOneSlip(folded, Folding.vocabulary(nearest)) == true
  }

  /// The longest known word that a text begins or ends with, where others stand before or behind it: `Nintendo Wii` is about the `Wii`.
  private static func part(of written: [UInt8], in words: [String]) -> String? {
    guard written.contains(0x20) else { return nil }
    var longest: (word: String, count: Int)?
    for word in words {
      let folded = Folding.vocabulary(word)
      guard folded.count >= max(3, (longest?.count ?? 0) + 1), folded.count < written.count - 1 else { continue }
      let isLast = written.suffix(folded.count).elementsEqual(folded) && written[written.count - folded.count - 1] == 0x20
      let isFirst = written.starts(with: folded) && written[folded.count] == 0x20
      if isLast || isFirst { longest = (word, folded.count) }
    }
    return longest?.word
  }

  /// The known name that means what a written one does. Not safe but for coordinates: a word may be meant otherwise.
  init?(synonym written: String, among names: [String]) {
    guard let found = SynonymousName.name(for: written, among: names) else { return nil }
    (word, isSafe) = (found.name, found.isSure)
  }

  /// Whether one letter too much, missing, wrong, or two changed round make one text of the other, and, if so, whether that is a letter in a word of five
  /// letters or more; nil where the texts differ in more, or not at all.
  private static func isOneSlip(_ left: [UInt8], _ right: [UInt8]) -> Bool? {
    let one = Array(String(decoding: left, as: UTF8.self).unicodeScalars)
    let other = Array(String(decoding: right, as: UTF8.self).unicodeScalars)
    guard abs(one.count - other.count) <= 1, one != other else { return nil }
    var start = 0
    while start < min(one.count, other.count), one[start] == other[start] { start += 1 }
    var end = 0
    while end < min(one.count, other.count) - start, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    let rest = (one[start..<one.count - end], other[start..<other.count - end])
    let isSlip =
      (rest.0.count <= 1 && rest.1.count <= 1)
      || (rest.0.count == 2 && rest.1.count == 2 && rest.0.first == rest.1.last && rest.0.last == rest.1.first)
    guard isSlip else { return nil }
    // Blanks, hyphens and underscores part words in one way or another, here as in commands.
    if (rest.0 + rest.1).allSatisfy({ " -_".unicodeScalars.contains($0) }) { return true }
    let longer = one.count >= other.count ? (one, rest.0) : (other, rest.1)
    // The run of letters around the slip.
    var word = longer.1.startIndex..<longer.1.endIndex
    while word.lowerBound > 0, longer.0[word.lowerBound - 1].properties.isAlphabetic {
      word = word.lowerBound - 1..<word.upperBound
    }
    while word.upperBound < longer.0.count, longer.0[word.upperBound].properties.isAlphabetic {
      word = word.lowerBound..<word.upperBound + 1
    }
    return word.count >= 5 && (rest.0 + rest.1).allSatisfy { $0.properties.isAlphabetic }
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
