// From the words of a line to a request: the walk down the tree of commands.

extension Program {
  /// What `words` (without the program's own name) ask for.
  ///
  /// `expand` is asked once about a first word that is no command, with the folder given by `-C` wherever it stands on the line;
  /// it returns the words to read in its place (`games` becomes `list`, `game`), or nil. `expandable` are the words it knows, for a
  /// message about a word that is near one of them.
  ///
  /// Errors: throws a `UsageError` for the first fault from the left.
  package func request(
    _ words: [String], suggest: Suggest, expandable: (_ directory: String?) -> [String] = { _ in [] },
    expand: (_ word: String, _ directory: String?) -> [String]? = { _, _ in nil }
  ) throws(UsageError) -> Request<Context> {
    if words.isEmpty { return .help(path: [name]) }
    var line = LineReader(words: words, options: { globalOptions })
    var command = root
    var path = [name]
    var positionals: [PositionalDeclaration] = []
    var mayExpand = true
    do throws(LineFault) {
      while let word = try line.nextPositional(suggest) {
        if line.isFirst, let next = command.commands.first(where: { $0.isCalled(word) }) {
          command = next
          path.append(next.name)
          positionals = next.positionals
          line.enter(
            options: { next.options + globalOptions }, formerly: { next.formerSpellings },
            takesQueries: positionals.contains(where: \.isQuery))
        } else if path.count == 1, line.isFirst, mayExpand, let words = expand(word, line.directoryAhead()) {
          mayExpand = false
          line.putBack(words)
        } else if positionals.isEmpty, !command.commands.isEmpty {
          let others = path.count == 1 ? expandable(line.directoryAhead()) : []
          throw LineFault(unknownCommand(word, in: command, path, others: others, suggest))
        } else {
          line.keep(word)
        }
      }
      if line.isSet(GlobalOptions.help) { return .help(path: path) }
      if line.isSet(GlobalOptions.version) { return .version }
      if path == [name, helpWord] { return .help(path: try helpPath(line.before, suggest)) }
      guard let run = command.run else { throw LineFault(missingCommand(in: command, path)) }
      let words = try distribute(line.before, line.after, to: positionals, of: path, suggest)
      return .run(Invocation(command: command, run: run, path: path, arguments: line.arguments(words: words)))
    } catch {
      // A person who asks for help gets it, whatever else is on the line.
      if line.isSet(GlobalOptions.help) || line.helpIsAhead() { return .help(path: path) }
      throw UsageError(message: error.message, path: path, usage: usageLine(of: command, path: path))
    }
  }

  /// The folder given by `-C` on a line whose first word is no command, so that it may be a shorthand; nil where the line is another. Nothing is
  /// asked about the word itself.
  package func shorthandDirectory(_ words: [String]) -> String?? {
    let local = GlobalOptions.local.declaration.names
    guard shorthand != nil, !words.prefix(while: { $0 != "--" }).contains(where: local.contains) else { return nil }
    var line = LineReader(words: words, options: { globalOptions })
    do throws(LineFault) {
      guard let word = try line.nextPositional({ _, _ in nil }), line.isFirst else { return nil }
      if line.isSet(GlobalOptions.help) || line.isSet(GlobalOptions.version) { return nil }
      return root.commands.contains { $0.isCalled(word) } ? nil : .some(line.directoryAhead())
    } catch {
      return nil
    }
  }

  /// The command at a path as in `Request.help` and `Invocation`, the program's name first; nil where there is none.
  package func command(at path: [String]) -> Command<Context>? {
    guard path.first == name else { return nil }
    var command = root
    for word in path.dropFirst() {
      guard let next = command.commands.first(where: { $0.isCalled(word) }) else { return nil }
      command = next
    }
    return command
  }

  private func helpPath(_ words: [String], _ suggest: Suggest) throws(LineFault) -> [String] {
    var command = root
    var path = [name]
    for word in words {
      guard let next = command.commands.first(where: { $0.isCalled(word) }) else {
        throw LineFault(unknownCommand(word, in: command, path, suggest))
      }
      command = next
      path.append(next.name)
    }
    return path
  }
}

/// A fault before it is known to which command it belongs.
struct LineFault: Error {
  /// What was found and what was expected.
  let message: String

  /// A fault with this message.
  init(_ message: String) { self.message = message }
}

private func unknownCommand<Context>(
  _ word: String, in command: Command<Context>, _ path: [String], others: [String] = [], _ suggest: Suggest
) -> String {
  let visible = command.commands.filter { !$0.isHidden }
  if visible.isEmpty { return "'\(path.joined(separator: " "))' has no command \(quoted(word))" }
  let found = "unknown command \(quoted((path.dropFirst() + [word]).joined(separator: " ")))"
  if let near = nearest(word, visible.flatMap { [$0.name] + $0.aliases } + others, suggest) {
    return "\(found); did you mean '\((path.dropFirst() + [near]).joined(separator: " "))'?"
  }
  return path.count == 1 ? found : "\(found); expected \(joined(visible.map(\.name)))"
}

private func missingCommand<Context>(in command: Command<Context>, _ path: [String]) -> String {
  let names = command.commands.lazy.filter { !$0.isHidden }.map(\.name)
  let wanted = path.count == 1 ? "a command" : "a command: \(joined(Array(names)))"
  return "'\(path.joined(separator: " "))' needs \(wanted)"
}
