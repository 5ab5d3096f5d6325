// Manual pages, as source and as a typesetter reads them.

import Testing
import VitrineCommandLine
import VitrineTesting

@Suite struct ManualTests {
  @Test("A page has the sections of a manual page, examples first, and the commands it holds")
  func golden() throws {
    let page = try #require(sample.manualPages().first { $0.file == "vitrine-schema.1" })
    #expect(page.text == Self.schemaPage)
  }

  @Test("There is one complete page and one a visible command")
  func files() {
    #expect(
      sample.manualPages().map(\.file) == [
        "vitrine.1", "vitrine-check.1", "vitrine-list.1", "vitrine-set.1", "vitrine-mv.1", "vitrine-schema.1",
        "vitrine-completion.1",
        "vitrine-init.1", "vitrine-help.1",
      ])
  }

  @Test("What roff would read as its own is escaped")
  func escaping() throws {
    let page = try #require(sample.manualPages().first { $0.file == "vitrine-check.1" })
    for line in [
      "\\&.dot first, \\(aqquote\\(aq inside, a back\\(rsslash and an \\[u00E9]: all of that has to survive.",
      "  .rules: off",
      "  \\(aqquoted\\(aq",
      "\\fBvitrine check \\-\\-format json \\-\\-rule duplicate\\-key games | less\\fR",
      "\\fB\\-d\\fR, \\fB\\-\\-diff\\fR[=\\fITOOL\\fR]",
    ] {
      #expect(page.text.contains("\n" + line + "\n"), "\(line)")
    }
    let macros = ["TH", "SH", "SS", "PP", "TP", "RS", "RE", "nf", "fi", "BR"]
    for line in page.text.split(separator: "\n") where line.hasPrefix(".") {
      #expect(macros.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
  }

  /// The programs that read manual pages; each prints nothing where it has nothing to complain of.
  static let readers = [
    "groff -man -Tutf8 -ww -rCHECKSTYLE=3 PAGE > /dev/null", "man --warnings -l PAGE > /dev/null",
    // Mandoc cannot read a date whose hyphens are escaped, and prints it as it is: it would be better without.
    "mandoc -T lint -W warning PAGE | grep -v date",
  ]

  @Test("Typesetters have nothing to complain of", arguments: readers)
  func typesetting(_ command: String) throws {
    guard Need.program(String(command.prefix { $0 != " " })).isMet(for: "manual pages: \(command)") else { return }
    let workshop = try Workshop()
    for page in sample.manualPages() {
      try workshop.write(page.file, page.text)
      let parts = command.split(separator: " ").map { $0 == "PAGE" ? page.file : String($0) }
      #expect(workshop.run("sh -c '\(parts.joined(separator: " "))'") == "")
    }
  }

  @Test("A typeset page reads as it was written", .needs(.program("groff")))
  func rendered() throws {
    let workshop = try Workshop()
    for page in sample.manualPages() { try workshop.write(page.file, page.text) }
    let text = workshop.run("groff -man -Tutf8 -P-cbou -rLL=100n vitrine-check.1")
    for expected in [
      ".dot first, 'quote' inside, a back\\slash and an é: all of that has to survive.", "-d, --diff[=TOOL]", "vitrine: 1\n",
      "vitrine check --format json --rule duplicate-key games | less", "vitrine(1), vitrine-list(1), git(1)",
    ] {
      #expect(text.contains(expected), "\(expected) in \(text)")
    }
  }

  static let schemaPage = #"""
    .TH "VITRINE\-SCHEMA" "1" "2026-11-20" "vitrine 0.1.0" "vitrine manual"
    .SH "NAME"
    vitrine\-schema \- look at kinds
    .SH "SYNOPSIS"
    \fBvitrine schema\fR [\fIOPTION\fR\&...] \fICOMMAND\fR
    .SH "EXAMPLES"
    .TP
    \fBvitrine schema list\fR
    lists all schemas
    .SH "COMMANDS"
    .TP
    \fBlist\fR
    list schemas
    .TP
    \fBadd\fR
    copy a stock schema
    .SH "COMMANDS IN FULL"
    .SS "vitrine schema list"
    List schemas.
    .PP
    \fBvitrine schema list\fR [\fIOPTION\fR\&...]
    .PP
    Examples:
    .TP
    \fBvitrine schema list\fR
    lists all schemas
    .PP
    Options:
    .TP
    \fB\-\-stock\fR
    the stock schemas too
    .SS "vitrine schema add"
    Copy a stock schema.
    .PP
    \fBvitrine schema add\fR [\fIOPTION\fR\&...] \fINAME\fR [\fIDIR\fR]
    .PP
    Examples:
    .TP
    \fBvitrine schema add game\fR
    brings the stock schema of games into the catalogue
    .PP
    Arguments:
    .TP
    \fINAME\fR
    the schema
    .TP
    \fIDIR\fR
    where to put it
    .SH "GLOBAL OPTIONS"
    .TP
    \fB\-C\fR, \fB\-\-directory\fR \fIDIR\fR
    work in DIR; else in the nearest folder above that has a vitrine.yaml
    .TP
    \fB\-\-color\fR \fIWHEN\fR
    use colours so
    .RS
    .TP
    \fBauto\fR
    on a terminal, unless NO_COLOR is set (default)
    .TP
    \fBalways\fR
    also into a file or pipe
    .TP
    \fBnever\fR
    nowhere
    .RE
    .TP
    \fB\-\-lang\fR \fILANG\fR
    say what records say in LANG, such as \(aqen\(aq or \(aqtr\(aq; else in that of
    vitrine.yaml, or of the locale
    .TP
    \fB\-q\fR, \fB\-\-quiet\fR
    print nothing but what was asked for
    .TP
    \fB\-\-no\-daemon\fR
    read the catalogue here, even where \(aqvitrine daemon\(aq has it at hand
    .TP
    \fB\-\-no\-pager\fR
    print help at once, not through $PAGER or less
    .TP
    \fB\-h\fR, \fB\-\-help\fR
    explain the command and do nothing
    .TP
    \fB\-\-version\fR
    print the version and do nothing
    .SH "EXIT STATUS"
    .TP
    \fB0\fR
    all is well
    .TP
    \fB2\fR
    the command line or a query was not understood
    .TP
    \fB3\fR
    a file or folder could not be read or written
    .SH "SEE ALSO"
    .BR vitrine (1)

    """#
}
