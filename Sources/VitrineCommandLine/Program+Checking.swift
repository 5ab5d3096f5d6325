// Faults of the declarations themselves, for a test that every program should have.

extension Program {
  /// What is wrong with the declarations, one sentence a fault, in the order of the tree; empty where all is well.
  ///
  /// Looked at: names that clash, arguments that cannot be told apart, summaries out of style, visible commands without an example, and
  /// examples whose command line the program would refuse. An example is read as a shell would, up to the first `|`, `;`, `&` or `>`.
  package func declarationFaults(expand: (_ word: String) -> [String]? = { _ in nil }) -> [String] {
    faults(in: root, path: [name], expand)
  }

  private func faults(in command: Command<Context>, path: [String], _ expand: (String) -> [String]?) -> [String] {
    let place = path.joined(separator: " ")
    let options = command.options + globalOptions
    let positionals = command.positionals
    var faults: [String] = []
    faults += repeated(options.flatMap(\.names)).map { "\(place): two options are called \($0)" }
    faults += repeated(command.commands.flatMap { [$0.name] + $0.aliases }).map { "\(place): two commands are called '\($0)'" }
    faults += repeated(positionals.map(\.name)).map { "\(place): two arguments are called \($0)" }
    for isAfterDashes in [false, true] where positionals.count(where: { $0.most > 1 && $0.isAfterDashes == isAfterDashes }) > 1 {
      faults.append("\(place): two arguments take any number of words")
    }
    if command.run == nil, command.commands.isEmpty, path != [name, helpWord] { faults.append("\(place): nothing runs it") }
    if !positionals.isEmpty, !command.commands.isEmpty { faults.append("\(place): it has both arguments and commands") }
    for summary in [command.summary] + options.map(\.summary) + positionals.map(\.summary)
    where summary.isEmpty || summary.hasSuffix(".") || summary.prefix(1).uppercased() == summary.prefix(1) {
      faults.append("\(place): the summary '\(summary)' does not begin in lower case or ends in a full stop")
    }
    faults += exampleFaults(of: command, place, expand)
    for next in command.commands { faults += self.faults(in: next, path: path + [next.name], expand) }
    return faults
  }

  private func exampleFaults(of command: Command<Context>, _ place: String, _ expand: (String) -> [String]?) -> [String] {
    let examples = command.manual.examples
    if examples.isEmpty { return command.isHidden ? [] : ["\(place): it has no example"] }
    var faults: [String] = []
    for example in examples {
      let words = shellWords(example.command)
      guard words.first == name else {
        faults.append("\(place): the example '\(example.command)' does not begin with '\(name)'")
        continue
      }
      do throws(UsageError) {
        _ = try request(Array(words.dropFirst()), suggest: { _, _ in nil }, expand: { word, _ in expand(word) })
      } catch {
        faults.append("\(place): the example '\(example.command)' is refused: \(error.message)")
      }
    }
    return faults
  }
}

/// The words of the first command of a line, with quotes and backslashes taken away.
func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isEscaped = false
  for character in line {
    if isEscaped {
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if let open = quote {
      if character == open { quote = nil } else { word = (word ?? "") + String(character) }
    } else if character == "'" || character == "\"" {
      quote = character
      word = word ?? ""
    } else if "|;&><".contains(character) {
      break
    } else if character == " " {
      if let word { words.append(word) }
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  if let word { words.append(word) }
  return words
}

/// What occurs more than once, each once, in order.
private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  var reported: Set<String> = []
  return names.filter { !seen.insert($0).inserted && reported.insert($0).inserted }
}
