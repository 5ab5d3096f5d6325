// Lines that are refused, and the words in which they are.

import Testing
import VitrineCommandLine

@Suite struct FaultTests {
  static let faults: [(String, String)] = [
    ("chek", "unknown command 'chek'; did you mean 'check'?"),
    ("comple", "unknown command 'comple'; did you mean 'completion'?"),
    ("frobnicate", "unknown command 'frobnicate'"),
    ("loop", "unknown command 'loop'"),
    ("schema lst", "unknown command 'schema lst'; did you mean 'schema list'?"),
    ("schema frob", "unknown command 'schema frob'; expected list or add"),
    ("help chek", "unknown command 'chek'; did you mean 'check'?"),
    ("help check deep", "'vitrine check' has no command 'deep'"),
    ("schema", "'vitrine schema' needs a command: list or add"),
    ("-q", "'vitrine' needs a command"),
    ("check --fromat x", "unknown option '--fromat'; did you mean '--format'?"),
    ("check --form=x", "unknown option '--form'; did you mean '--format'?"),
    ("check --no-progres", "unknown option '--no-progres'; did you mean '--no-progress'?"),
    ("check --zzz", "unknown option '--zzz'"),
    ("check -z", "unknown option '-z'"),
    ("check -qz", "unknown option '-z' in '-qz'"),
    ("check -format", "unknown option '-format'; did you mean '--format'?"),
    ("check -quiet", "unknown option '-quiet'; did you mean '--quiet'?"),
    ("check -status:x", "unknown option '-s' in '-status:x'"),
    ("--format json check", "unknown option '--format'"),
    ("ls -zelda", "unknown option '-z' in '-zelda'; to leave out what matches a word, write 'not zelda'"),
    ("ls -1:x", "unknown option '-1' in '-1:x'; to leave out what matches a word, write 'not 1:x'"),
    ("check --no-fix", "unknown option '--no-fix'; '--fix' is off unless it is given"),
    ("check --fix=yes", "option '--fix' takes no value, but was given 'yes'"),
    ("check --no-progress=yes", "option '--no-progress' takes no value, but was given 'yes'"),
    ("check --format", "option '--format' needs a value: '--format FORMAT'"),
    ("check --format --fix", "option '--format' needs a value: '--format FORMAT'"),
    ("check -f", "option '-f' needs a value: '-f FORMAT'"),
    ("check --format jsno", "unknown FORMAT 'jsno' for option '--format'; did you mean 'json'?"),
    ("check --format xml", "unknown FORMAT 'xml' for option '--format'; expected human, short or json"),
    ("check --format=", "unknown FORMAT '' for option '--format'; expected human, short or json"),
    ("check --level=mid", "unknown LEVEL 'mid' for option '--level'; expected low or high"),
    ("check --limit ten", "option '--limit' needs a whole number from 1 to 1000, not 'ten'"),
    ("check -n0", "option '-n' needs a whole number from 1 to 1000, not '0'"),
    ("check -n 1001", "option '-n' needs a whole number from 1 to 1000, not '1001'"),
    ("check --most 99999999999999999999", "option '--most' needs a whole number from 0, not '99999999999999999999'"),
    ("check --most -1", "option '--most' needs a whole number from 0, not '-1'"),
    ("check --since 24", "option '--since' needs a year such as 2024, not '24'"),
    ("completion", "'vitrine completion' needs a SHELL: the shell"),
    ("completion tcsh", "unknown SHELL 'tcsh'; expected bash, zsh or fish"),
    ("completion bash zsh", "unexpected argument 'zsh'; 'vitrine completion' takes SHELL only"),
    ("schema list x", "unexpected argument 'x'; 'vitrine schema list' takes none"),
    ("schema add a b c", "unexpected argument 'c'; 'vitrine schema add' takes NAME and DIR only"),
    ("mv", "'vitrine mv' needs a SOURCE: the record"),
    ("mv a", "'vitrine mv' needs a TARGET: where it goes"),
    ("set a", "'vitrine set' needs a CHANGE after '--': what to change"),
    ("set -- a", "'vitrine set' needs a QUERY: which records"),
    ("check \u{1B}[2J --z\u{1B}\u{7}", "unknown option '--z\\u{1b}\\u{7}'"),
    ("-C", "option '-C' needs a value: '-C DIR'"),
  ]

  @Test("A line that is not understood is refused with what was found and what was expected", arguments: faults)
  func refused(_ line: String, _ message: String) { #expect(read(line).fault == message) }

  @Test("A fault names the command's usage and where its help is, and ends with status 2")
  func wholeText() {
    do throws(UsageError) {
      _ = try sample.request(["schema", "add"], suggest: suggest)
      Issue.record("the line is refused")
    } catch {
      #expect(error.status.rawValue == 2)
      #expect(
        error.text == """
          vitrine: 'vitrine schema add' needs a NAME: the schema
          usage: vitrine schema add [OPTION...] NAME [DIR]
          try 'vitrine schema add --help'

          """)
    }
  }

  @Test("A word of any length costs little and is cut in the message")
  func longWord() {
    let fault = read("check --" + String(repeating: "x", count: 1_000_000)).fault
    #expect(fault.utf8.count < 200)
  }

  @Test("No word makes the reader trap")
  func hostileWords() {
    let pieces = [
      "-", "--", "=", "-=", "--=", "---", "-f", "-C", "--no-", "é", "-é", "--é=\u{0}", ":", "-:", "-a:", "", "\u{FEFF}", "-n",
      "set", "ls",
    ]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          _ = try? sample.request(["check", first, second, third], suggest: suggest, expand: expand)
          _ = try? sample.request([first, second, third], suggest: suggest, expand: expand)
        }
      }
    }
  }
}
