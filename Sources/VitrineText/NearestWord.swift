// "did you mean …?": the known word that a mistyped one was probably meant to be.

import VitrineAlgorithms

/// Finds suggestions for mistyped words.
package enum NearestWord {
  /// The longest word that is compared, in characters; longer ones are only found where nothing but case or marks differ.
  package static let longest = 64

  /// The word of `words` that is nearest to `word`, or `nil` where none is near enough to be meant.
  ///
  /// Best are words that differ in case, marks or punctuation only; then those one slip away; then those that `word` (of three letters or more)
  /// begins; then those further away. A slip is a letter too much, missing, wrong, or two changed round; one slip for each three letters
  /// of `word` is allowed. Ties go to the longer common beginning, then the nearer length, then the order of bytes. `word` itself is never
  /// suggested.
  package static func nearest(to word: String, in words: some Sequence<String>) -> String? {
    var search = NearestWordSearch(word)
    for candidate in words { search.offer(candidate) }
    return search.found
  }

  /// How well a word fits; nil where it is not near enough, or where it is further away than the best so far.
  static func score(_ wanted: Spelling, _ other: Spelling, _ best: Score?, _ rows: inout EditRows) -> Score? {
    let most = wanted.folded.count / 3
    var shared = 0
    while shared < min(wanted.folded.count, other.folded.count), wanted.folded[shared] == other.folded[shared] { shared += 1 }
    let gap = abs(wanted.folded.count - other.folded.count)
    func made(_ tier: Int, _ distance: Int) -> Score { Score(tier: tier, distance: distance, shared: shared, gap: gap) }
    if wanted.folded == other.folded { return made(0, 0) }
    if !wanted.key.isEmpty, wanted.key == other.key { return made(0, 1) }
    let isBeginning = shared == wanted.folded.count && shared >= 3
    guard wanted.folded.count <= longest, other.folded.count <= longest else { return isBeginning ? made(2, gap) : nil }
    // Nothing further away than the best so far can win.
    let limit = best.map { $0.tier == 0 ? 0 : $0.tier == 1 ? min(most, 1) : most } ?? most
    if gap <= limit, let distance = rows.distance(wanted.folded, other.folded, limit) {
      if distance <= 1 { return made(1, distance) }
      return made(isBeginning ? 2 : 3, distance)
    }
    return isBeginning ? made(2, gap) : nil
  }
}

/// A word made comparable.
struct Spelling {
  /// The folded word's scalars.
  var folded: [UInt32]
  /// Letters and digits only.
  var key: [UInt8]

  /// A word whose two spellings are known.
  init(folded: [UInt32], key: [UInt8]) {
    self.folded = folded
    self.key = key
  }

  init(_ word: String) {
    let bytes = Folding.vocabulary(word)
    var scalars: [UInt32] = []
    scalars.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let step = buffer.scalar(at: index)
        scalars.append(step.value)
        index += step.length
      }
    }
    folded = scalars
    key = Folding.identity(bytes)
  }
}

/// How well a word fits; smaller is better.
struct Score: Comparable {
  var tier: Int
  var distance: Int
  var shared: Int
  var gap: Int

  static func < (left: Score, right: Score) -> Bool {
    (left.tier, left.distance, -left.shared, left.gap) < (right.tier, right.distance, -right.shared, right.gap)
  }
}

/// The best of the words that were offered.
struct BestWord {
  /// The word that is looked for: never suggested itself.
  private let word: String
  /// The best word so far.
  private(set) var candidate: String?
  /// How well it fits.
  private(set) var score: Score?

  /// No word yet.
  init(_ word: String) { self.word = word }

  /// Takes a word where it fits better than the best so far, or as well and comes before it in the order of bytes.
  mutating func offer(_ other: String, _ score: Score?) {
    guard let score, other != word else { return }
    if let best = self.score, let candidate, best < score || best == score && !other.isBefore(candidate) { return }
    (candidate, self.score) = (other, score)
  }
}

/// Three rows of the table of edit distances, used again for each word.
struct EditRows {
  private var older: [Int] = []
  private var old: [Int] = []
  private var new: [Int] = []

  /// The least number of slips between two words (Damerau-Levenshtein, each stretch changed once), or `nil` above `limit`.
  mutating func distance(_ left: [UInt32], _ right: [UInt32], _ limit: Int) -> Int? {
    let beyond = limit + 1
    if old.count < right.count + 1 {
      older = Array(repeating: beyond, count: right.count + 1)
      old = older
      new = older
    }
    for column in 0...right.count { old[column] = min(column, beyond) }
    for row in 0..<left.count {
      // Outside this band every distance is above the limit.
      let from = max(0, row - limit)
      let to = min(right.count, row + limit + 1)
      guard from < to else { return nil }
      new[from] = from == 0 ? min(row + 1, beyond) : beyond
      var least = new[from]
      for column in from..<to {
        var cost = old[column] + (left[row] == right[column] ? 0 : 1)
        cost = min(cost, new[column] + 1)
        cost = min(cost, column + 1 <= row + limit ? old[column + 1] + 1 : beyond)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        new[column + 1] = min(cost, beyond)
        least = min(least, cost)
      }
      if least > limit { return nil }
      (older, old, new) = (old, new, older)
    }
    return old[right.count] <= limit ? old[right.count] : nil
  }
}
