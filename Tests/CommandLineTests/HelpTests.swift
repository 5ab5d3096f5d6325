// Help as text.

import Testing
import VitrineCommandLine

@Suite struct HelpTests {
  @Test("Help begins with examples, is aligned, and explains choices")
  func command() { #expect(sample.help(at: ["vitrine", "check"]) == Self.check) }

  @Test("The program's help lists its commands by group")
  func program() { #expect(sample.help(at: ["vitrine"]).hasPrefix(Self.programBeginning)) }

  @Test("Help of a command that holds others lists them")
  func group() {
    #expect(
      sample.help(at: ["vitrine", "schema"]).hasPrefix(
        """
        vitrine schema: look at kinds

        Examples:
          vitrine schema list  lists all schemas

        Usage:
          vitrine schema [OPTION...] COMMAND

        Commands:
          list  list schemas
          add   copy a stock schema

        Global options:

        """))
  }

  @Test("Arguments after two dashes are shown so")
  func dashes() { #expect(sample.help(at: ["vitrine", "set"]).contains("  vitrine set [OPTION...] QUERY... -- CHANGE...\n")) }

  @Test("No line is wider than asked for, whatever the width", arguments: [40, 50, 64, 80, 132])
  func width(_ width: Int) {
    for path in DeclarationTests.commands.map(\.path) {
      for line in sample.help(at: path, style: HelpStyle(width: width)).split(separator: "\n") where !line.contains("vitrine") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test("Headings are bold when told, and nothing else changes")
  func bold() {
    let bold = sample.help(at: ["vitrine", "check"], style: HelpStyle(isBold: true))
    #expect(bold.contains("\n\u{1B}[1mExamples:\u{1B}[0m\n"))
    #expect(bold.split(separator: "\u{1B}[1m").joined().split(separator: "\u{1B}[0m").joined() == Self.check)
  }

  @Test("No line ends in a space")
  func trailingSpace() {
    for path in DeclarationTests.commands.map(\.path) {
      #expect(!sample.help(at: path).contains(" \n"))
    }
  }

  @Test("The version is one line")
  func version() { #expect(sample.versionText == "vitrine 0.1.0\n") }

  static let programBeginning = #"""
    vitrine: keep a collection as plain files

    Examples:
      vitrine init         makes a catalogue here
      vitrine games zelda  lists the games with zelda in their titles

    Usage:
      vitrine [OPTION...] COMMAND [ARGUMENT...]

    Description:
      Keeps a collection as YAML files in a folder tree.

    Reading:
      check     check records against their schemas and each other
      list, ls  list records

    Writing:
      set  change fields
      mv   move a record

    Kinds:
      schema  look at kinds

    Commands:
      completion  print a completion script
      init        make a catalogue
      help        explain the program or one of its commands


    """#

  static let check = #"""
    vitrine check: check records against their schemas and each other

    Examples:
      vitrine check
          checks the whole catalogue
      vitrine check --format json --rule duplicate-key games | less
          lists double games for another program

    Usage:
      vitrine check [OPTION...] [PATH...]

    Description:
      Reads every record below the given paths and reports what is wrong with it.
      Nothing is written unless '--fix' is given.

      .dot first, 'quote' inside, a back\slash and an é: all of that has to survive.

        vitrine: 1
        .rules: off
        'quoted'

    Arguments:
      PATH...  the files and folders to check; all by default

    Options:
      -f, --format FORMAT  write the report so
                             human  with an excerpt of the text around each finding,
                                    for reading (default)
                             short  one line a finding
                             json   one JSON object
      -n, --limit N        stop after N findings (default: 20)
          --most N         say how many there may be
      -r, --rule RULE      report only this rule (may be repeated)
      -o, --output FILE    write to FILE
          --[no-]progress  show how far it is (default: on)
          --fix            mend what can be mended safely
      -d, --diff[=TOOL]    show differences with TOOL (alone: builtin)
          --level LEVEL    report only this level (may be repeated): low or high
          --only LEVEL     report nothing else: low or high
          --since YEAR     leave out what is older
          --title TEXT     put TEXT above it (default: Report)

    Global options:
      -C, --directory DIR  work in DIR; else in the nearest folder above that has a
                           vitrine.yaml
          --color WHEN     use colours so
                             auto    on a terminal, unless NO_COLOR is set (default)
                             always  also into a file or pipe
                             never   nowhere
          --lang LANG      say what records say in LANG, such as 'en' or 'tr'; else
                           in that of vitrine.yaml, or of the locale
      -q, --quiet          print nothing but what was asked for
          --no-daemon      read the catalogue here, even where 'vitrine daemon' has
                           it at hand
          --no-pager       print help at once, not through $PAGER or less
      -h, --help           explain the command and do nothing
          --version        print the version and do nothing

    Exit status:
      0  no finding of error severity
      1  at least one

    Environment:
      NO_COLOR  when set, no colours are used unless '--color always' is given

    Files:
      vitrine.yaml  the catalogue's root and manifest

    See also:
      vitrine list, git(1)

    """#
}
