// From words to typed values.

import Testing
import VitrineCommandLine

@Suite struct ParsingTests {
  /// A line, and what it asks for: the path and the arguments that were noted, `help PATH` or `version`.
  static let lines: [(String, String)] = [
    ("", "help vitrine"),
    ("--help", "help vitrine"),
    ("-h", "help vitrine"),
    ("help", "help vitrine"),
    ("help check", "help vitrine check"),
    ("help ls", "help vitrine list"),
    ("help schema add", "help vitrine schema add"),
    ("check --help", "help vitrine check"),
    ("--help check", "help vitrine check"),
    ("--help schema add", "help vitrine schema add"),
    ("schema --help", "help vitrine schema"),
    ("check --help --fromat x", "help vitrine check"),
    ("mv -h", "help vitrine mv"),
    ("check -- --help", "vitrine check: --help"),
    ("--version", "version"),
    ("check --version", "version"),
    ("check", "vitrine check: "),
    ("check a b", "vitrine check: a b"),
    ("check -", "vitrine check: -"),
    ("check a -- -b --c", "vitrine check: a -b --c"),
    ("check --fix a --no-progress b", "vitrine check: a b"),
    ("list", "vitrine list: "),
    ("ls zelda", "vitrine list: zelda"),
    ("ls -status:x -a.b-c_1:y -_x:", "vitrine list: -status:x -a.b-c_1:y -_x:"),
    ("ls -s:5", "vitrine list: -s:5"),
    ("ls list", "vitrine list: list"),
    ("games zelda", "vitrine list: game zelda"),
    ("-q games -C x zelda -status:y", "vitrine list: game zelda -status:y"),
    ("shelves -C other", "vitrine list: shelf"),
    ("shelves --directory=other", "vitrine list: shelf"),
    ("-Cother shelves", "vitrine list: shelf"),
    ("set a b -- c=1 d!", "vitrine set: "),
  ]

  @Test("A line asks for a command, for help or for the version", arguments: lines)
  func lineAsks(_ line: String, _ expected: String) throws {
    let (request, fault) = read(line)
    let described =
      switch request {
      case .help(let path): "help " + path.joined(separator: " ")
      case .version: "version"
      case .run(let invocation):
        invocation.path.joined(separator: " ") + ": "
          + (invocation.command.name == "check" ? invocation.arguments[CheckCommand.paths].joined(separator: " ") : "")
          + (invocation.command.name == "list" ? invocation.arguments[ListCommand.terms].joined(separator: " ") : "")
      case nil: fault
      }
    #expect(described == expected)
  }

  @Test("Options not given have their defaults")
  func defaults() throws {
    let found = try #require(arguments("check"))
    #expect(found[CheckCommand.format] == .human)
    #expect(found[CheckCommand.limit] == 20)
    #expect(found[CheckCommand.most] == nil)
    #expect(found[CheckCommand.rules] == [])
    #expect(found[CheckCommand.output] == nil)
    #expect(found[CheckCommand.progress])
    #expect(!found[CheckCommand.fix])
    #expect(found[CheckCommand.diff] == nil)
    #expect(found[CheckCommand.levels] == [])
    #expect(found[CheckCommand.only] == nil)
    #expect(found[CheckCommand.since] == nil)
    #expect(found[CheckCommand.title] == "Report")
    #expect(found[GlobalOptions.directory] == nil)
    #expect(found[GlobalOptions.color] == .auto)
    #expect(!found[GlobalOptions.quiet])
    #expect(!found.isGiven(CheckCommand.limit))
  }

  static let formats: [(String, SampleFormat)] = [
    ("check --format json", .json), ("check --format=json", .json), ("check -f json", .json), ("check -fjson", .json),
    ("check -qfjson", .json), ("check -qf json", .json), ("check -f human -f short", .short), ("check x -f json", .json),
  ]

  @Test("A value may be attached or the next word, in a bundle too, and the last one counts", arguments: formats)
  func values(_ line: String, _ expected: SampleFormat) throws {
    #expect(try #require(arguments(line))[CheckCommand.format] == expected)
  }

