// Options that several commands have, declared once: a name means the same wherever it stands.

import VitrineCommandLine
import VitrineFormats

/// The options that are shared by commands which have nothing else in common.
enum SharedOptions {
  /// `-o`: where the output goes.
  static let output = Option.text(
    "output", short: "o", "TARGET", completes: .file, "write to this file or folder")
  /// `-0`: output for `xargs -0`.
  static let null = Option.flag("null", short: "0", "print paths, a NUL byte after each: for 'xargs -0'")
  /// What can be put right without asking.
  static let fix = Option.flag("fix", "fix what can be fixed safely, changing no other byte; then report what is left")
  /// Whether what was found or made is opened.
  static let open = Option.flag("open", "open it: a record in $VISUAL or $EDITOR, the page in the browser")
  /// Where each file that is taken is copied besides.
  static let also = Option.text("also", "DIR", completes: .file, "copy each file into this folder as well")
  /// Which version is meant.
  static let staged = Option.flag("staged", "take what is staged in git, as a commit would have it, in place of the files")
  /// Whether tables are made for spreadsheets alone.
  static let safeCells = Option.flag(
    "safe-cells", "csv: write an apostrophe before cells that a spreadsheet would run as formulas")

  /// How a table looks for whom the arguments say: as the session has it, with cells that are safe in spreadsheets if `--safe-cells` is given.
  static func look(_ session: Session, _ arguments: Arguments) -> Look {
    var look = session.look
    look.escapesFormulas = arguments[safeCells]
    return look
  }

  /// The status of an empty answer.
  static let exitStatus = Option.flag("exit-status", "end with status 1 if nothing is found")
  /// How many rows.
  static let limit = Option.number("limit", "N", "print at most N rows")
  /// What belongs to the chosen records.
  static let follow = Option.flag("follow", "also what the records hold, and what they refer to")
  /// `-s`: the order of rows.
  static let sort = Option.text(
    "sort", short: "s", "[-]FIELD[,[-]FIELD...]", completes: .field, "sort by these fields; '-' turns one round")
  /// `-f` for rows.
  static let rowFormat = format(
    expected: "a row format", among: Table.formats.map { Choice($0.name, $0.summary) }, default: Table.standardFormat.name
  ) { Table.format(named: $0) }
  /// `-f` for reports.
  static let reportFormat = format(
    expected: "a report format", among: Report.formats.map { Choice($0.name, $0.summary) },
    default: Report.standardFormat.name
  ) { Report.format(named: $0) }

  /// `-a`: all findings of a report for people, all tags of a photo.
  static let all = Option.flag(
    "all", short: "a", "show all there is, where otherwise some of it stands for many of a kind, or their number for all")

  private static let formatSummary = "use this format"

  /// `-f` with the formats that a command has.
  static func format<Made: Sendable>(
    expected: String, among choices: [Choice], default standard: String, read: @escaping @Sendable (String) -> Made?
  ) -> Option<Made?> {
    .value(
      "format", short: "f", "FORMAT", expected: expected, completes: .words(choices), default: standard, formatSummary,
      read: read)
  }

  /// `-f` with the cases of an enum.
  static func format<Word: OptionChoice>(default standard: Word) -> Option<Word> {
    .choice("format", short: "f", "FORMAT", default: standard, formatSummary)
  }

  /// `-f` with the cases of an enum, nil when not given.
  static func format<Word: OptionChoice>(among words: Word.Type) -> Option<Word?> {
    .choice("format", short: "f", "FORMAT", among: words, formatSummary)
  }

  /// `-k`: a kind.
  static let kind = Option.text("kind", short: "k", "KIND", completes: .kind, kindSummary)
  /// `-k`: kinds.
  static let kinds = Option.texts("kind", short: "k", "KIND", completes: .kind, kindSummary)
  private static let kindSummary = "the kind that is meant"

  /// Writes over what is there.
  static let overwriting = Option.flag("overwrite", "replace a file that is there already")
}
