// A small program that has one of everything, for all tests of the room.

import VitrineCommandLine

/// What the sample's commands are handed: nothing but a place to write.
final class Notes {
  /// What the commands noted.
  var lines: [String] = []
}

enum SampleFormat: String, OptionChoice {
  case human, short, json
  var summary: String {
    switch self {
    case .human: "with an excerpt of the text around each finding, for reading"
    case .short: "one line a finding"
    case .json: "one JSON object"
    }
  }
}

enum Level: String, OptionChoice {
  case low, high
  var summary: String { "" }
}

enum CheckCommand {
  static let format = Option.choice("format", short: "f", "FORMAT", default: SampleFormat.human, "write the report so")
  static let limit = Option.number("limit", short: "n", "N", in: 1...1000, default: 20, "stop after N findings")
  static let most = Option.number("most", "N", "say how many there may be")
  static let rules = Option.texts("rule", short: "r", "RULE", completes: .rule, "report only this rule")
  static let output = Option.text("output", short: "o", "FILE", completes: .file, "write to FILE")
  static let progress = Option.flag("progress", isNegatable: true, default: true, "show how far it is")
  static let fix = Option.flag("fix", "mend what can be mended safely")
  static let diff = Option.text("diff", short: "d", "TOOL", bare: "builtin", "show differences with TOOL")
  static let levels = Option.choices("level", "LEVEL", among: Level.self, "report only this level")
  static let only = Option.choice("only", "LEVEL", among: Level.self, "report nothing else")
  static let since = Option.value("since", "YEAR", expected: "a year such as 2024", "leave out what is older") { text in
    text.utf8.count == 4 ? Int(text) : nil
  }
  static let title = Option.text("title", "TEXT", default: "Report", "put TEXT above it")
  static let paths = Positional.any("PATH", completes: .file, "the files and folders to check; all by default")

  static let command = Command<Notes>(
    name: "check", summary: "check records against their schemas and each other", group: "Reading",
    options: [format, limit, most, rules, output, progress, fix, diff, levels, only, since, title], positionals: [paths],
    manual: Manual(
      examples: [
        ("vitrine check", "checks the whole catalogue"),
        ("vitrine check --format json --rule duplicate-key games | less", "lists double games for another program"),
      ],
      description: [
        "Reads every record below the given paths and reports what is wrong with it. Nothing is written unless '--fix' is given.",
        ".dot first, 'quote' inside, a back\\slash and an é: all of that has to survive.",
        "  vitrine: 1\n  .rules: off\n  'quoted'",
      ],
      exitStatuses: [(.well, "no finding of error severity"), (.findings, "at least one")],
      environment: [("NO_COLOR", "when set, no colours are used unless '--color always' is given")],
      files: [("vitrine.yaml", "the catalogue's root and manifest")],
      seeAlso: ["list", "git(1)"])
  ) { notes, arguments in
    notes.lines.append("check \(arguments[paths].joined(separator: " "))")
    return arguments[fix] ? .well : .findings
  }
}

enum ListCommand {
  static let sort = Option.texts("sort", short: "s", "KEY", completes: .field, "sort by KEY; -KEY sorts downwards")
  static let terms = Positional.any("QUERY", completes: .query, "which records; all by default")
  static let command = Command<Notes>(
    name: "list", aliases: ["ls"], summary: "list records", group: "Reading", options: [sort], positionals: [terms],
    manual: Manual(examples: [
      ("vitrine list game status:wishlist -system:switch", "lists what is wished for but not for the Switch")
    ])
  ) { notes, arguments in
    notes.lines.append("list \(arguments[terms].joined(separator: " "))")
    return .well
  }
}

enum SetCommand {
  static let terms = Positional.some("QUERY", completes: .query, "which records")
  static let changes = Positional.some("CHANGE", completes: .field, isAfterDashes: true, "what to change")
  static let command = Command<Notes>(
    name: "set", summary: "change fields", group: "Writing", positionals: [terms, changes],
    manual: Manual(examples: [("vitrine set games/hades -- status=library", "moves a game into the library")])
  ) { notes, arguments in
    notes.lines.append("set \(arguments[terms]) \(arguments[changes])")
    return .well
  }
}

