// The form of a sentence: what always stands in it, and the places of what is different each time.

/// A sentence with placeholders, and what it is in another language.
///
/// Shape: `{1}` to `{9}` stand for values, `{a}` to `{z}` for phrases; text stands between any two.
/// ```
/// {a} must be {b}, found {c}
/// ```
struct SentenceTemplate: Sendable {
  /// A part of the translation.
  enum Part: Sendable {
    /// Bytes that always stand there.
    case text([UInt8])
    /// What was found at the placeholder of this index.
    case hole(Int)
  }

  /// What stands between clauses.
  static let separator = Array("; ".utf8)
  /// A template of few letters fits what it was not made for. Units: bytes.
  private static let brief = 8
  private static let or = Array(" or ".utf8)
  /// The longest that stands between joined phrases: ", or ". Units: bytes.
  private static let joint = 5

  /// What stands before, between and behind the placeholders: one more than these.
  let literals: [[UInt8]]
  /// Whether a placeholder stands for a phrase, one for each.
  let isPhrase: [Bool]
  /// The translation.
  let translation: [Part]
  /// Whether it is of several clauses.
  let hasClauses: Bool
  /// How many bytes always stand there.
  let weight: Int
  /// Whether so little stands there that only plain words and known phrases may fill it.
  let isBrief: Bool
  /// Whether it only joins two phrases, which is no sentence: a record's title may be of this form.
  let isJoint: Bool
  /// Whether it joins them by "or".
  let isChoice: Bool

  /// A template of its text and that of its translation; nil where the two have different placeholders, or two touch.
  init?(_ text: String, _ translation: String) {
    let (source, goal) = (Self.pieces(Array(text.utf8)), Self.pieces(Array(translation.utf8)))
    guard Set(source.names) == Set(goal.names), Set(source.names).count == source.names.count,
      source.literals.dropFirst().dropLast().allSatisfy({ !$0.isEmpty })
    else { return nil }
    literals = source.literals
    isPhrase = source.names.map { $0 > UInt8(ascii: "9") }
    var parts: [Part] = []
    for (index, literal) in goal.literals.enumerated() {
      if !literal.isEmpty { parts.append(.text(literal)) }
      if index < goal.names.count, let hole = source.names.firstIndex(of: goal.names[index]) { parts.append(.hole(hole)) }
    }
    self.translation = parts
    weight = literals.reduce(0) { $0 + $1.count }
    isBrief = !isPhrase.isEmpty && weight <= Self.brief
    isJoint = literals.count == 3 && literals[0].isEmpty && literals[2].isEmpty && weight <= Self.joint
    isChoice = isJoint && literals[1] == Self.or
    hasClauses = literals.contains { Self.has(Self.separator, in: $0) }
  }

  /// The bytes around the placeholders of a text, and the placeholders' characters.
  private static func pieces(_ text: [UInt8]) -> (literals: [[UInt8]], names: [UInt8]) {
    var (literals, names): ([[UInt8]], [UInt8]) = ([[]], [])
    var place = 0
    while place < text.count {
      if text[place] == UInt8(ascii: "{"), place + 2 < text.count, text[place + 2] == UInt8(ascii: "}"), isName(text[place + 1]) {
        names.append(text[place + 1])
        literals.append([])
        place += 3
      } else {
        literals[literals.count - 1].append(text[place])
        place += 1
      }
    }
    return (literals, names)
  }

  private static func has(_ part: [UInt8], in text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == part[0] && $1 == part[1] }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// The words that stand as a whole in each sentence of this form, without the signs around them.
  var words: Set<ArraySlice<UInt8>> {
    var words: Set<ArraySlice<UInt8>> = []
    for (index, literal) in literals.enumerated() {
      SentenceWords.forEach(in: literal, literal.indices) { word, run in
        // What touches a placeholder may go on in it.
        if run.lowerBound == 0, index > 0 { return }
        if run.upperBound == literal.count, index < isPhrase.count { return }
        words.insert(literal[word])
      }
    }
    return words
  }
}

/// The words of a sentence.
enum SentenceWords {
  /// Calls `body` with each word between blanks: where it is without the signs around it, and with them.
  static func forEach(in text: [UInt8], _ range: Range<Int>, _ body: (_ word: Range<Int>, _ run: Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !isBlank(text[end]) { end += 1 }
      var (first, last) = (start, end)
      while first < last, !isLetter(text[first]) { first += 1 }
      while last > first, !isLetter(text[last - 1]) { last -= 1 }
      if first < last { body(first..<last, start..<end) }
      start = end + 1
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
