// A format of rows: a name and a function.

/// A way to write a table. Each is one file of the shelf `RowFormats`; `contrib/generate` writes the list.
package protocol RowFormat: Sendable {
  /// The word given to `--format`.
  static var name: String { get }
  /// A few words for help and completion.
  static var summary: String { get }
  /// False where nothing but the rows' paths is written.
  static var showsColumns: Bool { get }
  /// Writes a table; the sink is finished by the caller.
  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink)
}

extension RowFormat {
  /// Most formats show the columns.
  package static var showsColumns: Bool { true }

  /// Writes a table and finishes the sink.
  package static func write(_ table: Table, look: Look = .plain, to sink: inout ByteSink) {
    render(table, look, to: &sink)
    sink.finish()
  }

  /// A table as bytes in one piece.
  package static func bytes(_ table: Table, look: Look = .plain) -> [UInt8] {
    var sink = ByteSink()
    write(table, look: look, to: &sink)
    return sink.bytes
  }
}

extension Table {
  /// All formats a table can be written in.
  package static var formats: [any RowFormat.Type] { RowFormats.all }

  /// The format for people: what is used where none is named.
  package static var standardFormat: any RowFormat.Type { TableRows.self }
  /// Paths for `xargs -0`.
  package static var nullPathFormat: any RowFormat.Type { NULPathRows.self }

  /// The format of a name, or nil.
  package static func format(named name: String) -> (any RowFormat.Type)? {
    formats.first { $0.name == name }
  }
}