  @Test("Every kind of option gives its typed value")
  func typed() throws {
    let found = try #require(
      arguments(
        "check -n 7 --most=0 -r a --rule b -o out.txt --progress --no-progress --fix --level low --level high --only high --since 2020 "
          + "--title=A=B"))
    #expect(found[CheckCommand.limit] == 7)
    #expect(found[CheckCommand.most] == 0)
    #expect(found[CheckCommand.rules] == ["a", "b"])
    #expect(found[CheckCommand.output] == "out.txt")
    #expect(!found[CheckCommand.progress])
    #expect(found[CheckCommand.fix])
    #expect(found[CheckCommand.levels] == [.low, .high])
    #expect(found[CheckCommand.only] == .high)
    #expect(found[CheckCommand.since] == 2020)
    #expect(found[CheckCommand.title] == "A=B")
    #expect(found.isGiven(CheckCommand.limit))
  }

  static let optional: [(String, String?, [String])] = [
    ("check", nil, []), ("check --diff", "builtin", []), ("check --diff=meld", "meld", []),
    ("check --diff meld", "builtin", ["meld"]),
    ("check -d", "builtin", []), ("check -dmeld", "meld", []), ("check --diff=", "", []),
  ]

  @Test("An optional value is only taken when attached", arguments: optional)
  func optionalValue(_ line: String, _ expected: String?, _ paths: [String]) throws {
    let found = try #require(arguments(line))
    #expect(found[CheckCommand.diff] == expected)
    #expect(found[CheckCommand.paths] == paths)
  }

  static let anywhere = [
    "-C d --color never -q check", "check -C d --color never -q", "-Cd check --color=never --quiet", "-qCd check --color never",
  ]

  @Test("Global options stand before or after the command", arguments: anywhere)
  func global(_ line: String) throws {
    let found = try #require(arguments(line))
    #expect(found[GlobalOptions.directory] == "d")
    #expect(found[GlobalOptions.color] == .never)
    #expect(found[GlobalOptions.quiet])
  }

  @Test("A sort key may begin with a dash, as an option's value")
  func dashedValue() throws {
    let found = try #require(arguments("ls --sort -release -s -title --sort=-x"))
    #expect(found[ListCommand.sort] == ["-release", "-title", "-x"])
  }

  @Test("Words are shared out so that every argument gets what it needs")
  func sharing() throws {
    let two = try #require(arguments("mv a b"))
    #expect(two[MoveCommand.source] == "a")
    #expect(two[MoveCommand.targets] == [])
    #expect(two[MoveCommand.target] == "b")
    let four = try #require(arguments("mv a b c d"))
    #expect(four[MoveCommand.targets] == ["b", "c"])
    #expect(four[MoveCommand.target] == "d")
    #expect(try #require(arguments("schema add x"))[SchemaCommand.target] == nil)
    #expect(try #require(arguments("schema add x y"))[SchemaCommand.target] == "y")
    let set = try #require(arguments("set a -b:c -- d -e"))
    #expect(set[SetCommand.terms] == ["a", "-b:c"])
    #expect(set[SetCommand.changes] == ["d", "-e"])
    #expect(try #require(arguments("completion fish"))[CompletionCommand.shell] == .fish)
  }

  @Test("A command runs with its context and says how it ended")
  func running() throws {
    let notes = Notes()
    guard case .run(let invocation) = read("check --fix a").request else {
      Issue.record("the line runs a command")
      return
    }
    #expect(try invocation.run(in: notes) == .well)
    #expect(notes.lines == ["check a"])
  }

  @Test("A line of a hundred thousand words is read in one go")
  func longLine() throws {
    let words = ["list"] + Array(repeating: "-a:b", count: 100_000)
    guard case .run(let invocation) = try sample.request(words, suggest: suggest) else { return }
    #expect(invocation.arguments[ListCommand.terms].count == 100_000)
  }
}
