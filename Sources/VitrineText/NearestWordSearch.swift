// "did you mean …?" among texts that are met one after the other, as the values of records: most are put aside by a look at their bytes.

/// A search for the word that is nearest to another, among those that are offered.
///
/// Invariant: what is `found` is what `NearestWord.nearest` gives for the same words.
package struct NearestWordSearch {
  /// The shortest word of a text that is offered beside the text itself. Units: bytes.
  private static let shortest = 3

  private let word: String
  private let wanted: Spelling
  /// What a text of ASCII must be like to be near enough; nil where only a comparison says it.
  private let likeness: Likeness?
  private var rows = EditRows()
  private var best: BestWord

  /// Nothing was offered yet.
  package init(_ word: String) {
    self.word = word
    wanted = Spelling(word)
    likeness = Likeness(word, wanted)
    best = BestWord(word)
  }

  /// The nearest word so far; nil where none was near enough to be meant.
  package var found: String? { best.candidate }

  /// Offers a word.
  package mutating func offer(_ candidate: String) {
    guard !wanted.folded.isEmpty, candidate != word else { return }
    best.offer(candidate, NearestWord.score(wanted, Spelling(candidate), best.score, &rows))
  }

  /// Offers a text, and each word in it: letters and digits that stand together, of three bytes or more.
  package mutating func offer(textAndWords text: UnsafeBufferPointer<UInt8>) {
    guard let likeness else {
      offer(String(decoding: text, as: UTF8.self))
      return offer(wordsOf: text[...])
    }
    var (whole, part) = (Likeness.Letters(), Likeness.Letters())
    var start = 0
    for end in 0...text.count {
      if end < text.count, text[end].isLetterOrDigit || text[end] >= 0x80 {
        whole.add(text[end])
        part.add(text[end])
        continue
      }
      if end - start >= Self.shortest, end - start < text.count || part.others > 0 {
        // What is not of ASCII may be a letter, a mark of the letter before it, or a sign between two words.
        if part.others > 0 { offer(wordsOf: text[start..<end]) } else if likeness.admits(part) { offer(ascii: text[start..<end]) }
      }
      (start, part) = (end + 1, Likeness.Letters())
    }
    if likeness.admits(whole) { offer(String(decoding: text, as: UTF8.self)) }
  }

  private mutating func offer(wordsOf text: Slice<UnsafeBufferPointer<UInt8>>) {
    let words = String(decoding: text, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
    for word in words where word.utf8.count >= Self.shortest && word.utf8.count < text.base.count { offer(String(word)) }
  }

  /// Offers letters and digits of ASCII: as they are, folded is small.
  private mutating func offer(ascii word: Slice<UnsafeBufferPointer<UInt8>>) {
    let spelling = Spelling(folded: word.map { UInt32($0.small) }, key: word.map(\.small))
    guard let score = NearestWord.score(wanted, spelling, best.score, &rows) else { return }
    best.offer(String(decoding: word, as: UTF8.self), score)
  }
}

/// A quick look at texts that are compared with a word of ASCII: by their letters and digits of ASCII alone, which are never further apart than the texts.
private struct Likeness {
  /// The letters and digits of a text.
  struct Letters {
    /// How many there are of ASCII.
    var count = 0
    /// How many scalars of other alphabets there are: each may change the letter before it.
    var others = 0
    /// A bit for each class of those of ASCII.
    var classes: UInt32 = 0
    /// The first three of ASCII, each in a byte, small.
    var beginning: UInt32 = 0
    /// False where one of another alphabet is among them, or right behind.
    var isBeginningKnown = true

    /// Adds the next byte of a text.
    @inline(__always) mutating func add(_ byte: UInt8) {
      guard byte < 0x80 else {
        others += byte & 0xC0 == 0x80 ? 0 : 1
        if count < 4 { isBeginningKnown = false }
        return
      }
      let small = byte.small
      if count < 3 { beginning |= UInt32(small) << UInt32(8 * count) }
      classes |= 1 << UInt32(small & 0x1F)
      count += 1
    }
  }

  private let wanted: Letters
  /// The most slips that are allowed.
  private let most: Int
  /// Which of the first three have to be the same where a text goes on behind the word.
  private let mask: UInt32

  /// Nil for a word that is not of ASCII, or has no letter and no digit.
  init?(_ word: String, _ spelling: Spelling) {
    guard word.utf8.allSatisfy({ $0 < 0x80 }), !spelling.key.isEmpty else { return nil }
    var letters = Letters()
    for byte in spelling.key { letters.add(byte) }
    wanted = letters
    most = spelling.folded.count / 3
    mask = letters.count >= 3 ? 0xFF_FFFF : (1 << UInt32(8 * letters.count)) - 1
  }

  /// False where a text cannot be near enough.
  @inline(__always) func admits(_ text: Letters) -> Bool {
    guard text.others == 0 else { return mayBegin(text) || text.count - text.others <= wanted.count + most }
    // A slip takes a letter away, brings one, or both.
    if abs(text.count - wanted.count) <= most, (text.classes ^ wanted.classes).nonzeroBitCount <= 2 * most { return true }
    return mayBegin(text)
  }

  /// Whether the word may be the beginning of a text.
  private func mayBegin(_ text: Letters) -> Bool {
    !text.isBeginningKnown || text.count >= wanted.count && (text.beginning ^ wanted.beginning) & mask == 0
  }
}

extension UInt8 {
  /// True for the letters and digits of ASCII.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// The small letter of a letter of ASCII; a digit itself.
  @inline(__always) fileprivate var small: UInt8 { self | 0x20 }
}
