// A format of rows: a name and a function.

/// A way to write a table. Each is one file of the shelf `RowFormats`.
package struct RowFormat: Sendable {
  /// The word given to `--format`.
  package let name: String
  /// A few words for help and completion.
  package let summary: String
  private let render: @Sendable (Table, Look, inout ByteSink) -> Void

  /// Declares a format by its function.
  init(_ name: String, _ summary: String, _ render: @escaping @Sendable (Table, Look, inout ByteSink) -> Void) {
    self.name = name
    self.summary = summary
    self.render = render
  }

  /// Writes a table and finishes the sink.
  package func write(_ table: Table, look: Look = .plain, to sink: inout ByteSink) {
    render(table, look, &sink)
    sink.finish()
  }

  /// A table as bytes in one piece.
  package func bytes(_ table: Table, look: Look = .plain) -> [UInt8] {
    var sink = ByteSink()
    write(table, look: look, to: &sink)
    return sink.bytes
  }
}
