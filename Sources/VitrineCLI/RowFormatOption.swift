// `--format` for commands that print rows: one declaration for all of them.

import VitrineCommandLine
import VitrineFormats

/// The option that chooses a row format.
enum RowFormatOption {
  /// `-f`, `--format`.
  static let option = Option.value(
    "format", short: "f", "FORMAT", expected: "a row format",
    completes: .words(Table.formats.map { Choice($0.name, $0.summary) }),
    default: Table.standardFormat.name, "write the rows so"
  ) { Table.format(named: $0) }
}
