// Faults of the declarations themselves, for a test that every program should have.

extension Program {
  /// What is wrong with the declarations, one sentence a fault, in the order of the tree; empty where all is well.
  ///
  /// Looked at: names that clash, letters and names of options that mean different things in different commands, arguments that cannot be distinguished, summaries out of style, visible commands without an example, and
  /// examples whose command line the program would refuse. An example is read as a shell would.
  package func declarationFaults(expand: (_ word: String) -> [String]? = { _ in nil }) -> [String] {
    faults(in: root, path: [name], expand) + unevenOptions()
  }

  /// Letters that stand for several options, and options that are declared in several ways: one sentence each.
  private func unevenOptions() -> [String] {
    typealias Place = (path: String, option: OptionDeclaration)
    func places(_ command: Command<Context>, _ path: String) -> [Place] {
      command.options.map { (path, $0) } + command.commands.flatMap { places($0, "\(path) \($0.name)") }
    }
    var faults: [String] = []
    var letters: [Character: Place] = [:]
    var names: [String: Place] = [:]
    for place in globalOptions.map({ (name, $0) }) + places(root, name) {
      let (path, option) = place
      if let letter = option.short {
        let first = letters[letter] ?? place
        letters[letter] = first
        if first.option.long != option.long {
          faults.append("\(path): -\(letter) is --\(option.long), and in '\(first.path)' it is --\(first.option.long)")
        }
      }
      // A flag and an option with a value are told apart by how they are written: 'show --photo' and 'new --photo FILE'.
      let form = option.long + (option.value == nil ? "" : "=")
      let first = names[form] ?? place
      names[form] = first
      let isSame =
        first.option.short == option.short && first.option.value?.name == option.value?.name
        && first.option.summary == option.summary
      if !isSame { faults.append("\(path): --\(option.long) is not what it is in '\(first.path)'") }
    }
    return faults
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
      let calls = calls(in: example.command)
      if calls.isEmpty { faults.append("\(place): the example '\(example.command)' does not call '\(name)'") }
      for words in calls {
        if let fault = fault(of: words, expand) {
          faults.append("\(place): the example '\(example.command)' is refused: \(fault)")
        }
      }
    }
    return faults
  }

  /// The words after the program's name in each command of a shell line that calls it, also in one that is another's argument.
  package func calls(in line: String) -> [[String]] {
    ShellLine.commands(in: line).flatMap { words in
      if let place = words.firstIndex(of: name), place < 2 { return [Array(words[(place + 1)...])] }
      // What stands in place of '%O' and the like is put in by the other program.
      return words.filter { $0.hasPrefix(name + " ") && $0 != line }.flatMap { calls(in: $0) }.map { call in
        call.map { word in word.firstIndex(of: "%").map { word[..<$0] + "1" } ?? word }
      }
    }
  }

  /// Why the program refuses these words; nil where it takes them.
  package func fault(of words: [String], _ expand: (String) -> [String]?) -> String? {
    do throws(UsageError) {
      _ = try request(words, suggest: { _, _ in nil }, expand: { word, _ in expand(word) })
      return nil
    } catch {
      return error.message
    }
  }
}

/// What occurs more than once, each once, in order.
private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  var reported: Set<String> = []
  return names.filter { !seen.insert($0).inserted && reported.insert($0).inserted }
}
