// "did you mean …?" among very many words: what `NearestWord` finds, without a look at each of them.

import VitrineAlgorithms

/// Words that come and go, and the nearest of them to any other.
///
/// Most words lie in a `SortedWords`, which does not change; those that came since are looked at one by one, until they are so many that all are
/// sorted anew.
///
/// Invariant: no word is in both; what `nearest` gives is what `NearestWord.nearest` gives for the same words.
package struct NearestWordIndex: Sendable {
  /// So many words are looked at one by one before all are sorted anew.
  private static let maximumRecent = 1024

  private var sorted: SortedWords
  /// How often each word that is not among the sorted ones is there.
  private var recent: [[UInt8]: Int] = [:]

  /// The words of a list, in any order.
  package init(_ words: some Sequence<String>) {
    sorted = SortedWords(words.map { Array($0.utf8) })
  }

  /// Adds a word so many times, or takes it out where the number is below 0.
  package mutating func add(_ word: String, times: Int = 1) {
    let word = Array(word.utf8)
    if sorted.add(word, times: times) { return }
    let count = recent[word, default: 0] + times
    recent[word] = count == 0 ? nil : count
    guard recent.count > Self.maximumRecent else { return }
    sorted = SortedWords(sorted.words + recent.flatMap { Array(repeating: $0.key, count: max($0.value, 0)) })
    recent = [:]
  }

  /// The words that are there, in the order of their bytes.
  package var words: [String] {
    let all = sorted.words + recent.flatMap { Array(repeating: $0.key, count: max($0.value, 0)) }
    return all.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The word that is nearest to another, or `nil` where none is near enough to be meant: see `NearestWord`.
  package func nearest(to word: String) -> String? {
    let wanted = Spelling(word)
    guard !wanted.folded.isEmpty else { return nil }
    var best = BestWord(word)
    sorted.offer(to: &best, wanted)
    var rows = EditRows()
    for (bytes, count) in recent where count > 0 {
      let candidate = String(decoding: bytes, as: UTF8.self)
      best.offer(candidate, NearestWord.score(wanted, Spelling(candidate), best.score, &rows))
    }
    return best.candidate
  }
}

/// Words in the order of their folded spellings, each with the number of times that it is there.
private struct SortedWords: Sendable {
  /// The bytes of all words, and where each begins; one beginning more than there are words.
  private var texts: [UInt8] = []
  private var textStarts = [0]
  /// The folded scalars of all words, and where each begins.
  private var scalars: [UInt32] = []
  private var scalarStarts = [0]
  /// All words in the order of their keys.
  private var byKey: [UInt32] = []
  private var counts: [Int] = []

  init(_ words: [[UInt8]]) {
    let spelled = words.map { (bytes: $0, spelling: Spelling(String(decoding: $0, as: UTF8.self))) }.sorted {
      $0.spelling.folded == $1.spelling.folded
        ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.spelling.folded.lexicographicallyPrecedes($1.spelling.folded)
    }
    var keys: [(key: [UInt8], word: UInt32)] = []
    for (bytes, spelling) in spelled {
      if let last = counts.indices.last, texts[textStarts[last]...].elementsEqual(bytes) {
        counts[last] += 1
        continue
      }
      if !spelling.key.isEmpty { keys.append((spelling.key, UInt32(truncatingIfNeeded: counts.count))) }
      texts += bytes
      textStarts.append(texts.count)
      scalars += spelling.folded
      scalarStarts.append(scalars.count)
      counts.append(1)
    }
    byKey = keys.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.word)
  }

  /// The words, each as often as it is there.
  var words: [[UInt8]] { counts.indices.flatMap { Array(repeating: Array(bytes(of: $0)), count: max(counts[$0], 0)) } }

  /// Changes how often a word is there; false where it is not one of these.
  mutating func add(_ word: [UInt8], times: Int) -> Bool {
    let folded = Spelling(String(decoding: word, as: UTF8.self)).folded
    for index in range(of: folded) where bytes(of: index).elementsEqual(word) {
      counts[index] += times
      return true
    }
    return false
  }

  private func bytes(of index: Int) -> ArraySlice<UInt8> { texts[textStarts[index]..<textStarts[index + 1]] }

  private func text(of index: Int) -> String { String(decoding: bytes(of: index), as: UTF8.self) }

  private func key(of index: Int) -> [UInt8] { Spelling(text(of: index)).key }

  private func folded(of index: Int) -> ArraySlice<UInt32> { scalars[scalarStarts[index]..<scalarStarts[index + 1]] }

  private func length(of index: Int) -> Int { scalarStarts[index + 1] - scalarStarts[index] }

  /// The words with exactly these folded scalars.
  private func range(of folded: [UInt32]) -> Range<Int> {
    let start = counts.indices.partitioningIndex { !self.folded(of: $0).lexicographicallyPrecedes(folded) }
    let end = counts.indices[start...].partitioningIndex { !self.folded(of: $0).elementsEqual(folded) }
    return start..<end
  }

  /// The words whose folded scalars begin with these.
  private func range(beginningWith folded: [UInt32]) -> Range<Int> {
    let start = counts.indices.partitioningIndex { !self.folded(of: $0).lexicographicallyPrecedes(folded) }
    let end = counts.indices[start...].partitioningIndex { !self.folded(of: $0).starts(with: folded) }
    return start..<end
  }

  // MARK: the nearest

  /// Offers those words that may be the nearest: first those that differ in case, marks or punctuation only, then those that are one slip away, then
  /// those that the wanted word begins, then those within ever more slips. Each step is taken only where none before found any.
  func offer(to best: inout BestWord, _ wanted: Spelling) {
    let folded = wanted.folded
    for index in range(of: folded) { offer(index, to: &best, Score(tier: 0, distance: 0, shared: folded.count, gap: 0)) }
    if best.score != nil { return }
    if !wanted.key.isEmpty {
      let start = byKey.partitioningIndex { !key(of: Int($0)).lexicographicallyPrecedes(wanted.key) }
      for index in byKey[start...].lazy.map({ Int($0) }) {
        guard key(of: index) == wanted.key else { break }
        offer(index, to: &best, score(index, wanted, tier: 0, distance: 1))
      }
      if best.score != nil { return }
    }
    let maximum = folded.count > NearestWord.longest ? 0 : folded.count / 3
    if maximum > 0 { offerWithin(1, to: &best, wanted) }
    if best.score != nil { return }
    if folded.count >= 3 {
      for index in range(beginningWith: folded) where length(of: index) - folded.count <= best.score?.gap ?? .max {
        let gap = length(of: index) - folded.count
        offer(index, to: &best, Score(tier: 2, distance: gap, shared: folded.count, gap: gap))
      }
      if best.score != nil { return }
    }
    var limit = 1
    while limit < maximum, best.score == nil {
      limit = min(2 * limit, maximum)
      offerWithin(limit, to: &best, wanted)
    }
  }

  private func offer(_ index: Int, to best: inout BestWord, _ score: Score) {
    guard counts[index] > 0, best.score.map({ score <= $0 }) ?? true else { return }
    best.offer(text(of: index), score)
  }

  private func score(_ index: Int, _ wanted: Spelling, tier: Int, distance: Int) -> Score {
    let other = folded(of: index)
    let shared = zip(wanted.folded, other).prefix { $0 == $1 }.count
    return Score(tier: tier, distance: distance, shared: shared, gap: abs(wanted.folded.count - other.count))
  }

  /// Offers all words within so many slips; once one is found, only those that are no further away.
  private func offerWithin(_ limit: Int, to best: inout BestWord, _ wanted: Spelling) {
    var rows = SlipRows(wanted.folded, limit: limit)
    walk(counts.indices, 0, &rows, &best, wanted)
  }

  /// Goes through the words of a range, which have their first `depth` scalars in common: what these cost was found once for all of them.
  private func walk(_ range: Range<Int>, _ depth: Int, _ rows: inout SlipRows, _ best: inout BestWord, _ wanted: Spelling) {
    var index = range.lowerBound
    while index < range.upperBound, length(of: index) == depth {
      let distance = rows.distance(at: depth)
      // No slip at all: that is the word itself.
      if distance > 0, distance <= rows.limit, counts[index] > 0 {
        rows.limit = distance
        offer(index, to: &best, score(index, wanted, tier: distance == 1 ? 1 : 3, distance: distance))
      }
      index += 1
    }
    guard depth < NearestWord.longest else { return }
    while index < range.upperBound {
      let scalar = scalars[scalarStarts[index] + depth]
      let end = endOfGroup(index..<range.upperBound, depth, scalar)
      if rows.push(scalar, depth) <= rows.limit { walk(index..<end, depth + 1, &rows, &best, wanted) }
      index = end
    }
  }

  /// Where the words with a scalar at a depth end. Shape: the first word of the range has it.
  private func endOfGroup(_ range: Range<Int>, _ depth: Int, _ scalar: UInt32) -> Int {
    // Groups are small or all there is: look near first.
    var (low, step) = (range.lowerBound, 1)
    while low + step < range.upperBound, scalars[scalarStarts[low + step] + depth] == scalar {
      low += step
      step *= 2
    }
    let high = min(low + step, range.upperBound)
    return (low + 1..<high).partitioningIndex { scalars[scalarStarts[$0] + depth] != scalar }
  }
}

