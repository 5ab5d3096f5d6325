// Completion scripts for shells, made of the declarations.
//
// What only the catalogue knows, a script asks for while the person types, by the hidden command that the program has to provide:
//
//   vitrine [-C DIR] complete NAME -- PREFIX
//
// NAME is what `ValueKind.asked` carries (kind, rule, schema, record, field, query) or `Shorthand.completes`. It prints the candidates
// that begin with PREFIX, one a line: the candidate, or the candidate, a tab and a few words on it. A candidate that ends in `:`, `=`
// or `/` is the beginning of something, and no space is put behind it. Standard error is not seen; it ends with 0 whatever it finds.
// The environment variable COMP_LINE holds the line up to the cursor, for programs that answer by what stands before.

/// A shell that completion scripts are made for.
package enum Shell: String, OptionChoice {
  /// GNU Bash 4.3 or newer; the bash-completion package is not needed.
  case bash
  /// Z shell 5 or newer.
  case zsh
  /// fish 3 or newer.
  case fish

  /// The oldest version that the script runs in.
  package var summary: String {
    switch self {
    case .bash: "GNU Bash 4.3 or newer"
    case .zsh: "Z shell 5 or newer"
    case .fish: "fish 3 or newer"
    }
  }
}

extension Program {
  /// The completion script for a shell. Ends with a line feed.
  package func completion(for shell: Shell) -> String {
    let tree = CompletionTree(
      program: name, nodes: completionNodes(root, path: [name], words: [name]), global: globalOptions, shorthand: shorthand)
    return switch shell {
    case .bash: tree.bash()
    case .zsh: tree.zsh()
    case .fish: tree.fish()
    }
  }

  private func completionNodes(_ command: Command<Context>, path: [String], words: [String]) -> [CompletionNode] {
    let commands = command.commands.filter { !$0.isHidden }
    let node = CompletionNode(
      path: path.joined(separator: " "), words: words, options: command.options, positionals: command.positionals,
      commands: commands.map { (name: $0.name, aliases: $0.aliases, summary: $0.summary) })
    return [node] + commands.flatMap { completionNodes($0, path: path + [$0.name], words: [$0.name] + $0.aliases) }
  }
}

/// All that scripts are made of.
struct CompletionTree: Sendable {
  /// The program's name.
  let program: String
  /// The program and every command that is not hidden, a command before those it holds.
  let nodes: [CompletionNode]
  /// The options of all commands.
  let global: [OptionDeclaration]
  /// How a first word that is no command is understood.
  let shorthand: Shorthand?

  /// The path of the command that a shorthand stands for.
  var shorthandPath: String? { shorthand.map { "\(program) \($0.command)" } }

  /// All options of a command, its own first.
  func options(of node: CompletionNode) -> [OptionDeclaration] { node.options + global }
}

/// A command as scripts know it.
struct CompletionNode: Sendable {
  /// The words that lead to it, by their declared names, with spaces between.
  let path: String
  /// The words that call it.
  let words: [String]
  /// Its own options.
  let options: [OptionDeclaration]
  /// Its positional arguments.
  let positionals: [PositionalDeclaration]
  /// The commands it holds.
  let commands: [(name: String, aliases: [String], summary: String)]

  /// The positional arguments with their places, counted from 1 before `--` and anew after it.
  var places: [(place: Int, positional: PositionalDeclaration)] {
    let before = positionals.filter { !$0.isAfterDashes }
    let after = positionals.filter(\.isAfterDashes)
    return Array(zip(1..., before)) + Array(zip(1..., after))
  }
}

/// `text` as one word of a shell that has no escapes within single quotes: Bash and Z shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

/// Lines that grow into a script.
struct Script {
  private(set) var text = ""

  /// Adds lines.
  mutating func add(_ lines: String) {
    text += lines
    text += "\n"
  }
}
