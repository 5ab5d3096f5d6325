// From ECMA-262 to PCRE2: reads a pattern by ECMA's grammar and writes it in the few PCRE2 constructs that mean the same.

/// A pattern in PCRE2's words.
struct TranslatedPattern {
  /// The pattern, in UTF-8.
  var bytes: [UInt8] = []
  /// Pairs of places in `bytes` and the bytes of the source they came from, both ascending.
  var places: [(translated: Int, source: Int)] = []

  /// The place in the source of a place in the translation.
  func sourceOffset(of offset: Int) -> Int {
    places.last { $0.translated <= offset }?.source ?? 0
  }
}

/// Translates one pattern, without recursion.
struct PatternTranslator {
  /// The pattern's scalars.
  let scalars: [Unicode.Scalar]
  /// The offset in bytes of each scalar, and of the end.
  let offsets: [Int]
  /// The place in `scalars`.
  var index = 0
  /// What is written so far.
  var output = TranslatedPattern()
  /// The names of the capturing groups, `nil` for those without, in order.
  private var groupNames: [[Unicode.Scalar]?] = []
  /// The groups that are open: where they began, and whether a quantifier may follow their end.
  private var open: [(offset: Int, isRepeatable: Bool)] = []
  /// True where a quantifier may follow.
  private var isRepeatable = false

  private static let deepest = 200

  /// Translates a whole pattern. Errors: throws at the first thing that ECMA-262 has not.
  static func translate(_ source: [UInt8]) throws(PatternError) -> TranslatedPattern {
    var translator = try PatternTranslator(source)
    try translator.findGroups()
    translator.index = 0
    while translator.index < translator.scalars.count { try translator.term() }
    if let group = translator.open.last { throw PatternError("this '(' has no ')'", at: group.offset) }
    return translator.output
  }