/// The rows of the table of slips between the wanted word and the beginning of others, kept for each length of it.
private struct SlipRows {
  private let wanted: [UInt32]
  private var cells: [Int]
  private var path: [UInt32]
  /// Words further away than this are not looked for.
  var limit: Int

  init(_ wanted: [UInt32], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    cells = Array(repeating: 0, count: (NearestWord.longest + 2) * (wanted.count + 1))
    for column in 0...wanted.count { cells[column] = column }
    path = Array(repeating: 0, count: NearestWord.longest + 1)
  }

  /// The number of slips between the wanted word and the first `depth` scalars.
  func distance(at depth: Int) -> Int { cells[depth * (wanted.count + 1) + wanted.count] }

  /// Makes the row behind another scalar, and gives the least number in it: no word that goes on so is nearer.
  mutating func push(_ scalar: UInt32, _ depth: Int) -> Int {
    let width = wanted.count + 1
    let (above, row) = (depth * width, (depth + 1) * width)
    path[depth] = scalar
    cells[row] = depth + 1
    var least = depth + 1
    for column in 0..<wanted.count {
      var cost = cells[above + column] + (wanted[column] == scalar ? 0 : 1)
      cost = min(cost, cells[row + column] + 1, cells[above + column + 1] + 1)
      if depth > 0, column > 0, wanted[column] == path[depth - 1], wanted[column - 1] == scalar {
        cost = min(cost, cells[above - width + column - 1] + 1)
      }
      cells[row + column + 1] = cost
      least = min(least, cost)
    }
    return least
  }
}
