// What holds for every declaration, and what is said about wrong ones.

import Testing
import VitrineCommandLine

@Suite struct DeclarationTests {
  /// Every command that is not hidden, with its path.
  static let commands: [(path: [String], command: Command<Notes>)] = {
    func below(_ command: Command<Notes>, _ path: [String]) -> [(path: [String], command: Command<Notes>)] {
      [(path, command)] + command.commands.filter { !$0.isHidden }.flatMap { below($0, path + [$0.name]) }
    }
    return sample.command(at: ["vitrine"]).map { below($0, ["vitrine"]) } ?? []
  }()

  @Test("Every option, argument and choice is in the help, the manual pages and all completions")
  func everywhere() throws {
    let pages = Dictionary(uniqueKeysWithValues: sample.manualPages().map { ($0.file, $0.text) })
    let complete = try #require(pages["vitrine.1"])
    let scripts = Shell.allCases.map { ($0, sample.completion(for: $0)) }
    #expect(Self.commands.count == 11)
    for (path, command) in Self.commands {
      let help = sample.help(at: path)
      let page = try #require(pages[path.prefix(2).joined(separator: "-") + ".1"])
      for option in command.options + sample.globalOptions {
        let name = option.names.contains("--no-" + option.long) ? "--[no-]" + option.long : "--" + option.long
        let escaped = name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
        #expect(help.contains(name) && help.contains(option.summary.prefix(20)), "\(path) \(name)")
        #expect(page.contains(escaped), "\(path) \(name)")
        #expect(complete.contains(escaped), "\(path) \(name)")
        if let short = option.short { #expect(help.contains("-\(short), ") && page.contains("\\fB\\-\(short)\\fR, ")) }
        for (shell, script) in scripts {
          for name in option.names {
            let written = shell == .fish ? (name.hasPrefix("--") ? "-l \(name.dropFirst(2)) " : "-s \(name.dropFirst()) ") : name
            #expect(script.contains(written), "\(shell.rawValue) \(path) \(name)")
          }
        }
      }
      for positional in command.positionals {
        #expect(help.contains(positional.name) && page.contains("\\fI\(positional.name)\\fR"))
      }
      for (_, script) in scripts where path.count > 1 { #expect(script.contains(path[path.count - 1])) }
    }
  }

  @Test("What is hidden is nowhere")
  func hiddenCommand() {
    #expect(!sample.help(at: ["vitrine"]).contains("answer a completion"))
    #expect(!sample.manualPages().contains { $0.file == "vitrine-complete.1" })
    #expect(read("complete").fault == "")
  }

  @Test("The sample lacks nothing but one example")
  func sampleIsSound() {
    #expect(sample.declarationFaults { expand($0, nil) } == ["vitrine init: it has no example"])
  }

  @Test("A wrong declaration is told")
  func wrong() {
    let first = Option.flag("one", short: "q", "do one")
    let second = Option.flag("one", "Do two.")
    let many = Positional.any("A", "the first")
    let more = Positional.some("A", "the second")
    let program = Program<Notes>(
      name: "vitrine", version: "1", date: "2026-01-01", summary: "do things",
      manual: Manual(examples: [("vitrine", "says what there is")]),
      commands: [
        Command(
          name: "a", summary: "do it", options: [first, second], positionals: [many, more],
          manual: Manual(examples: [("vitrine a --tow 'x y' \"z\" > out", "does it"), ("git a", "does it")])
        ) { _, _ in .well },
        Command(name: "b", aliases: ["a"], summary: "do it", isHidden: true),
      ])
    #expect(
      program.declarationFaults() == [
        "vitrine: two commands are called 'a'",
        "vitrine a: two options are called --one",
        "vitrine a: two options are called -q",
        "vitrine a: two arguments are called A",
        "vitrine a: two arguments take any number of words",
        "vitrine a: the summary 'Do two.' does not begin in lower case or ends in a full stop",
        "vitrine a: the example 'vitrine a --tow 'x y' \"z\" > out' is refused: unknown option '--tow'",
        "vitrine a: the example 'git a' does not call 'vitrine'",
        "vitrine b: nothing runs it",
        "vitrine a: -q is --one, and in 'vitrine' it is --quiet",
        "vitrine a: --one is not what it is in 'vitrine a'",
      ])
  }

  @Test("Exit statuses are those of the house")
  func statuses() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 130])
    #expect(ExitStatus.allCases.allSatisfy { !$0.summary.isEmpty })
  }
}
