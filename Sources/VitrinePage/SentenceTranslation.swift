// What the engine says, in another language: it writes English sentences, and the page finds them again by their forms. Decision 0118 says why.

import VitrineSyntax

/// The engine's sentences in one language.
package struct SentenceTranslation: Sendable {
  /// The forms of sentences, those with the most letters first.
  private let templates: [SentenceTemplate]
  /// The templates that a sentence with a word may have, each under the word that the fewest have.
  private let byWord: [ArraySlice<UInt8>: [Int]]
  /// The templates without a word.
  private let wordless: [Int]

  /// The sentences of a file of the page; none for English.
  ///
  /// Shape: a YAML map from English sentences to those of the language. `{1}` stands for a value, which comes through byte for byte; `{a}` for a
  /// phrase, which is translated itself where the file has it. Clauses with `; ` between them are looked up together and each by itself.
  /// ```
  /// "{a} must be {b}, found {c}": "{a} {b} olmalı; bulunan: {c}"
  /// ```
  package init(_ file: [UInt8]) {
    let tree = YAML.parse(file).tree
    var templates = tree.withReader { reader in
      var templates: [SentenceTemplate] = []
      if let root = tree.roots.first {
        reader.forEachEntry(root) { entry in
          if let template = SentenceTemplate(reader.text(entry.key), reader.text(entry.value)) { templates.append(template) }
        }
      }
      return templates
    }
    templates.sort { $0.weight > $1.weight }
    let words = templates.map(\.words)
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for word in words.joined() { counts[word, default: 0] += 1 }
    var (byWord, wordless): ([ArraySlice<UInt8>: [Int]], [Int]) = ([:], [])
    for (index, words) in words.enumerated() {
      let rarest = words.min { (counts[$0] ?? 0, $1.count) < (counts[$1] ?? 0, $0.count) }
      if let rarest { byWord[rarest, default: []].append(index) } else { wordless.append(index) }
    }
    (self.templates, self.byWord, self.wordless) = (templates, byWord, wordless)
  }

  /// A sentence in the language; as it is where no form fits it.
  package func callAsFunction(_ sentence: String) -> String { translation(of: sentence) ?? sentence }

  /// A sentence in the language, clause by clause where there is none of the whole; nil where no form fits any of it.
  package func translation(of sentence: String) -> String? {
    guard !templates.isEmpty, !sentence.isEmpty else { return nil }
    var reading = SentenceReading(Array(sentence.utf8), templates)
    var isCandidate = [Bool](repeating: false, count: templates.count)
    for index in wordless { isCandidate[index] = true }
    SentenceWords.forEach(in: reading.text, reading.text.indices) { word, _ in
      for index in byWord[reading.text[word]] ?? [] { isCandidate[index] = true }
    }
    reading.candidates = isCandidate.indices.filter { isCandidate[$0] }
    return reading.translation(of: reading.text.indices, depth: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// One sentence that is being translated.
private struct SentenceReading {
  /// The sentence.
  let text: [UInt8]
  private let templates: [SentenceTemplate]
  /// The templates that it or a part of it may have, in the order in which they are tried.
  var candidates: [Int] = [] { didSet { choices = candidates.filter { templates[$0].isChoice } } }
  /// Those of a phrase or another.
  private var choices: [Int] = []
  /// How many more bytes are looked at before the rest stays as it is: values are of any length and hold anything.
  private var budget: Int
  /// From here on no quotation mark ends a quotation.
  private var lastClosing = Int.max

  /// How deep phrases stand in phrases, and how many clauses a sentence has at most.
  private static let (deepest, mostClauses) = (8, 12)
  private static let quote = UInt8(ascii: "'")

  /// The reading of a sentence, of which nothing is known yet.
  init(_ text: [UInt8], _ templates: [SentenceTemplate]) {
    (self.text, self.templates) = (text, templates)
    budget = 1 << 20 + 32 * text.count
  }

  /// A part of the sentence in the language; nil where no form fits it, or any clause of it.
  mutating func translation(of range: Range<Int>, depth: Int) -> [UInt8]? {
    guard depth < Self.deepest, !range.isEmpty else { return nil }
    let clauses = clauses(of: range)
    guard clauses.count > 1 else { return whole(range, depth) }
    // What is said in one clause ends with it, unless a value has the sign between clauses in it.
    let (joined, isWhole) = joined(clauses, depth)
    return isWhole ? joined : whole(range, depth) ?? joined
  }

  private mutating func whole(_ range: Range<Int>, _ depth: Int, ofClauses: Bool = false) -> [UInt8]? {
    // Within a phrase, what is said of one of two does not go on into the other.
    for index in (depth > 0 ? choices : []) + candidates {
      guard budget > 0 else { return nil }
      if ofClauses ? !templates[index].hasClauses : depth == 0 && templates[index].isJoint { continue }
      if let holes = holes(of: templates[index], in: range), let filled = fill(templates[index], holes, depth) { return filled }
    }
    return nil
  }

  private mutating func clauses(of range: Range<Int>) -> [Range<Int>] {
    var clauses: [Range<Int>] = []
    var start = range.lowerBound
    while clauses.count < Self.mostClauses,
      let end = place(of: SentenceTemplate.separator, in: start..<range.upperBound, isQuoted: false)
    {
      clauses.append(start..<end)
      start = end + SentenceTemplate.separator.count
    }
    return clauses + [start..<range.upperBound]
  }

  /// Clause after clause, the longest runs that have a form together, and the others as they are; nil where none has one. `isWhole` where all have.
  private mutating func joined(_ clauses: [Range<Int>], _ depth: Int) -> (text: [UInt8]?, isWhole: Bool) {
    var (result, known, unknown): ([UInt8], Int, Int) = ([], 0, 0)
    var next = 0
    while next < clauses.count {
      if next > 0 { result += SentenceTemplate.separator }
      var last = clauses.count - 1
      var said: [UInt8]?
      while said == nil, last >= next {
        said = whole(clauses[next].lowerBound..<clauses[last].upperBound, depth, ofClauses: last > next)
        last -= 1
      }
      if let said {
        result += said
        known += 1
        next = last + 2
      } else {
        result += text[clauses[next]]
        unknown += 1
        next += 1
      }
    }
    return (known > 0 ? result : nil, unknown == 0)
  }

  /// What stands at the placeholders of a template; nil where the text is not of its form.
  private mutating func holes(of template: SentenceTemplate, in range: Range<Int>) -> [Range<Int>]? {
    let (first, last) = (template.literals[0], template.literals[template.literals.count - 1])
    guard range.count >= template.weight, has(first, at: range.lowerBound) else { return nil }
    if template.isPhrase.isEmpty { return range.count == first.count ? [] : nil }
    let end = range.upperBound - last.count
    guard has(last, at: end) else { return nil }
    var holes: [Range<Int>] = []
    var start = range.lowerBound + first.count
    for index in template.isPhrase.indices {
      guard index < template.isPhrase.count - 1 else {
        guard start <= end else { return nil }
        holes.append(start..<end)
        break
      }
      let isQuoted = template.literals[index].last == Self.quote
      guard let next = place(of: template.literals[index + 1], in: start..<end, isQuoted: isQuoted) else { return nil }
      holes.append(start..<next)
      start = next + template.literals[index + 1].count
    }
    let isFilled = zip(holes, template.isPhrase).allSatisfy { !$1 || !$0.isEmpty }
    return isFilled ? holes : nil
  }

  private mutating func fill(_ template: SentenceTemplate, _ holes: [Range<Int>], _ depth: Int) -> [UInt8]? {
    var phrases: [[UInt8]?] = []
    for (hole, isPhrase) in zip(holes, template.isPhrase) {
      let phrase = isPhrase ? translation(of: hole, depth: depth + 1) : nil
      if phrase == nil, template.isBrief, !isPlain(hole) { return nil }
      phrases.append(phrase)
    }
    var result: [UInt8] = []
    for part in template.translation {
      switch part {
      case .text(let bytes): result += bytes
      case .hole(let index): if let phrase = phrases[index] { result += phrase } else { result += text[holes[index]] }
      }
    }
    return result
  }

  /// Whether a part of the text is one word, or in quotes or brackets from end to end.
  private mutating func isPlain(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    let ends = [text[range.lowerBound], text[range.upperBound - 1]]
    if range.count > 1, ["''", "{}", "[]"].contains(where: { $0.utf8.elementsEqual(ends) }) { return true }
    budget -= range.count
    return !text[range].contains(UInt8(ascii: " "))
  }

  // MARK: places

  private func has(_ literal: [UInt8], at place: Int) -> Bool { text[place...].starts(with: literal) }

  /// The first place of a literal. What is not quoted by the literal before it is not ended inside of quotes.
  private mutating func place(of literal: [UInt8], in range: Range<Int>, isQuoted: Bool) -> Int? {
    var place = range.lowerBound
    while place + literal.count <= range.upperBound {
      budget -= 1
      guard budget > 0 else { return nil }
      if text[place] == literal[0], has(literal, at: place) { return place }
      if !isQuoted, text[place] == Self.quote, isOpening(place), let end = closing(after: place), end < range.upperBound {
        place = end
      }
      place += 1
    }
    return nil
  }

  private func isOpening(_ place: Int) -> Bool { place == 0 || " ([".utf8.contains(text[place - 1]) }

  /// The quotation mark that ends the quotation that begins at a place: the first one with nothing of a word behind it.
  private mutating func closing(after place: Int) -> Int? {
    var end = place + 1
    while end < min(text.count, lastClosing) {
      budget -= 1
      if text[end] == Self.quote, end + 1 == text.count || " ,;.:)?]".utf8.contains(text[end + 1]) { return end }
      end += 1
    }
    lastClosing = min(lastClosing, place + 1)
    return nil
  }
}
