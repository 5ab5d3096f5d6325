// A line for a shell taken apart, as far as examples in help and documents need it.

/// The commands of a line as a person would type it into bash, zsh or fish.
package enum ShellLine {
  /// The words of each command of a line, quotes and backslashes taken away: those of a pipeline, of `$(…)` and of `<(…)` one by one.
  ///
  /// Redirections, assignments before a command and comments are left out. A variable stays as it is written.
  package static func commands(in line: String) -> [[String]] {
    var reader = Reader()
    for character in line { reader.read(character) }
    reader.endCommand()
    return reader.commands
  }

  private struct Reader {
    var commands: [[String]] = []
    private var words: [String] = []
    private var word: String?
    private var quote: Character?
    private var isEscaped = false
    private var isComment = false
    private var isRedirected = false
    private var last: Character = " "

    mutating func read(_ character: Character) {
      defer { last = character }
      if isComment { return }
      if isEscaped {
        isEscaped = false
        // A line that goes on in the next one.
        if character != "\n" { add(character) }
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "(", last == "$", open == "\"" {
          quote = nil
          endCommand()
        } else {
          add(character)
        }
      } else {
        readPlain(character)
      }
    }

    private mutating func readPlain(_ character: Character) {
      switch character {
      case "'", "\"":
        quote = character
        word = word ?? ""
      case " ", "\t": endWord()
      case "#" where word == nil: isComment = true
      case "&" where last == ">": add(character)
      case "|", ";", "&", "\n", "(", ")", "`": endCommand()
      case ">", "<":
        if word?.allSatisfy(\.isNumber) == true { word = nil }
        endWord()
        isRedirected = true
      default: add(character)
      }
    }

    private mutating func add(_ character: Character) { word = (word ?? "") + String(character) }

    private mutating func endWord() {
      guard let ended = word else { return }
      word = nil
      if isRedirected {
        isRedirected = false
      } else if !words.isEmpty || !isAssignment(ended) {
        words.append(ended)
      }
    }

    mutating func endCommand() {
      if word == "$" { word = nil }
      endWord()
      isRedirected = false
      if !words.isEmpty { commands.append(words) }
      words = []
    }

    private func isAssignment(_ word: String) -> Bool {
      guard let mark = word.firstIndex(of: "="), mark != word.startIndex else { return false }
      return word[..<mark].allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "_" || $0.isNumber) }
    }
  }
}
