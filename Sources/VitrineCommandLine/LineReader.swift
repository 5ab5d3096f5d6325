// From words to options and the rest, for whatever options are declared at the moment.

/// Makes the declarations of the options that are known at the moment.
typealias OptionMaker = @Sendable () -> [OptionDeclaration]

/// Reads a line word by word. The options it knows change when a command is entered.
///
/// Their declarations are only made when the first option is met: each type of value costs the Swift runtime some 10 µs the first time.
struct LineReader {
  /// The words not read yet, the next one last.
  private var ahead: [String]
  private var makeOptions: OptionMaker
  private var made: [OptionDeclaration]?
  private var makeFormerSpellings: @Sendable () -> [FormerSpelling] = { [] }
  private var takesQueries = false
  private var given: [(option: String, text: String)] = []
  private var isAfterDashes = false
  /// The positional words kept before `--`.
  private(set) var before: [String] = []
  /// The positional words kept after `--`.
  private(set) var after: [String] = []

  /// A line of `words`, with the options that are known before any command.
  init(words: [String], options: @escaping OptionMaker) {
    ahead = words.reversed()
    makeOptions = options
  }

  /// True while no positional word was kept and no `--` was met, so that the next word may be a command.
  var isFirst: Bool { before.isEmpty && !isAfterDashes }

  /// Goes on with the options of a command.
  mutating func enter(
    options: @escaping OptionMaker, formerly: @escaping @Sendable () -> [FormerSpelling], takesQueries: Bool
  ) {
    makeOptions = options
    makeFormerSpellings = formerly
    made = nil
    self.takesQueries = takesQueries
  }

  /// Keeps a word that `nextPositional` returned.
  mutating func keep(_ word: String) {
    if isAfterDashes { after.append(word) } else { before.append(word) }
  }

  /// Has `words` read next.
  mutating func putBack(_ words: [String]) { ahead.append(contentsOf: words.reversed()) }

  /// True where the switch was met so far.
  func isSet(_ option: Option<Bool>) -> Bool { given.contains { $0.option == option.declaration.long } }

  /// What was read, with the positional words sorted out by the caller.
  func arguments(words: [(positional: String, words: [String])]) -> Arguments {
    Arguments(declared: makeOptions, given: given, words: words)
  }

  /// The folder given by `-C` so far or further on the line, as far as that is clear before the command is known.
  func directoryAhead() -> String? {
    let declaration = GlobalOptions.directory.declaration
    var found = given.last { $0.option == declaration.long }?.text
    var isValue = false
    for word in ahead.reversed() {
      if isValue {
        found = word
        isValue = false
      } else if word == "--" {
        break
      } else if word == "-C" || word == "--directory" {
        isValue = true
      } else if let value = word.dropping(prefix: "--directory=") ?? word.dropping(prefix: "-C") {
        found = value
      }
    }
    return found
  }

  /// True where help is asked for further on the line.
  func helpIsAhead() -> Bool {
    let names = GlobalOptions.help.declaration.names
    return !isAfterDashes && ahead.reversed().prefix { $0 != "--" }.contains { names.contains($0) }
  }

  /// The next word that is no option, after reading the options before it; nil at the end.
  mutating func nextPositional(_ suggest: Suggest) throws(LineFault) -> String? {
    while let word = ahead.popLast() {
      if isAfterDashes || !word.hasPrefix("-") || word == "-" { return word }
      if word == "--" {
        isAfterDashes = true
      } else if word.hasPrefix("--") {
        try readLong(word, suggest)
      } else if takesQueries, isNegatedTerm(word) {
        return word
      } else {
        try readShort(word, suggest)
      }
    }
    return nil
  }

  private mutating func options() -> [OptionDeclaration] {
    if let made { return made }
    let options = makeOptions()
    made = options
    return options
  }

  private mutating func readLong(_ word: String, _ suggest: Suggest) throws(LineFault) {
    let body = word.dropFirst(2)
    let end = body.firstIndex(of: "=")
    let name = String(body[..<(end ?? body.endIndex)])
    let attached = end.map { String(body[body.index(after: $0)...]) }
    let options = options()
    guard let option = options.first(where: { $0.long == name }) else {
      if let option = options.first(where: { $0.isNegatable && "no-" + $0.long == name }) {
        if let attached { throw LineFault("option '--\(name)' takes no value, but was given \(quoted(attached))") }
        return given.append((option.long, OptionText.off))
      }
      throw LineFault(unknownOption(long: name, among: options, suggest))
    }
    try take(option, as: "--" + name, attached, suggest)
  }

