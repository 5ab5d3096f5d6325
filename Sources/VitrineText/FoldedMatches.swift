// Where folded words stand in a text as it is written: what a list of hits makes bold.

/// Finds the places of words that were found by their folded form.
package enum FoldedMatches {
  /// The ranges of `text` that the words cover: in order, apart from each other, of whole characters.
  ///
  /// Shape: `words` are folded (`Folding.fold`). A word that covers a part of what a character folds to covers the character: "s" stands in
  /// "ß".
  package static func ranges(of words: [[UInt8]], in text: String) -> [Range<String.Index>] {
    guard words.contains(where: { !$0.isEmpty }), !text.isEmpty else { return [] }
    var folded: [UInt8] = []
    var places: [String.Index] = []
    for place in text.indices {
      folded += Folding.fold(String(text[place]))
      places += repeatElement(place, count: folded.count - places.count)
    }
    var isCovered = [Bool](repeating: false, count: folded.count)
    for word in words where !word.isEmpty && word.count <= folded.count {
      for start in 0...folded.count - word.count where folded[start] == word[0] && folded[start...].starts(with: word) {
        for index in start..<start + word.count { isCovered[index] = true }
      }
    }
    var ranges: [Range<String.Index>] = []
    for index in folded.indices where isCovered[index] {
      let range = places[index]..<text.index(after: places[index])
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
