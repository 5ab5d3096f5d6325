// How a command is called, in one line.

/// A piece of a term: what is typed as it stands, or what stands for something else.
enum Span: Sendable, Hashable {
  /// Punctuation: brackets, dots, commas.
  case plain(String)
  /// What is typed as it stands.
  case literal(String)
  /// What stands for something else.
  case variable(String)

  /// The text without its role.
  var text: String {
    switch self {
    case .plain(let text), .literal(let text), .variable(let text): text
    }
  }
}

extension Program {
  /// The usage of a command as plain text.
  func usageLine(of command: Command<Context>, path: [String]) -> String {
    usage(of: command, path: path).map(\.text).joined()
  }

  /// The usage of a command: `vitrine set [OPTION...] [QUERY...] -- CHANGE...`.
  func usage(of command: Command<Context>, path: [String]) -> [Span] {
    var spans: [Span] = [.literal(path.joined(separator: " ")), .plain(" ["), .variable("OPTION"), .plain("...]")]
    let positionals = command.positionals
    if !command.commands.isEmpty, positionals.isEmpty {
      let isOptional = command.run != nil
      return spans + [.plain(isOptional ? " [" : " "), .variable("COMMAND"), .plain(isOptional ? "]" : "")]
    }
    for positional in positionals where !positional.isAfterDashes { spans += usage(of: positional) }
    let behind = positionals.filter(\.isAfterDashes)
    if !behind.isEmpty { spans += [.plain(" "), .literal("--")] }
    for positional in behind { spans += usage(of: positional) }
    return spans
  }

  private func usage(of positional: PositionalDeclaration) -> [Span] {
    let dots = positional.most > 1 ? "..." : ""
    return positional.least == 0
      ? [.plain(" ["), .variable(positional.name), .plain(dots + "]")]
      : [.plain(" "), .variable(positional.name), .plain(dots)]
  }
}