  private mutating func readShort(_ word: String, _ suggest: Suggest) throws(LineFault) {
    let options = options()
    do throws(LineFault) {
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        guard let option = options.first(where: { $0.short == letter }) else {
          throw LineFault(unknownOption(short: letter, in: word))
        }
        switch option.form {
        case .flag: try take(option, as: "-\(letter)", nil, suggest)
        case .value, .optionalValue:
          return try take(option, as: "-\(letter)", letters.isEmpty ? nil : String(letters), suggest)
        }
      }
    } catch {
      // A long option written with one dash reads as a bundle of short ones, and its fault would puzzle.
      let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
      guard word.count > 2, let option = options.first(where: { $0.long == name }) else { throw error }
      throw LineFault("unknown option \(quoted(word)); did you mean '--\(option.long)'?")
    }
  }

  private mutating func take(
    _ option: OptionDeclaration, as name: String, _ attached: String?, _ suggest: Suggest
  ) throws(LineFault) {
    let text: String
    switch option.form {
    case .flag:
      if let attached { throw LineFault("option '\(name)' takes no value, but was given \(quoted(attached))") }
      return given.append((option.long, OptionText.on))
    case .optionalValue(_, let bare): text = attached ?? bare
    case .value(let value):
      guard let next = attached ?? nextValue() else {
        throw LineFault("option '\(name)' needs a value: '\(name) \(value.name)'")
      }
      text = next
    }
    if let fault = option.value?.fault(of: text, owner: "option '\(name)'", suggest: suggest) { throw LineFault(fault) }
    given.append((option.long, text))
  }

  /// The next word as a value. One that begins with two dashes is none: the value was more likely forgotten.
  private mutating func nextValue() -> String? {
    guard let next = ahead.last, !next.hasPrefix("--") else { return nil }
    return ahead.popLast()
  }

  private func unknownOption(long name: String, among options: [OptionDeclaration], _ suggest: Suggest) -> String {
    let names = options.flatMap { $0.isNegatable ? [$0.long, "no-" + $0.long] : [$0.long] }
    let found = "unknown option \(quoted("--" + name))"
    if let former = formerSpelling("--" + name) { return "\(found); it is '\(former.replacement)' now" }
    if name.hasPrefix("no-"), let option = options.first(where: { $0.value == nil && $0.long == name.dropFirst(3) }) {
      return "\(found); '--\(option.long)' is off unless it is given"
    }
    return nearest(name, names, suggest).map { "\(found); did you mean '--\($0)'?" } ?? found
  }

  private func unknownOption(short letter: Character, in word: String) -> String {
    let found = word.count == 2 ? "unknown option \(quoted(word))" : "unknown option \(quoted("-\(letter)")) in \(quoted(word))"
    if let former = formerSpelling("-\(letter)") { return "\(found); it is '\(former.replacement)' now" }
    guard takesQueries else { return found }
    return "\(found); to leave out what matches a word, write \(quoted("not \(word.dropFirst())"))"
  }

  private func formerSpelling(_ name: String) -> FormerSpelling? { makeFormerSpellings().first { $0.name == name } }
}

extension OptionDeclaration {
  /// True for a switch that `--no-NAME` takes back.
  var isNegatable: Bool {
    if case .flag(isNegatable: true) = form { true } else { false }
  }
}

extension String {
  /// The rest after `prefix`; nil where the text does not begin with it or nothing follows.
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) && utf8.count > prefix.utf8.count ? String(utf8.dropFirst(prefix.utf8.count)) : nil
  }
}

/// True for `-field:…`: a dash, a letter of any script or underscore, letters, digits and `_.-`, a colon.
func isNegatedTerm(_ word: String) -> Bool {
  var bytes = word.utf8.dropFirst().makeIterator()
  guard let first = bytes.next(), isLetter(first) || first == UInt8(ascii: "_") else { return false }
  while let byte = bytes.next() {
    switch byte {
    case UInt8(ascii: ":"): return true
    case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
    default: if !isLetter(byte) { return false }
    }
  }
  return false
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
}