  private init(_ source: [UInt8]) throws(PatternError) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var broken: Int?
    source.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let step = bytes.scalar(at: index)
        if !step.isValid { broken = broken ?? index }
        scalars.append(Unicode.Scalar(step.value) ?? "\u{fffd}")
        offsets.append(index)
        index += step.length
      }
    }
    if let broken { throw PatternError("the pattern is not UTF-8", at: broken) }
    self.scalars = scalars
    self.offsets = offsets + [source.count]
  }

  /// Finds all capturing groups beforehand, since a reference may stand before its group.
  private mutating func findGroups() throws(PatternError) {
    var isInClass = false
    var known: Set<[Unicode.Scalar]> = []
    while let scalar = next() {
      switch scalar {
      case "\\": _ = next()
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        guard peek() == "?" else {
          groupNames.append(nil)
          continue
        }
        guard peek(1) == "<", peek(2) != "=", peek(2) != "!" else { continue }
        let start = index - 1
        index += 2
        let name = try groupName()
        guard known.insert(name).inserted else { throw PatternError("two groups have this name", at: offsets[start]) }
        groupNames.append(name)
      default: break
      }
    }
  }

  /// Reads `name>`.
  private mutating func groupName() throws(PatternError) -> [Unicode.Scalar] {
    let start = index
    while let scalar = next() {
      if scalar == ">" {
        let name = Array(scalars[start..<index - 1])
        guard let first = name.first, !isDigit(first) else { break }
        return name
      }
      guard isWord(scalar) || scalar == "$" || !scalar.isASCII else { break }
    }
    throw PatternError("a group's name is letters and digits between '<' and '>'", at: offsets[start])
  }

  /// Translates one term: a character, an escape, a class, a group's start or end, an assertion, a quantifier.
  private mutating func term() throws(PatternError) {
    let start = index
    output.places.append((output.bytes.count, offsets[start]))
    guard let scalar = next() else { return }
    switch scalar {
    case "^": write("^", isRepeatable: false)
    case "$": write("\\z", isRepeatable: false)
    case ".": write("[^\\n\\r\\x{2028}\\x{2029}]", isRepeatable: true)
    case "|": write("|", isRepeatable: false)
    case "(": try openGroup(start)
    case ")":
      guard let group = open.popLast() else { throw PatternError("this ')' has no '('", at: offsets[start]) }
      write(")", isRepeatable: group.isRepeatable)
    case "[":
      output.bytes += try characterClass(start)
      isRepeatable = true
    case "*", "+", "?": try quantifier(String(Character(scalar)), start)
    case "{": try braces(start)
    case "\\": try escape(start)
    default: literal(scalar.value)
    }
  }

  private mutating func openGroup(_ start: Int) throws(PatternError) {
    guard open.count < PatternTranslator.deepest else {
      throw PatternError("groups are nested too deeply", at: offsets[start], .unsupported)
    }
    var isAssertion = false
    var opener = "("
    if take("?") {
      if take(":") {
        opener = "(?:"
      } else if take("=") {
        (opener, isAssertion) = ("(?=", true)
      } else if take("!") {
        (opener, isAssertion) = ("(?!", true)
      } else if take("<") {
        if take("=") {
          (opener, isAssertion) = ("(?<=", true)
        } else if take("!") {
          (opener, isAssertion) = ("(?<!", true)
        } else {
          _ = try groupName()
        }
      } else {
        throw PatternError("after '(?' comes one of ':', '=', '!', '<=', '<!' or '<name>'", at: offsets[start])
      }
    }
    open.append((offsets[start], !isAssertion))
    write(opener, isRepeatable: false)
  }

  /// Writes a quantifier, which may be lazy; nothing may be repeated twice.
  private mutating func quantifier(_ text: String, _ start: Int) throws(PatternError) {
    guard isRepeatable else { throw PatternError("there is nothing to repeat before this '\(text)'", at: offsets[start]) }
    write(text, isRepeatable: false)
    if take("?") { write("?", isRepeatable: false) }
  }

  /// Reads `{n}`, `{n,}` or `{n,m}` after its `{`; any other brace stands for itself.
  private mutating func braces(_ start: Int) throws(PatternError) {
    let most = 65_535
    var isOpenEnded = false
    var last: Int?
    guard let first = number() else { return literal(0x7B) }
    if take(",") {
      last = number()
      isOpenEnded = last == nil
    } else {
      last = first
    }
    guard take("}") else {
      index = start + 1
      return literal(0x7B)
    }
    guard first <= most, last ?? 0 <= most else {
      throw PatternError("a repeat may count up to \(most)", at: offsets[start], .unsupported)
    }
    if let last, last < first { throw PatternError("the repeat's first number is larger than its second", at: offsets[start]) }
    try quantifier(isOpenEnded ? "{\(first),}" : "{\(first),\(last ?? first)}", start)
  }

  private mutating func escape(_ start: Int) throws(PatternError) {
    guard let scalar = peek() else { throw PatternError("there is nothing after the last '\\'", at: offsets[start]) }
    switch scalar {
    case "b", "B":
      index += 1
      write(scalar == "b" ? "\\b" : "\\B", isRepeatable: false)
    case "1"..."9":
      guard let group = number(), group <= groupNames.count else {
        throw PatternError("there is no group of this number", at: offsets[start])
      }
      write("\\g{\(group)}", isRepeatable: true)
    case "k":
      index += 1
      guard take("<") else { throw PatternError("after '\\k' comes a group's name in '<' and '>'", at: offsets[start]) }
      let name = try groupName()
      guard let group = groupNames.firstIndex(of: name) else {
        throw PatternError("there is no group of this name", at: offsets[start])
      }
      write("\\g{\(group + 1)}", isRepeatable: true)
    default:
      switch try classEscape(start, isInClass: false) {
      case .scalar(let scalar): literal(scalar)
      case .escape(let set): write(set, isRepeatable: true)
      case .ranges(let set): write("[\(set)]", isRepeatable: true)
      }
    }
  }
}

extension PatternTranslator {
  /// Writes a character that stands for itself. A surrogate stands for nothing that a text in UTF-8 can hold.
  private mutating func literal(_ value: UInt32) {
    isRepeatable = true
    if let scalar = Unicode.Scalar(value), !scalar.isASCII || isWord(scalar) {
      output.bytes.append(scalar: value)
    } else {
      output.bytes += (0xD800...0xDFFF ~= value ? "(?:(?!))" : codePoint(value)).utf8
    }
  }

  private mutating func write(_ text: String, isRepeatable: Bool) {
    output.bytes += text.utf8
    self.isRepeatable = isRepeatable
  }

  /// The scalar at the place, which is passed over.
  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  /// A scalar at or after the place.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  /// Passes over a scalar if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    index += 1
    return true
  }

  /// Reads a decimal number; a huge one is read as a million.
  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek(), isDigit(digit) {
      value = min((value ?? 0) * 10 + Int(digit.value - 0x30), 1_000_000)
      index += 1
    }
    return value
  }
}

/// True for `0` to `9`.
func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

/// True for ASCII letters, digits and the low line.
func isWord(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_"
}