enum MoveCommand {
  static let source = Positional.one("SOURCE", completes: .record, "the record")
  static let targets = Positional.any("MORE", completes: .record, "more records")
  static let target = Positional.one("TARGET", completes: .directory, "where it goes")
  static let mode = Positional.optional("MODE", "how")
  static let command = Command<Notes>(
    name: "mv", summary: "move a record", group: "Writing", positionals: [source, targets, target],
    manual: Manual(examples: [("vitrine mv games/hades archive", "moves a game into another folder")])
  ) { _, _ in .well }
}

enum SchemaCommand {
  static let name = Positional.one("NAME", completes: .schema, "the schema")
  static let target = Positional.optional("DIR", completes: .directory, "where to put it")
  static let stock = Option.flag("stock", "the stock schemas too")
  static let list = Command<Notes>(
    name: "list", summary: "list schemas", options: [stock],
    manual: Manual(examples: [("vitrine schema list", "lists all schemas")])
  ) { _, _ in .well }
  static let add = Command<Notes>(
    name: "add", summary: "copy a stock schema", positionals: [name, target],
    manual: Manual(examples: [("vitrine schema add game", "brings the stock schema of games into the catalogue")])
  ) { _, _ in .well }
  static let command = Command<Notes>(
    name: "schema", summary: "look at kinds", group: "Kinds", commands: [list, add],
    manual: Manual(examples: [("vitrine schema list", "lists all schemas")]))
}

enum CompletionCommand {
  static let shell = Positional.choice("SHELL", among: Shell.self, "the shell")
  static let command = Command<Notes>(
    name: "completion", summary: "print a completion script", positionals: [shell],
    manual: Manual(examples: [("vitrine completion bash > vitrine.bash", "writes the script for Bash")])
  ) { _, _ in .well }
}

let hidden = Command<Notes>(name: "complete", summary: "answer a completion script", isHidden: true) { _, _ in .well }

let sample = Program<Notes>(
  name: "vitrine", version: "0.1.0", date: "2026-11-20", summary: "keep a collection as plain files",
  shorthand: Shorthand(completes: "plural", command: "list"),
  manual: Manual(
    examples: [
      ("vitrine init", "makes a catalogue here"), ("vitrine games zelda", "lists the games with zelda in their titles"),
    ],
    description: ["Keeps a collection as YAML files in a folder tree."],
    environment: [("NO_COLOR", "when set, no colours are used")], seeAlso: ["git(1)"]),
  commands: [
    CheckCommand.command, ListCommand.command, SetCommand.command, MoveCommand.command, SchemaCommand.command,
    CompletionCommand.command, hidden, Command<Notes>(name: "init", summary: "make a catalogue") { _, _ in .well },
  ])

/// A simple stand-in for the house's nearest word: the first candidate with the same letters but one, in whatever order.
func suggest(_ word: String, _ candidates: [String]) -> String? {
  candidates.first { candidate in
    var rest = Array(candidate)
    var missing = 0
    for letter in word {
      if let place = rest.firstIndex(of: letter) { rest.remove(at: place) } else { missing += 1 }
    }
    return missing + rest.count <= 1
  }
}

/// Words for plurals, as the program would find them in a catalogue.
func expand(_ word: String, _ directory: String?) -> [String]? {
  switch (word, directory) {
  case ("games", _): ["list", "game"]
  case ("shelves", "other"): ["list", "shelf"]
  case ("loop", _): ["loop"]
  default: nil
  }
}

/// What a line asks for, or the message of its fault.
func read(_ line: String) -> (request: Request<Notes>?, fault: String) {
  do throws(UsageError) {
    let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    return (try sample.request(words, suggest: suggest, expand: expand), "")
  } catch {
    return (nil, error.message)
  }
}

/// The arguments of a line that runs a command.
func arguments(_ line: String) -> Arguments? {
  if case .run(let invocation) = read(line).request { invocation.arguments } else { nil }
}
